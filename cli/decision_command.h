#pragma once

#include <CLI/CLI.hpp>

namespace sideline::cli {

/// Adds `decision`, which checks the files of decision makers.
/// @param status receives the exit status
void addDecisionCommand(CLI::App& app, int& status);

} // namespace sideline::cli
