#pragma once

#include <span>

#include "agentcore/game/constants.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::motion {

/// Converts target angles to joint speeds for the server, or to rate-limited target angles.
///
/// The server's motors reach a commanded speed immediately, so the speed that covers the distance
/// from the expected to the target angle in one step moves the joint exactly there without
/// overshoot, unless the motor is overloaded. Stateless; no allocation; any thread.
class JointController {
public:
    /// @param model must outlive this object
    /// @param stepS duration of a command, s, above 0
    explicit JointController(const robot::RobotModel& model, double stepS = game::kStepS);

    /// Sets `targetRad` and `commandRadPerS` of all joints from their `expectedRad`.
    ///
    /// The target angle is clamped to the joint limits; a target that is not finite is replaced by
    /// the previous one; if that is not finite either, the joint stops. The command of a joint that
    /// is closer to its target than the resolution of percepts is exactly 0, so that a resting
    /// robot also rests on the server. The command of joints without an effector is 0.
    ///
    /// @param targetRad one per joint of the model
    /// @param speedLimitRadPerS one per joint, or empty for the joints' own limits; negative values
    /// count as 0, non-finite values as no limit
    /// @param joints one per joint of the model
    void command(std::span<const double> targetRad, std::span<const double> speedLimitRadPerS,
                 std::span<world::JointBelief> joints) const;

    /// For servers whose motors accept target angles: sets `targetRad` to the angle to send, which
    /// moves from the previous one toward the goal within the speed limits, and `commandRadPerS`
    /// to 0.
    void aim(std::span<const double> goalRad, std::span<const double> speedLimitRadPerS,
             std::span<world::JointBelief> joints) const;

private:
    [[nodiscard]] double limitOf(const robot::Joint& joint,
                                 std::span<const double> speedLimitRadPerS, std::size_t i) const;

    robot::RobotModelPtr m_model;
    double m_stepS;
};

/// Returns the target angle, in rad, that keeps a joint where it is.
///
/// SimSpark's motors hold a joint at its measured angle. Those of rcssservermj act like springs and
/// hold a load by the difference between target and angle: with its measured angles as targets, the
/// robot would sag and fall. Therefore a target that is nearly reached is kept. A joint without a
/// measured angle keeps its target, too.
[[nodiscard]] double heldRad(const robot::RobotModel& model, const world::JointBelief& joint);

/// Initializes a request with the previous target angles and the joints' own speed limits.
/// @param targetRad, speedLimitRadPerS one per joint of the model
void startRequest(const robot::RobotModel& model, std::span<const world::JointBelief> joints,
                  std::span<double> targetRad, std::span<double> speedLimitRadPerS);

} // namespace sideline::motion
