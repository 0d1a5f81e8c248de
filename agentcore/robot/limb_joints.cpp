#include "agentcore/robot/limb_joints.h"

#include <cmath>

#include <Eigen/Core>

namespace sideline::robot {

namespace {

// Returns the body nearest to the trunk that the limb's own joints move.
BodyId firstBodyOf(const RobotModel& model, const LimbChain& chain) {
    return model.joint(chain.joints[chain.trunkJoints]).child;
}

bool isPartOf(const RobotModel& model, BodyId root, BodyId body) {
    while (body.isValid() && body != root) {
        body = model.body(body).parent;
    }
    return body.isValid();
}

} // namespace

double axisSign(const RobotModel& model, JointId joint, AxisRole axis) {
    constexpr double kAlongCos = 0.9;
    BodyId body = model.joint(joint).child;
    Eigen::Vector3d direction = model.joint(joint).axis;
    for (; model.body(body).parent.isValid(); body = model.body(body).parent) {
        direction = model.body(body).R_ParentBody * direction;
    }
    const double along = direction[static_cast<Eigen::Index>(axis)];
    return std::abs(along) > kAlongCos ? std::copysign(1.0, along) : 0.0;
}

AxisJoint limbJoint(const RobotModel& model, LimbId limb, AxisRole axis, int number) {
    const LimbChain* chain = model.limbs().find(limb);
    for (std::size_t i = chain != nullptr ? chain->trunkJoints : 0;
         chain != nullptr && i < chain->joints.size(); ++i) {
        const JointId joint = chain->joints[i];
        const double sign = axisSign(model, joint, axis);
        if (!model.joint(joint).effector.empty() && sign != 0.0 && number-- == 0) {
            return {joint, sign};
        }
    }
    return {};
}

std::optional<LimbId> limbOf(const RobotModel& model, BodyId body) {
    for (const LimbId limb : kLimbs) {
        const LimbChain* chain = model.limbs().find(limb);
        if (chain != nullptr && isPartOf(model, firstBodyOf(model, *chain), body)) {
            return limb;
        }
    }
    return std::nullopt;
}

std::vector<JointId> jointsOf(const RobotModel& model, LimbId limb) {
    std::vector<JointId> joints;
    const LimbChain* chain = model.limbs().find(limb);
    for (std::size_t i = 0; chain != nullptr && i < model.joints().size(); ++i) {
        if (isPartOf(model, firstBodyOf(model, *chain), model.joints()[i].child)) {
            joints.emplace_back(i);
        }
    }
    return joints;
}

} // namespace sideline::robot
