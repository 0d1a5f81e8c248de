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
inline constexpr int kExitFound = 1; ///< the work was done, and found something wrong with the data
inline constexpr int kExitFailed = 2; ///< the work could not be done

/// What all `sideline log` commands share.
struct LogArguments {
    std::string file;
    std::string entry;
    std::string spoolDirectory;
    std::size_t memoryMiB = 256;
    std::uint64_t maxUnpackedMiB = logs::LogOptions::kDefaultMaxUnpackedBytes >> 20U;
    bool json = false;
    std::vector<robot::RobotCatalog::Entry> robots; ///< that the program does not know by itself
};

/// Opens the log of a command, and waits until it is indexed or analyzed. The error has been
/// printed to stderr if null is returned.
[[nodiscard]] std::shared_ptr<logs::MatchLog> openLog(const LogArguments& arguments, bool analyze);

/// The program's robots, and those of a command's `--robots`.
[[nodiscard]] robot::RobotCatalog robotsOf(const LogArguments& arguments);

/// Prints `sideline: text` to stderr.
void printError(const std::string& text);

/// Adds a subcommand to `log`; its callback stores the exit status.
void addLogInfo(CLI::App& log, int& status);
void addLogEvents(CLI::App& log, int& status);
void addLogVerify(CLI::App& log, int& status);
void addLogExport(CLI::App& log, int& status);
void addLogBench(CLI::App& log, int& status);
void addLogStats(CLI::App& log, int& status);
void addLogSituation(CLI::App& log, int& status);

/// Adds `log` with all its subcommands.
void addLogCommand(CLI::App& app, int& status);

/// Adds the options of `LogArguments` to a subcommand: those of how a log is read.
void addLogReadingOptions(CLI::App& command, LogArguments& arguments);
/// The same, and the file.
void addLogArguments(CLI::App& command, LogArguments& arguments);

} // namespace sideline::cli
