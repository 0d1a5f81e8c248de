#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include <QObject>
#include <QStringList>
#include <QTimer>

#include "agentcore/base/error.h"
#include "agentcore/game/rules.h"
#include "logs/live/monitor_link.h"
#include "logs/replay/frame_fetcher.h"
#include "studio/session/live_head.h"
#include "studio/session/live_recording.h"
#include "studio/session/live_views.h"
#include "studio/session/match_player.h"
#include "studio/session/match_recording.h"
#include "studio/session/placement.h"
#include "studio/session/simulator_control.h"
#include "studio/session/simulator_overlay.h"
#include "studio/settings/live_settings.h"
#include "widgets/live/simulator_view.h"

namespace sideline::studio {

/// A live match: of the embedded simulator, or of a server that we are a monitor of.
///
/// Frames are polled at the rate of screens and look like those of a replay. Everything that comes
/// is recorded; the view may leave the head of that recording and come back, while the match goes
/// on: then frames come from the recording. When the match is over, its recording stays, until the
/// next match begins or it is closed. Everything here is for the GUI thread; the work is done in
/// other threads.
class LiveSession : public QObject {
    Q_OBJECT
public:
    using Source = widgets::SimulatorView::Source;

    explicit LiveSession(QObject* parent = nullptr);
    ~LiveSession() override;

    /// Starts the simulator; a live match that runs is ended before.
    /// @param situation with which the match begins; null: an empty field
    /// Errors: those of `SimulatorThread::start`, as ports that are taken. What was recorded stays.
    base::Expected<void> startSimulator(
        const LiveSettings& settings,
        std::shared_ptr<const simulator::StartSituation> situation = {});
    /// What is known of a server that the studio has started itself.
    struct StartedServer {
        game::ServerKind kind = game::ServerKind::SimSpark;
        int agentPort = 0;
    };
    /// A robot that agents can have in our own simulator from the next start on, and that
    /// recordings show.
    void know(const robot::RobotModelPtr& model);
    /// Watches a server from now on, and waits for it while it is away.
    void connectTo(const HostPort& server, const std::optional<StartedServer>& started = {});
    /// Ends the live match; its recording stays open.
    void stop();
    /// Gives up the recording of a match that is over.
    void closeRecording();

    [[nodiscard]] Source source() const { return m_view.source; }
    [[nodiscard]] bool isLive() const { return m_view.source != Source::None; }
    /// Whether there is something to be shown: a live match, or what is left of the last one.
    [[nodiscard]] bool hasMatch() const { return isLive() || m_recording.replay().isOpen(); }
    /// Server of the match, also when it is over; empty for the simulator.
    [[nodiscard]] const QString& serverName() const { return m_serverName; }
    /// The frame that is shown, of the head or of the recording; null members before the first.
    [[nodiscard]] const logs::FetchedFrame& shown() const;
    /// The newest frame of the match, wherever the view is; null members before the first.
    [[nodiscard]] const logs::FetchedFrame& head() const { return m_head.frame(); }
    [[nodiscard]] const LiveLinkView& link() const { return m_linkView; }

    // The recording, and where in it the view is.
    /// Replays the recording while the match continues: its log, clock, events, and everything that
    /// the transport bar and the ruler ask of a replay. Not open before the first message. Its
    /// frames are reported by `frameShown` of this session.
    [[nodiscard]] MatchPlayer& replay() { return m_recording.replay(); }
    [[nodiscard]] std::shared_ptr<logs::MatchLog> recording() const {
        return m_recording.replay().log();
    }
    /// Whether the newest frame is shown, as it comes. Not so when the match is over.
    [[nodiscard]] bool isAtHead() const {
        const MatchPlayer& replay = m_recording.replay();
        return isLive() && (!replay.isOpen() || replay.isFollowing());
    }
    /// When a frame of the recording came, on the steady clock; between two frames, the share of
    /// the way. Nothing if it is not known.
    [[nodiscard]] std::optional<std::chrono::nanoseconds> arrivalOf(double frame) const {
        return m_recording.arrivalOf(frame);
    }
    /// What the match is recorded in, or the last one was: for threads that ask when frames came.
    [[nodiscard]] std::weak_ptr<const logs::LiveRing> ring() const {
        return m_recording.sharedRing();
    }
    /// Goes to the frame that was the newest at this time of the steady clock.
    void seekArrival(std::chrono::nanoseconds at) { m_recording.seekArrival(at); }
    /// Holds the picture; the match continues.
    void pauseView() { replay().setPlaying(false); }
    void seekView(double recordTimeS) { replay().seekTime(recordTimeS); }
    void stepView(int frames) { replay().step(frames); }
    void jumpView(double seconds) { replay().jump(seconds); }
    void returnToLive() { replay().setFollowing(true); }
    /// Writes all of the recording that is kept to a log, and its bookmarks beside it, now and when
    /// they change; `recordingSaved` reports the end.
    /// @return false while another file is being written, or before anything was recorded
    bool saveRecording(const QString& file) { return m_recording.saveAs(file); }
    /// Writes everything from now on to a log beside the recording, for a session file; bookmarks
    /// as `saveRecording` does.
    /// @return number of the first message that is in it, as `logs::LinkMessage` counts
    /// Errors: those of creating the file; InvalidArgument without a recording.
    base::Expected<logs::FrameNumber> startMatchLog(const QString& file) {
        return m_recording.startCopy(file);
    }
    void endMatchLog(const QString& file) { m_recording.endCopy(file); }
    /// Where recordings are kept while they are open, and how large they get; for the next match.
    void setRecordingPlace(const std::filesystem::path& directory, std::uint64_t maxBytes) {
        m_recording.setPlace(directory, maxBytes);
    }
    /// For every message of the next match.
    void setMessageHooks(MessageHooks hooks) { m_hooks = std::move(hooks); }
    [[nodiscard]] const widgets::SimulatorView& view() const { return m_view; }
    [[nodiscard]] const game::Rules& rules() const { return m_simulator.rules(); }
    [[nodiscard]] const simulator::SensorSwitches& sensors() const { return m_simulator.sensors(); }

    // Only for the simulator; without effect otherwise.
    void setPaused(bool paused) { m_simulator.setPaused(paused); }
    void step(int cycles = 1) { m_simulator.step(cycles); }
    void setSpeed(double factor) { m_simulator.setSpeed(factor); }
    /// Takes a snapshot.
    void saveSnapshot() { m_simulator.saveSnapshot(m_view); }
    /// The newest snapshot, for an empty name.
    void restoreSnapshot(const QString& name) { m_simulator.restoreSnapshot(name, m_view); }
    void dropSnapshot(const QString& name) { m_simulator.dropSnapshot(name); }
    void addRobot(const widgets::NewRobotView& robot) { m_simulator.addRobot(robot, m_view); }
    /// Writes the simulated match as a monitor log from now on; an empty name ends it.
    void record(const QString& file) { m_simulator.record(file); }
    /// Writes the situation of the simulated match; `notesCame` reports how that went.
    void saveSituation(const QString& file) { m_simulator.saveSituation(file); }
    void hold(const game::PlayerId& id, bool isHeld) { m_simulator.hold(id, isHeld); }
    void setGravity(bool hasGravity) { m_simulator.setGravity(hasGravity); }
    [[nodiscard]] bool hasGravity() const { return m_hasGravity; }
    void push(const monitor::ObjectId& id, const Eigen::Vector3d& p_S,
              const Eigen::Vector3d& impulse_SNs) {
        m_simulator.push(id, p_S, impulse_SNs);
    }
    void pull(const monitor::ObjectId& id, const Eigen::Vector3d& grip_Body,
              const Eigen::Vector3d& target_S) {
        m_simulator.pull(id, grip_Body, target_S);
    }
    void letGo() { m_simulator.letGo(); }
    /// Rules and noise; kept for the next start, too.
    void setRules(const game::Rules& rules) { m_simulator.setRules(rules); }
    void setSensors(const simulator::SensorSwitches& sensors) { m_simulator.setSensors(sensors); }
    void showPhysics(const widgets::PhysicsChoice& choice);

    // For both.
    void command(const monitor::TrainerCommand& command);
    void removeRobot(const game::PlayerId& id);
    /// Sends what somebody wrote; may have several commands.
    /// @return what is wrong with it, for display; empty if nothing is. Another server is sent
    /// everything: it may know more commands than we do
    [[nodiscard]] QString commandText(const QString& text);
    /// What puts the ball or a robot to a place of the field, upright and at rest.
    /// @param turnRad of a robot, counterclockwise from how it stands
    [[nodiscard]] std::optional<monitor::TrainerCommand> placeCommand(const monitor::ObjectId& id,
                                                                      double x_S, double y_S,
                                                                      double turnRad = 0.0) const {
        return studio::placeCommand(head().exact.get(), id, x_S, y_S, turnRad);
    }
    /// Length of the trails in seconds; 0 for none.
    void setTrailS(double trailS);

Q_SIGNALS:
    /// A match runs from now on, or another one, or none any more; or the recording was closed.
    void sourceChanged();
    /// The newest frame of the match, whatever is shown.
    void headCame(const sideline::monitor::MatchFramePtr& frame);
    void frameShown(const sideline::logs::FetchedFrame& frame);
    /// Numbers of the view have changed.
    void viewChanged();
    /// What acts inside of the simulated world, of the frame that is reported next; null when it is
    /// not to be shown any more.
    void physicsShown(const std::shared_ptr<const sideline::viewer3d::PhysicsOverlay>& overlay);
    void notesCame(const QStringList& notes);
    void connected(const QString& server);
    void connectionLost(const QString& server, const QString& why);
    /// The simulator has stopped by itself. What was recorded stays.
    void simulatorFailed(const QString& why);
    /// Something of `link()` has changed; some times a second.
    void linkStateChanged();
    /// There is a recording, or another one, or none any more. That it grows is reported by
    /// `replay()`.
    void recordingChanged();
    void atHeadChanged(bool isAtHead);
    /// As `RingSaver::finished`.
    void recordingSaved(const QString& file, const QString& error, const QString& leftOut);

private:
    void poll();
    void pollSimulator();
    void pollLink();
    void takeFrame(const monitor::MatchFramePtr& frame);
    void takeLinkState(const logs::MonitorLink::State& state);
    void begin(Source source, std::shared_ptr<logs::LiveRing> ring);
    void leaveOrReachHead(bool isAtHead);

    MessageHooks m_hooks;
    MatchRecording m_recording;
    LiveHead m_head;
    SimulatorControl m_simulator;
    std::unique_ptr<logs::MonitorLink> m_link;
    widgets::SimulatorView m_view;
    LiveLinkView m_linkView;
    QString m_serverName;
    int m_connections = 0; ///< that were reported
    int m_restores = 0;    ///< of the newest frame
    bool m_hasGravity = true;
    bool m_isLossReported = false; ///< that the server is away
    QTimer m_timer;
};

} // namespace sideline::studio
