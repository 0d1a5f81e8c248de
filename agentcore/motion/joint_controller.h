#pragma once

#include <span>

#include "agentcore/game/constants.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::motion {

/// Turns target angles into the speeds that the server is sent, or into angles on the way there.
///
/// The server's motors reach a commanded speed at once, so the speed that covers the way from the
/// expected to the target angle in one step brings a joint exactly there, and stops it there:
/// no overshoot, as long as the motor is not overloaded. Pure; nothing is allocated; any thread.
class JointController {
public:
    /// @param model outlives this
    /// @param stepS how long a command acts, s, over 0
    explicit JointController(const robot::RobotModel& model, double stepS = game::kStepS);

    /// A standing limit for all joints, besides those of the model and of each call.
    /// @param limitRadPerS 0 or less, or not finite: none
    void setSpeedLimit(double limitRadPerS);

    /// Writes `wantedRad` and `commandRadPerS` of all joints, from their `expectedRad`.
    ///
    /// The target angle is held inside the joint's stops; one that is not finite counts as the
    /// joint's target angle of before, and if that is not finite either, the joint stands still. A
    /// joint that is nearer to its goal than percepts report apart gets exactly 0, so that a robot
    /// at rest comes to rest in the server too. Joints without an effector get 0.
    ///
    /// @param wantedRad one per joint of the model
    /// @param speedLimitRadPerS one per joint, or empty for the joints' own limits; negative counts
    ///        as 0, not finite as no limit
    /// @param joints one per joint of the model
    void command(std::span<const double> wantedRad, std::span<const double> speedLimitRadPerS,
                 std::span<world::JointBelief> joints) const;

    /// The same for servers whose motors take target angles: `wantedRad` becomes what is sent, on
    /// its way to the goal from what was sent before no faster than the limits allow, and
    /// `commandRadPerS` 0.
    void aim(std::span<const double> goalRad, std::span<const double> speedLimitRadPerS,
             std::span<world::JointBelief> joints) const;

private:
    [[nodiscard]] double limitOf(const robot::Joint& joint,
                                 std::span<const double> speedLimitRadPerS, std::size_t i) const;

    robot::RobotModelPtr m_model;
    double m_stepS;
    double m_speedLimitRadPerS;
};

/// Fills the start values of a request: target angles as they were, and the joints' own speed
/// limits.
/// @param wantedRad, speedLimitRadPerS one per joint of the model
void startRequest(const robot::RobotModel& model, std::span<const world::JointBelief> joints,
                  std::span<double> wantedRad, std::span<double> speedLimitRadPerS);

} // namespace sideline::motion
