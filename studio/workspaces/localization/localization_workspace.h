#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QSettings>

#include "studio/actions/action_table.h"
#include "studio/session/belief_link.h"
#include "studio/session/file_kinds.h"
#include "studio/session/localize_job.h"
#include "studio/session/shown_agent.h"
#include "studio/session/shown_match.h"
#include "studio/workspaces/localization/belief_receiver.h"
#include "studio/workspaces/localization/estimator_comparison.h"
#include "studio/workspaces/localization/live_stream.h"
#include "studio/workspaces/localization/localization_actions.h"
#include "studio/workspaces/localization/localization_layouts.h"
#include "studio/workspaces/localization/localization_view.h"
#include "studio/workspaces/localization/match_link.h"
#include "studio/workspaces/localization/reported_beliefs.h"
#include "studio/workspaces/localization/shown_stream.h"
#include "studio/workspaces/localization/stream_reader.h"
#include "widgets/common/message_topic.h"

namespace sideline::studio {

/// The *Localize* layout: what a robot believes, what it perceives and where it really is; of
/// recorded streams, of sessions, and live; with what agents report about their own belief. Decides
/// which stream is shown; the work is that of its parts. GUI thread only.
class LocalizationWorkspace : public Workspace {
    Q_OBJECT
public:
    /// What the workspace works with; all must outlive it.
    struct Parts {
        ActionTable& actions;
        ShownMatch& match;
        LiveAgents agents;
        viewer3d::MatchView& view;
        widgets::FieldView& field;
        widgets::TimeRuler& ruler; ///< that shows the same interval as the curves
        widgets::MessageBar& messages;
        QSettings& store;
        QWidget* window; ///< parent of dialogs
    };
    using Source = StreamSource;

    explicit LocalizationWorkspace(const Parts& parts);
    ~LocalizationWorkspace() override;

    [[nodiscard]] std::vector<WorkspacePanel> panels() const override { return m_view.panels(); }
    [[nodiscard]] std::vector<WorkspaceMenu> menus() const override {
        return {{tr("&Localize"),
                 {"localize.open", "localize.truth", "localize.belief", "", "localize.zoom",
                  "localize.worst", "", "localize.export"}}};
    }
    [[nodiscard]] std::vector<WorkspaceLayout> layouts() const override {
        return localizationLayouts();
    }
    /// Streams of agents, and files of what they reported about their own belief.
    [[nodiscard]] Claim claim(const QString& path) const override {
        return isStreamFile(path) || isBeliefFile(path) ? Claim::ByName : Claim::None;
    }
    void open(const OpenRequest& request) override {
        isStreamFile(request.path) ? openStream(request.path) : openBeliefs(request.path);
    }
    /// Whether a file holds what an agent reported about its own belief, by its name.
    [[nodiscard]] static bool isBeliefFile(const QString& file) {
        return ReportedBeliefs::isBeliefFile(file);
    }

    /// Opens a recorded stream, and the match that is made of it. A file of beliefs that lies
    /// beside it, `NAME.belief.jsonl`, is opened with it.
    void openStream(const QString& file);
    /// Takes the truth from a monitor log: the same stream is read again, and the place in it,
    /// variants, reported beliefs and the mark stay.
    void chooseTruth(const QString& log);
    /// Opens what the agent of the stream reported about its own belief; one more row for each of
    /// its estimators.
    void openBeliefs(const QString& file) { m_reported.open(file); }
    /// The object that the user has selected: of several agents that report their belief live, this
    /// one is shown.
    void setSelection(const monitor::ObjectId& id);
    /// Where beliefs are received; null if that is not possible.
    [[nodiscard]] const BeliefLink* beliefLink() const { return m_received.link(); }
    void logOpened(const OpenRequest& request) override;
    void logShown(const OpenRequest& request) override;
    void logFailed(const OpenRequest& request) override;
    void logClosed(const OpenRequest* next) override;
    void setActive(bool isActive) override;
    void showFrame(const ShownFrame& frame) override;
    QString applyNetwork() override { return m_received.receive(); }

    [[nodiscard]] Source source() const { return m_shown.source; }
    /// Name of the recorded stream that is shown; empty if it is none.
    [[nodiscard]] QString title() const { return m_shown.title(); }
    /// The recorded stream that was read last; empty if none was.
    [[nodiscard]] const QString& file() const { return m_shown.file; }
    [[nodiscard]] const std::shared_ptr<evaluation::AnnotatedStream>& stream() const {
        return m_shown.stream;
    }
    [[nodiscard]] const std::vector<LocalizeEstimator>& estimators() const {
        return m_estimators.estimators();
    }
    /// What is shown; null while there is nothing.
    [[nodiscard]] const std::shared_ptr<const widgets::LocalizeInstant>& instant() const {
        return m_view.instant();
    }
    /// The interval that figures are made of.
    [[nodiscard]] const CycleRange& range() const { return m_estimators.range(); }
    [[nodiscard]] bool isBusy() const { return m_job.isRunning(); }
    [[nodiscard]] widgets::EstimatorPanel* estimatorPanel() const {
        return m_view.estimatorPanel();
    }
    [[nodiscard]] widgets::ImagePlaneView* imagePlane() const { return m_view.imagePlane(); }
    [[nodiscard]] widgets::ObservationPanel* observationPanel() const {
        return m_view.observationPanel();
    }
    [[nodiscard]] widgets::LocalizeCurves* curves() const { return m_view.curves(); }

    void setShown(int id, bool isShown) { m_estimators.setShown(id, isShown); }
    void choose(int id) { m_estimators.choose(id); }
    void tryVariant(const widgets::EstimatorVariant& variant) { m_estimators.tryVariant(variant); }
    void remove(int id) { m_estimators.remove(id); }
    void setInterval(double beginS, double endS) { m_estimators.setInterval(beginS, endS); }

private:
    void connectParts();
    void connectMatch();
    void connectSession();
    void closeStream();
    void noteHead(const monitor::MatchFramePtr& frame);
    void takeRecorded(const std::shared_ptr<evaluation::AnnotatedStream>& stream,
                      const QString& file, const QString& matchFile);
    void takeSession(const std::shared_ptr<evaluation::AnnotatedStream>& stream);
    void takeLive(const std::shared_ptr<evaluation::AnnotatedStream>& stream);
    void setStream(StreamSource source, const std::shared_ptr<evaluation::AnnotatedStream>& stream);
    void showFromBegin();
    void readSession();
    void beginLive();
    void endLive();
    void showCycle(std::size_t cycle);
    void showEstimators();

    ShownMatch& m_match;
    LiveAgents m_agents;
    widgets::MessageBar& m_messages;

    // Each works with some of those above it.
    LocalizeJob m_job;
    ShownStream m_shown;
    EstimatorComparison m_estimators;
    StreamReader m_reader;
    ReportedBeliefs m_reported;
    LocalizationView m_view;
    LocalizationActions m_actions;
    BeliefReceiver m_received;
    LiveStream m_liveStream;
    MatchLink m_matchLink;

    bool m_isActive = false;
    bool m_showsLive = false;
    bool m_awaitsMatch = false; ///< what was made of the stream is being opened
    bool m_keepsPlace = false;  ///< the stream that is read is the one that is shown
};

} // namespace sideline::studio
