#pragma once

#include <CLI/CLI.hpp>

namespace sideline::cli {

/// Adds `agent` and its subcommands; their callbacks store the exit status.
void addAgentCommand(CLI::App& app, int& status);

} // namespace sideline::cli
