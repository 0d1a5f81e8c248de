#pragma once

#include <CLI/CLI.hpp>

namespace sideline::cli {

/// Adds `sideline robot`: robots as data, shown, checked, changed and written.
/// @param status receives the exit status
void addRobotCommand(CLI::App& app, int& status);

} // namespace sideline::cli
