#include "agentcore/robot/limb_kinematics.h"

#include <algorithm>
#include <array>
#include <variant>

#include "agentcore/base/assert.h"
#include "agentcore/robot/chain_descent.h"

namespace sideline::robot {

namespace {

// The joints from the torso to a body; whether all of them are hinges.
bool appendJoints(const RobotModel& model, BodyId body, std::vector<JointId>& joints) {
    for (; model.body(body).parent.isValid(); body = model.body(body).parent) {
        const JointId joint = model.body(body).joint;
        if (!joint.isValid()) {
            continue; // fixed to its parent
        }
        if (model.joint(joint).kind != JointKind::Hinge) {
            return false;
        }
        joints.push_back(joint);
    }
    std::ranges::reverse(joints);
    return !joints.empty();
}

math::Pose tipOf(const RobotModel& model, const LimbChain& chain) {
    const Body& body = model.body(chain.body);
    const auto* box = std::get_if<Box>(&body.shape);
    if (box == nullptr || chain.limb == LimbId::Head) {
        return {};
    }
    if (chain.limb == LimbId::LeftHand || chain.limb == LimbId::RightHand) {
        return math::Pose::translation({0.0, 0.5 * box->sizeM.y(), 0.0});
    }
    return math::Pose::translation(
        {-body.p_ParentBody.x(), -body.p_ParentBody.y(), -0.5 * box->sizeM.z()});
}

} // namespace

std::optional<LimbChain> limbChain(const RobotModel& model, LimbId limb) {
    constexpr std::array kEnds = {BodyRole::LeftFoot, BodyRole::RightFoot, BodyRole::LeftHand,
                                  BodyRole::RightHand, BodyRole::Head};
    LimbChain chain;
    chain.limb = limb;
    chain.body = model.findBody(kEnds[static_cast<std::size_t>(limb)]);
    if (!chain.body.isValid() || !appendJoints(model, chain.body, chain.joints)) {
        return std::nullopt;
    }
    chain.X_BodyTip = tipOf(model, chain);
    return chain;
}

LimbSolution solveChain(const RobotModel& model, const LimbChain& chain, const ChainTarget& target,
                        std::span<const double> startRad) {
    return descend(hingeChain(model, chain), target, startRad);
}

std::optional<LimbSolution> placeLimb(const RobotModel& model, LimbId limb,
                                      const math::Pose& X_TorsoTip, bool wantsRotation,
                                      std::span<double> anglesRad) {
    SIDELINE_ASSERT(anglesRad.size() == model.joints().size());
    const auto chain = limbChain(model, limb);
    if (!chain) {
        return std::nullopt;
    }
    std::array<double, kMostChainJoints> now{};
    for (std::size_t i = 0; i < chain->joints.size(); ++i) {
        now[i] = anglesRad[chain->joints[i].index()];
    }
    const std::span<const double> nearRad(now.data(), chain->joints.size());
    const bool isFoot = limb == LimbId::LeftFoot || limb == LimbId::RightFoot;
    const bool isHand = limb == LimbId::LeftHand || limb == LimbId::RightHand;
    LimbSolution solution;
    if (isFoot && wantsRotation) {
        solution = LegKinematics(model, limb).solve(X_TorsoTip, nearRad);
    } else if (isHand && !wantsRotation) {
        solution = solveArm(model, limb, X_TorsoTip.p, nearRad);
    } else {
        solution = solveChain(model, *chain,
                              {.X_TorsoTip = X_TorsoTip, .wantsRotation = wantsRotation}, nearRad);
    }
    for (std::size_t i = 0; i < chain->joints.size(); ++i) {
        anglesRad[chain->joints[i].index()] = solution.anglesRad[i];
    }
    return solution;
}

} // namespace sideline::robot
