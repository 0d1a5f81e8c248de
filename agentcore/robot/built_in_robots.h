#pragma once

#include <string_view>
#include <vector>

#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// The robot that is used where none is chosen: type 0 of the heterogeneous robots. It is named
/// here and nowhere else. Any thread; lives as long as the program.
[[nodiscard]] const RobotModel& defaultRobot();

/// The heterogeneous type with this number (0-4), or nullptr.
[[nodiscard]] const RobotModel* defaultRobot(int type);

/// All types of it, in the order of their numbers.
[[nodiscard]] std::vector<RobotModelPtr> defaultRobots();

/// The first of its types that has a joint with this perceptor or effector name, or nullptr.
[[nodiscard]] const RobotModel* defaultRobotWith(std::string_view joint);

/// Height of a robot as a ratio of that of the default robot, with all joints at zero; 1 for robots
/// of about its height. Distances that were chosen for the default robot are scaled by it.
[[nodiscard]] double sizeRatio(const RobotModel& model);

/// All robots that are built in: the types of the default robot, soccerbot056 without and with its
/// stops, those of rcssservermj.
[[nodiscard]] std::vector<RobotModelPtr> builtInRobots();

} // namespace sideline::robot
