#pragma once

#include <memory>
#include <optional>
#include <span>

#include <Eigen/Core>

#include "agentcore/behavior/drive.h"
#include "agentcore/motion/walk/walk_command.h"
#include "agentcore/world/agent_frame.h"
#include "training/genome/program_runner.h"
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
    /// Where to go and stand, in the field frame that begins below the feet of the robot as it
    /// begins, x ahead: before `step`, whenever it changes.
    /// @return whether it finds the way on its own; others are told by `setCommand`, in each cycle
    virtual bool goTo(const behavior::GoToPlace& place) {
        static_cast<void>(place);
        return false;
    }
    /// Whether there is a ball, for those who look: before `begin`.
    /// @param error_SM of where they see it, in S; nothing: there is no ball
    virtual void setBall(const std::optional<Eigen::Vector2d>& error_SM) {
        static_cast<void>(error_SM);
    }
    /// A trial begins; forgets the one before.
    /// @param robot in its start pose, settled
    virtual void begin(const TrialRobot& robot) = 0;
    /// Decides once per cycle.
    /// @param timeS since the start of the trial
    /// @param wantedRad in and out: target angle of each joint; those that are left alone stay
    /// @return whether it is still at work; false: it holds its last pose
    virtual bool step(const TrialRobot& robot, double timeS, std::span<double> wantedRad) = 0;
    /// After each `step`: what it wanted was sent.
    /// @param robot whose joints have the commands
    virtual void sent(const TrialRobot& robot) { static_cast<void>(robot); }
    /// Who gets the frame of each cycle from now on, of a mover that is an agent; null: nobody.
    virtual void setSink(world::FrameSink* sink) { static_cast<void>(sink); }
    /// The evolved program that it follows, with what came of it in the last `step`; null: none.
    [[nodiscard]] virtual const ProgramRunner* program() const { return nullptr; }

protected:
    Mover() = default;
    Mover(const Mover&) = default;
    Mover& operator=(const Mover&) = default;
};

} // namespace sideline::training
