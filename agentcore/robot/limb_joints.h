#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "agentcore/robot/ids.h"
#include "agentcore/robot/robot_limbs.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// The axis of the torso about which a joint rotates with all joints at zero.
enum class AxisRole : std::uint8_t {
    Pitch, ///< x, to the right: positive angles turn the front upward
    Roll,  ///< y, forward: positive angles turn the right side downward
    Yaw,   ///< z, up: positive angles turn to the left
};

/// Returns the direction in which a joint rotates with all joints at zero: 1 about the axis, -1 if
/// positive angles turn in the opposite direction, 0 about another axis. No allocation; any thread.
[[nodiscard]] double axisSign(const RobotModel& model, JointId joint, AxisRole axis);

/// A joint that rotates about an axis of the torso.
struct AxisJoint {
    JointId id;
    double sign = 0.0; ///< see `axisSign`; 0 without a joint

    [[nodiscard]] bool isValid() const { return id.isValid(); }
};

/// Returns the joint of a limb that rotates about an axis, regardless of its name: pitch joints of
/// a leg are hip, knee and ankle, those of an arm begin at the shoulder; yaw and pitch of the head
/// aim its camera. Joints of the trunk and joints without an effector are ignored. No allocation;
/// any thread.
/// @param number 0 for the first such joint from the torso outward, 1 for the second, ...
/// @return no joint if the limb has none of this kind
[[nodiscard]] AxisJoint limbJoint(const RobotModel& model, LimbId limb, AxisRole axis,
                                  int number = 0);

/// Returns the limb that a body belongs to: only the joints of that limb move it relative to the
/// trunk. Not set for the torso and the trunk. No allocation; any thread.
[[nodiscard]] std::optional<LimbId> limbOf(const RobotModel& model, BodyId body);

/// Returns all joints of a limb in the model's order, including joints beyond the limb's end point,
/// such as toes, but not the trunk's. Empty if the robot lacks the limb.
[[nodiscard]] std::vector<JointId> jointsOf(const RobotModel& model, LimbId limb);

} // namespace sideline::robot
