#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QString>

#include "agentcore/robot/robot_model.h"

namespace sideline::widgets {

/// A joint under its names.
struct JointName {
    robot::JointId joint;
    QString group;     ///< `Left leg`
    QString name;      ///< within the group, such as `Knee`
    QString fullName;  ///< `Left knee`
    QString effector;  ///< `lle4`; empty if it cannot be moved
    QString perceptor; ///< `llj4`; empty if it is not measured
};

/// The joints of a robot in the order of lists for users: head, left arm, right arm,
/// left leg, right leg, others; from the trunk outwards.
[[nodiscard]] std::vector<JointName> jointNames(const robot::RobotModel& model);

/// `Left knee`; empty for no joint of this robot.
[[nodiscard]] QString jointText(const robot::RobotModel& model, robot::JointId joint);
/// The same for the joint with this effector, also for one that only other Naos have (toes); the
/// effector itself if none has such a joint.
[[nodiscard]] QString jointText(const robot::RobotModel& model, const std::string& effector);

/// Whether a joint is missing on this robot, while another Nao has it: toes.
[[nodiscard]] bool isOfOtherNao(const robot::RobotModel& model, const std::string& effector);

/// The joint on the other side of the body.
struct MirrorJoint {
    robot::JointId joint;
    /// An angle here and `sign` times this angle there are mirror images: 1 for joints that pitch,
    /// -1 for those that roll or yaw.
    double sign = 1.0;
};

/// The joint that is the mirror image of `joint` in the plane between left and right (x = 0 of the
/// torso), by the robot's own axes; nothing for joints in the middle and those without a partner.
[[nodiscard]] std::optional<MirrorJoint> mirrorJoint(const robot::RobotModel& model,
                                                     robot::JointId joint);

/// An angle clamped to a joint's limits; NaN becomes the angle nearest to 0.
[[nodiscard]] double insideStops(const robot::Joint& joint, double angleRad);

/// `lle4` or, for joints that cannot be moved, `llj4`: the name under which angles are kept.
[[nodiscard]] QString jointKey(const robot::Joint& joint);

} // namespace sideline::widgets
