// `sideline team match`: two teams on the built-in server, from kick-off to the final score.
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/game/server_kind.h"
#include "agentcore/monitor/game_summary.h"
#include "cli/log_command.h"
#include "cli/match_counter.h"
#include "cli/output.h"
#include "cli/served_match.h"
#include "cli/simulation_arguments.h"
#include "cli/statistics_table.h"
#include "cli/team_command.h"
#include "cli/team_console.h"

namespace sideline::cli {

namespace {

struct TeamMatchArguments {
    std::string left;
    std::string right;
    SimulationArguments simulation;
    simulator::LeagueArguments league;
    std::optional<std::uint16_t> agentPort;
    std::optional<std::uint16_t> monitorPort;
    std::string monitorLog;
    double minutes = 0.0;
    bool isFast = false; ///< runs as fast as the agents answer, instead of in real time
    std::string recordings = "recordings";
    bool isQuiet = false;
    bool mayReplace = false;
};

// Sets the match of the teams' server family.
// @return the game time at its start; nullopt after an error message
std::optional<double> setMatch(const TeamMatchArguments& arguments, bool isLeague,
                               ServedMatch& match) {
    std::shared_ptr<const simulator::StartSituation> start;
    if (isLeague) {
        simulator::LeagueArguments league = arguments.league;
        const auto make = makeLeague(arguments.simulation, league);
        if (!make) {
            return std::nullopt;
        }
        match.makeMatch = *make;
        start = league.start;
    } else {
        auto simulation = makeSettings(arguments.simulation);
        if (!simulation) {
            return std::nullopt;
        }
        start = simulation->start;
        match.simulation = std::move(*simulation);
    }
    return start ? start->timeS : arguments.league.timeS.value_or(0.0);
}

int run(const TeamMatchArguments& arguments, const CLI::App& command,
        const std::vector<CLI::Option*>& leagueOptions) {
    auto left = loadTeam(arguments.left);
    auto right = loadTeam(arguments.right);
    ConsoleSink console(true, arguments.isQuiet);
    const auto runners = runnerSettings(console, arguments.recordings);
    const bool isFree =
        areFree(base::OutputSet(arguments.mayReplace,
                                {arguments.left, arguments.right, arguments.simulation.rulesFile}),
                {arguments.monitorLog});
    if (!left || !right || !runners || !isFree) {
        return kExitFailed;
    }
    const game::ServerKind server = left->server;
    const bool isLeague = server == game::ServerKind::Rcssservermj;
    if (const auto fault = launcher::serverFault(*right, server)) {
        printError(fault->toString());
        return kExitFailed;
    }
    if (const std::string fault = familyFault(command, leagueOptions, isLeague); !fault.empty()) {
        printError(fault);
        return kExitFailed;
    }
    ServedMatch match;
    const auto startS = setMatch(arguments, isLeague, match);
    if (!startS) {
        return kExitFailed;
    }
    if (arguments.minutes > 0.0 && 60.0 * arguments.minutes <= *startS) {
        printError(fmt::format("--minutes {:g} ends the match at {:.1f} s of game time, but the "
                               "situation begins at {:.1f} s; expected more than {:.3f}",
                               arguments.minutes, 60.0 * arguments.minutes, *startS,
                               *startS / 60.0));
        return kExitFailed;
    }
    right->name = launcher::distinctName(right->name, {left->name});
    listenToSignals();
    match.agentPort = arguments.agentPort.value_or(game::defaultAgentPort(server));
    match.monitorPort = arguments.monitorPort.value_or(game::defaultMonitorPort(server));
    match.monitorLog = arguments.monitorLog;
    match.mayReplace = arguments.mayReplace;
    match.minutes = arguments.minutes;
    match.isFast = arguments.isFast;
    const auto counter = std::make_shared<MatchCounter>();
    match.sink = counter;
    match.say = [](const std::string& line) {
        fmt::print("{}\n", line);
        std::fflush(stdout);
    };
    const auto outcome = playServed(match, *left, *right, *runners);
    if (!outcome) {
        return kExitFailed;
    }
    printSummary(left->name, outcome->left);
    printSummary(right->name, outcome->right);
    if (outcome->game) {
        fmt::print("final score after {:.1f} s: {}\n\n{}", outcome->game->timeS,
                   monitor::resultText(*outcome->game), teamsTable(counter->statistics()));
    }
    if (!outcome->fault.empty()) {
        printError(outcome->fault);
    }
    for (const std::string& loss : outcome->losses) {
        printError(loss);
    }
    return !outcome->losses.empty() ? kExitFailed : outcome->fault.empty() ? kExitGood : kExitFound;
}

} // namespace

void addTeamMatch(CLI::App& team, int& status) {
    auto arguments = std::make_shared<TeamMatchArguments>();
    CLI::App* command = team.add_subcommand(
        "match",
        "Start a server and two teams, kick off, and print the final score and statistics");
    command->add_option("LEFT", arguments->left, "team file of the left team")->required();
    command->add_option("RIGHT", arguments->right, "team file of the right team")->required();
    command
        ->add_option("--minutes", arguments->minutes,
                     "end at this game time instead of at the end of the match")
        ->check(CLI::NonNegativeNumber);
    command->add_flag("--no-realtime", arguments->isFast,
                      "play as fast as the agents respond; programs must end their messages with "
                      "(syn), as embedded players do");
    command
        ->add_option("--agent-port", arguments->agentPort,
                     "agent port; 0: any free port (default: 3100, on rcssservermj 60000)")
        ->check(CLI::Range(0, 65535));
    command
        ->add_option(
            "--monitor-port", arguments->monitorPort,
            "monitor and trainer port; 0: any free port (default: 3200, on rcssservermj 60001)")
        ->check(CLI::Range(0, 65535));
    command->add_option("--monitor-log", arguments->monitorLog,
                        "write the match to a sparkmonitor.log");
    addSimulationArguments(*command, arguments->simulation);
    addStartOption(*command, arguments->simulation);
    addRecordingsOption(*command, arguments->recordings);
    addForceOption(*command, arguments->mayReplace);
    command->add_flag("--quiet", arguments->isQuiet, "print only faults, no player output");
    const std::vector<CLI::Option*> leagueOptions = addLeagueOptions(*command, arguments->league);
    command->callback([arguments, command, leagueOptions, &status] {
        status = run(*arguments, *command, leagueOptions);
    });
}

} // namespace sideline::cli
