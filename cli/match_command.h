#pragma once

#include <CLI/CLI.hpp>

namespace sideline::cli {

/// Adds `sideline match`.
void addMatchCommand(CLI::App& app, int& status);

} // namespace sideline::cli
