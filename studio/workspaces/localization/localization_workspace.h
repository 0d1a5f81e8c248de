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

/// The *Localize* layout: beliefs, percepts and true poses of a robot, from recorded streams, from
/// sessions, and live; with the beliefs that agents report. Chooses the shown stream; its parts do
/// the work. GUI thread only.
class LocalizationWorkspace : public Workspace {
    Q_OBJECT
public:
    /// Objects that the workspace uses; all must outlive it.
    struct Parts {
        ActionTable& actions;
        ShownMatch& match;
        LiveAgents agents;
        viewer3d::MatchView& view;
        widgets::FieldView& field;
        widgets::TimeRuler& ruler; ///< shows the same interval as the curves
        widgets::MessageBar& messages;
        QSettings& store;
        QWidget* window; ///< parent window of dialogs
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
    [[nodiscard]] Claim claim(const QString& path) const override {
        return isStreamFile(path) || isBeliefFile(path) ? Claim::ByName : Claim::None;
    }
    [[nodiscard]] Question fileQuestion() const override { return m_actions.question(); }
    void open(const OpenRequest& request) override {
        isStreamFile(request.path) ? openStream(request.path) : openBeliefs(request.path);
    }
    /// Returns whether a file contains the reported beliefs of an agent, judging by its name.
    [[nodiscard]] static bool isBeliefFile(const QString& file) {
        return ReportedBeliefs::isBeliefFile(file);
    }

    /// Opens a recorded stream, and the match that is made from it. Also opens the file of its
    /// beliefs, `NAME.belief.jsonl`, in the same folder.
    void openStream(const QString& file);
    /// Reads the ground truth from a monitor log: the same stream is read again; its cycle,
    /// variants, reported beliefs and mark are kept.
    void chooseTruth(const QString& log);
    /// Opens the reported beliefs of the stream's agent, which adds a row for each of its
    /// estimators.
    void openBeliefs(const QString& file) { m_reported.open(file); }
    /// Sets the selected object, which chooses one of several agents that report their belief
    /// live.
    void setSelection(const monitor::ObjectId& id);
    /// Returns the connection that receives beliefs; null if it could not be opened.
    [[nodiscard]] const BeliefLink* beliefLink() const { return m_received.link(); }
    void logOpened(const OpenRequest& request) override;
    void logShown(const OpenRequest& request) override;
    void logFailed(const OpenRequest& request) override;
    void logClosed(const OpenRequest* next) override;
    void setActive(bool isActive) override;
    void showFrame(const ShownFrame& frame) override;
    QString applyNetwork() override { return m_received.receive(); }

    [[nodiscard]] Source source() const { return m_shown.source; }
    /// Returns the name of the recorded stream that is shown; empty if it is not recorded.
    [[nodiscard]] QString title() const { return m_shown.title(); }
    /// Returns the recorded stream that was read last; empty if there is none.
    [[nodiscard]] const QString& file() const { return m_shown.file; }
    [[nodiscard]] const std::shared_ptr<evaluation::AnnotatedStream>& stream() const {
        return m_shown.stream;
    }
    [[nodiscard]] const std::vector<LocalizeEstimator>& estimators() const {
        return m_estimators.estimators();
    }
    /// Returns the data that is shown; null while there is none.
    [[nodiscard]] const std::shared_ptr<const widgets::LocalizeInstant>& instant() const {
        return m_view.instant();
    }
    /// Returns the interval from which the figures are computed.
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

    // Declared in this order because each part uses some of the parts above it.
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
    bool m_awaitsMatch = false; ///< whether the match made from the stream is being opened
    bool m_keepsPlace = false;  ///< whether the shown stream is being read again
};

} // namespace sideline::studio
