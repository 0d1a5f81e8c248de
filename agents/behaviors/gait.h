#pragma once

#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/behavior/walk.h"
#include "agentcore/motion/walk/walk_parameters.h"
#include "agentcore/robot/robot_model.h"
#include "agents/parameters.h"

namespace sideline::agents {

/// The numbers of a walk, as parameters of a behavior.
[[nodiscard]] std::vector<ParameterInfo> walkParameters();
/// Reads what `walkParameters` describes.
[[nodiscard]] motion::WalkParameters walkParametersOf(const Parameters& parameters);

/// Settings of a walk with the parameters `gait`, `sprint` and `walkParameters`.
/// Errors: those of `gaitOf` for the sprint; InvalidArgument for its numbers.
[[nodiscard]] base::Expected<behavior::Walk::Settings> walkSettingsOf(
    const Parameters& parameters, const robot::RobotModel& model);

/// `gait`: a file with such numbers.
[[nodiscard]] ParameterInfo gaitParameter();
/// `sprint`: another one, for straight ahead.
[[nodiscard]] ParameterInfo sprintParameter();
/// The numbers of a gait, as texts.
/// @param file with `behavior = "walk"` and `set = { ... }`, as `sideline train` writes it; empty:
///     the gait that is shipped for the robot, or nothing if there is none
/// Errors: NotFound, Malformed with file and line.
[[nodiscard]] base::Expected<ParameterTexts> gaitOf(const std::string& file,
                                                    const robot::RobotModel& model);

} // namespace sideline::agents
