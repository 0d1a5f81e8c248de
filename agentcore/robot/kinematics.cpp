#include "agentcore/robot/kinematics.h"

#include <algorithm>

#include "agentcore/base/assert.h"

namespace sideline::robot {

math::Pose jointTransform(const RobotModel& model, JointId jointId, double angleRad) {
    const Joint& joint = model.joint(jointId);
    const Body& child = model.body(joint.child);
    const Eigen::Matrix3d R = Eigen::AngleAxisd(angleRad, joint.axis).toRotationMatrix();
    // The anchor stays where it is while the child turns about it.
    return {R, child.p_ParentBody + joint.anchor_Child - R * joint.anchor_Child};
}

void forwardKinematics(const RobotModel& model, const math::Pose& X_ATorso,
                       std::span<const double> jointAnglesRad, std::span<math::Pose> X_ABody) {
    SIDELINE_ASSERT(jointAnglesRad.size() == model.joints().size());
    SIDELINE_ASSERT(X_ABody.size() == model.bodies().size());
    X_ABody[0] = X_ATorso;
    for (std::size_t i = 1; i < X_ABody.size(); ++i) {
        const Body& body = model.bodies()[i];
        X_ABody[i] = X_ABody[body.parent.index()] *
                     jointTransform(model, body.joint, jointAnglesRad[body.joint.index()]);
    }
}

math::Pose jointFrame(const RobotModel& model, JointId jointId,
                      std::span<const math::Pose> X_ABody) {
    const Joint& joint = model.joint(jointId);
    const math::Pose& X_AChild = X_ABody[joint.child.index()];
    return {X_AChild.R, X_AChild * joint.anchor_Child};
}

math::HingeAngle jointAngle(const RobotModel& model, JointId jointId,
                            std::span<const math::Pose> X_ABody) {
    const Joint& joint = model.joint(jointId);
    const Eigen::Matrix3d R_ParentChild =
        X_ABody[joint.parent.index()].R.transpose() * X_ABody[joint.child.index()].R;
    return math::hingeAngle(R_ParentChild, joint.axis);
}

double largestJointGapM(const RobotModel& model, std::span<const math::Pose> X_ABody) {
    double largestM = 0.0;
    for (const Joint& joint : model.joints()) {
        const Body& child = model.body(joint.child);
        const Eigen::Vector3d inParent =
            X_ABody[joint.parent.index()] * (child.p_ParentBody + joint.anchor_Child);
        const Eigen::Vector3d inChild = X_ABody[joint.child.index()] * joint.anchor_Child;
        largestM = std::max(largestM, (inParent - inChild).norm());
    }
    return largestM;
}

Eigen::Vector3d centreOfMass(const RobotModel& model, std::span<const math::Pose> X_ABody) {
    SIDELINE_ASSERT(X_ABody.size() == model.bodies().size());
    Eigen::Vector3d weighted = Eigen::Vector3d::Zero();
    for (std::size_t i = 0; i < X_ABody.size(); ++i) {
        weighted += model.bodies()[i].massKg * X_ABody[i].p;
    }
    return weighted / model.massKg();
}

} // namespace sideline::robot
