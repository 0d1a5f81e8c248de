// `sideline-dev sim bench`: the speed of the simulator, in cycles per second.
#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/worker.h"
#include "agentcore/math/quantile.h"
#include "agentcore/monitor/trainer_command.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "cli/dev/bench_agents.h"
#include "cli/dev/bench_crowd.h"
#include "cli/dev/bench_robots.h"
#include "cli/dev/dev_commands.h"
#include "cli/dev/sim_determinism.h"
#include "cli/log_command.h"
#include "simulator/server/server.h"

namespace sideline::cli {

namespace {

using simulator::AgentId;
using simulator::Simulation;
using simulator::Solver;
using Clock = std::chrono::steady_clock;

constexpr double kCyclesPerSecondOfMatch = 50.0;
constexpr int kSimWarmUpCycles = 200;

struct SimBenchArguments {
    std::vector<int> robots{1, 6, 22};
    std::uint64_t cycles = 0; ///< 0: chosen by the number of robots
    int repeats = 3;
    std::string solver = "both";
    int threads = 1;
    std::uint16_t otherPort = 0; ///< 0: no external server
    bool isJson = false;
    bool isOfDeterminism = false;
    bool isOfCrowd = false;
};

enum class Way { Stepping, Percepts, Tcp };
const char* nameOf(Way way) {
    switch (way) {
    case Way::Stepping:
        return "stepping";
    case Way::Percepts:
        return "percepts";
    case Way::Tcp:
        return "tcp";
    }
    return "";
}

/// A built-in solver or, if empty, the server that the user specified.
using Candidate = std::optional<Solver>;

struct SimRow {
    Candidate candidate;
    int robots = 0;
    Way way = Way::Stepping;
    double cyclesPerS = 0.0; ///< median over the repeats
};

/// Times `count` calls of `cycle`, `repeats` times.
/// @return the median of cycles per second
template <typename Cycle>
double medianRate(std::uint64_t count, int repeats, const Cycle& cycle) {
    std::vector<double> rates;
    for (int i = 0; i < repeats; ++i) {
        const Clock::time_point begin = Clock::now();
        for (std::uint64_t k = 0; k < count; ++k) {
            cycle();
        }
        rates.push_back(static_cast<double>(count) /
                        std::chrono::duration<double>(Clock::now() - begin).count());
    }
    return math::medianOf(std::move(rates));
}

simulator::SimulationSettings settingsFor(Solver solver, int threads) {
    simulator::SimulationSettings settings;
    settings.solver = solver;
    settings.threadCount = threads;
    return settings;
}

void play(Simulation& simulation) {
    static_cast<void>(simulation.apply(monitor::SetPlayMode{game::PlayMode::PlayOn}));
}

std::optional<double> rateInside(const SimBenchArguments& arguments, Solver solver, int count,
                                 bool hasPercepts, std::uint64_t cycles) {
    Simulation simulation(settingsFor(solver, arguments.threads));
    std::vector<BenchRobot> robots;
    std::vector<AgentId> agents;
    for (int i = 0; i < count; ++i) {
        const BenchRobot& robot = robots.emplace_back(i);
        agents.push_back(
            simulation
                .addRobot(robot::kDefaultRobotFile, robot.type, robot.team, robot.unum, hasPercepts)
                .value());
        simulation.receive(agents.back(), robot.beam);
    }
    const auto cycle = [&] {
        const std::size_t turn = BenchRobot::turnIn(simulation.cycleCount());
        const bool isNewTurn = simulation.cycleCount() % BenchRobot::kCyclesPerTurn == 0;
        for (std::size_t i = 0; i < agents.size(); ++i) {
            if (hasPercepts || isNewTurn) { // otherwise robots keep the last commanded speed
                simulation.receive(agents[i], robots[i].moves[turn]);
            }
        }
        simulation.cycle();
    };
    for (int i = 0; i < kSimWarmUpCycles; ++i) {
        cycle();
    }
    play(simulation);
    const double rate = medianRate(cycles, arguments.repeats, cycle);
    return areAwake(simulation, count) ? std::optional(rate) : std::nullopt;
}

/// Measures the cycles per second of a server on which `agents` play, as observed by them.
base::Expected<double> rateOf(BenchAgents& agents, int count, std::uint64_t cycles) {
    if (auto joined = agents.join(count); !joined) {
        return tl::unexpected(joined.error());
    }
    if (auto warm = agents.play(kSimWarmUpCycles); !warm) {
        return tl::unexpected(warm.error());
    }
    const Clock::time_point begin = Clock::now();
    if (auto played = agents.play(cycles); !played) {
        return tl::unexpected(played.error());
    }
    return static_cast<double>(cycles) /
           std::chrono::duration<double>(Clock::now() - begin).count();
}

base::Expected<double> rateOverTcp(const SimBenchArguments& arguments, Solver solver, int count,
                                   std::uint64_t cycles) {
    simulator::ServerSettings ports;
    ports.agentPort = 0;
    ports.monitorPort = 0;
    ports.syncMode = simulator::SyncMode::All;
    auto server = simulator::Server::open(ports, settingsFor(solver, arguments.threads),
                                          [](const std::string&) {});
    if (!server) {
        return tl::unexpected(server.error());
    }
    BenchAgents agents((*server)->agentPort());
    base::Worker worker(
        "the server",
        [&server](const std::stop_token& stop) {
            while (!stop.stop_requested()) {
                if ((*server)->awaitCycle(Clock::now() + std::chrono::milliseconds(1))) {
                    (*server)->cycle();
                }
            }
        },
        [](const base::Error& error) { printError(error.toString()); });
    const auto rate = rateOf(agents, count, cycles);
    worker = {}; // from here on, this thread uses the simulation
    if (rate && !areAwake((*server)->simulation(), count)) {
        return base::failure(base::ErrorCode::InvalidArgument, "nothing to measure");
    }
    return rate;
}

std::uint64_t cyclesFor(const SimBenchArguments& arguments, int robots) {
    constexpr std::uint64_t kRobotCycles = 20000;
    return arguments.cycles > 0 ? arguments.cycles
                                : kRobotCycles / static_cast<std::uint64_t>(std::max(robots, 4));
}

/// Measures over TCP in turns, so that other load on the machine affects all candidates equally.
std::optional<std::vector<SimRow>> measureOverTcp(const SimBenchArguments& arguments,
                                                  const std::vector<Solver>& solvers, int robots) {
    const std::uint64_t cycles = cyclesFor(arguments, robots);
    std::vector<Candidate> candidates(solvers.begin(), solvers.end());
    if (arguments.otherPort != 0) {
        candidates.emplace_back(std::nullopt);
    }
    std::vector<std::vector<double>> rates(candidates.size());
    for (int i = 0; i < arguments.repeats; ++i) {
        for (std::size_t k = 0; k < candidates.size(); ++k) {
            base::Expected<double> rate;
            if (candidates[k]) {
                rate = rateOverTcp(arguments, *candidates[k], robots, cycles);
            } else {
                BenchAgents agents(arguments.otherPort);
                rate = rateOf(agents, robots, cycles);
            }
            if (!rate) {
                printError(rate.error().toString());
                return std::nullopt;
            }
            rates[k].push_back(*rate);
        }
    }
    std::vector<SimRow> rows;
    for (std::size_t k = 0; k < candidates.size(); ++k) {
        rows.push_back({candidates[k], robots, Way::Tcp, math::medianOf(std::move(rates[k]))});
    }
    return rows;
}

std::optional<std::vector<SimRow>> measure(const SimBenchArguments& arguments,
                                           const std::vector<Solver>& solvers) {
    std::vector<SimRow> rows;
    for (const int robots : arguments.robots) {
        for (const Way way : {Way::Stepping, Way::Percepts}) {
            for (const Solver solver : solvers) {
                const auto rate = rateInside(arguments, solver, robots, way == Way::Percepts,
                                             cyclesFor(arguments, robots));
                if (!rate) {
                    return std::nullopt;
                }
                rows.push_back({solver, robots, way, *rate});
            }
        }
        const auto overTcp = measureOverTcp(arguments, solvers, robots);
        if (!overTcp) {
            return std::nullopt;
        }
        rows.insert(rows.end(), overTcp->begin(), overTcp->end());
    }
    return rows;
}

/// Returns the speed relative to `base` for equal method and robots; nullopt for `base` itself.
std::optional<double> timesOf(const std::vector<SimRow>& rows, const SimRow& row, Candidate base) {
    for (const SimRow& other : rows) {
        if (other.candidate == base && row.candidate != base && other.robots == row.robots &&
            other.way == row.way) {
            return row.cyclesPerS / other.cyclesPerS;
        }
    }
    return std::nullopt;
}

std::string nameOf(const Candidate& candidate) {
    return !candidate ? "other" : *candidate == Solver::Exact ? "exact" : "fast";
}

void printTable(const std::vector<SimRow>& rows) {
    const auto ratio = [](const std::optional<double>& value) {
        return value ? fmt::format("{:.2f}", *value) : std::string("-");
    };
    fmt::print("{:<8}{:<10}{:<8}{:>10}{:>14}{:>10}{:>10}\n", "robots", "way", "solver", "cycles/s",
               "x real time", "x exact", "x other");
    for (const SimRow& row : rows) {
        fmt::print("{:<8}{:<10}{:<8}{:>10.0f}{:>14.1f}{:>10}{:>10}\n", row.robots, nameOf(row.way),
                   nameOf(row.candidate), row.cyclesPerS, row.cyclesPerS / kCyclesPerSecondOfMatch,
                   ratio(timesOf(rows, row, Solver::Exact)),
                   ratio(timesOf(rows, row, std::nullopt)));
    }
    fmt::print("stepping: no messages to agents; percepts: messages to and from all agents, no "
               "sockets;\ntcp: over sockets in sync mode, including the agents' thread; other: the "
               "server at --other-port.\n");
}

void printJson(const std::vector<SimRow>& rows) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const SimRow& row : rows) {
        nlohmann::ordered_json entry{{"robots", row.robots},
                                     {"way", nameOf(row.way)},
                                     {"solver", nameOf(row.candidate)},
                                     {"cycles_per_s", row.cyclesPerS},
                                     {"times_real_time", row.cyclesPerS / kCyclesPerSecondOfMatch}};
        if (const auto times = timesOf(rows, row, Solver::Exact)) {
            entry["times_exact"] = *times;
        }
        if (const auto times = timesOf(rows, row, std::nullopt)) {
            entry["times_other"] = *times;
        }
        json.push_back(std::move(entry));
    }
    std::cout << json.dump() << '\n';
}

int runCrowd(const SimBenchArguments& arguments) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    if (!arguments.isJson) {
        fmt::print("{:<8}{:<12}{:>10}{:>14}{:>14}\n", "robots", "way", "cycles/s", "x real time",
                   "x ODE alone");
    }
    for (const int robots : arguments.robots) {
        const auto rows = benchCrowd(robots, cyclesFor(arguments, robots) / 4U + 1U,
                                     arguments.repeats, arguments.threads);
        if (rows.empty()) {
            return kExitFailed;
        }
        for (const CrowdRow& row : rows) {
            const double timesRealTime = row.cyclesPerS / kCyclesPerSecondOfMatch;
            json.push_back({{"robots", robots},
                            {"way", row.name},
                            {"cycles_per_s", row.cyclesPerS},
                            {"times_real_time", timesRealTime},
                            {"times_ode_alone", row.timesOde}});
            if (!arguments.isJson) {
                fmt::print("{:<8}{:<12}{:>10.0f}{:>14.2f}{:>14.2f}\n", robots, row.name,
                           row.cyclesPerS, timesRealTime, row.timesOde);
            }
        }
    }
    if (arguments.isJson) {
        std::cout << json.dump() << '\n';
    } else {
        fmt::print("robots that wave, fall and lie next to each other; ODE alone: its steps and "
                   "nothing else;\nexact and fast: including messages, sensing and rules. "
                   "Alternating runs, medians.\n");
    }
    return kExitGood;
}

int run(const SimBenchArguments& arguments) {
    if (arguments.isOfCrowd) {
        return runCrowd(arguments);
    }
    std::vector<Solver> solvers;
    if (arguments.solver != "fast") {
        solvers.push_back(Solver::Exact);
    }
    if (arguments.solver != "exact") {
        solvers.push_back(Solver::Fast);
    }
    if (arguments.isOfDeterminism) {
        bool isSame = true;
        for (const Solver solver : solvers) {
            const std::uint64_t cycles = arguments.cycles > 0     ? arguments.cycles
                                         : solver == Solver::Fast ? 20000
                                                                  : 2000;
            isSame = printDeterminism(solver, cycles) && isSame;
        }
        return isSame ? kExitGood : kExitFound;
    }
    const auto rows = measure(arguments, solvers);
    if (!rows) {
        return kExitFailed;
    }
    if (arguments.isJson) {
        printJson(*rows);
    } else {
        printTable(*rows);
    }
    return kExitGood;
}

} // namespace

void addSimBench(CLI::App& sim, int& status) {
    auto arguments = std::make_shared<SimBenchArguments>();
    CLI::App* command =
        sim.add_subcommand("bench", "Measure cycles per second with robots that never sleep");
    command->add_option("--robots", arguments->robots, "numbers of robots, comma-separated")
        ->delimiter(',')
        ->capture_default_str()
        ->check(CLI::Range(1, kMaxBenchRobots));
    command->add_option("--cycles", arguments->cycles,
                        "cycles per measurement (default: fewer with more robots); with "
                        "--determinism 20000, and 2000 with the exact solver");
    command
        ->add_option("--repeat", arguments->repeats,
                     "number of measurements; the median is reported")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000));
    command->add_option("--solver", arguments->solver, "exact, fast or both")
        ->capture_default_str()
        ->check(CLI::IsMember({"exact", "fast", "both"}));
    command->add_option("--threads", arguments->threads, "threads for stepping and sensing")
        ->capture_default_str()
        ->check(CLI::Range(1, 256));
    command
        ->add_option("--other-port", arguments->otherPort,
                     "agent port of another server in sync mode on this machine, such as "
                     "rcssserver3d: measured with the same agents, alternating with ours")
        ->check(CLI::Range(1, 65535));
    command->add_flag("--json", arguments->isJson, "print one line of JSON");
    command->add_flag("--determinism", arguments->isOfDeterminism,
                      "compare runs bit for bit instead: repeated, with 2 and 4 threads, and "
                      "continued from a saved state");
    command->add_flag("--crowd", arguments->isOfCrowd,
                      "measure robots that wave until they fall and lie next to each other, with "
                      "both solvers and with ODE alone, alternating");
    command->callback([arguments, &status] { status = run(*arguments); });
}

} // namespace sideline::cli
