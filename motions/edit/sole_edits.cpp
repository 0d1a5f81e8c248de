#include "motions/edit/sole_edits.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/limb_kinematics.h"
#include "motions/edit/pose_deg.h"
#include "motions/resolve.h"

namespace sideline::keyframe {

namespace {

using robot::LimbId;

constexpr std::array kFeet = {LimbId::LeftFoot, LimbId::RightFoot};

// Moves a sole of a pose. @return false if the leg cannot reach it
bool shiftSole(const robot::RobotModel& model, LimbId foot, const SoleShift& shift,
               std::vector<double>& anglesRad) {
    const robot::LimbChain* chain = robot::limbChain(model, foot);
    std::vector<math::Pose> X_TBody(model.bodies().size());
    robot::forwardKinematics(model, {}, anglesRad, X_TBody);
    math::Pose X_TSole = X_TBody[chain->body.index()] * chain->X_BodyTip;
    X_TSole.p += shift.upM * X_TSole.R.col(2);
    X_TSole.p.x() += foot == LimbId::RightFoot ? shift.outwardM : -shift.outwardM;
    const auto solution = robot::placeLimb(model, foot, X_TSole, true, anglesRad);
    return solution && solution->isReachable;
}

// Returns the joints of both legs that a motion can move; empty if a leg is missing.
std::vector<robot::JointId> legJoints(const robot::RobotModel& model) {
    std::vector<robot::JointId> joints;
    for (const LimbId foot : kFeet) {
        const robot::LimbChain* chain = robot::limbChain(model, foot);
        if (chain == nullptr) {
            return {};
        }
        joints.insert(joints.end(),
                      chain->joints.begin() + static_cast<std::ptrdiff_t>(chain->trunkJoints),
                      chain->joints.end());
    }
    return joints;
}

bool hasFootTarget(const Keyframe& keyframe) {
    return keyframe.limbs.contains(Limb::LeftFoot) || keyframe.limbs.contains(Limb::RightFoot);
}

} // namespace

std::optional<Edited> shiftSoles(const Motion& motion, const robot::RobotModel& model,
                                 double beginS, double endS, const SoleShift& shift) {
    const std::vector<robot::JointId> legs = legJoints(model);
    const bool isLocked = std::ranges::any_of(
        legs, [&](robot::JointId joint) { return motion.locked.contains(model.jointName(joint)); });
    if (legs.empty() || isLocked) {
        return std::nullopt;
    }
    Motion own = motion;
    own.mirrored = false; // keys of the stored motion
    const TrajectoryPtr trajectory = resolve(own, model).trajectory;
    Edited edited{motion, {}};
    bool isChanged = false;
    for (const Shared<Keyframe>& keyframe : motion.keyframes) {
        const double timeS = keyframe->timeS;
        if (timeS < beginS - kSameTimeS || timeS > endS + kSameTimeS) {
            continue;
        }
        if (hasFootTarget(*keyframe)) {
            return std::nullopt;
        }
        std::vector<double> anglesRad;
        for (std::size_t i = 0; i < model.joints().size(); ++i) {
            const robot::JointId joint(i);
            anglesRad.push_back(trajectory->angleRad(joint, timeS, trajectory->beginRad(joint)));
        }
        for (const LimbId foot : kFeet) {
            if (!shiftSole(model, foot, shift, anglesRad)) {
                return std::nullopt;
            }
        }
        PoseDeg pose;
        for (const robot::JointId joint : legs) {
            pose[model.jointName(joint)] = roundedDeg(anglesRad[joint.index()]);
        }
        edited = setPose(edited.motion, timeS, pose);
        isChanged = true;
    }
    if (!isChanged) {
        return std::nullopt;
    }
    edited.selection = keysInRange(edited.motion, beginS, endS);
    return edited;
}

} // namespace sideline::keyframe
