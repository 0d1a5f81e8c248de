#pragma once

#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::cli {

/// Adds `skill` with the measurements of skills.
/// @param status receives the exit status
void addSkillCommand(CLI::App& app, int& status);

/// Calls `action` with each robot of `names` until it fails.
/// @param action receives the name and the robot
/// @return exit status; the error has been printed
[[nodiscard]] int forEachRobot(
    const std::vector<std::string>& names,
    const std::function<base::Expected<void>(const std::string& name,
                                             const robot::RobotModelPtr& model)>& action);

/// Adds `list`, `try`, `score` and `knock` to `skill`.
void addSkillTry(CLI::App& skill, int& status);
/// Adds `save` and `look` to `skill`.
void addSkillMatch(CLI::App& skill, int& status);

} // namespace sideline::cli
