#pragma once

#include <string_view>
#include <vector>

#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// The default robot: type 0 of the heterogeneous robots. This is its only specification. Any
/// thread; the reference is valid until the program ends.
[[nodiscard]] const RobotModel& defaultRobot();

/// Returns the heterogeneous type with this number (0-4), or nullptr.
[[nodiscard]] const RobotModel* defaultRobot(int type);

/// Returns all types of the default robot, ordered by number.
[[nodiscard]] std::vector<RobotModelPtr> defaultRobots();

/// Returns the first type that has a joint with this perceptor or effector name, or nullptr.
[[nodiscard]] const RobotModel* defaultRobotWith(std::string_view joint);

/// Returns the height of a robot relative to the default robot, with all joints at zero; 1 for
/// similar heights. Scales distances that were chosen for the default robot.
[[nodiscard]] double sizeRatio(const RobotModel& model);

/// Returns all built-in robots: the types of the default robot, soccerbot056 with and without joint
/// limits, and those of rcssservermj.
[[nodiscard]] std::vector<RobotModelPtr> builtInRobots();

} // namespace sideline::robot
