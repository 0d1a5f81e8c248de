// `sideline match`: a series of games and its results.
#include "cli/match_command.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/output_file.h"
#include "agentcore/base/plural.h"
#include "cli/log_command.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/served_match.h"
#include "cli/team_console.h"
#include "cli/train_ranks.h"
#include "cli/version.h"
#include "logs/match/packed_writer.h"
#include "series/in_process_game.h"
#include "series/process_pool.h"
#include "series/rank_pool.h"
#include "series/series_folder.h"
#include "series/series_run.h"

namespace sideline::cli {

namespace {

namespace fs = std::filesystem;
using series::SeriesPlan;
using series::Verdict;

struct SeriesArguments {
    std::string file; ///< series file or folder
    std::string folder;
    bool resume = false;
    bool isQuiet = false;
    std::optional<int> games;
    std::optional<double> minutes;
    std::optional<int> parallel;
    int play = 0;    ///< the game that this process plays; 0: run the series
    std::string tag; ///< included in the names of the game's files
};

void printErrors(const series::SettingsErrors& errors) {
    for (const base::Error& error : errors) {
        printError(error.toString());
    }
}

fs::path folderOf(const SeriesArguments& arguments) {
    if (!arguments.folder.empty()) {
        return arguments.folder;
    }
    const fs::path file(arguments.file);
    return fs::is_directory(file) ? file : fs::path(file.stem().string() + ".series");
}

// Returns nullopt after printing the error.
std::optional<SeriesPlan> planIn(const fs::path& file, const SeriesArguments& arguments) {
    auto settings = series::readSeries(file);
    if (!settings) {
        printErrors(settings.error());
        return std::nullopt;
    }
    settings->games = arguments.games.value_or(settings->games);
    settings->minutes = arguments.minutes.value_or(settings->minutes);
    if (settings->swapsSides && settings->games % 2 != 0) {
        printError(fmt::format("--games {}: expected an even number, since sides are swapped from "
                               "game to game",
                               settings->games));
        return std::nullopt;
    }
    auto plan = series::planOf(std::move(*settings));
    if (!plan) {
        printErrors(plan.error());
        return std::nullopt;
    }
    return std::move(*plan);
}

// @param lost file that receives the player whose end made the game fail
base::Expected<series::GameResult> playOnServer(const SeriesPlan& plan,
                                                const simulator::SimulationSettings& simulation,
                                                const series::ScheduledGame& game,
                                                const fs::path& folder, const fs::path& log,
                                                const fs::path& lost) {
    // The series keeps what this process prints if the game fails.
    ConsoleSink console(true, false);
    const auto runners = runnerSettings(console, (folder / "recordings" / log.stem()).string());
    const series::ServerChoices& server = plan.settings.server;
    if (!runners) {
        return base::failure(base::ErrorCode::NotFound, "there is no supervisor for players");
    }
    listenToSignals();
    ServedMatch match;
    match.simulation = simulation;
    match.monitorLog = log.string();
    match.mayReplace = true;
    match.isFast = !server.isRealTime;
    if (!server.command.empty()) {
        match.external = {server.command,      server.folder, game.seed,
                          runners->supervisor, server.startS, plan.silenceLimitS(game)};
        match.minutes = plan.settings.minutes;
    }
    match.isStrict = true;
    match.joinS = plan.settings.joinS;
    match.say = [](const std::string& line) {
        fmt::print("{}\n", line);
        std::fflush(stdout);
    };
    const auto outcome = playServed(match, plan.teams[game.left], plan.teams[game.right], *runners);
    if (!outcome) {
        return base::failure(base::ErrorCode::Io, "the server could not be started");
    }
    if (outcome->lost) {
        base::OutputOptions options;
        options.mayReplace = true;
        auto file = base::OutputFile::create(lost, std::move(options));
        if (auto written = file ? base::writeWhole(std::move(*file), game::toString(*outcome->lost))
                                : tl::unexpected(file.error());
            !written) {
            printError(written.error().toString()); // the game has failed for another reason
        }
    }
    if (!outcome->fault.empty() || !outcome->losses.empty() || !outcome->game) {
        return base::failure(base::ErrorCode::Io, !outcome->fault.empty() ? outcome->fault
                                                  : !outcome->losses.empty()
                                                      ? outcome->losses.front()
                                                      : "no match");
    }
    if (!outcome->isOver) {
        return base::failure(base::ErrorCode::Canceled, "the match did not finish");
    }
    series::GameResult result;
    result.playedS = outcome->game->timeS - (simulation.start ? simulation.start->timeS : 0.0);
    result.setScore(outcome->game->scoreLeft, outcome->game->scoreRight);
    result.set("players", static_cast<double>(outcome->leftCount),
               static_cast<double>(outcome->rightCount));
    const auto sum = [](const launcher::TeamStatus& team,
                        std::optional<std::uint64_t> launcher::PlayerStatus::*count) {
        double total = 0.0;
        for (const launcher::PlayerStatus& player : team.players) {
            total += player.*count ? static_cast<double>(*(player.*count)) : series::kUnknown;
        }
        return total;
    };
    const auto setSum = [&](const char* name, auto count) {
        result.set(name, sum(outcome->left, count), sum(outcome->right, count));
    };
    setSum("missed_cycles", &launcher::PlayerStatus::missedCycles);
    setSum("late_answers", &launcher::PlayerStatus::lateAnswers);
    return result;
}

base::Expected<void> playGame(const SeriesPlan& plan, const fs::path& folder, int number,
                              const std::string& tag) {
    if (number > static_cast<int>(plan.schedule.size())) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("there is no game {}", number));
    }
    const series::ScheduledGame& game = plan.schedule[static_cast<std::size_t>(number) - 1];
    const auto file = [&](const char* ending) {
        return series::SeriesFolder::gameFileIn(folder, number, tag, ending);
    };
    const fs::path log = file(".log");
    const auto simulation = series::simulationOf(plan.settings, game.seed);
    if (!simulation) {
        return tl::unexpected(simulation.error());
    }
    const launcher::TeamFile& left = plan.teams[game.left];
    const launcher::TeamFile& right = plan.teams[game.right];
    auto result = series::isPlayedInProcess(plan, game)
                      ? series::playInProcess(*simulation, left, right, log)
                      : playOnServer(plan, *simulation, game, folder, log, file(".lost"));
    const auto pack = [&]() -> base::Expected<void> {
        base::OutputOptions options;
        options.mayReplace = true;
        auto packed = base::OutputFile::create(file(".log.zst"), std::move(options));
        return packed ? logs::packFile(log, std::move(*packed)) : tl::unexpected(packed.error());
    };
    if (!result) {
        // The log up to the failure helps to find its cause, so it is kept.
        if (plan.settings.keepsLogs && fs::exists(log)) {
            static_cast<void>(pack());
        }
        return tl::unexpected(result.error());
    }
    if (auto added = series::addLogStatistics(log, *result); !added) {
        return added;
    }
    if (plan.settings.keepsLogs) {
        if (auto done = pack(); !done) {
            return done;
        }
    }
    base::OutputOptions options;
    options.mayReplace = true;
    auto written = base::OutputFile::create(file(".json"), std::move(options));
    return written ? base::writeWhole(std::move(*written), series::textOf(*result))
                   : tl::unexpected(written.error());
}

int play(const SeriesArguments& arguments) {
    const fs::path folder = folderOf(arguments);
    const auto plan = planIn(folder / "series.toml", {});
    if (!plan) {
        return kExitFailed;
    }
    if (auto played = playGame(*plan, folder, arguments.play, arguments.tag); !played) {
        printError(played.error().toString());
        return kExitFailed;
    }
    return kExitGood;
}

std::string textOf(const SeriesPlan& plan, const series::SeriesFolder& folder,
                   const series::SeriesNews& news) {
    const series::ScheduledGame& game =
        plan.schedule[static_cast<std::size_t>(news.attempt.game) - 1];
    std::string line = fmt::format("game {:>4}  {} - {}", game.number, plan.nameOf(game.left),
                                   plan.nameOf(game.right));
    if (news.game) {
        const series::BothSides& goals = news.game->result.value("goals");
        line += fmt::format("  {} : {}  ({:.0f} s)", goals.left, goals.right, news.attempt.wallS);
        const series::PairingSummary& pairing = news.summary.pairings[game.pairing];
        line += fmt::format("  {} {} won, {} drawn, {} lost: {}",
                            plan.nameOf(pairing.pairing.first), pairing.wins, pairing.draws,
                            pairing.losses, series::verdictText(pairing.verdict));
    } else {
        line += fmt::format("  {}: {}{}", news.attempt.outcome,
                            series::failureText(news.attempt, folder),
                            news.isAbandoned ? "; given up" : "; repeated");
    }
    return line + '\n';
}

void printSummary(const SeriesPlan& plan, const series::SeriesSummary& summary) {
    for (const series::PairingSummary& pairing : summary.pairings) {
        std::cout << fmt::format("{} against {}: {} won, {} drawn, {} lost, goals {} : {}, Elo "
                                 "{}: {}\n",
                                 plan.nameOf(pairing.pairing.first),
                                 plan.nameOf(pairing.pairing.second), pairing.wins, pairing.draws,
                                 pairing.losses, pairing.goals, pairing.goalsAgainst,
                                 series::eloText(pairing), series::verdictText(pairing.verdict));
    }
    for (const series::ExpectationSummary& expectation : summary.expectations) {
        std::cout << fmt::format("{}: {} ({:.4g}, {:.4g})\n", expectation.text,
                                 expectation.outcome.holds ? "holds" : "does not hold",
                                 expectation.outcome.left, expectation.outcome.right);
    }
}

int finish(const SeriesPlan& plan, const series::SeriesFolder& folder,
           const series::SeriesEnding& ending) {
    printSummary(plan, ending.summary);
    std::cout << (folder.path() / "report.html").string() << '\n';
    if (!ending.failed.empty()) {
        printError(fmt::format("{} could not be played; --resume tries again",
                               base::plural(ending.failed.size(), "game")));
        return kExitFailed;
    }
    if (ending.isAsked) {
        std::cout << fmt::format("stopped with {} to play; continue with `sideline match --resume "
                                 "{}`\n",
                                 base::plural(ending.summary.open.size(), "game"),
                                 folder.path().string());
        return kExitFailed;
    }
    return ending.summary.isWorse() || ending.summary.hasFailedExpectation() ? kExitFound
                                                                             : kExitGood;
}

base::Expected<series::PoolSettings> poolSettings(const fs::path& folder, double wallLimitS,
                                                  int parallel) {
    std::error_code fault;
    series::PoolSettings pool;
    pool.program = fs::read_symlink("/proc/self/exe", fault);
    auto supervisor = launcher::findSupervisor(pool.program);
    if (!supervisor) {
        return tl::unexpected(supervisor.error());
    }
    pool.supervisor = std::move(*supervisor);
    pool.folder = folder;
    pool.wallLimit = std::chrono::duration<double>(wallLimitS);
    pool.parallel = parallel;
    return pool;
}

// Creates the pool of this process; if there are other ranks, the pool includes their processes.
base::Expected<std::unique_ptr<series::GamePool>> poolOf(const SeriesPlan& plan,
                                                         const fs::path& folder, int parallel,
                                                         training::RankLink* link) {
    auto settings = poolSettings(folder, plan.wallLimitS(), parallel);
    if (!settings) {
        return tl::unexpected(settings.error());
    }
    auto own = std::make_unique<series::ProcessPool>(std::move(*settings));
    if (link == nullptr || link->size() == 1) {
        return own;
    }
    const series::RankGames games{kVersion, fs::absolute(folder).lexically_normal(),
                                  plan.wallLimitS(), parallel};
    return std::make_unique<series::RankPool>(*link, std::move(own), games,
                                              [](const std::string& news) { printError(news); });
}

// Plays games as a rank other than 0.
int playForOthers(training::RankLink& link) {
    std::signal(SIGUSR1, SIG_IGN); // sent by mpirun to all ranks, but meant for rank 0
    const auto played = series::playForRanks(
        link,
        [](const series::RankGames& games,
           const std::string& tag) -> base::Expected<std::unique_ptr<series::GamePool>> {
            if (games.version != kVersion) {
                return base::failure(base::ErrorCode::InvalidArgument,
                                     fmt::format("this is version {}", kVersion),
                                     fmt::format("version {}, as on rank 0", games.version));
            }
            if (!fs::exists(games.folder / "series.toml")) {
                return base::failure(
                    base::ErrorCode::NotFound,
                    fmt::format("{} is not on this machine", games.folder.string()),
                    "a folder visible to all ranks");
            }
            auto settings = poolSettings(games.folder, games.wallLimitS, games.parallel);
            if (!settings) {
                return tl::unexpected(settings.error());
            }
            settings->tag = tag;
            return std::make_unique<series::ProcessPool>(std::move(*settings));
        });
    if (!played) {
        printError(played.error().toString());
        return kExitFailed;
    }
    return kExitGood;
}

// @param link null without other ranks
int runSeries(const SeriesArguments& arguments, training::RankLink* link) {
    const fs::path path = folderOf(arguments);
    if (fs::is_directory(arguments.file) && !arguments.resume) {
        printError(
            fmt::format("{} is a folder; expected a series file, or --resume", arguments.file));
        return kExitFailed;
    }
    if (arguments.resume && arguments.minutes) {
        printError("--minutes cannot change in a series; expected a new --folder");
        return kExitFailed;
    }
    const auto plan =
        planIn(arguments.resume ? path / "series.toml" : fs::path(arguments.file), arguments);
    if (!plan) {
        return kExitFailed;
    }
    auto folder = arguments.resume ? series::SeriesFolder::open(path, *plan)
                                   : series::SeriesFolder::create(path, *plan);
    if (!folder) {
        printError(folder.error().toString());
        return kExitFailed;
    }
    // The ranks determine how many games run at a time.
    const int defaultCount =
        link != nullptr ? 1 : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const int parallel = arguments.parallel.value_or(
        plan->settings.parallel > 0 ? plan->settings.parallel : defaultCount);
    const auto pool = poolOf(*plan, path, parallel, link);
    if (!pool) {
        printError(pool.error().toString());
        return kExitFailed;
    }
    listenToSignals();
    const auto ending = [&] {
        Progress progress("games", static_cast<double>(plan->schedule.size()), arguments.isQuiet);
        progress.begin(static_cast<double>(folder->games().size()));
        return series::runSeries(
            *plan, *folder, **pool,
            [&](const series::SeriesNews& news) {
                progress.set(static_cast<double>(plan->schedule.size() - news.summary.open.size()));
                if (!arguments.isQuiet) {
                    progress.print(textOf(*plan, *folder, news));
                }
            },
            [] { return isInterrupted(); });
    }();
    if (!ending) {
        printError(ending.error().toString());
        return kExitFailed;
    }
    return finish(*plan, *folder, *ending);
}

// Runs alone, or as one of the processes that `mpirun` or Slurm has started.
int runMatch(const SeriesArguments& arguments) {
    auto link = joinOtherRanks();
    if (!link) {
        printError(link.error().toString());
        return kExitFailed;
    }
    if (!*link) {
        return runSeries(arguments, nullptr);
    }
    if ((*link)->rank() > 0) {
        return playForOthers(**link);
    }
    const int status = runSeries(arguments, link->get());
    training::dismissRanks(**link);
    return status;
}

} // namespace

void addMatchCommand(CLI::App& app, int& status) {
    CLI::App* match = app.add_subcommand(
        "match", "Play a series of games between teams and test which is better");
    auto arguments = std::make_shared<SeriesArguments>();
    match->add_option("SERIES", arguments->file,
                      "series file (docs/series.md), or its folder with --resume");
    match->add_option("--folder", arguments->folder,
                      "folder of the results (default: the file's name plus .series)");
    match->add_flag("--resume", arguments->resume, "continue the series in the folder");
    match
        ->add_option("--games", arguments->games,
                     "games of each pair of teams, overriding the series file")
        ->check(CLI::Range(1, 1000000));
    match
        ->add_option("--minutes", arguments->minutes,
                     "minutes of game time per game, overriding the series file")
        ->check(CLI::Range(0.01, 1000.0));
    match
        ->add_option(
            "--parallel", arguments->parallel,
            "games at a time on each rank (default: as in the series file, or one per core, "
            "or one per rank)")
        ->check(CLI::Range(1, 1024));
    match->add_flag("--quiet", arguments->isQuiet, "print only the final result");
    match->add_option("--play", arguments->play)->group("");
    match->add_option("--tag", arguments->tag)->group("");
    match->callback([arguments, &status] {
        if (arguments->play > 0) {
            status = play(*arguments);
        } else if (arguments->file.empty() && !(arguments->resume && !arguments->folder.empty())) {
            printError("no series given; expected a file, or a folder with --resume");
            status = kExitFailed;
        } else {
            status = runMatch(*arguments);
        }
    });
}

} // namespace sideline::cli
