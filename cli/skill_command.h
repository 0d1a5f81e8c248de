#pragma once

#include <CLI/CLI.hpp>

namespace sideline::cli {

/// `sideline skill`: what robots can do.
/// @param status becomes the program's exit status
void addSkillCommand(CLI::App& app, int& status);

} // namespace sideline::cli
