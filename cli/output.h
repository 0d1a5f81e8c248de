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

/// Whether a command may write all of these, which is to be known before it works for long. A
/// message has been printed if not. Empty names are no outputs; "-" is standard output.
[[nodiscard]] bool areFree(base::OutputSet outputs, const std::vector<std::string>& files);

/// Writes into a file, or to standard output for "-"; reports on standard error what went wrong,
/// and leaves no file then.
/// @return whether all was written
[[nodiscard]] bool writeTo(base::OutputSet& outputs, const std::string& file,
                           const std::function<base::Expected<void>(std::ostream&)>& write);

/// Prints `Name        value`, a row of a report.
void printRow(std::string_view name, std::string_view value);

/// Whether all that was printed so far has left the program; a message has been printed if not.
[[nodiscard]] bool flushPrinted();

/// Signals that ask a program to end (SIGINT, SIGTERM, SIGHUP, SIGUSR1) are heard from now on, by
/// `isInterrupted`, instead of ending it in the middle of its work.
void listenToSignals();
/// Whether one of them has come.
[[nodiscard]] bool isInterrupted();

/// Files that may not grow further are reported as errors, instead of ending the program.
void ignoreFileSizeSignal();

} // namespace sideline::cli
