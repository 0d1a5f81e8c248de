#pragma once

#include <memory>
#include <optional>
#include <span>

#include <Eigen/Core>

#include "agentcore/behavior/drive.h"
#include "agentcore/motion/walk/walk_command.h"
#include "agentcore/world/agent_frame.h"
#include "training/genome/program_runner.h"
#include "training/trial/physics_robot.h"

namespace sideline::training {

/// Moves the joints of a robot through a trial: plays a motion, runs an evolved program or a
/// policy. Has access to the robot's own joints and percepts; one trial after another, one thread
/// at a time.
class Mover {
public:
    virtual ~Mover() = default;

    /// Initial joint angles of a trial that begins standing, one per joint of the model, rad;
    /// empty: all at zero.
    [[nodiscard]] virtual std::span<const double> startRad() const { return {}; }
    /// Whether it needs gyro, accelerometer, forces and touches of the robot, in addition to its
    /// joints.
    [[nodiscard]] virtual bool needsAllPercepts() const { return false; }
    /// Sets the walk command, if supported: before `step`, whenever it changes.
    virtual void setCommand(const motion::WalkCommand& command) { static_cast<void>(command); }
    /// Sets a target in the field frame with its origin below the robot's feet at the start, x
    /// ahead: before `step`, whenever it changes.
    /// @return whether the mover plans its own path; others receive `setCommand` in each cycle
    virtual bool goTo(const behavior::GoToPlace& place) {
        static_cast<void>(place);
        return false;
    }
    /// Sets the presence of a ball, for movers with vision: before `begin`.
    /// @param error_SM error of its perceived position, in S; if not set, there is no ball
    virtual void setBall(const std::optional<Eigen::Vector2d>& error_SM) {
        static_cast<void>(error_SM);
    }
    /// Begins a trial and resets all state. @param robot in its start pose, settled
    virtual void begin(const PhysicsRobot& robot) = 0;
    /// Decides once per cycle.
    /// @param timeS since the start of the trial
    /// @param targetRad in and out: target angle of each joint; joints that the mover does not move
    /// keep their targets
    /// @return whether it is still active; false: it holds its last pose
    virtual bool step(const PhysicsRobot& robot, double timeS, std::span<double> targetRad) = 0;
    /// Motor gains for the targets of the last `step`, as for `PhysicsRobot::setTargets`.
    [[nodiscard]] virtual std::span<const std::optional<motion::JointGains>> gains() const {
        return {};
    }
    /// Called after each `step`, when its targets have been sent.
    /// @param robot includes the commands sent to its joints
    virtual void sent(const PhysicsRobot& robot) { static_cast<void>(robot); }
    /// Sets the receiver of each cycle's frame, for a mover that is an agent; null: none.
    virtual void setSink(world::FrameSink* sink) { static_cast<void>(sink); }
    /// The evolved program that it runs, with the result of the last `step`; null: none.
    [[nodiscard]] virtual const ProgramRunner* program() const { return nullptr; }

protected:
    Mover() = default;
    Mover(const Mover&) = default;
    Mover& operator=(const Mover&) = default;
};

} // namespace sideline::training
