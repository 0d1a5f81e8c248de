#include "agentcore/robot/kinematics.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "agentcore/base/assert.h"

namespace sideline::robot {

namespace {

Eigen::Matrix3d turn(double angleRad, const Eigen::Vector3d& axis) {
    return Eigen::AngleAxisd(angleRad, axis).toRotationMatrix();
}

// Returns a child's pose rotated about the joint's anchor by `R`, which is in the child's frame at
// angle 0.
math::Pose turned(const Body& child, const Joint& joint, const Eigen::Matrix3d& R) {
    // The anchor is the fixed point of the rotation.
    const Eigen::Vector3d shift = joint.anchor_Child - R * joint.anchor_Child;
    return {child.R_ParentBody * R, child.p_ParentBody + child.R_ParentBody * shift};
}

// Returns the radius of a sphere about the center that contains a shape.
double radiusM(const Shape& shape) {
    if (const auto* box = std::get_if<Box>(&shape)) {
        return box->sizeM.norm() / 2.0;
    }
    if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        return capsule->radiusM + capsule->lengthM / 2.0;
    }
    return std::get<Sphere>(shape).radiusM;
}

// Returns the angle about `axis` from one vector to another, seen along the axis.
double angleBetween(const Eigen::Vector3d& from, const Eigen::Vector3d& to,
                    const Eigen::Vector3d& axis) {
    return std::atan2(axis.dot(from.cross(to)), from.dot(to));
}

math::HingeAngle universalAngle(const RobotModel& model, JointId id, const Eigen::Matrix3d& R) {
    const bool isFirst = model.joint(id).kind == JointKind::UniversalFirst;
    const Joint& first = model.joint(isFirst ? id : otherAxis(model, id));
    const Joint& second = model.joint(isFirst ? otherAxis(model, id) : id);
    // The second joint rotates the first joint's axis, not the other way around.
    const double secondRad = angleBetween(first.axis, R * first.axis, second.axis);
    const double firstRad = -angleBetween(second.axis, R.transpose() * second.axis, first.axis);
    const Eigen::Matrix3d explained = turn(secondRad, second.axis) * turn(firstRad, first.axis);
    const Eigen::AngleAxisd rest(Eigen::Matrix3d(explained.transpose() * R));
    return {isFirst ? firstRad : secondRad, rest.angle()};
}

} // namespace

math::Pose jointTransform(const RobotModel& model, JointId id, double angleRad) {
    const Joint& joint = model.joint(id);
    SIDELINE_ASSERT(joint.kind == JointKind::Hinge);
    return turned(model.body(joint.child), joint, turn(angleRad, joint.axis));
}

math::Pose bodyTransform(const RobotModel& model, BodyId id,
                         std::span<const double> jointAnglesRad) {
    const Body& body = model.body(id);
    if (!body.joint.isValid()) {
        return {body.R_ParentBody, body.p_ParentBody};
    }
    const Joint& joint = model.joint(body.joint);
    const double angleRad = jointAnglesRad[body.joint.index()];
    if (joint.kind == JointKind::Hinge) {
        return jointTransform(model, body.joint, angleRad);
    }
    const JointId second = otherAxis(model, body.joint);
    return turned(body, joint,
                  turn(jointAnglesRad[second.index()], model.joint(second).axis) *
                      turn(angleRad, joint.axis));
}

void forwardKinematics(const RobotModel& model, const math::Pose& X_ATorso,
                       std::span<const double> jointAnglesRad, std::span<math::Pose> X_ABody) {
    SIDELINE_ASSERT(jointAnglesRad.size() == model.joints().size());
    SIDELINE_ASSERT(X_ABody.size() == model.bodies().size());
    X_ABody[0] = X_ATorso;
    for (std::size_t i = 1; i < X_ABody.size(); ++i) {
        const Body& body = model.bodies()[i];
        X_ABody[i] = X_ABody[body.parent.index()] * bodyTransform(model, BodyId(i), jointAnglesRad);
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
    const Eigen::Matrix3d R = model.body(joint.child).R_ParentBody.transpose() * R_ParentChild;
    return joint.kind == JointKind::Hinge ? math::hingeAngle(R, joint.axis)
                                          : universalAngle(model, jointId, R);
}

double largestJointGapM(const RobotModel& model, std::span<const math::Pose> X_ABody) {
    double largestM = 0.0;
    for (const Joint& joint : model.joints()) {
        const Body& child = model.body(joint.child);
        const Eigen::Vector3d inParent =
            X_ABody[joint.parent.index()] *
            (child.p_ParentBody + child.R_ParentBody * joint.anchor_Child);
        const Eigen::Vector3d inChild = X_ABody[joint.child.index()] * joint.anchor_Child;
        largestM = std::max(largestM, (inParent - inChild).norm());
    }
    return largestM;
}

double largestReachM(const RobotModel& model) {
    // For each body: the anchor of its joint in its own frame, and the maximum distance of that
    // anchor.
    std::vector<Eigen::Vector3d> anchor_Body(model.bodies().size(), Eigen::Vector3d::Zero());
    std::vector<double> anchorM(model.bodies().size(), 0.0);
    double reachM = 0.0;
    for (std::size_t i = 0; i < model.bodies().size(); ++i) {
        const Body& body = model.bodies()[i];
        if (i > 0) {
            if (body.joint.isValid()) {
                anchor_Body[i] = model.joint(body.joint).anchor_Child;
            }
            const std::size_t parent = body.parent.index();
            const Eigen::Vector3d inParent = body.p_ParentBody + body.R_ParentBody * anchor_Body[i];
            anchorM[i] = anchorM[parent] + (inParent - anchor_Body[parent]).norm();
        }
        reachM = std::max(reachM, anchorM[i] + anchor_Body[i].norm() + radiusM(body.shape));
    }
    return reachM;
}

Eigen::Vector3d centerOfMass(const RobotModel& model, std::span<const math::Pose> X_ABody) {
    SIDELINE_ASSERT(X_ABody.size() == model.bodies().size());
    Eigen::Vector3d weighted = Eigen::Vector3d::Zero();
    for (std::size_t i = 0; i < X_ABody.size(); ++i) {
        const Body& body = model.bodies()[i];
        weighted += body.massKg * (X_ABody[i] * body.p_BodyCom);
    }
    return weighted / model.massKg();
}

} // namespace sideline::robot
