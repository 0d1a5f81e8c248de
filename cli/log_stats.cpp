// `sideline log stats`: the statistics of a match.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/log_command.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/statistics_table.h"
#include "logs/analysis/log_statistics.h"
#include "logs/analysis/occurrences.h"
#include "logs/analysis/statistics_csv.h"
#include "logs/analysis/statistics_json.h"
#include "logs/session/recording_kind.h"
#include "logs/session/session_reader.h"

namespace sideline::cli {

namespace {

using Json = nlohmann::ordered_json;

struct StatsArguments {
    LogArguments log;
    std::vector<std::string> files;
    std::optional<double> fromS;
    std::optional<double> toS;
    double windowS = logs::MatchAnalysis::kDefaultWindowS;
    std::string table; // table printed as CSV; empty: none
};

// Returns the match logs of the argument; for a session, those recorded with it. If there are none,
// the error has been printed.
std::vector<std::string> matchLogsOf(const std::vector<std::string>& files) {
    std::vector<std::string> matches;
    for (const std::string& file : files) {
        if (logs::recordingKind(file) != logs::RecordingKind::Session) {
            matches.push_back(file);
            continue;
        }
        const auto session = logs::SessionReader::open(file);
        if (!session) {
            printError(session.error().toString());
            return {};
        }
        if ((*session)->matchLogs().empty()) {
            printError(file + ": no match was recorded with this session");
            return {};
        }
        for (const logs::MatchLogEntry& log : (*session)->matchLogs()) {
            matches.push_back((std::filesystem::path(file).parent_path() / log.name).string());
        }
    }
    return matches;
}

std::optional<logs::MatchStatistics> statisticsOfFile(const StatsArguments& arguments,
                                                      const std::string& file) {
    LogArguments log = arguments.log;
    log.file = file;
    const auto opened = openLog(log, false);
    if (!opened) {
        return std::nullopt;
    }
    logs::StatisticsOptions options;
    options.fromS = arguments.fromS;
    options.toS = arguments.toS;
    options.windowS = arguments.windowS;
    options.threads = std::max(1U, std::thread::hardware_concurrency());
    Progress progress("analyzing " + opened->path().filename().string(), 1.0);
    options.keepGoing = [&progress](double done) {
        progress.set(done);
        return !isInterrupted();
    };
    auto statistics = logs::statisticsOf(opened->parts(), options);
    if (!statistics) {
        printError(statistics.error().inFile(file).toString());
        return std::nullopt;
    }
    if (isInterrupted()) { // the statistics cover only part of the log
        printError(file + ": interrupted");
        return std::nullopt;
    }
    return std::move(*statistics);
}

std::string csvOf(const std::string& table, const logs::MatchStatistics& match) {
    return table == "teams"     ? logs::teamsCsv(match)
           : table == "players" ? logs::playersCsv(match)
                                : logs::occurrencesCsv(match, logs::occurrencesOf(match));
}

int run(const StatsArguments& arguments) {
    if (arguments.fromS && arguments.toS && *arguments.toS < *arguments.fromS) {
        printError("--to is before --from");
        return kExitFailed;
    }
    std::vector<std::string> files = matchLogsOf(arguments.files);
    if (files.empty()) {
        return kExitFailed;
    }
    if (!arguments.table.empty() && files.size() > 1) {
        printError("--csv requires exactly one match");
        return kExitFailed;
    }
    listenToSignals();
    std::vector<logs::MatchStatistics> matches;
    for (const std::string& file : files) {
        auto statistics = statisticsOfFile(arguments, file);
        if (!statistics && isInterrupted() && !matches.empty()) {
            files.resize(matches.size());
            break;
        }
        if (!statistics) {
            return kExitFailed;
        }
        matches.push_back(std::move(*statistics));
    }
    if (!arguments.table.empty()) {
        std::cout << csvOf(arguments.table, matches.front());
    } else if (arguments.log.json) {
        Json list = Json::array();
        for (std::size_t i = 0; i < matches.size(); ++i) {
            Json match = {{"file", files[i]}};
            match.update(logs::toJson(matches[i]));
            list.push_back(std::move(match));
        }
        std::cout << (list.size() == 1 ? list.front() : list)
                         .dump(1, ' ', false, Json::error_handler_t::replace)
                  << '\n';
    } else {
        std::cout << (matches.size() == 1 ? statisticsTable(matches.front())
                                          : comparisonTable(files, matches));
    }
    return flushPrinted() && !isInterrupted() ? kExitGood : kExitFailed;
}

} // namespace

void addLogStats(CLI::App& log, int& status) {
    CLI::App* command = log.add_subcommand(
        "stats", "Compute possession, passes, shots, kicks, falls, distances and more for matches");
    auto arguments = std::make_shared<StatsArguments>();
    command
        ->add_option(
            "FILE", arguments->files,
            "match logs (optionally compressed) or sessions; several are printed side by side")
        ->required();
    addLogReadingOptions(*command, arguments->log);
    command->add_flag("--json", arguments->log.json, "print JSON, with all lists and maps");
    command
        ->add_option("--csv", arguments->table,
                     "print one table as CSV: teams, players, or moments (all events)")
        ->check(CLI::IsMember({"teams", "players", "moments"}))
        ->excludes("--json");
    command->add_option("--from", arguments->fromS, "start, seconds of game time")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--to", arguments->toS, "end, seconds of game time")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--window", arguments->windowS, "seconds of game time per window")
        ->capture_default_str()
        ->check(CLI::Range(1.0, 1e6));
    command->callback([arguments, &status] { status = run(*arguments); });
}

} // namespace sideline::cli
