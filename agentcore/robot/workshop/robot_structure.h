#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// What holds a body to its parent.
enum class Connection : std::uint8_t {
    Fixed,     ///< it does not move
    Hinge,     ///< one axis
    Universal, ///< two axes
};
[[nodiscard]] Connection connectionOf(const RobotModel& model, BodyId body);

/// A body that is to be added.
struct NewBody {
    std::string name;
    BodyId parent;
    Shape shape = Box{{0.05, 0.05, 0.05}};
    double massKg = 0.1;
    Eigen::Vector3d p_ParentBody = Eigen::Vector3d::Zero(); ///< with joints at zero, m
    Connection connection = Connection::Hinge;
};

// What a robot is made of, changed. Each function gives another robot, or says why there cannot be
// one; names, joints and percepts of everything else stay. Bodies stay in their order, joints and
// percepts come in that of their bodies, as a scene file that is read back has them. Any thread.

/// The robot with one body more, behind all others. Its joint, if it has one, turns about x in the
/// middle between both bodies' origins, 45 degrees to both sides, and is named after the body
/// (`tailj`, `taile`).
/// Errors: InvalidArgument for a name that a scene file cannot have or that is taken, for a mass or
/// size that is not above 0; LimitExceeded for more bodies or joints than robots may have.
[[nodiscard]] base::Expected<RobotModel> addBody(const RobotModel& model, const NewBody& body);

/// The robot without a body and all that hangs on it, with their joints and sensors.
/// Errors: InvalidArgument for the torso.
[[nodiscard]] base::Expected<RobotModel> removeBody(const RobotModel& model, BodyId body);

/// The robot with a body held in another way: a joint of its own goes, another one comes; where
/// there was one its first axis, stops, motor and names stay.
/// Errors: InvalidArgument for the torso, LimitExceeded.
[[nodiscard]] base::Expected<RobotModel> connectBody(const RobotModel& model, BodyId body,
                                                     Connection connection);

/// The robot with a body of another name; a part that others see under the old name is renamed,
/// too. Errors: as of `addBody`; InvalidArgument for the torso, which has no other name.
[[nodiscard]] base::Expected<RobotModel> renameBody(const RobotModel& model, BodyId body,
                                                    std::string_view name);

/// The robot with a joint that is reported and moved under other names; a universal joint's two
/// axes share theirs. An empty name: not reported, or not moved.
/// Errors: InvalidArgument for a name that the server's messages cannot carry or that is taken.
[[nodiscard]] base::Expected<RobotModel> renameJoint(const RobotModel& model, JointId joint,
                                                     std::string_view perceptor,
                                                     std::string_view effector);

/// The robot with one more sensor on a body: Gyro, Accelerometer, ForceResistance or Touch. Named
/// after the body. Errors: InvalidArgument for another kind, or if the body has one.
[[nodiscard]] base::Expected<RobotModel> addSensor(const RobotModel& model, BodyId body,
                                                   PerceptorKind kind);

/// The robot without the sensor of this place in `percepts().perceptors`.
/// Errors: InvalidArgument for one that belongs to a joint, or that every agent needs (time, game
/// state, hearing, vision).
[[nodiscard]] base::Expected<RobotModel> removeSensor(const RobotModel& model, std::size_t sensor);

/// A name that no body has: `body` with the least number that is free.
[[nodiscard]] std::string freeBodyName(const RobotModel& model);

/// A robot with another name.
[[nodiscard]] RobotModel renamed(const RobotModel& model, std::string name);

} // namespace sideline::robot
