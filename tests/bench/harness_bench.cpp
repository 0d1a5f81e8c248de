// Agents in process: cycles per second with complete agents, and with the simulation alone.
#include <chrono>
#include <memory>

#include <benchmark/benchmark.h>

#include "agentcore/behavior/stand_and_look.h"
#include "simulator/harness/match_harness.h"

namespace {

using namespace sideline;

constexpr int kWarmCycles = 200;

runtime::AgentSettings settingsOf(int number, localization::Method method) {
    runtime::AgentSettings settings;
    settings.team = number < 11 ? "Left" : "Right";
    settings.unum = number % 11 + 1;
    settings.typeNumber = number % 5;
    settings.beam_F = Eigen::Vector3d(-1.0 - number % 11, 0.7 * (number % 11 - 5), 0.0);
    settings.method = method;
    return settings;
}

// A running match of `range(0)` agents on `range(1)` threads.
std::unique_ptr<simulator::MatchHarness> matchOf(const benchmark::State& state,
                                                 localization::Method method,
                                                 simulator::Messages messages) {
    simulator::SimulationSettings settings;
    settings.threadCount = static_cast<int>(state.range(1));
    auto match = std::make_unique<simulator::MatchHarness>(settings);
    for (int i = 0; i < state.range(0); ++i) {
        match->add(settingsOf(i, method), std::make_unique<behavior::StandAndLook>(), messages);
    }
    for (int i = 0; i < kWarmCycles; ++i) {
        match->cycle();
    }
    return match;
}

void count(benchmark::State& state) {
    const double cycles = static_cast<double>(state.iterations());
    state.counters["cycles/s"] = benchmark::Counter(cycles, benchmark::Counter::kIsRate);
    state.counters["x real time"] = benchmark::Counter(cycles * 0.02, benchmark::Counter::kIsRate);
}

// Complete agents: percepts, world model, estimator, decision, effectors; percepts and joint speeds
// as text or as values. The counters in us are means over all agents, per agent and cycle.
void agentsInProcess(benchmark::State& state, localization::Method method,
                     simulator::Messages messages) {
    const auto match = matchOf(state, method, messages);
    world::CycleTiming sum;
    for (auto _ : state) {
        match->cycle();
        for (std::size_t i = 0; i < match->agentCount(); ++i) {
            const world::CycleTiming& timing = match->frame(i).timing;
            sum.parse += timing.parse;
            sum.update += timing.update;
            sum.decide += timing.decide;
        }
    }
    count(state);
    const auto meanUs = [&](std::chrono::nanoseconds total) {
        return std::chrono::duration<double, std::micro>(total).count() /
               static_cast<double>(state.iterations() * state.range(0));
    };
    state.counters["parse us"] = meanUs(sum.parse);
    state.counters["update us"] = meanUs(sum.update);
    state.counters["decide us"] = meanUs(sum.decide);
}

// The same match without agents, whose percepts are still generated: the difference is the cost of
// the agents.
void simulationAlone(benchmark::State& state, simulator::Messages messages) {
    const auto match = matchOf(state, localization::Method::Fusion, messages);
    for (auto _ : state) {
        match->simulation().cycle();
    }
    count(state);
}

using localization::Method;
using simulator::Messages;

void oneToAll(benchmark::internal::Benchmark* bench) {
    bench->Args({1, 1})->Args({4, 1})->Args({22, 1})->Args({22, 2})->UseRealTime();
}

BENCHMARK_CAPTURE(agentsInProcess, fusion_text, Method::Fusion, Messages::Text)->Apply(oneToAll);
BENCHMARK_CAPTURE(agentsInProcess, fusion_values, Method::Fusion, Messages::Values)
    ->Apply(oneToAll);
// With another estimator, to show the cost of the fusion estimator.
BENCHMARK_CAPTURE(agentsInProcess, gyro_text, Method::Gyro, Messages::Text)
    ->Args({22, 1})
    ->UseRealTime();
BENCHMARK_CAPTURE(agentsInProcess, gyro_values, Method::Gyro, Messages::Values)
    ->Args({22, 1})
    ->UseRealTime();
BENCHMARK_CAPTURE(simulationAlone, text, Messages::Text)->Apply(oneToAll);
BENCHMARK_CAPTURE(simulationAlone, values, Messages::Values)->Apply(oneToAll);

} // namespace

BENCHMARK_MAIN();
