#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// The connection of a body to its parent.
enum class Connection : std::uint8_t {
    Fixed,     ///< no motion
    Hinge,     ///< one axis
    Universal, ///< two axes
};
[[nodiscard]] Connection connectionOf(const RobotModel& model, BodyId body);

/// A body to be added.
struct NewBody {
    std::string name;
    BodyId parent;
    Shape shape = Box{{0.05, 0.05, 0.05}};
    double massKg = 0.1;
    Eigen::Vector3d p_ParentBody = Eigen::Vector3d::Zero(); ///< position in the parent's frame with
                                                            ///< joints at zero, m
    Connection connection = Connection::Hinge;
};

// Changes to a robot's structure. Each function returns another robot or the error that prevents
// it; names, joints and percepts of other parts are unchanged. Bodies keep their order; joints and
// percepts are in the order of the bodies, as after reading a scene file. Any thread.

/// Adds a body after all others. Its joint, if it has one, rotates about x midway between both
/// bodies' origins, by 45 degrees in both directions, and is named after the body (`tailj`,
/// `taile`).
/// Errors: InvalidArgument for a name that is invalid in scene files or already used, or for a mass
/// or size that is not positive; LimitExceeded for too many bodies or joints.
[[nodiscard]] base::Expected<RobotModel> addBody(const RobotModel& model, const NewBody& body);

/// Removes a body and its descendants, with their joints and sensors.
/// Errors: InvalidArgument for the torso.
[[nodiscard]] base::Expected<RobotModel> removeBody(const RobotModel& model, BodyId body);

/// Changes the connection of a body: its joint is removed or replaced; a previous joint's first
/// axis, limits, motor and names are kept.
/// Errors: InvalidArgument for the torso, LimitExceeded.
[[nodiscard]] base::Expected<RobotModel> connectBody(const RobotModel& model, BodyId body,
                                                     Connection connection);

/// Renames a body; the part visible to others under the old name is renamed as well. Errors: as for
/// `addBody`; InvalidArgument for the torso, whose name is fixed.
[[nodiscard]] base::Expected<RobotModel> renameBody(const RobotModel& model, BodyId body,
                                                    std::string_view name);

/// Renames a joint's perceptor and effector; both axes of a universal joint have the same names. An
/// empty name means that the joint is not reported, or not moved.
/// Errors: InvalidArgument for a name that is invalid in messages or already used.
[[nodiscard]] base::Expected<RobotModel> renameJoint(const RobotModel& model, JointId joint,
                                                     std::string_view perceptor,
                                                     std::string_view effector);

/// Adds a sensor to a body and names it after the body. Its kind must have an ending in
/// `kPerceptorKinds`.
/// Errors: InvalidArgument for another kind, or if the body already has one.
[[nodiscard]] base::Expected<RobotModel> addSensor(const RobotModel& model, BodyId body,
                                                   PerceptorKind kind);

/// Removes the sensor with this index in `percepts().perceptors`.
/// Errors: InvalidArgument for a sensor that belongs to a joint, or that every agent needs (time,
/// game state, hearing, vision).
[[nodiscard]] base::Expected<RobotModel> removeSensor(const RobotModel& model, std::size_t sensor);

/// Returns an unused body name: `body` with the lowest free number.
[[nodiscard]] std::string freeBodyName(const RobotModel& model);

/// Returns the robot with another name.
[[nodiscard]] RobotModel renamed(const RobotModel& model, std::string name);

} // namespace sideline::robot
