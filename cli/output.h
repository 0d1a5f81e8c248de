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

/// Adds `--force` to a command that writes files.
void addForceOption(CLI::App& command, bool& mayReplace);

/// Whether a command may write all of these files; checked before long work. Prints a message if
/// not. Empty names are not outputs; "-" is standard output.
[[nodiscard]] bool areFree(base::OutputSet outputs, const std::vector<std::string>& files);

/// Writes into a file, or to standard output for "-"; on failure it reports the error on standard
/// error and leaves no file.
/// @return whether all was written
[[nodiscard]] bool writeTo(base::OutputSet& outputs, const std::string& file,
                           const std::function<base::Expected<void>(std::ostream&)>& write);

/// Prints `Name        value`, a row of a report.
void printRow(std::string_view name, std::string_view value);

/// Flushes standard output. @return false after printing an error if not all was written
[[nodiscard]] bool flushPrinted();

/// Makes signals that request a program's end (SIGINT, SIGTERM, SIGHUP, SIGUSR1) set
/// `isInterrupted` instead of terminating it.
void listenToSignals();
/// Whether one of these signals has arrived.
[[nodiscard]] bool isInterrupted();

/// Makes writing beyond the file size limit an error instead of ending the program.
void ignoreFileSizeSignal();

} // namespace sideline::cli
