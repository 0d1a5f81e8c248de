#pragma once

#include <memory>
#include <optional>
#include <span>

#include <Eigen/Core>

#include "agentcore/motion/walk/walk_command.h"
#include "training/trial/trial_robot.h"

namespace sideline::training {

/// Moves the joints of a robot through a trial: plays a motion, runs an evolved program or a
/// policy. Sees the robot's own joints and senses; one trial after another, one thread at a time.
class Mover {
public:
    virtual ~Mover() = default;

    /// Joint angles with which a trial should start, one per joint of the model, rad; empty: all at
    /// zero, as of every robot that begins lying.
    [[nodiscard]] virtual std::span<const double> startRad() const { return {}; }
    /// Whether it wants to know gyro, accelerometer, forces and touches of the robot, beside its
    /// joints.
    [[nodiscard]] virtual bool feelsAll() const { return false; }
    /// Where to walk, for those who can: before `step`, whenever it changes.
    virtual void setCommand(const motion::WalkCommand& command) { static_cast<void>(command); }
    /// Whether there is a ball, for those who look: before `begin`.
    /// @param error_SM of where they see it, in S; nothing: there is no ball
    virtual void setBall(const std::optional<Eigen::Vector2d>& error_SM) {
        static_cast<void>(error_SM);
    }
    /// A trial begins; forgets the one before.
    /// @param robot in its start pose, settled
    virtual void begin(const TrialRobot& robot) = 0;
    /// Decides once per cycle.
    /// @param timeS since the begin of the trial
    /// @param wantedRad in and out: target angle of each joint; those that are left alone stay
    /// @return whether it is still at work; false: it holds its last pose
    virtual bool step(const TrialRobot& robot, double timeS, std::span<double> wantedRad) = 0;

protected:
    Mover() = default;
    Mover(const Mover&) = default;
    Mover& operator=(const Mover&) = default;
};

} // namespace sideline::training
