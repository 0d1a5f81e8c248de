#pragma once

#include <CLI/CLI.hpp>

namespace sideline::cli {

/// Adds `proxy`; its callback stores the exit status.
void addProxyCommand(CLI::App& app, int& status);

} // namespace sideline::cli
