// `sideline-dev agent bench`: the reaction time of agents, compared with a client that only echoes.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/durations.h"
#include "agentcore/base/worker.h"
#include "agentcore/behavior/stand_and_look.h"
#include "agentcore/net/frame_client.h"
#include "agentcore/runtime/agent_runner.h"
#include "cli/dev/dev_commands.h"
#include "cli/log_command.h"
#include "simulator/server/pacer.h"
#include "simulator/server/server.h"

namespace sideline::cli {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kAgentWarmUpCycles = 100; // warm-up of each agent
constexpr int kMaxAgents = 11;
constexpr int kTypes = 5;

struct AgentBenchArguments {
    std::vector<int> agents{1, 11};
    double seconds = 20.0;
    bool isJson = false;
};

// Measures the cycles of an agent after a warm-up.
class Stopwatch final : public world::FrameSink {
public:
    void take(const world::AgentFramePtr& frame) override {
        if (frame->cycle >= kAgentWarmUpCycles) {
            senseToAct.add(frame->timing.senseToAct);
            isWarm = true;
        }
        missed = frame->counters.missedCycles;
    }
    std::atomic<bool> isWarm{false};
    base::Durations senseToAct; ///< complete once the agent has ended
    std::uint64_t missed = 0;
};

// Plays without parsing messages and always sends the same answer: the cost of the system alone.
base::Durations echo(std::uint16_t port, const std::stop_token& stop) {
    base::Durations times;
    auto link = net::FrameClient::connect("127.0.0.1", port, {.stop = stop});
    if (!link || !link->send("(scene rsg/agent/nao/nao_hetero.rsg 0)")) {
        return times;
    }
    for (std::uint64_t heard = 0; !stop.stop_requested();) {
        const auto message = link->receive(Clock::now() + std::chrono::milliseconds(50));
        if (!message) {
            break;
        }
        if (!*message) {
            continue;
        }
        ++heard;
        const std::string_view answer =
            heard == 1 ? "(init (unum 1)(teamname Echo))" : "(he1 0)(he2 0)";
        if (!link->send(answer)) {
            break;
        }
        if (heard > kAgentWarmUpCycles) {
            times.add(Clock::now() - link->readAt());
        }
    }
    return times;
}

struct AgentRow {
    std::string name;
    base::Durations times;
    std::uint64_t missed = 0;
};

void simulate(simulator::Server& server, const std::stop_token& stop) {
    simulator::Pacer pacer(1.0, Clock::now());
    while (!stop.stop_requested()) {
        server.cycle();
        if (const auto next = pacer.afterCycle(Clock::now())) {
            server.serveUntil(*next);
        }
    }
}

// Runs the agents and the echo at the same time against the same server.
std::optional<std::vector<AgentRow>> measure(int agents, double seconds) {
    simulator::ServerSettings ports;
    ports.agentPort = 0;
    ports.monitorPort = 0;
    auto server = simulator::Server::open(ports, {}, [](const std::string&) {});
    if (!server) {
        printError(server.error().toString());
        return std::nullopt;
    }
    const std::uint16_t port = (*server)->agentPort();
    std::vector<Stopwatch> stopwatches(static_cast<std::size_t>(agents));
    std::vector<std::unique_ptr<runtime::AgentRunner>> runners;
    AgentRow echoes{"echo", {}, 0};
    const auto report = [](const base::Error& error) { printError(error.toString()); };
    base::Worker simulation(
        "the simulation", [&](const std::stop_token& stop) { simulate(**server, stop); }, report);
    base::Worker echoing(
        "the echo", [&](const std::stop_token& stop) { echoes.times = echo(port, stop); }, report);
    for (int i = 0; i < agents; ++i) {
        runtime::AgentSettings settings;
        settings.port = port;
        settings.unum = i + 1;
        settings.typeNumber = i % kTypes; // a team may have at most seven robots of a type
        settings.beam_F = Eigen::Vector3d(-1.0 - i, i % 3 - 1.0, 0.0);
        runners.push_back(std::make_unique<runtime::AgentRunner>(
            settings, std::make_unique<behavior::StandAndLook>(),
            std::vector<world::FrameSink*>{&stopwatches[static_cast<std::size_t>(i)]}));
    }
    const auto answerTimeout = Clock::now() + std::chrono::seconds(30);
    while (!std::ranges::all_of(stopwatches, [](const auto& watch) {
        return watch.isWarm.load();
    }) && Clock::now() < answerTimeout) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    std::ranges::for_each(runners, [](const auto& runner) { runner->stop(); });
    runners.clear();
    echoing.requestStop();
    echoing.join();
    simulation.requestStop();
    simulation.join();

    AgentRow row{fmt::format("{} agent{}", agents, agents == 1 ? "" : "s"), {}, 0};
    for (const Stopwatch& stopwatch : stopwatches) {
        row.times.add(stopwatch.senseToAct);
        row.missed += stopwatch.missed;
    }
    return std::vector{std::move(row), std::move(echoes)};
}

void print(const std::vector<AgentRow>& rows) {
    for (const AgentRow& row : rows) {
        fmt::print("{:<12}{:>9}{:>9.3f}{:>9.3f}{:>9.3f}{:>8}\n", row.name, row.times.count(),
                   row.times.quantileMs(0.5), row.times.quantileMs(0.99), row.times.largestMs(),
                   row.missed);
    }
    std::cout.flush();
}

int run(const AgentBenchArguments& arguments) {
    auto json = nlohmann::json::array();
    if (!arguments.isJson) {
        fmt::print("sense to act, from reading a message's last byte to sending the answer\n"
                   "{:<12}{:>9}{:>9}{:>9}{:>9}{:>8}\n",
                   "who", "cycles", "p50 ms", "p99 ms", "max ms", "missed");
    }
    for (const int agents : arguments.agents) {
        const auto rows = measure(agents, arguments.seconds);
        if (!rows || rows->front().times.count() == 0) {
            printError(fmt::format("{} agents completed no cycle to measure", agents));
            return kExitFailed;
        }
        if (!arguments.isJson) {
            print(*rows);
        }
        for (const AgentRow& row : *rows) {
            json.push_back({{"agents", agents},
                            {"who", row.name},
                            {"cycles", row.times.count()},
                            {"p50Ms", row.times.quantileMs(0.5)},
                            {"p99Ms", row.times.quantileMs(0.99)},
                            {"maxMs", row.times.largestMs()},
                            {"missed", row.missed}});
        }
    }
    if (arguments.isJson) {
        std::cout << json.dump(2) << std::endl;
    }
    return kExitGood;
}

} // namespace

void addAgentBench(CLI::App& agent, int& status) {
    auto arguments = std::make_shared<AgentBenchArguments>();
    CLI::App* command = agent.add_subcommand(
        "bench", "Measure how quickly agents respond to a server in this process");
    command
        ->add_option("--agents", arguments->agents,
                     "numbers of agents to run at the same time, such as 1,11")
        ->delimiter(',')
        ->check(CLI::Range(1, kMaxAgents))
        ->capture_default_str();
    command->add_option("--seconds", arguments->seconds, "duration of each run")
        ->capture_default_str()
        ->check(CLI::Range(0.1, 3600.0));
    command->add_flag("--json", arguments->isJson, "print JSON");
    command->callback([arguments, &status] { status = run(*arguments); });
}

} // namespace sideline::cli
