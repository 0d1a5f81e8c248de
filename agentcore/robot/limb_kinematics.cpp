#include "agentcore/robot/limb_kinematics.h"

#include <algorithm>
#include <array>

#include "agentcore/base/assert.h"
#include "agentcore/robot/chain_descent.h"

namespace sideline::robot {

LimbSolution solveChain(const RobotModel& model, const LimbChain& chain, const ChainTarget& target,
                        std::span<const double> startRad) {
    return descend(hingeChain(model, chain), target, startRad);
}

std::optional<LimbSolution> placeLimb(const RobotModel& model, LimbId limb,
                                      const math::Pose& X_TorsoTip, bool constrainsRotation,
                                      std::span<double> anglesRad) {
    SIDELINE_ASSERT(anglesRad.size() == model.joints().size());
    const LimbChain* chain = limbChain(model, limb);
    if (!chain) {
        return std::nullopt;
    }
    std::array<double, kMaxChainJoints> now{};
    for (std::size_t i = 0; i < chain->joints.size(); ++i) {
        now[i] = anglesRad[chain->joints[i].index()];
    }
    const std::span<const double> nearRad(now.data(), chain->joints.size());
    const bool isFoot = limb == LimbId::LeftFoot || limb == LimbId::RightFoot;
    const bool isHand = limb == LimbId::LeftHand || limb == LimbId::RightHand;
    LimbSolution solution;
    if (isFoot && constrainsRotation) {
        solution = LegKinematics(model, limb).solve(X_TorsoTip, nearRad);
    } else if (isHand && !constrainsRotation) {
        solution = solveArm(model, limb, X_TorsoTip.p, nearRad);
    } else {
        solution = solveChain(model, *chain,
                              {.X_TorsoTip = X_TorsoTip, .constrainsRotation = constrainsRotation},
                              nearRad);
    }
    for (std::size_t i = 0; i < chain->joints.size(); ++i) {
        anglesRad[chain->joints[i].index()] = solution.anglesRad[i];
    }
    return solution;
}

} // namespace sideline::robot
