#pragma once

#include <CLI/CLI.hpp>

namespace sideline::cli {

/// Adds `agent` with its subcommand `bench`; the callbacks store the exit status.
void addAgentCommand(CLI::App& app, int& status);

/// Adds `bench` to `agent`.
CLI::App* addAgentBench(CLI::App& agent, int& status);

} // namespace sideline::cli
