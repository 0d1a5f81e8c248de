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

/// A live match: of the embedded simulator, or of a server that the studio watches as a monitor.
///
/// Frames are polled at the screen's refresh rate and have the form of replayed frames. All
/// messages are recorded; while the match continues, the view can leave the newest frame (the head)
/// and return to it, and meanwhile shows frames of the recording. After the match the recording
/// remains until the next match begins or until it is closed. GUI thread only; the work is done in
/// other threads.
class LiveSession : public QObject {
    Q_OBJECT
public:
    using Source = widgets::SimulatorView::Source;

    explicit LiveSession(QObject* parent = nullptr);
    ~LiveSession() override;

    /// Starts the simulator; ends the running live match first.
    /// @param situation initial situation, with robots of the server family that the settings
    ///     choose; null: an empty field
    /// Errors: those of `SimulatorControl::start`, for example taken ports. The last recording
    /// remains.
    base::Expected<void> startSimulator(
        const LiveSettings& settings,
        std::shared_ptr<const simulator::StartSituation> situation = {});
    /// Properties of a server that was started by the studio.
    struct StartedServer {
        game::ServerKind kind = game::ServerKind::SimSpark;
        int agentPort = 0;
    };
    /// Adds a robot model that agents can use in the embedded simulator from the next start on, and
    /// that recordings can show.
    void addRobotModel(const robot::RobotModelPtr& model);
    /// Connects to a server, and reconnects whenever the connection is lost.
    void connectTo(const HostPort& server, const std::optional<StartedServer>& started = {});
    /// Ends the live match; its recording stays open.
    void stop();
    /// Discards the recording of a match that has ended.
    void closeRecording();

    [[nodiscard]] Source source() const { return m_view.source; }
    [[nodiscard]] bool isLive() const { return m_view.source != Source::None; }
    /// Whether there is a live match, or a recording of the last one.
    [[nodiscard]] bool hasMatch() const { return isLive() || m_recording.replay().isOpen(); }
    /// Server of the current or last match; empty for the simulator.
    [[nodiscard]] const QString& serverName() const { return m_serverName; }
    /// Returns the shown frame, of the head or the recording; null members before the first frame.
    [[nodiscard]] const logs::FetchedFrame& shown() const;
    /// Returns the newest frame, even when an earlier one is shown; null members before the first
    /// frame.
    [[nodiscard]] const logs::FetchedFrame& head() const { return m_head.frame(); }
    [[nodiscard]] const LiveLinkView& link() const { return m_linkView; }

    // The recording, and the position of the view in it.
    /// Replays the recording while the match continues: its log, clock and events, and everything
    /// that the transport bar and the ruler need. Not open before the first message. Its frames are
    /// reported by `frameShown` of this session.
    [[nodiscard]] MatchPlayer& replay() { return m_recording.replay(); }
    [[nodiscard]] std::shared_ptr<logs::MatchLog> recording() const {
        return m_recording.replay().log();
    }
    /// Whether the newest frame is shown as it arrives; false after the end of the match.
    [[nodiscard]] bool isAtHead() const {
        const MatchPlayer& replay = m_recording.replay();
        return isLive() && (!replay.isOpen() || replay.isFollowing());
    }
    /// Returns the arrival time of a frame of the recording on the steady clock, interpolated
    /// between two frames. Empty if it is not known.
    [[nodiscard]] std::optional<std::chrono::nanoseconds> arrivalOf(double frame) const {
        return m_recording.arrivalOf(frame);
    }
    /// Ring of the current or last match, for threads that need arrival times of frames.
    [[nodiscard]] std::weak_ptr<const logs::LiveRing> ring() const {
        return m_recording.sharedRing();
    }
    /// Shows the frame that was the newest one at this time of the steady clock.
    void seekArrival(std::chrono::nanoseconds at) { m_recording.seekArrival(at); }
    /// Freezes the view; the match continues.
    void pauseView() { replay().setPlaying(false); }
    void returnToLive() { replay().setFollowing(true); }
    /// Writes the available part of the recording to a log, and its bookmarks next to it, now and
    /// after each change; `recordingSaved` reports the end.
    /// @return false while another file is being written, or before the first recorded message
    bool saveRecording(const QString& file) { return m_recording.saveAs(file); }
    /// Writes all messages from now on to a log next to the recording, for a session file, with
    /// bookmarks as in `saveRecording`.
    /// @return number of the first written message, as counted by `logs::LinkMessage`
    /// Errors: those of creating the file; InvalidArgument without a recording.
    base::Expected<logs::FrameNumber> startMatchLog(const QString& file) {
        return m_recording.startCopy(file);
    }
    void endMatchLog(const QString& file) { m_recording.endCopy(file); }
    /// Sets the folder and the maximum size of recordings, from the next match on.
    void setRecordingPlace(const std::filesystem::path& directory, std::uint64_t maxBytes) {
        m_recording.setPlace(directory, maxBytes);
    }
    /// Sets callbacks for every message, from the next match on.
    void setMessageHooks(MessageHooks hooks) { m_hooks = std::move(hooks); }
    [[nodiscard]] const widgets::SimulatorView& view() const { return m_view; }
    [[nodiscard]] const game::Rules& rules() const { return m_simulator.rules(); }
    [[nodiscard]] const simulator::SensorSwitches& sensors() const { return m_simulator.sensors(); }

    // The following functions have an effect only for the simulator.
    void setPaused(bool paused) { m_simulator.setPaused(paused); }
    void step(int cycles = 1) { m_simulator.step(cycles); }
    void setSpeed(double factor) { m_simulator.setSpeed(factor); }
    void saveSnapshot() { m_simulator.saveSnapshot(m_view); }
    /// Restores the snapshot with this name; an empty name means the newest one.
    void restoreSnapshot(const QString& name) { m_simulator.restoreSnapshot(name, m_view); }
    void dropSnapshot(const QString& name) { m_simulator.dropSnapshot(name); }
    void addRobot(const widgets::NewRobotView& robot) { m_simulator.addRobot(robot, m_view); }
    /// Starts writing the simulated match to a monitor log; an empty name stops it.
    void record(const QString& file) { m_simulator.record(file); }
    /// Writes the situation of the simulated match; `notesReceived` reports the result.
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
    /// Sets the rules of the running simulator and of later starts.
    void setRules(const game::Rules& rules) { m_simulator.setRules(rules); }
    void setSensors(const simulator::SensorSwitches& sensors) { m_simulator.setSensors(sensors); }
    void showPhysics(const widgets::PhysicsChoice& choice);

    // The following functions work for the simulator and for servers.
    void command(const monitor::TrainerCommand& command);
    void removeRobot(const game::PlayerId& id);
    /// Sends trainer commands as typed by the user; the text may contain several.
    /// @return error message for display; empty on success. A server receives the text unchecked,
    ///     because it may support more commands
    [[nodiscard]] QString commandText(const QString& text);
    /// Returns the command that puts the ball or a robot at a place on the field, upright and at
    /// rest.
    /// @param turnRad turn of a robot, counterclockwise from its present heading
    [[nodiscard]] std::optional<monitor::TrainerCommand> placeCommand(const monitor::ObjectId& id,
                                                                      double x_S, double y_S,
                                                                      double turnRad = 0.0) const {
        return studio::placeCommand(head().exact.get(), id, x_S, y_S, turnRad);
    }
    /// Sets the length of the trails, s; 0 for no trails.
    void setTrailS(double trailS);

Q_SIGNALS:
    /// Emitted when a match began or ended, or the recording was closed.
    void sourceChanged();
    /// Emitted for each newest frame, even when an earlier one is shown.
    void headReceived(const sideline::monitor::MatchFramePtr& frame);
    void frameShown(const sideline::logs::FetchedFrame& frame);
    /// Emitted when values of `view()` have changed.
    void viewChanged();
    /// Emitted with the physics overlay of the frame that is reported next; null to hide the
    /// overlay.
    void physicsShown(const std::shared_ptr<const sideline::viewer3d::PhysicsOverlay>& overlay);
    void notesReceived(const QStringList& notes);
    void connected(const QString& server);
    void connectionLost(const QString& server, const QString& why);
    /// Emitted when the simulator stopped because of an error. The recording remains.
    void simulatorFailed(const QString& why);
    /// Emitted a few times per second when values of `link()` have changed.
    void linkStateChanged();
    /// Emitted when a recording was opened, replaced or closed. Its growth is reported by
    /// `replay()`.
    void recordingChanged();
    void atHeadChanged(bool isAtHead);
    /// See `RingSaver::finished`.
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
    PaceWatch m_pace;
    QString m_serverName;
    int m_connections = 0; ///< number of reported connections
    int m_restores = 0;    ///< restore count of the newest frame
    bool m_hasGravity = true;
    bool m_isLossReported = false; ///< the lost connection was reported
    QTimer m_timer;
};

} // namespace sideline::studio
