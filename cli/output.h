#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "agentcore/base/error.h"
#include "agentcore/base/output_file.h"

namespace sideline::cli {

/// Adds `--force`, which every command that writes files has.
void addForceOption(CLI::App& command, bool& mayReplace);

/// Whether a command may write all of these files; to be checked before long work. A message has
/// been printed if not. Empty names are no outputs; "-" is standard output.
[[nodiscard]] bool areFree(base::OutputSet outputs, const std::vector<std::string>& files);

/// Writes into a file, or to standard output for "-"; on failure reports the error on standard
/// error and leaves no file.
/// @return whether all was written
[[nodiscard]] bool writeTo(base::OutputSet& outputs, const std::string& file,
                           const std::function<base::Expected<void>(std::ostream&)>& write);

/// Prints `Name        value`, a row of a report.
void printRow(std::string_view name, std::string_view value);

/// Flushes standard output. @return whether all was written; an error has been printed otherwise
[[nodiscard]] bool flushPrinted();

/// Signals that ask a program to end (SIGINT, SIGTERM, SIGHUP, SIGUSR1) are from now on reported by
/// `isInterrupted` instead of terminating it.
void listenToSignals();
/// Whether one of these signals has arrived.
[[nodiscard]] bool isInterrupted();

/// Files that may not grow further are reported as errors, instead of ending the program.
void ignoreFileSizeSignal();

} // namespace sideline::cli
