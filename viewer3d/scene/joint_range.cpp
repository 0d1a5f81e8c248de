#include "viewer3d/scene/joint_range.h"

#include <Eigen/Geometry>

#include "agentcore/robot/kinematics.h"

namespace sideline::viewer3d {

PoseOverlay::Range jointRange(const robot::RobotModel& model, robot::JointId id, double angleRad,
                              std::span<const math::Pose> X_SBody) {
    constexpr double kMinLimbM = 0.005;
    const robot::Joint& joint = model.joint(id);
    const math::Pose X_SJoint = robot::jointFrame(model, id, X_SBody);
    PoseOverlay::Range range;
    range.p_S = X_SJoint.p;
    range.axis_S = X_SJoint.R * joint.axis;
    range.minRad = joint.minRad;
    range.maxRad = joint.maxRad;
    range.angleRad = angleRad;
    // The limb's direction, projected perpendicular to the axis; any direction if it is parallel.
    Eigen::Vector3d limb_S = X_SJoint.R * (-joint.anchor_Child);
    limb_S -= limb_S.dot(range.axis_S) * range.axis_S;
    if (limb_S.norm() < kMinLimbM) {
        limb_S = range.axis_S.unitOrthogonal();
    }
    range.zero_S = Eigen::AngleAxisd(-range.angleRad, range.axis_S) * limb_S.normalized();
    return range;
}

} // namespace sideline::viewer3d
