// `sideline server`: the simulator on the ports of rcssserver3d.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/base/plural.h"
#include "agentcore/game/constants.h"
#include "agentcore/game/server_kind.h"
#include "cli/log_command.h"
#include "cli/output.h"
#include "cli/server_status.h"
#include "cli/sim_command.h"
#include "cli/simulation_arguments.h"
#include "simulator/league/league.h"
#include "simulator/server/pacer.h"
#include "simulator/server/server.h"

namespace sideline::cli {

namespace {

constexpr const char* kLeague = "rcssservermj";

struct ServerArguments {
    std::string family = "simspark";
    SimulationArguments simulation;
    simulator::LeagueArguments league;
    simulator::ServerSettings server;
    std::string monitorLog;
    std::string recording;
    bool isNotRealTime = false;
    double speed = 1.0;
    double minutes = 0.0;
    bool kicksOff = false;
    bool isQuiet = false;
    double syncTimeoutS = 10.0;
    int agentBudgetMs = 0;
    double statusS = 0.0;
};

void announce(const simulator::Server& server, const ServerArguments& arguments) {
    fmt::print("agents connect to {}:{}, monitors to {}:{}; {}{}; stop with Ctrl+C\n",
               arguments.server.address, server.agentPort(), arguments.server.address,
               server.monitorPort(),
               arguments.isNotRealTime ? "as fast as possible"
                                       : fmt::format("{:g} times real time", arguments.speed),
               arguments.server.syncMode == simulator::SyncMode::All
                   ? ", waiting for every agent's (syn)"
                   : "");
    std::cout.flush();
}

// Reports faults of the server's output files on standard error, even with `--quiet`.
class OutputReporter {
public:
    void report(const std::vector<simulator::ServerOutput>& now) {
        if (now == m_reported) {
            return;
        }
        for (const std::string& news : simulator::changesOf(m_reported, now)) {
            printError(news);
        }
        m_reported = now;
    }
    /// @return whether the files are complete
    [[nodiscard]] bool reportEnd(const std::vector<simulator::ServerOutput>& now) {
        report(now);
        const auto losses = simulator::lossesOf(now);
        for (const std::string& loss : losses) {
            printError(loss);
        }
        return losses.empty() &&
               std::ranges::all_of(now, [](const auto& output) { return output.fault.empty(); });
    }

private:
    std::vector<simulator::ServerOutput> m_reported;
};

void serve(simulator::Server& server, const ServerArguments& arguments, OutputReporter& reporter) {
    simulator::Pacer pacer(arguments.isNotRealTime ? 0.0 : arguments.speed,
                           std::chrono::steady_clock::now());
    ServerStatus status(arguments.statusS, std::chrono::steady_clock::now());
    const auto cycles =
        arguments.minutes > 0.0
            ? static_cast<std::uint64_t>(arguments.minutes * 60.0 / game::kStepS + 0.5)
            : ~std::uint64_t{0};
    while (!isInterrupted() && !server.isShutdownRequested() &&
           server.match().cycleCount() < cycles) {
        // The wait is limited, so that signals are handled while agents are late.
        const bool mayBegin =
            server.awaitCycle(std::chrono::steady_clock::now() + std::chrono::milliseconds(50));
        const auto line = arguments.isQuiet ? std::nullopt
                                            : status.line(server, server.match().cycleCount(),
                                                          std::chrono::steady_clock::now());
        if (line) {
            std::cout << *line << std::endl;
        }
        if (!mayBegin) {
            continue;
        }
        server.cycle();
        reporter.report(server.outputs());
        if (const auto next = pacer.afterCycle(std::chrono::steady_clock::now())) {
            server.serveUntil(*next);
        }
    }
}

base::Expected<std::unique_ptr<simulator::Server>> openLeagueServer(
    const ServerArguments& arguments, const simulator::MatchMaker& make,
    simulator::Server::Log log) {
    auto played = make();
    if (!played) {
        return tl::unexpected(std::move(played.error()));
    }
    return simulator::Server::open(arguments.server, std::move(played->match),
                                   std::move(played->feed), std::move(log), played->settings);
}

// Opens a server of the requested family; null after an error message.
std::unique_ptr<simulator::Server> openServer(const ServerArguments& arguments) {
    const bool isQuiet = arguments.isQuiet;
    const auto log = [isQuiet](const std::string& line) {
        if (!isQuiet) {
            std::cout << line << std::endl;
        }
    };
    base::Expected<std::unique_ptr<simulator::Server>> server;
    if (arguments.family == kLeague) {
        simulator::LeagueArguments league = arguments.league;
        const auto make = makeLeague(arguments.simulation, league);
        if (!make) {
            return nullptr;
        }
        server = openLeagueServer(arguments, *make, log);
    } else {
        auto settings = makeSettings(arguments.simulation);
        if (!settings) {
            return nullptr;
        }
        settings->rules.kicksOffAutomatically =
            settings->rules.kicksOffAutomatically || arguments.kicksOff;
        server = simulator::Server::open(arguments.server, *settings, log);
    }
    if (!server) {
        printError(server.error().toString());
        return nullptr;
    }
    return std::move(*server);
}

int run(ServerArguments& arguments) {
    if (!areFree(
            base::OutputSet(arguments.server.mayReplaceFiles, {arguments.simulation.rulesFile}),
            {arguments.monitorLog, arguments.recording})) {
        return kExitFailed;
    }
    using Milliseconds = std::chrono::milliseconds;
    arguments.server.sync.answerTimeout =
        Milliseconds(std::llround(1000.0 * arguments.syncTimeoutS));
    arguments.server.sync.budget = Milliseconds(arguments.agentBudgetMs);
    arguments.server.monitorLog = arguments.monitorLog;
    arguments.server.inputRecording = arguments.recording;
    const auto server = openServer(arguments);
    if (server == nullptr) {
        return kExitFailed;
    }
    listenToSignals();
    announce(*server, arguments);
    OutputReporter reporter;
    serve(*server, arguments, reporter);
    server->endOutputs();
    fmt::print("{} simulated\n", base::plural(server->match().cycleCount(), "cycle"));
    return reporter.reportEnd(server->outputs()) ? kExitGood : kExitFailed;
}

} // namespace

void addServerCommand(CLI::App& app, int& status) {
    auto arguments = std::make_shared<ServerArguments>();
    CLI::App* command = app.add_subcommand(
        "server", "Run a match server for the agents and monitors of rcssserver3d or rcssservermj");
    command
        ->add_option(
            "--family", arguments->family,
            "simspark: Naos, as on rcssserver3d; rcssservermj: T1, K1 and PiPlus, on MuJoCo")
        ->capture_default_str()
        ->check(CLI::IsMember({"simspark", kLeague}));
    CLI::Option* agentPort =
        command
            ->add_option("--agent-port", arguments->server.agentPort,
                         "agent port; 0: any free port (default: 3100, on rcssservermj 60000)")
            ->check(CLI::Range(0, 65535));
    CLI::Option* monitorPort =
        command
            ->add_option(
                "--server-port,--monitor-port", arguments->server.monitorPort,
                "monitor and trainer port; 0: any free port (default: 3200, on rcssservermj 60001)")
            ->check(CLI::Range(0, 65535));
    command
        ->add_option("--bind", arguments->server.address,
                     "address to listen on; 0.0.0.0 accepts other machines")
        ->capture_default_str();
    addSimulationArguments(*command, arguments->simulation);
    addStartOption(*command, arguments->simulation);
    command->add_flag_callback(
        "--sync", [arguments] { arguments->server.syncMode = simulator::SyncMode::All; },
        "wait in every cycle for each agent's (syn); time stops while no agent is connected");
    CLI::Option* timeout =
        command
            ->add_option("--sync-patience", arguments->syncTimeoutS,
                         "with --sync, seconds to wait for an agent before the match continues "
                         "without it; on rcssservermj, before it is disconnected, 5 unless given; "
                         "0: forever, like SimSpark's server")
            ->capture_default_str()
            ->check(CLI::Range(0.0, 86'400.0));
    command
        ->add_option("--agent-budget", arguments->agentBudgetMs,
                     "with --sync, average milliseconds per cycle that one agent may delay the "
                     "others; 0: unlimited, like the real server")
        ->capture_default_str()
        ->check(CLI::Range(0, 60'000));
    command->add_flag(
        "--run-empty", arguments->server.runsWithoutAgents,
        "with --sync, keep time running while no agent is connected, like the real server");
    command
        ->add_option("--status", arguments->statusS,
                     "interval of status lines, seconds (default: only when an agent delays "
                     "all others)")
        ->check(CLI::Range(0.1, 86'400.0));
    command->add_flag("--no-realtime", arguments->isNotRealTime, "as fast as possible");
    command->add_option("--speed", arguments->speed, "speed relative to real time")
        ->capture_default_str()
        ->check(CLI::Range(0.01, 1000.0));
    command->add_option("--minutes", arguments->minutes, "stop after this much simulated time")
        ->check(CLI::NonNegativeNumber);
    command->add_flag("--kick-off", arguments->kicksOff,
                      "kick off without a human referee, 30 s after the first player connects");
    command->add_option("--monitor-log", arguments->monitorLog,
                        "write the match to a sparkmonitor.log");
    command->add_option("--record", arguments->recording,
                        "record all inputs, for `sideline sim rerun`");
    addForceOption(*command, arguments->server.mayReplaceFiles);
    command->add_flag("--quiet", arguments->isQuiet, "print nothing about clients");
    const std::vector<CLI::Option*> leagueOptions = addLeagueOptions(*command, arguments->league);
    command->callback([arguments, command, agentPort, monitorPort, timeout, leagueOptions,
                       &status] {
        const bool isLeague = arguments->family == kLeague;
        arguments->server.dropsSilentAgents = isLeague;
        if (isLeague && timeout->count() == 0) {
            constexpr double kLeagueTimeoutS = 5.0;
            arguments->syncTimeoutS = kLeagueTimeoutS;
        }
        if (const std::string fault = familyFault(*command, leagueOptions, isLeague);
            !fault.empty()) {
            throw CLI::ValidationError(fault);
        }
        if (isLeague && agentPort->count() == 0) {
            arguments->server.agentPort = game::defaultAgentPort(game::ServerKind::Rcssservermj);
        }
        if (isLeague && monitorPort->count() == 0) {
            arguments->server.monitorPort =
                game::defaultMonitorPort(game::ServerKind::Rcssservermj);
        }
        status = run(*arguments);
    });
}

} // namespace sideline::cli
