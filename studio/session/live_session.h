#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QStringList>
#include <QTimer>

#include "agentcore/base/error.h"
#include "logs/replay/frame_fetcher.h"
#include "simulator/server/simulator_thread.h"
#include "studio/session/monitor_link.h"
#include "studio/settings/live_settings.h"
#include "viewer3d/scene/physics_overlay.h"
#include "widgets/panels/simulator_view.h"

namespace sideline::studio {

/// A live match: of the embedded simulator, or of a server that we are a monitor of.
///
/// Frames are polled at the rate of screens and look like those of a replay. Everything here is
/// for the GUI thread; the work is done in other threads.
class LiveSession : public QObject {
    Q_OBJECT
public:
    using Source = widgets::SimulatorView::Source;

    explicit LiveSession(QObject* parent = nullptr);
    ~LiveSession() override;

    /// Starts the simulator; a live match that runs is ended before.
    /// Errors: those of `SimulatorThread::start`, as ports that are taken.
    base::Expected<void> startSimulator(const LiveSettings& settings);
    /// Watches a server from now on, and waits for it while it is away.
    void connectTo(const HostPort& server);
    /// Ends the live match.
    void stop();

    [[nodiscard]] Source source() const { return m_view.source; }
    [[nodiscard]] bool isLive() const { return m_view.source != Source::None; }
    /// The frame that is shown; null members before the first.
    [[nodiscard]] const logs::FetchedFrame& shown() const { return m_shown; }
    [[nodiscard]] const widgets::SimulatorView& view() const { return m_view; }
    [[nodiscard]] const simulator::Rules& rules() const { return m_rules; }
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
    void hold(const monitor::RobotId& id, bool isHeld);
    void push(const monitor::ObjectId& id, const Eigen::Vector3d& p_S,
              const Eigen::Vector3d& impulse_SNs);
    void pull(const monitor::ObjectId& id, const Eigen::Vector3d& grip_Body,
              const Eigen::Vector3d& target_S);
    void letGo();
    /// Rules and noise; kept for the next start, too.
    void setRules(const simulator::Rules& rules);
    void setSensors(const simulator::SensorSwitches& sensors);
    void showPhysics(const widgets::PhysicsChoice& choice);

    // For both.
    void command(const monitor::TrainerCommand& command);
    void removeRobot(const monitor::RobotId& id);
    /// Puts the ball or a robot to a place of the field, upright and at rest.
    void moveTo(const monitor::ObjectId& id, double x_S, double y_S);
    /// Length of the trails in seconds; 0 for none.
    void setTrailS(double trailS);

Q_SIGNALS:
    /// A match runs from now on, or another one, or none any more.
    void sourceChanged();
    void frameShown(const sideline::logs::FetchedFrame& frame);
    /// Numbers of the view have changed.
    void viewChanged();
    /// What acts inside of the simulated world, of the frame that is told next; null when it is
    /// not to be shown any more.
    void physicsShown(const std::shared_ptr<const sideline::viewer3d::PhysicsOverlay>& overlay);
    void notesCame(const QStringList& notes);
    void connected(const QString& server);
    void connectionLost(const QString& server, const QString& why);

private:
    void poll();
    void pollSimulator();
    void pollLink();
    void takeFrame(const monitor::MatchFramePtr& frame);
    void order(simulator::Order order);
    void reset(Source source);

    std::unique_ptr<simulator::SimulatorThread> m_simulator;
    std::unique_ptr<MonitorLink> m_link;
    widgets::SimulatorView m_view;
    logs::FetchedFrame m_shown;
    std::deque<monitor::MatchFramePtr> m_past; ///< for trails, oldest first
    simulator::Rules m_rules;
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

/// The chosen parts of what a simulator tells of its physics.
[[nodiscard]] viewer3d::PhysicsOverlay makeOverlay(const simulator::PhysicsDetails& details,
                                                   const widgets::PhysicsChoice& choice);

} // namespace sideline::studio
