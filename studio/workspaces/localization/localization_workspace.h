#pragma once

#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QTimer>

#include "studio/actions/action_table.h"
#include "studio/session/belief_link.h"
#include "studio/session/localize_job.h"
#include "studio/workspaces/live/live_workspace.h"
#include "widgets/localization/estimator_panel.h"
#include "widgets/localization/image_plane_view.h"
#include "widgets/localization/localize_curves.h"
#include "widgets/localization/localize_layer.h"
#include "widgets/localization/observation_panel.h"
#include "widgets/localization/observation_text.h"

namespace sideline::studio {

/// The *Localize* layout: what a robot believes, what it perceives and where it really is; of
/// recorded streams, of sessions, and live; with what agents report about their own belief. GUI
/// thread only.
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
    /// Where the stream comes from that is shown.
    enum class Source { None, Recorded, Session, Live };

    explicit LocalizationWorkspace(const Parts& parts);
    ~LocalizationWorkspace() override;

    [[nodiscard]] std::vector<WorkspacePanel> panels() const override;
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
    [[nodiscard]] static bool isBeliefFile(const QString& file);

    /// Opens a recorded stream; `matchWanted` follows when it is read. A file of beliefs that lies
    /// beside it, `NAME.belief.jsonl`, is opened with it.
    void openStream(const QString& file);
    /// Takes the truth from a monitor log: the same stream is read again, and the place in it,
    /// what-ifs, reported beliefs and the mark stay.
    void chooseTruth(const QString& log);
    /// Opens what the agent of the stream reported about its own belief; one more row for each of
    /// its estimators.
    void openBeliefs(const QString& file);
    /// The object that the user has selected: of several agents that report their belief live, this
    /// one is shown.
    void setSelection(const monitor::ObjectId& id);
    /// Where beliefs are received; null if that is not possible.
    [[nodiscard]] const BeliefLink* beliefLink() const { return m_beliefs.get(); }
    /// Receives beliefs from now on where the settings say.
    /// @return why nothing is received; empty: all is well
    QString receiveBeliefs();
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

    [[nodiscard]] Source source() const { return m_source; }
    /// Name of the recorded stream that is shown; empty if it is none.
    [[nodiscard]] QString title() const;
    /// The recorded stream that is shown; empty if it is none.
    [[nodiscard]] const QString& file() const { return m_file; }
    [[nodiscard]] const std::shared_ptr<LocalizeStream>& stream() const { return m_stream; }
    /// The robot of the stream, as the match that is made of it may hold it; null without a stream.
    [[nodiscard]] std::shared_ptr<const std::vector<robot::RobotModelPtr>> robots() const;
    [[nodiscard]] const std::vector<LocalizeEstimator>& estimators() const { return m_estimators; }
    /// What is shown; null while there is nothing.
    [[nodiscard]] const std::shared_ptr<const widgets::LocalizeInstant>& instant() const {
        return m_instant;
    }
    /// The interval that figures are made of.
    [[nodiscard]] const CycleRange& range() const { return m_range; }
    [[nodiscard]] bool isBusy() const { return m_job.isRunning(); }
    [[nodiscard]] widgets::EstimatorPanel* estimatorPanel() const { return m_panel; }
    [[nodiscard]] widgets::ImagePlaneView* imagePlane() const { return m_picture; }
    [[nodiscard]] widgets::ObservationPanel* observationPanel() const { return m_observations; }
    [[nodiscard]] widgets::LocalizeCurves* curves() const { return m_curves; }

    void setShown(int id, bool isShown);
    void choose(int id);
    void tryWhatIf(const widgets::WhatIf& whatIf);
    void remove(int id);
    void setStretch(double beginS, double endS);

Q_SIGNALS:
    /// The user has chosen a file to be opened.
    void streamWanted(const QString& file);
    /// A recorded stream has become a match that wants to be shown.
    void matchWanted(const QString& file);
    void seekRequested(double recordTimeS);
    void titleChanged();

private:
    void connectPanels();
    void connectActions();
    void askForStream();
    void askForTruth();
    void askForBeliefs();
    void readStream(const QString& file, const QString& truthLog);
    void openBeliefsBeside();
    void takeBeliefs(const std::filesystem::path& file, const evaluation::BeliefFile& beliefs);
    std::size_t addTold(std::vector<evaluation::BeliefMessage> messages, const QString& about);
    [[nodiscard]] static QColor variantColor(int id);
    void tellUnmatched(const LocalizeEstimator& estimator);
    void addVariant(LocalizeEstimator variant);
    void exportTable();
    void goToLargestError();
    void zoomToRobot();
    void followRobot();
    [[nodiscard]] std::optional<QPointF> robotOnMap() const;
    void takeStream(std::shared_ptr<LocalizeStream> stream);
    void takeRun(int id, const std::shared_ptr<const LocalizeRun>& run);
    void resetEstimators();
    void runMissing();
    void score();
    [[nodiscard]] bool isSessionNew() const;
    void loadSession();
    void beginLive();
    void endLive();
    [[nodiscard]] const monitor::MatchFrame* liveTruthOf(double serverTimeS,
                                                         double gameTimeS) const;
    void takeLive();
    void takeFrames(const std::vector<world::AgentFramePtr>& frames);
    void startLiveStream(const world::AgentIdentity& identity);
    void appendLive(std::string percepts, std::string commands);
    void takeLiveBeliefs();
    void chooseTeller(const std::vector<evaluation::BeliefMessage>& messages);
    [[nodiscard]] bool isOfStream(const evaluation::BeliefMessage& message) const;
    [[nodiscard]] bool isLiveStreamFull() const;
    void appendTold(const evaluation::BeliefMessage& message);
    [[nodiscard]] evaluation::BeliefRun& toldRow(const std::string& name);
    [[nodiscard]] QString beliefText() const;
    void showCycle(std::size_t cycle);
    void showEstimators();
    void showCurves();
    void highlight(int observation);
    void markAgain();
    void showMarked(int observation);
    void updateActions();
    [[nodiscard]] LocalizeEstimator* find(int id);
    [[nodiscard]] QString sourceText() const;
    static void dropFile(std::filesystem::path& file);

    ActionTable& m_actions;
    LiveWorkspace& m_live;
    widgets::FieldView& m_field;
    widgets::MessageBar& m_messages;
    QSettings& m_store;
    QWidget* m_window;
    std::shared_ptr<widgets::LocalizeLayerPainter> m_layer;
    QPointer<widgets::EstimatorPanel> m_panel;
    QPointer<widgets::ImagePlaneView> m_picture;
    QPointer<widgets::ObservationPanel> m_observations;
    QPointer<widgets::LocalizeCurves> m_curves;

    Source m_source = Source::None;
    QString m_file;                        ///< of a recorded stream
    std::filesystem::path m_matchFile;     ///< that was made of it; deleted when it is of no use
    QString m_nextFile;                    ///< that is being read
    std::filesystem::path m_nextMatchFile; ///< that is being made of it
    QString m_loading;                     ///< what is being read; empty if nothing is
    std::shared_ptr<LocalizeStream> m_stream;
    std::vector<LocalizeEstimator> m_estimators;
    std::shared_ptr<const widgets::LocalizeInstant> m_instant;
    std::optional<widgets::ObservationKey> m_marked; ///< that the user has picked
    int m_chosen = static_cast<int>(localization::Method::Fusion);
    int m_nextId = 0;
    CycleRange m_range;
    std::size_t m_cycle = 0;
    bool m_awaitsMatch = false;            ///< what was made of the stream is being opened
    bool m_keepsPlace = false;             ///< the stream that is read is the one that is shown
    std::optional<std::size_t> m_returnTo; ///< the cycle that was shown before it was read again
    bool m_isActive = false;
    bool m_showsLive = false;
    std::filesystem::path m_triedSession;      ///< that was loaded last, or could not be
    std::optional<std::uint64_t> m_agentCycle; ///< of the agent's frame that is shown in a session
    struct Worst {
        int id = 0;
        std::size_t cycle = 0;
        double errorM = 0.0;
    };
    std::optional<Worst> m_lastWorst;  ///< that the user was taken to
    int m_streams = 0;                 ///< that were opened
    std::optional<QPointF> m_followed; ///< where the robot is that the map is zoomed to

    std::deque<monitor::MatchFramePtr> m_liveTruth; ///< the newest frames of the live match
    std::map<int, std::shared_ptr<LocalizeRun>> m_liveRuns;
    std::size_t m_liveDone = 0; ///< cycles that the estimators have worked on
    int m_liveTicks = 0;
    bool m_isSimulator = false; ///< the live match is that of our own simulator
    QTimer m_liveTimer;
    std::unique_ptr<BeliefLink> m_beliefs;
    QString m_beliefFault; ///< why there is none
    std::optional<game::PlayerId> m_selected;
    bool m_isToldStream = false; ///< the live stream is made of what an agent reports
    LocalizeJob m_job;           ///< last: its thread is waited for before the rest goes
};

} // namespace sideline::studio
