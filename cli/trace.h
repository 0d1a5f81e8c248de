#pragma once

#include <spdlog/logger.h>

#include <CLI/CLI.hpp>

namespace sideline::cli {

/// What a command does, for who wonders: lines on standard error with the time since the start,
/// from `-v` on. Warnings and errors of commands are printed as ever, not here. Any thread.
[[nodiscard]] spdlog::logger& trace();

/// Adds `-v` to the program: once for what is opened, made and how long it took, twice for more.
void addTraceOption(CLI::App& app);

} // namespace sideline::cli
