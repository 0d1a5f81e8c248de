#pragma once

#include <CLI/CLI.hpp>

namespace sideline::cli {

/// `sideline skill`: what robots can do.
/// @param status becomes the program's exit status
void addSkillCommand(CLI::App& app, int& status);

/// Adds `list`, `try` and `score` to it.
void addSkillTry(CLI::App& skill, int& status);

} // namespace sideline::cli
