#include "cli/dev/sim_determinism.h"

#include <iostream>
#include <memory>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "agentcore/base/rng.h"
#include "agentcore/monitor/trainer_command.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "cli/dev/bench_robots.h"

namespace sideline::cli {

namespace {

using simulator::Simulation;

// A match of robots that move randomly.
class RandomMatch {
public:
    RandomMatch(simulator::Solver solver, int threads)
        : m_simulation(settings(solver, threads)), m_rng(kSeed) {
        for (int i = 0; i < kMaxBenchRobots; ++i) {
            const BenchRobot robot(i);
            const auto agent = m_simulation.addRobot(robot::kDefaultRobotFile, robot.type,
                                                     robot.team, robot.unum, true);
            m_simulation.receive(agent.value(), robot.beam);
        }
        run(2);
        static_cast<void>(m_simulation.apply(monitor::SetPlayMode{game::PlayMode::PlayOn}));
    }

    void run(std::uint64_t cycles) {
        for (std::uint64_t i = 0; i < cycles; ++i) {
            if (m_simulation.cycleCount() % kCyclesPerDraw == 0) {
                draw();
            }
            m_simulation.cycle();
        }
    }

    void save() {
        m_saved = m_simulation.save();
        m_savedRng = m_rng;
    }
    void restore() {
        static_cast<void>(m_simulation.restore(*m_saved)); // no agent has joined or left
        m_rng = m_savedRng;
    }
    [[nodiscard]] std::uint64_t hash() const { return m_simulation.stateHash(); }

private:
    static constexpr std::uint64_t kSeed = 7;
    static constexpr std::uint64_t kCyclesPerDraw = 10;

    static simulator::SimulationSettings settings(simulator::Solver solver, int threads) {
        simulator::SimulationSettings settings;
        settings.seed = kSeed;
        settings.solver = solver;
        settings.threadCount = threads;
        return settings;
    }

    void draw() {
        constexpr double kFastestRadPerS = 3.0;
        for (const simulator::AgentInfo& agent : m_simulation.agents()) {
            for (std::size_t j = 0; j < agent.model->joints().size(); ++j) {
                m_simulation.setJointSpeed(agent.id, robot::JointId(j),
                                           m_rng.uniform(-kFastestRadPerS, kFastestRadPerS));
            }
        }
    }

    Simulation m_simulation;
    base::Rng m_rng;
    std::shared_ptr<const simulator::SimulationState> m_saved;
    base::Rng m_savedRng{kSeed};
};

std::uint64_t hashAtEnd(simulator::Solver solver, int threads, std::uint64_t cycles) {
    RandomMatch match(solver, threads);
    match.run(cycles);
    return match.hash();
}

// Continues past the snapshot, then restores it and plays the same cycles again.
std::uint64_t hashAfterRestoring(simulator::Solver solver, std::uint64_t cycles) {
    constexpr std::uint64_t kAstray = 300;
    RandomMatch match(solver, 1);
    match.run(cycles / 2);
    match.save();
    match.run(kAstray);
    match.restore();
    match.run(cycles - cycles / 2);
    return match.hash();
}

} // namespace

bool printDeterminism(simulator::Solver solver, std::uint64_t cycles) {
    const char* name = solver == simulator::Solver::Exact ? "exact" : "fast";
    const std::uint64_t first = hashAtEnd(solver, 1, cycles);
    bool isSame = true;
    const auto report = [&](std::string_view how, std::uint64_t hash) {
        isSame = isSame && hash == first;
        fmt::print("{:<6}{:>8} cycles  {:<28}{:016x}{}\n", name, cycles, how, hash,
                   hash == first ? "" : "  different");
        std::cout.flush();
    };
    report("1 thread", first);
    report("1 thread again", hashAtEnd(solver, 1, cycles));
    report("2 threads", hashAtEnd(solver, 2, cycles));
    report("4 threads", hashAtEnd(solver, 4, cycles));
    report("saved and restored halfway", hashAfterRestoring(solver, cycles));
    return isSame;
}

} // namespace sideline::cli
