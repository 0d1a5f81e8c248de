#pragma once

#include <span>

#include "agentcore/robot/hinge_chain.h"
#include "agentcore/robot/limb_kinematics.h"

namespace sideline::robot {

/// Builds a chain for the solver. @param chain at most `kMaxChainJoints` joints
[[nodiscard]] HingeChain hingeChain(const RobotModel& model, const LimbChain& chain);

/// Computes the errors of a solution relative to a target.
/// @param constrainsRotation whether `isReachable` includes the rotation
void judge(const HingeChain& chain, const math::Pose& X_TorsoTip, bool constrainsRotation,
           LimbSolution& solution);

/// Computes Levenberg-Marquardt steps from `startRad` until no step reduces the error.
[[nodiscard]] LimbSolution descend(const HingeChain& chain, const ChainTarget& target,
                                   std::span<const double> startRad);

/// Calls `descend` from `nearRad`, `guessRad` and then postures spread evenly over the joint
/// ranges, until the target is reached; returns the best result.
[[nodiscard]] LimbSolution descendFromAnywhere(const HingeChain& chain, const ChainTarget& target,
                                               std::span<const double> nearRad,
                                               std::span<const double> guessRad);

/// Returns the cost that `descend` minimizes, m^2.
[[nodiscard]] inline double costOf(const LimbSolution& solution, const ChainTarget& target) {
    const double turnM =
        target.constrainsRotation ? target.rotationWeightM * solution.rotationErrorRad : 0.0;
    return solution.positionErrorM * solution.positionErrorM + turnM * turnM;
}

} // namespace sideline::robot
