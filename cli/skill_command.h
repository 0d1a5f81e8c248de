#pragma once

#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::cli {

/// `sideline skill`: what robots can do.
/// @param status becomes the program's exit status
void addSkillCommand(CLI::App& app, int& status);

/// Does something with each of the robots that a user has named, until it fails.
/// @param action gets the name and the robot, and returns what went wrong
/// @return exit status; what went wrong has been printed
[[nodiscard]] int forEachRobot(
    const std::vector<std::string>& names,
    const std::function<base::Expected<void>(const std::string& name,
                                             const robot::RobotModelPtr& model)>& action);

/// Adds `list`, `try`, `score` and `knock` to it.
void addSkillTry(CLI::App& skill, int& status);
/// Adds `save` and `look`.
void addSkillMatch(CLI::App& skill, int& status);

} // namespace sideline::cli
