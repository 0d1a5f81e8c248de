#pragma once

#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "agentcore/robot/catalog/robot_catalog.h"
#include "logs/match/match_log.h"

namespace sideline::cli {

/// Exit statuses of `sideline`.
inline constexpr int kExitGood = 0;
inline constexpr int kExitFound = 1;  ///< the command ran and found faults in the data
inline constexpr int kExitFailed = 2; ///< the command could not run

/// Arguments of all `sideline log` commands.
struct LogArguments {
    std::string file;
    std::string entry;
    std::string spoolDirectory;
    std::size_t memoryMiB = 256;
    std::uint64_t maxUnpackedMiB = logs::LogOptions::kDefaultMaxUnpackedBytes >> 20U;
    bool json = false;
    std::vector<robot::RobotCatalog::Entry> robots; ///< robots in addition to the built-in ones
};

/// Returns the options with which a command opens its log.
[[nodiscard]] logs::LogOptions logOptions(const LogArguments& arguments);

/// Opens the log of a command and waits until it is indexed or analyzed. Returns null after
/// printing the error.
[[nodiscard]] std::shared_ptr<logs::MatchLog> openLog(const LogArguments& arguments, bool analyze);

/// Returns the built-in robots and those of `--robots`.
[[nodiscard]] robot::RobotCatalog robotsOf(const LogArguments& arguments);

/// Prints a string to standard error after the program's name.
void printError(const std::string& text);

/// Adds a subcommand to `log`; its callback stores the exit status.
void addLogInfo(CLI::App& log, int& status);
void addLogEvents(CLI::App& log, int& status);
void addLogVerify(CLI::App& log, int& status);
void addLogExport(CLI::App& log, int& status);
void addLogStats(CLI::App& log, int& status);
void addLogSituation(CLI::App& log, int& status);

/// Adds `log` with all its subcommands.
void addLogCommand(CLI::App& app, int& status);

/// Adds the log-reading options of `LogArguments` to a subcommand.
void addLogReadingOptions(CLI::App& command, LogArguments& arguments);
/// Adds the same options and the file argument.
void addLogArguments(CLI::App& command, LogArguments& arguments);

} // namespace sideline::cli
