// Agents in process: cycles per second with everything that an agent does, beside the simulation alone.
#include <memory>

#include <benchmark/benchmark.h>

#include "agentcore/behavior/stand_and_look.h"
#include "simulator/harness/match_harness.h"

namespace {

using namespace sideline;

constexpr int kWarmCycles = 200;

runtime::AgentSettings settingsOf(int number) {
    runtime::AgentSettings settings;
    settings.team = number < 11 ? "Left" : "Right";
    settings.unum = number % 11 + 1;
    settings.typeNumber = number % 5;
    settings.beam_F = Eigen::Vector3d(-1.0 - number % 11, 0.7 * (number % 11 - 5), 0.0);
    return settings;
}

void count(benchmark::State& state) {
    const double cycles = static_cast<double>(state.iterations());
    state.counters["cycles/s"] = benchmark::Counter(cycles, benchmark::Counter::kIsRate);
    state.counters["x real time"] = benchmark::Counter(cycles * 0.02, benchmark::Counter::kIsRate);
}

// Complete agents: text of percepts decoded, world model, estimator, decision, text of effectors.
void agentsInProcess(benchmark::State& state) {
    simulator::SimulationSettings settings;
    settings.threadCount = static_cast<int>(state.range(1));
    simulator::MatchHarness match(settings);
    for (int i = 0; i < state.range(0); ++i) {
        match.add(settingsOf(i), std::make_unique<behavior::StandAndLook>());
    }
    for (int i = 0; i < kWarmCycles; ++i) {
        match.cycle();
    }
    for (auto _ : state) {
        match.cycle();
    }
    count(state);
}

// The same robots in the same match with nobody who listens: what is left for the agents.
void simulationAlone(benchmark::State& state) {
    simulator::SimulationSettings settings;
    settings.threadCount = static_cast<int>(state.range(1));
    simulator::MatchHarness match(settings);
    for (int i = 0; i < state.range(0); ++i) {
        match.add(settingsOf(i), std::make_unique<behavior::StandAndLook>());
    }
    for (int i = 0; i < kWarmCycles; ++i) {
        match.cycle();
    }
    for (auto _ : state) {
        match.simulation().cycle();
    }
    count(state);
}

BENCHMARK(agentsInProcess)->Args({1, 1})->Args({4, 1})->Args({22, 1})->Args({22, 2})->UseRealTime();
BENCHMARK(simulationAlone)->Args({1, 1})->Args({22, 1})->Args({22, 2})->UseRealTime();

} // namespace

BENCHMARK_MAIN();
