// `sideline-dev sim takeover`: the deviation of the simulator from a log after a takeover.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/base/plural.h"
#include "agentcore/game/constants.h"
#include "agentcore/game/play_mode.h"
#include "agentcore/monitor/game_summary.h"
#include "cli/dev/dev_commands.h"
#include "cli/log_command.h"
#include "evaluation/session_commands.h"
#include "simulator/fidelity/takeover.h"

namespace sideline::cli {

namespace {

using monitor::MatchFramePtr;
using simulator::TakeoverDifference;
using simulator::TakeoverJoints;

constexpr double kRowS = 0.2; // interval of the server's log frames

struct TakeoverArguments {
    LogArguments log;
    std::vector<std::string> files;
    double everyS = 1.0;
    double seconds = 1.0;
    std::string joints = "held";
    std::string session; ///< session with the agents' commands
    bool isExact = false;
};

// Deviations at one time after the takeover, over all takeovers.
struct TakeoverRow {
    std::vector<double> ballM;
    std::vector<double> torsoM;
    std::vector<double> turnDeg;
    int fallsMissed = 0;
    int fallsAdded = 0;
};

struct TakeoverTally {
    std::map<int, TakeoverRow> rows; ///< the key is a time in units of `kRowS`
    std::size_t takeovers = 0;
    std::size_t commanded = 0; ///< robots that received their recorded commands
    std::map<std::string, int>
        refused; ///< number of frames that could not be taken over, by reason
};

double quantile(std::vector<double> values, double ratio) {
    const auto at = static_cast<std::size_t>(ratio * static_cast<double>(values.size() - 1) + 0.5);
    std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(at));
    return values[at];
}

std::string quantiles(const std::vector<double>& values, double factor) {
    if (values.empty()) {
        return fmt::format("{:>8}{:>8}{:>8}", "-", "-", "-");
    }
    return fmt::format("{:>8.1f}{:>8.1f}{:>8.1f}", factor * quantile(values, 0.5),
                       factor * quantile(values, 0.9), factor * quantile(values, 1.0));
}

// Whether the game is running in a frame.
bool isPlayed(const monitor::MatchFrame& frame) {
    const auto mode = monitor::playModeOf(frame.game);
    return frame.health.good() && mode && *mode != game::PlayMode::BeforeKickOff &&
           *mode != game::PlayMode::GameOver;
}

void add(TakeoverTally& tally, const TakeoverDifference& difference) {
    ++tally.takeovers;
    for (const TakeoverDifference::Instant& instant : difference.instants) {
        const auto number = static_cast<int>(std::lround(instant.afterS / kRowS));
        if (number < 1 || std::abs(instant.afterS - number * kRowS) > 0.011) {
            continue;
        }
        TakeoverRow& row = tally.rows[number];
        if (!std::isnan(instant.ballM)) {
            row.ballM.push_back(instant.ballM);
        }
        row.torsoM.insert(row.torsoM.end(), instant.torsoM.begin(), instant.torsoM.end());
        row.turnDeg.insert(row.turnDeg.end(), instant.turnDeg.begin(), instant.turnDeg.end());
        row.fallsMissed += instant.fallsMissed;
        row.fallsAdded += instant.fallsAdded;
    }
}

// Returns a function that adds the agents' commands, from a frame of the log onward; an empty one
// if they were not requested. If the session cannot be read, prints an error and returns nullopt.
std::optional<simulator::AddCommands> commandsOf(const TakeoverArguments& arguments,
                                                 const logs::MatchLog& log, TakeoverTally& tally) {
    if (arguments.joints != "commanded") {
        return simulator::AddCommands();
    }
    auto opened = logs::SessionReader::open(arguments.session);
    if (!opened) {
        printError(opened.error().toString());
        return std::nullopt;
    }
    const auto place = evaluation::matchLogOf(**opened, log.path());
    const int cycles = std::min(simulator::kMaxCommandedCycles,
                                static_cast<int>(std::lround(arguments.seconds / game::kStepS)));
    return [session = std::shared_ptr<logs::SessionReader>(std::move(*opened)), at = place, cycles,
            &tally](const monitor::MatchFrame& frame, simulator::StartSituation& situation) {
        const auto found = evaluation::addSessionCommands(
            *session, at, static_cast<double>(frame.index), frame, cycles, situation);
        if (!found) {
            ++tally.refused[found.error().toString()];
        } else {
            tally.commanded += found->players;
        }
    };
}

bool measure(const TakeoverArguments& arguments, const std::string& file, TakeoverTally& tally) {
    LogArguments opened = arguments.log;
    opened.file = file;
    const auto log = openLog(opened, false);
    if (!log) {
        return false;
    }
    const auto addCommands = commandsOf(arguments, *log, tally);
    if (!addCommands) {
        return false;
    }
    const auto index = log->index();
    logs::FrameReader reader = log->makeReader();
    simulator::SimulationSettings settings;
    settings.robots = robotsOf(arguments.log);
    settings.solver = arguments.isExact ? simulator::Solver::Exact : simulator::Solver::Fast;
    double nextS = -1.0;
    for (logs::FrameNumber at = 1; at + 1 < index->frameCount(); ++at) {
        const auto frame = reader.frame(at);
        if (!frame) {
            printError(frame.error().inFile(file).toString());
            return false;
        }
        if (!isPlayed(**frame) || (*frame)->game.timeS < nextS) {
            continue;
        }
        std::vector<MatchFramePtr> frames;
        for (logs::FrameNumber each = at - 1; each < index->frameCount(); ++each) {
            const auto read = reader.frame(each);
            if (!read || (*read)->recordTimeS > (*frame)->recordTimeS + arguments.seconds + 0.001) {
                break;
            }
            frames.push_back(*read);
        }
        if (frames.size() < 3 ||
            frames.back()->recordTimeS < (*frame)->recordTimeS + arguments.seconds - 0.021) {
            continue; // interrupted by the end of the log or a gap
        }
        nextS = (*frame)->game.timeS + arguments.everyS - 0.001;
        const auto difference = simulator::measureTakeover(
            frames, settings,
            arguments.joints == "followed" ? TakeoverJoints::Followed : TakeoverJoints::Held,
            *addCommands);
        if (difference) {
            add(tally, *difference);
        } else {
            ++tally.refused[difference.error().toString()];
        }
    }
    return true;
}

int run(const TakeoverArguments& arguments) {
    if ((arguments.joints == "commanded") == arguments.session.empty()) {
        printError("--joints commanded and --session FILE require each other");
        return kExitFailed;
    }
    TakeoverTally tally;
    for (const std::string& file : arguments.files) {
        if (!measure(arguments, file, tally)) {
            return kExitFailed;
        }
    }
    for (const auto& [why, count] : tally.refused) {
        printError(
            fmt::format("{} could not be taken over: {}", base::plural(count, "frame"), why));
    }
    if (tally.takeovers == 0) {
        printError("cannot take over any frame; expected frames of a running game");
        return kExitFound;
    }
    fmt::print("{}, joints {}{}\n", base::plural(tally.takeovers, "takeover"), arguments.joints,
               arguments.joints == "commanded"
                   ? fmt::format(" ({})", base::plural(tally.commanded, "robot"))
                   : "");
    fmt::print("{:>7}{:>24}{:>32}{:>24}{:>16}\n", "", "ball, cm", "torso, cm", "torso, degrees",
               "falls");
    fmt::print("{:>7}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}\n", "after s",
               "median", "90 %", "worst", "robots", "median", "90 %", "worst", "median", "90 %",
               "worst", "missed", "added");
    for (const auto& [number, row] : tally.rows) {
        fmt::print("{:>7.1f}{}{:>8}{}{}{:>8}{:>8}\n", number * kRowS, quantiles(row.ballM, 100.0),
                   row.torsoM.size(), quantiles(row.torsoM, 100.0), quantiles(row.turnDeg, 1.0),
                   row.fallsMissed, row.fallsAdded);
    }
    return kExitGood;
}

} // namespace

void addSimTakeover(CLI::App& sim, int& status) {
    CLI::App* command = sim.add_subcommand(
        "takeover", "Take over frames of match logs and compare the simulation with the log");
    auto arguments = std::make_shared<TakeoverArguments>();
    command->add_option("FILES", arguments->files, "match logs, optionally compressed")->required();
    addLogReadingOptions(*command, arguments->log);
    command->add_option("--every", arguments->everyS, "seconds of game time between takeovers")
        ->capture_default_str()
        ->check(CLI::Range(0.01, 3600.0));
    command->add_option("--seconds", arguments->seconds, "duration of each comparison")
        ->capture_default_str()
        ->check(CLI::Range(0.2, 10.0));
    command
        ->add_option("--joints", arguments->joints,
                     "held: motors hold the angles of the frame; followed: they follow the log; "
                     "commanded: recorded commands of the agents, see --session")
        ->capture_default_str()
        ->check(CLI::IsMember({"held", "followed", "commanded"}));
    command->add_option("--session", arguments->session, "session that was recorded with the log")
        ->check(CLI::ExistingFile);
    command->add_flag("--exact", arguments->isExact, "use ODE's own solver");
    command->callback([arguments, &status] { status = run(*arguments); });
}

} // namespace sideline::cli
