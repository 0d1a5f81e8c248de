// `sideline sim bench`: how many cycles a second the simulator takes.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/worker.h"
#include "agentcore/monitor/trainer_command.h"
#include "agentcore/net/frame_client.h"
#include "cli/bench_crowd.h"
#include "cli/bench_robots.h"
#include "cli/log_command.h"
#include "cli/sim_command.h"
#include "cli/sim_determinism.h"
#include "simulator/server/server.h"

namespace sideline::cli {

namespace {

using simulator::AgentId;
using simulator::Simulation;
using simulator::Solver;
using Clock = std::chrono::steady_clock;

constexpr double kCyclesPerSecondOfMatch = 50.0;
constexpr int kWarmUpCycles = 200;

struct SimBenchArguments {
    std::vector<int> robots{1, 6, 22};
    std::uint64_t cycles = 0; ///< 0: as many as suit
    int repeats = 3;
    std::string solver = "both";
    int threads = 1;
    bool isJson = false;
    bool isOfDeterminism = false;
    bool isOfCrowd = false;
};

enum class Way { Stepping, Percepts, Tcp };
constexpr Way kWays[] = {Way::Stepping, Way::Percepts, Way::Tcp};

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

struct Row {
    Solver solver = Solver::Exact;
    int robots = 0;
    Way way = Way::Stepping;
    double cyclesPerS = 0.0; ///< median
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
    const auto middle = rates.begin() + static_cast<std::ptrdiff_t>(rates.size() / 2);
    std::nth_element(rates.begin(), middle, rates.end());
    return *middle;
}

simulator::SimulationSettings settingsFor(Solver solver, int threads) {
    simulator::SimulationSettings settings;
    settings.solver = solver;
    settings.threadCount = threads;
    return settings;
}

void play(Simulation& simulation) {
    static_cast<void>(simulation.apply(monitor::SetPlayMode{field::PlayMode::PlayOn}));
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
                .addRobot(BenchRobot::kSceneFile, robot.type, robot.team, robot.unum, hasPercepts)
                .value());
        simulation.receive(agents.back(), robot.beam);
    }
    const auto cycle = [&] {
        const std::size_t turn = BenchRobot::turnIn(simulation.cycleCount());
        const bool isNewTurn = simulation.cycleCount() % BenchRobot::kCyclesPerTurn == 0;
        for (std::size_t i = 0; i < agents.size(); ++i) {
            if (hasPercepts || isNewTurn) { // a speed lasts until there is another
                simulation.receive(agents[i], robots[i].moves[turn]);
            }
        }
        simulation.cycle();
    };
    for (int i = 0; i < kWarmUpCycles; ++i) {
        cycle();
    }
    play(simulation);
    const double rate = medianRate(cycles, arguments.repeats, cycle);
    return areAwake(simulation, count) ? std::optional(rate) : std::nullopt;
}

/// Agents that do as little as agents can: they look for the time in what they are told, and
/// answer with what they have ready. They come one after the other, as bodies that appear in one
/// place at once would stick in each other.
class LeanAgents {
public:
    explicit LeanAgents(std::uint16_t port) : m_port(port) {}

    /// Returns when agent `i` has played until the server ended, or met a fault.
    void run(int i) {
        {
            auto client = net::FrameClient::connect("127.0.0.1", m_port);
            if (!client) {
                return;
            }
            m_agents.push_back({BenchRobot(i), std::move(*client)});
            Agent& agent = m_agents.back();
            if (!agent.client.send(agent.robot.scene)) {
                return;
            }
            while (agent.messages < kMessagesToSettle) {
                if (!answerAll()) {
                    return;
                }
            }
        }
        while (answerAll()) {
        }
    }

private:
    struct Agent {
        BenchRobot robot;
        net::FrameClient client;
        std::uint64_t messages = 0;
    };
    static constexpr std::uint64_t kMessagesToSettle = 5;

    bool answerAll() {
        return std::ranges::all_of(m_agents, [](Agent& agent) { return answer(agent); });
    }

    static bool answer(Agent& agent) {
        constexpr std::chrono::seconds kPatience{10};
        constexpr std::string_view kTime = "(time (now ";
        const auto message = agent.client.receive(Clock::now() + kPatience);
        if (!message || !*message || !(*message)->starts_with(kTime)) {
            return false;
        }
        const double timeS = std::strtod((*message)->data() + kTime.size(), nullptr);
        const auto cycle = static_cast<std::uint64_t>(timeS * kCyclesPerSecondOfMatch + 0.5);
        const std::size_t turn = BenchRobot::turnIn(cycle);
        const std::string& text = agent.messages == 0   ? agent.robot.init
                                  : agent.messages == 1 ? agent.robot.beam
                                                        : agent.robot.moves[turn];
        ++agent.messages;
        return agent.client.send(text).has_value();
    }

    std::uint16_t m_port;
    std::vector<Agent> m_agents;
};

std::optional<double> rateOverTcp(const SimBenchArguments& arguments, Solver solver, int count,
                                  std::uint64_t cycles) {
    simulator::ServerSettings ports;
    ports.agentPort = 0;
    ports.monitorPort = 0;
    ports.isSynchronous = true;
    auto server = simulator::Server::open(ports, settingsFor(solver, arguments.threads),
                                          [](const std::string&) {});
    if (!server) {
        printError(server.error().toString());
        return std::nullopt;
    }
    std::vector<base::Worker> agents;
    for (int i = 0; i < count; ++i) {
        agents.emplace_back(
            "an agent",
            [port = (*server)->agentPort(), i](const auto& /*stop*/) { LeanAgents(port).run(i); },
            [](const base::Error& error) { printError(error.toString()); });
    }
    const auto isReady = [&] { return (*server)->agentCount() == static_cast<std::size_t>(count); };
    const Clock::time_point deadline = Clock::now() + std::chrono::seconds(60);
    while (!isReady() && Clock::now() < deadline) {
        if ((*server)->awaitCycle(Clock::now() + std::chrono::milliseconds(1))) {
            (*server)->cycle();
        }
    }
    for (int i = 0; i < kWarmUpCycles; ++i) {
        (*server)->cycle();
    }
    play((*server)->simulation());
    const double rate = medianRate(cycles, arguments.repeats, [&] { (*server)->cycle(); });
    const bool haveStayed = isReady() && areAwake((*server)->simulation(), count);
    server->reset(); // ends the agents
    agents.clear();
    if (!haveStayed) {
        printError("agents of the benchmark lost their connection, or did not move");
        return std::nullopt;
    }
    return rate;
}

std::uint64_t cyclesFor(const SimBenchArguments& arguments, int robots) {
    constexpr std::uint64_t kRobotCycles = 20000;
    return arguments.cycles > 0 ? arguments.cycles
                                : kRobotCycles / static_cast<std::uint64_t>(std::max(robots, 4));
}

std::optional<std::vector<Row>> measure(const SimBenchArguments& arguments,
                                        const std::vector<Solver>& solvers) {
    std::vector<Row> rows;
    for (const int robots : arguments.robots) {
        const std::uint64_t cycles = cyclesFor(arguments, robots);
        for (const Way way : kWays) {
            for (const Solver solver : solvers) {
                const auto rate = way == Way::Tcp ? rateOverTcp(arguments, solver, robots, cycles)
                                                  : rateInside(arguments, solver, robots,
                                                               way == Way::Percepts, cycles);
                if (!rate) {
                    return std::nullopt;
                }
                rows.push_back({solver, robots, way, *rate});
            }
        }
    }
    return rows;
}

/// Cycles per second of rcssserver3d 0.7.3 with a lean C++ client, docs/performance.md.
std::optional<double> realServerRate(int robots) {
    switch (robots) {
    case 1:
        return 2250.0;
    case 6:
        return 405.0;
    case 22:
        return 86.0; // 66 to 107
    default:
        return std::nullopt;
    }
}

std::optional<double> timesRealServer(const Row& row) {
    const auto real = realServerRate(row.robots);
    return real && row.way == Way::Tcp ? std::optional(row.cyclesPerS / *real) : std::nullopt;
}

std::optional<double> timesExact(const std::vector<Row>& rows, const Row& row) {
    for (const Row& other : rows) {
        if (row.solver == Solver::Fast && other.solver == Solver::Exact &&
            other.robots == row.robots && other.way == row.way) {
            return row.cyclesPerS / other.cyclesPerS;
        }
    }
    return std::nullopt;
}

const char* nameOf(Solver solver) {
    return solver == Solver::Exact ? "exact" : "fast";
}

void printTable(const std::vector<Row>& rows) {
    const auto ratio = [](const std::optional<double>& value) {
        return value ? fmt::format("{:.2f}", *value) : std::string("-");
    };
    fmt::print("{:<8}{:<10}{:<8}{:>10}{:>14}{:>14}{:>14}\n", "robots", "way", "solver", "cycles/s",
               "x real time", "x real server", "fast / exact");
    for (const Row& row : rows) {
        fmt::print("{:<8}{:<10}{:<8}{:>10.0f}{:>14.1f}{:>14}{:>14}\n", row.robots, nameOf(row.way),
                   nameOf(row.solver), row.cyclesPerS, row.cyclesPerS / kCyclesPerSecondOfMatch,
                   ratio(timesRealServer(row)), ratio(timesExact(rows, row)));
    }
    fmt::print(
        "stepping: no messages to agents; percepts: messages to and from all agents, no sockets;\n"
        "tcp: over sockets in sync mode, the agents' thread included.\n"
        "The real server's figures (2250 cycles/s with 1 robot, 405 with 6, 66 to 107 with 22, a "
        "lean C++ client)\nare those of docs/performance.md, not of this run.\n");
}

void printJson(const std::vector<Row>& rows) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const Row& row : rows) {
        nlohmann::ordered_json entry{{"robots", row.robots},
                                     {"way", nameOf(row.way)},
                                     {"solver", nameOf(row.solver)},
                                     {"cycles_per_s", row.cyclesPerS},
                                     {"times_real_time", row.cyclesPerS / kCyclesPerSecondOfMatch}};
        if (const auto times = timesRealServer(row)) {
            entry["times_documented_real_server"] = *times;
        }
        if (const auto times = timesExact(rows, row)) {
            entry["fast_times_exact"] = *times;
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
        fmt::print("robots that wave, fall and lie beside each other; ODE alone: its steps and "
                   "nothing else;\nexact and fast: messages, senses and rules as well. In turns, "
                   "medians.\n");
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
    command->add_option("--robots", arguments->robots, "how many, several with commas")
        ->delimiter(',')
        ->capture_default_str()
        ->check(CLI::Range(1, kMaxBenchRobots));
    command->add_option("--cycles", arguments->cycles,
                        "per measurement (default: the fewer the more robots are there); with "
                        "--determinism 20000, and 2000 with the exact solver");
    command->add_option("--repeat", arguments->repeats, "measurements, of which the median is told")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000));
    command->add_option("--solver", arguments->solver, "exact, fast or both")
        ->capture_default_str()
        ->check(CLI::IsMember({"exact", "fast", "both"}));
    command->add_option("--threads", arguments->threads, "threads for stepping and sensing")
        ->capture_default_str()
        ->check(CLI::Range(1, 256));
    command->add_flag("--json", arguments->isJson, "one line of JSON");
    command->add_flag("--determinism", arguments->isOfDeterminism,
                      "compare repeated runs bit for bit instead: again, with 2 and 4 threads, "
                      "saved and restored");
    command->add_flag("--crowd", arguments->isOfCrowd,
                      "measure robots that wave until they fall and lie beside each other, with "
                      "both solvers and with ODE alone, in turns");
    command->callback([arguments, &status] { status = run(*arguments); });
}

} // namespace sideline::cli
