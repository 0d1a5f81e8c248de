#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// A problem in a robot description.
struct RobotFinding {
    enum class Severity : std::uint8_t {
        Error,   ///< a server would reject the robot, or the robot would fall apart
        Warning, ///< probably unintended
    };
    Severity severity = Severity::Warning;
    std::string subject; ///< body or joint, such as `rthigh` or `rlj3`
    std::string text;
};

/// Checks a robot for errors: implausible masses and sizes, limits that do not contain 0 (the
/// initial angle of joints), motors without torque or speed, duplicate names, bodies that overlap
/// with all joints at zero, limits that cannot be reached because bodies collide first (each joint
/// alone, the others at zero), a robot that starts in the ground, and asymmetric sides. The
/// five Naos and the soccerbot have only findings that apply to the server's own files. Any
/// thread.
[[nodiscard]] std::vector<RobotFinding> checkRobot(const RobotModel& model);

} // namespace sideline::robot
