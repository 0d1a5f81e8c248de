#include "agentcore/robot/limb_kinematics.h"

#include <array>
#include <variant>

#include "agentcore/base/assert.h"
#include "agentcore/robot/chain_descent.h"

namespace sideline::robot {

namespace {

// Adds the joints PREFIX1 .. PREFIXcount; whether the model has them all, as hinges.
bool appendJoints(const RobotModel& model, std::string name, int count,
                  std::vector<JointId>& joints) {
    name.push_back('0');
    for (int i = 1; i <= count; ++i) {
        name.back() = static_cast<char>('0' + i);
        const JointId joint = model.findJoint(name);
        if (!joint.isValid() || model.joint(joint).kind != JointKind::Hinge) {
            return false;
        }
        joints.push_back(joint);
    }
    return true;
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
    struct Names {
        const char* joints;
        int count;
        const char* body;
    };
    constexpr std::array<Names, 5> kNames = {{{"lle", 6, "lfoot"},
                                              {"rle", 6, "rfoot"},
                                              {"lae", 4, "llowerarm"},
                                              {"rae", 4, "rlowerarm"},
                                              {"he", 2, "head"}}};
    const Names& names = kNames[static_cast<std::size_t>(limb)];
    LimbChain chain;
    chain.limb = limb;
    chain.body = model.findBody(names.body);
    if (!chain.body.isValid() || !appendJoints(model, names.joints, names.count, chain.joints) ||
        model.joint(chain.joints.back()).child != chain.body) {
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
