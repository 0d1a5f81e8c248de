#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "agentcore/base/error.h"
#include "agentcore/game/rules.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "simulator/server/simulator_thread.h"
#include "studio/settings/live_settings.h"
#include "widgets/live/simulator_view.h"

namespace sideline::studio {

/// Starts and stops the embedded simulator, and sends it the user's commands. Commands have no
/// effect while it does not run; rules and noise are kept for the next start. GUI thread only.
class SimulatorControl {
public:
    /// @param sink receives every message of the match
    /// @param situation initial situation, with robots of the server family that the settings
    ///     choose; null: an empty field
    /// Errors: those of `simulator::leagueMaker` and `SimulatorThread::start`, for example taken
    /// ports.
    base::Expected<void> start(const LiveSettings& settings,
                               std::shared_ptr<simulator::MatchSink> sink,
                               std::shared_ptr<const simulator::StartSituation> situation = {});
    /// Adds a robot that agents can request by its scene file, from the next start on.
    void addRobotModel(const robot::RobotModelPtr& model);
    [[nodiscard]] const robot::RobotCatalog& robots() const { return m_robots; }
    void stop() { m_thread.reset(); }
    [[nodiscard]] bool isRunning() const { return m_thread != nullptr; }
    /// Null while the simulator is not running.
    [[nodiscard]] simulator::SimulatorThread* thread() const { return m_thread.get(); }

    void setPaused(bool paused);
    void step(int cycles) { post(simulator::command::Step{cycles}); }
    void setSpeed(double factor) { post(simulator::command::SetSpeed{factor}); }
    /// Takes a snapshot, named by its number, the game time and the cycle.
    void saveSnapshot(const widgets::SimulatorView& view);
    /// @param name empty for the newest snapshot of the view
    void restoreSnapshot(const QString& name, const widgets::SimulatorView& view);
    void dropSnapshot(const QString& name);
    /// Puts a robot into the half of its team.
    /// @param view lists the robots on the field
    void addRobot(const widgets::NewRobotView& robot, const widgets::SimulatorView& view);
    void record(const QString& file);
    /// Writes the situation of the match to a file; a note reports the result.
    void saveSituation(const QString& file);
    void hold(const game::PlayerId& id, bool isHeld);
    void setGravity(bool hasGravity) { post(simulator::command::SetGravity{hasGravity}); }
    void push(const monitor::ObjectId& id, const Eigen::Vector3d& p_S,
              const Eigen::Vector3d& impulse_SNs);
    void pull(const monitor::ObjectId& id, const Eigen::Vector3d& grip_Body,
              const Eigen::Vector3d& target_S);
    void letGo() { post(simulator::command::Release{}); }
    void removeRobot(const game::PlayerId& id) { post(simulator::command::RemoveRobot{id}); }
    void command(const monitor::TrainerCommand& command);
    void setRules(const game::Rules& rules);
    [[nodiscard]] const game::Rules& rules() const { return m_rules; }
    void setSensors(const simulator::SensorSwitches& sensors);
    [[nodiscard]] const simulator::SensorSwitches& sensors() const { return m_sensors; }
    /// Chooses the parts of the physics that are reported with the frames.
    void showPhysics(const widgets::PhysicsChoice& choice);
    [[nodiscard]] const widgets::PhysicsChoice& physics() const { return m_physics; }

private:
    void post(simulator::SimulatorCommand command);

    std::unique_ptr<simulator::SimulatorThread> m_thread;
    game::Rules m_rules;
    simulator::SensorSwitches m_sensors;
    widgets::PhysicsChoice m_physics;
    robot::RobotCatalog m_robots;
    int m_snapshots = 0; ///< number of snapshots taken of this match
};

} // namespace sideline::studio
