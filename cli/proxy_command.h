#pragma once

#include <CLI/CLI.hpp>

namespace sideline::cli {

/// Adds `proxy` with its subcommand `bench`; the callbacks store the exit status.
void addProxyCommand(CLI::App& app, int& status);

/// Adds `bench` to `proxy`.
CLI::App* addProxyBench(CLI::App& proxy, int& status);

} // namespace sideline::cli
