#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// What is odd about a robot.
struct RobotFinding {
    enum class Severity : std::uint8_t {
        Error,   ///< a server would refuse it, or it would fall apart
        Warning, ///< probably not meant
    };
    Severity severity = Severity::Warning;
    std::string subject; ///< the body or joint, such as `rthigh` or `rlj3`
    std::string text;
};

/// Looks for what makes no sense in a robot: masses and sizes that no body has, stops that do not
/// contain 0 (where joints are when it is created), motors that cannot move, two things of one
/// name, bodies that overlap with all joints at zero, limits that cannot be reached because bodies
/// meet before (each joint alone, the others at zero), a robot that starts in the ground, and sides
/// that differ. The five Naos and the soccerbot have only findings that are true of the server's
/// own files. Any thread.
[[nodiscard]] std::vector<RobotFinding> checkRobot(const RobotModel& model);

} // namespace sideline::robot
