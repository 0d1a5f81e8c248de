#pragma once

#include <CLI/CLI.hpp>

namespace sideline::cli {

/// `sideline decision`: what decision makers read from files.
/// @param status becomes the program's exit status
void addDecisionCommand(CLI::App& app, int& status);

} // namespace sideline::cli
