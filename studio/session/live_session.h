#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QStringList>
#include <QTimer>

#include "agentcore/base/error.h"
#include "agentcore/game/rules.h"
#include "logs/live/live_ring.h"
#include "logs/live/monitor_link.h"
#include "logs/replay/frame_fetcher.h"
#include "simulator/server/simulator_thread.h"
#include "studio/session/bookmark_copies.h"
#include "studio/session/live_recording.h"
#include "studio/session/match_player.h"
#include "studio/session/simulator_overlay.h"
#include "studio/settings/live_settings.h"
#include "widgets/live/simulator_view.h"

namespace sideline::studio {

/// How the connection to a live match is doing, and its recording.
struct LiveLinkView {
    bool isConnected = false; ///< always, for the simulator
    bool isInSync = false;    ///< the "in sync" lamp: the frames are what the server has
    bool isSilent = false;    ///< connected, but no message came for three seconds
    double serverSpeed = 0.0; ///< server time per time, also while the game clock stands
    bool isClockRunning = false;
    std::uint64_t messages = 0;
    std::uint64_t damagedMessages = 0;
    std::uint64_t unfittingMessages = 0;
    QString fault; ///< what is wrong with the connection; empty if nothing is
    logs::RingState recording;
    QString recordingFault;   ///< why nothing is recorded; empty if all is well
    quint64 lostMessages = 0; ///< that are missing in recordings, as they could not be written
};

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
    /// Errors: those of `SimulatorThread::start`, as ports that are taken. What was recorded stays.
    base::Expected<void> startSimulator(const LiveSettings& settings);
    /// Watches a server from now on, and waits for it while it is away.
    void connectTo(const HostPort& server);
    /// Ends the live match; its recording stays open.
    void stop();
    /// Gives up the recording of a match that is over.
    void closeRecording();

    [[nodiscard]] Source source() const { return m_view.source; }
    [[nodiscard]] bool isLive() const { return m_view.source != Source::None; }
    /// Whether there is something to be shown: a live match, or what is left of the last one.
    [[nodiscard]] bool hasMatch() const { return isLive() || m_replay.isOpen(); }
    /// Server of the match, also when it is over; empty for the simulator.
    [[nodiscard]] const QString& serverName() const { return m_serverName; }
    /// The frame that is shown, of the head or of the recording; null members before the first.
    [[nodiscard]] const logs::FetchedFrame& shown() const;
    /// The newest frame of the match, wherever the view is; null members before the first.
    [[nodiscard]] const logs::FetchedFrame& head() const { return m_shown; }
    [[nodiscard]] const LiveLinkView& link() const { return m_linkView; }

    // The recording, and where in it the view is.
    /// Replays the recording while the match continues: its log, clock, events, and everything that
    /// the transport bar and the ruler ask of a replay. Not open before the first message. Its
    /// frames are reported by `frameShown` of this session.
    [[nodiscard]] MatchPlayer& replay() { return m_replay; }
    [[nodiscard]] std::shared_ptr<logs::MatchLog> recording() const { return m_replay.log(); }
    /// Whether the newest frame is shown, as it comes. Not so when the match is over.
    [[nodiscard]] bool isAtHead() const {
        return isLive() && (!m_replay.isOpen() || m_replay.isFollowing());
    }
    /// When a frame of the recording came, on the steady clock; between two frames, the share of
    /// the way. Nothing if it is not known.
    [[nodiscard]] std::optional<std::chrono::nanoseconds> arrivalOf(double frame) const;
    /// What the match is recorded in, or the last one was: for threads that ask when frames came.
    [[nodiscard]] std::weak_ptr<const logs::LiveRing> ring() const { return m_ring; }
    /// Goes to the frame that was the newest at this time of the steady clock.
    void seekArrival(std::chrono::nanoseconds at);
    /// Holds the picture; the match continues.
    void pauseView() { m_replay.setPlaying(false); }
    void seekView(double recordTimeS) { m_replay.seekTime(recordTimeS); }
    void stepView(int frames) { m_replay.step(frames); }
    void jumpView(double seconds) { m_replay.jump(seconds); }
    void returnToLive() { m_replay.setFollowing(true); }
    /// Writes all of the recording that is kept to a log, and its bookmarks beside it, now and when
    /// they change; `recordingSaved` reports the end.
    /// @return false while another file is being written, or before anything was recorded
    bool saveRecording(const QString& file);
    /// Writes everything from now on to a log beside the recording, for a session file; bookmarks
    /// as `saveRecording` does.
    /// @return number of the first message that is in it, as `logs::LinkMessage` counts
    /// Errors: those of creating the file; InvalidArgument without a recording.
    base::Expected<logs::FrameNumber> startMatchLog(const QString& file);
    void endMatchLog(const QString& file);
    /// Where recordings are kept while they are open, and how large they get; for the next match.
    void setRecordingPlace(const std::filesystem::path& directory, std::uint64_t maxBytes);
    /// For every message of the next match.
    void setMessageHooks(MessageHooks hooks) { m_hooks = std::move(hooks); }
    [[nodiscard]] const widgets::SimulatorView& view() const { return m_view; }
    [[nodiscard]] const game::Rules& rules() const { return m_rules; }
    [[nodiscard]] const simulator::SensorSwitches& sensors() const { return m_sensors; }

    // Only for the simulator; without effect otherwise.
    void setPaused(bool paused);
    void step(int cycles = 1);
    void setSpeed(double factor);
    void saveMoment();
    /// The newest moment, for an empty name.
    void restoreMoment(const QString& name);
    void dropMoment(const QString& name);
    void addRobot(const widgets::NewRobotView& robot);
    /// Writes the simulated match as a monitor log from now on; an empty name ends it.
    void record(const QString& file);
    void hold(const game::PlayerId& id, bool isHeld);
    void setGravity(bool hasGravity);
    [[nodiscard]] bool hasGravity() const { return m_hasGravity; }
    void push(const monitor::ObjectId& id, const Eigen::Vector3d& p_S,
              const Eigen::Vector3d& impulse_SNs);
    void pull(const monitor::ObjectId& id, const Eigen::Vector3d& grip_Body,
              const Eigen::Vector3d& target_S);
    void letGo();
    /// Rules and noise; kept for the next start, too.
    void setRules(const game::Rules& rules);
    void setSensors(const simulator::SensorSwitches& sensors);
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
                                                                      double turnRad = 0.0) const;
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
    void order(simulator::Order order);
    void begin(Source source, std::shared_ptr<logs::LiveRing> ring);
    [[nodiscard]] std::shared_ptr<logs::LiveRing> makeRing();
    void followRing();
    void leaveOrReachHead(bool isAtHead);
    void copyBookmarks();
    void tellLink(const logs::MonitorLink::State& state);
    void tellOutputs(const simulator::SimulatorStatus& status);

    std::filesystem::path m_ringDirectory;
    std::uint64_t m_ringBytes = logs::RingOptions{}.maxBytes;
    std::shared_ptr<logs::LiveRing> m_ring; ///< of the match, or the last one
    MessageHooks m_hooks;
    MatchPlayer m_replay;
    RingSaver m_saver;
    std::weak_ptr<logs::LiveRing> m_savedRing; ///< that is being saved, or was last
    logs::FrameNumber m_savedFirst = 0;        ///< the first frame that it had then
    BookmarkCopies m_copies;
    LiveLinkView m_linkView;
    int m_connections = 0; ///< that were reported
    int m_restores = 0;    ///< of the newest frame
    bool m_hasGravity = true;
    std::unique_ptr<simulator::SimulatorThread> m_simulator;
    std::unique_ptr<logs::MonitorLink> m_link;
    widgets::SimulatorView m_view;
    QString m_serverName;
    QString m_ringFault; ///< why there is no ring
    logs::FetchedFrame m_shown;
    std::deque<monitor::MatchFramePtr> m_past; ///< for trails, oldest first
    game::Rules m_rules;
    simulator::SensorSwitches m_sensors;
    widgets::PhysicsChoice m_physics;
    double m_trailS = 0.0;
    int m_momentNumber = 0;
    bool m_toldLost = false; ///< that the server is away
    QTimer m_timer;
};

/// Where a robot that is added is put: beside each other in the own half, looking at the
/// opponent's goal.
[[nodiscard]] math::Pose startPose(bool playsFromLeft, int unum);

} // namespace sideline::studio
