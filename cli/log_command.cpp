#include "cli/log_command.h"

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "agentcore/robot/workshop/robot_file.h"
#include "cli/log_session.h"
#include "cli/progress.h"
#include "cli/trace.h"
#include "logs/session/recording_kind.h"

namespace sideline::cli {

void printError(const std::string& text) {
    std::cerr << ::program_invocation_short_name << ": " << text << '\n';
}

namespace {

// Waits for the index and, if requested, for the analysis.
void awaitLog(const logs::MatchLog& log, bool isAnalyzed) {
    using Stage = logs::LogProgress::Stage;
    constexpr std::chrono::milliseconds kPause{20};
    constexpr double kIndexing = 0.5; // fraction of the progress if there is also an analysis
    Progress progress(fmt::format("{} {}", log.packing().empty() ? "reading" : "unpacking",
                                  log.path().filename().string()),
                      1.0);
    while (!log.waitUntilIndexed(kPause)) {
        progress.set(log.progress().fraction * (isAnalyzed ? kIndexing : 1.0));
    }
    trace().info("indexed the log");
    for (auto now = log.progress();
         isAnalyzed && now.stage != Stage::Done && now.stage != Stage::Canceled;
         now = log.progress()) {
        progress.set(kIndexing + (1.0 - kIndexing) * now.fraction);
        std::this_thread::sleep_for(kPause);
    }
    if (isAnalyzed) {
        trace().info("searched all frames for events");
    }
}

} // namespace

logs::LogOptions logOptions(const LogArguments& arguments) {
    logs::LogOptions options;
    options.entry = arguments.entry;
    if (!arguments.spoolDirectory.empty()) {
        options.spoolDirectory = arguments.spoolDirectory;
    }
    options.memoryBytes = arguments.memoryMiB << 20U;
    options.maxUnpackedBytes = arguments.maxUnpackedMiB << 20U;
    if (!arguments.robots.empty()) {
        auto models = std::make_shared<std::vector<robot::RobotModelPtr>>();
        for (const robot::RobotCatalog::Entry& robot : arguments.robots) {
            models->push_back(robot.model);
        }
        options.robots = std::move(models);
    }
    return options;
}

std::shared_ptr<logs::MatchLog> openLog(const LogArguments& arguments, bool analyze) {
    if (logs::recordingKind(arguments.file) == logs::RecordingKind::AgentStream) {
        printError(fmt::format("{}: a recorded stream of messages, not a match log; `sideline log "
                               "verify` and `sideline localize` read those of agents",
                               arguments.file));
        return nullptr;
    }
    logs::LogOptions options = logOptions(arguments);
    options.analyze = analyze;
    auto log = logs::MatchLog::open(arguments.file, options);
    if (!log) {
        printError(log.error().toString());
        return nullptr;
    }
    trace().info("opened {}", (*log)->path().string());
    awaitLog(**log, analyze);
    if (auto checked = (*log)->check(); !checked) {
        printError(checked.error().toString());
        return nullptr;
    }
    return *log;
}

robot::RobotCatalog robotsOf(const LogArguments& arguments) {
    robot::RobotCatalog robots;
    for (const robot::RobotCatalog::Entry& robot : arguments.robots) {
        robots.add(robot.file, robot.type, robot.model);
    }
    return robots;
}

void addLogArguments(CLI::App& command, LogArguments& arguments) {
    command.add_option("FILE", arguments.file, "a match log, optionally compressed")->required();
    addLogReadingOptions(command, arguments);
}

void addLogReadingOptions(CLI::App& command, LogArguments& arguments) {
    addQuietOption(command);
    command.add_option("--entry", arguments.entry,
                       "file inside an archive (default: the first log in it)");
    command.add_option("--spool", arguments.spoolDirectory,
                       "folder for unpacking compressed logs (default: the user's cache)");
    command
        .add_option("--max-unpacked", arguments.maxUnpackedMiB, "MiB, limit for an unpacked log")
        ->capture_default_str()
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 30U));
    command
        .add_option_function<std::vector<std::string>>(
            "--robots",
            [&arguments](const std::vector<std::string>& folders) {
                auto robots = robot::readRobotFolders({folders.begin(), folders.end()});
                if (!robots) {
                    throw CLI::ValidationError("--robots", robots.error().toString());
                }
                arguments.robots = std::move(*robots);
            },
            "folder with rsg/: add the robots of the scene files in it; may be repeated, for "
            "robots with parts in other folders")
        ->allow_extra_args(false);
    command.add_option("--memory", arguments.memoryMiB, "MiB for decoded frames and checkpoints")
        ->capture_default_str()
        ->check(CLI::Range(8, 1 << 20));
}

void addLogCommand(CLI::App& app, int& status) {
    CLI::App* log = app.add_subcommand(
        "log",
        "Read match logs of rcssserver3d, rcssservermj and RoboViz, agent streams, and sessions");
    log->require_subcommand(1);
    addLogInfo(*log, status);
    addLogEvents(*log, status);
    addLogStats(*log, status);
    addLogVerify(*log, status);
    addLogExport(*log, status);
    addLogSituation(*log, status);
}

} // namespace sideline::cli
