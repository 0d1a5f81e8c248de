#pragma once

#include <spdlog/logger.h>

#include <CLI/CLI.hpp>

namespace sideline::cli {

/// The log of a command's steps: with `-v`, lines on standard error with the time since the start.
/// Not for warnings and errors, which commands always print. Any thread.
[[nodiscard]] spdlog::logger& trace();

/// Adds `-v` to the program: once for the files and the time of each step, twice for more.
void addTraceOption(CLI::App& app);

} // namespace sideline::cli
