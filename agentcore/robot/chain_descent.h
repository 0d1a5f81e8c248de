#pragma once

#include <span>

#include "agentcore/robot/hinge_chain.h"
#include "agentcore/robot/limb_kinematics.h"

namespace sideline::robot {

/// @param chain at most seven joints, all of them hinges
[[nodiscard]] HingeChain hingeChain(const RobotModel& model, const LimbChain& chain);

/// Fills in how far a solution's angles are from a target.
/// @param wantsRotation whether `isReachable` asks for the rotation too
void judge(const HingeChain& chain, const math::Pose& X_TorsoTip, bool wantsRotation,
           LimbSolution& solution);

/// Levenberg-Marquardt steps from `startRad` until no step helps.
[[nodiscard]] LimbSolution descend(const HingeChain& chain, const ChainTarget& target,
                                   std::span<const double> startRad);

/// What `descend` makes small, m^2.
[[nodiscard]] inline double costOf(const LimbSolution& solution, const ChainTarget& target) {
    const double turnM =
        target.wantsRotation ? target.rotationWeightM * solution.rotationErrorRad : 0.0;
    return solution.positionErrorM * solution.positionErrorM + turnM * turnM;
}

} // namespace sideline::robot
