#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QSettings>

#include "studio/actions/action_table.h"
#include "studio/session/belief_link.h"
#include "studio/session/localize_job.h"
#include "studio/workspaces/live/live_workspace.h"
#include "studio/workspaces/localization/belief_receiver.h"
#include "studio/workspaces/localization/estimator_comparison.h"
#include "studio/workspaces/localization/live_stream.h"
#include "studio/workspaces/localization/localization_actions.h"
#include "studio/workspaces/localization/localization_view.h"
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
        LiveWorkspace& live;
        widgets::FieldView& field;
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
    [[nodiscard]] QString layout() const override { return QStringLiteral("Localize"); }
    /// Streams of agents, and files of what they reported about their own belief.
    [[nodiscard]] bool canOpen(const QString& path) const override {
        return isStreamFile(path) || isBeliefFile(path);
    }
    void open(const OpenRequest& request) override {
        isStreamFile(request.path) ? openStream(request.path) : openBeliefs(request.path);
    }
    /// Whether a file is an agent's stream, by its name.
    [[nodiscard]] static bool isStreamFile(const QString& file);

    /// Whether a file holds what an agent reported about its own belief, by its name.
    [[nodiscard]] static bool isBeliefFile(const QString& file) {
        return ReportedBeliefs::isBeliefFile(file);
    }

    /// Opens a recorded stream; `matchWanted` follows when it is read. A file of beliefs that lies
    /// beside it, `NAME.belief.jsonl`, is opened with it.
    void openStream(const QString& file);
    /// Takes the truth from a monitor log: the same stream is read again, and the place in it,
    /// what-ifs, reported beliefs and the mark stay.
    void chooseTruth(const QString& log);
    /// Opens what the agent of the stream reported about its own belief; one more row for each of
    /// its estimators.
    void openBeliefs(const QString& file) { m_reported.open(file); }
    /// The object that the user has selected: of several agents that report their belief live, this
    /// one is shown.
    void setSelection(const monitor::ObjectId& id);
    /// Where beliefs are received; null if that is not possible.
    [[nodiscard]] const BeliefLink* beliefLink() const { return m_received.link(); }
    /// Receives beliefs from now on where the settings say.
    /// @return why nothing is received; empty: all is well
    QString receiveBeliefs() { return m_received.receive(); }
    /// More of the match that is shown can be sought.
    void matchGrew(std::size_t frames);
    /// The match that was made of the stream has come to the screen: reports what is wrong with the
    /// stream, if something is.
    void matchShown();
    /// Another log is shown, or none: the stream that was there has nothing to do with it.
    void closeStream();
    /// The layout comes on the screen, or leaves it.
    void setActive(bool isActive) override;
    /// The frame of the match that is on the screen.
    /// @param isSimulator of our own simulator; only if it is live
    void showMatch(const logs::FetchedFrame& fetched, bool isLive, bool isSimulator);
    /// The newest frame of the live match, whatever is shown of it.
    void noteHead(const monitor::MatchFramePtr& frame);

    [[nodiscard]] Source source() const { return m_shown.source; }
    /// Name of the recorded stream that is shown; empty if it is none.
    [[nodiscard]] QString title() const { return m_shown.title(); }
    /// The recorded stream that was read last; empty if none was.
    [[nodiscard]] const QString& file() const { return m_shown.file; }
    [[nodiscard]] const std::shared_ptr<evaluation::AnnotatedStream>& stream() const {
        return m_shown.stream;
    }
    /// The robot of the stream, as the match that is made of it may hold it; null without a stream.
    [[nodiscard]] std::shared_ptr<const std::vector<robot::RobotModelPtr>> robots() const {
        return m_shown.robots();
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
    void tryWhatIf(const widgets::WhatIf& whatIf) { m_estimators.tryWhatIf(whatIf); }
    void remove(int id) { m_estimators.remove(id); }
    void setInterval(double beginS, double endS) { m_estimators.setInterval(beginS, endS); }

Q_SIGNALS:
    /// The user has chosen a file to be opened.
    void streamWanted(const QString& file);
    /// A recorded stream has become a match that wants to be shown.
    void matchWanted(const QString& file);
    void seekRequested(double recordTimeS);
    void titleChanged();

private:
    void connectParts();
    void connectSession();
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

    LiveWorkspace& m_live;
    widgets::MessageBar& m_messages;
    widgets::MessageTopic m_damage; ///< of the stream that is shown

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

    bool m_isActive = false;
    bool m_showsLive = false;
    bool m_awaitsMatch = false;            ///< what was made of the stream is being opened
    bool m_keepsPlace = false;             ///< the stream that is read is the one that is shown
    std::optional<std::size_t> m_returnTo; ///< the cycle that was shown before it was read again
};

} // namespace sideline::studio
