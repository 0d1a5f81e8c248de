#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QString>

#include "agentcore/robot/robot_model.h"

namespace sideline::widgets {

/// A joint with its names.
struct JointName {
    robot::JointId joint;
    QString group;     ///< `Left leg`
    QString name;      ///< name within the group, such as `Knee`
    QString fullName;  ///< `Left knee`
    QString key;       ///< `lle4`, `lle2_3.2`: `RobotModel::jointName`; empty if it has no name
    QString effector;  ///< `lle4`; empty if it cannot be moved
    QString perceptor; ///< `llj4`; empty if it is not measured
};

/// The joints of a robot in the order of lists for users: head, left arm, right arm, left leg,
/// right leg, others; from the trunk outward.
[[nodiscard]] std::vector<JointName> jointNames(const robot::RobotModel& model);

/// `Left knee`; empty if it is not a joint of this robot.
[[nodiscard]] QString jointText(const robot::RobotModel& model, robot::JointId joint);
/// The display name of the joint with this name, even if only other Naos have it (toes); the name
/// itself if no Nao has such a joint.
[[nodiscard]] QString jointText(const robot::RobotModel& model, const std::string& joint);

/// Whether a joint, such as a toe joint, is missing on this robot but exists on another Nao.
[[nodiscard]] bool isOfOtherNao(const robot::RobotModel& model, const std::string& joint);

/// The joint on the other side of the body that is the mirror image of `joint`
/// (`RobotModel::mirror`); nullopt for joints in the middle and those without a counterpart.
[[nodiscard]] std::optional<robot::MirrorJoint> mirrorJoint(const robot::RobotModel& model,
                                                            robot::JointId joint);

/// An angle clamped to a joint's limits; NaN becomes the allowed angle nearest to 0.
[[nodiscard]] double insideStops(const robot::Joint& joint, double angleRad);

/// The name under which angles are kept: `RobotModel::jointName`.
[[nodiscard]] QString jointKey(const robot::RobotModel& model, robot::JointId joint);

} // namespace sideline::widgets
