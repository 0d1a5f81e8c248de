#pragma once

#include <cstddef>
#include <string>

#include "simulator/simulation/simulation.h"

namespace sideline::cli {

inline constexpr int kMaxBenchRobots = 22;

/// One of the robots of a benchmark: teams in turns, types 0 to 4 in turns (as a team may have
/// them), spread over both halves. What it says is made once.
struct BenchRobot {
    /// @param index 0 to kMaxBenchRobots - 1
    explicit BenchRobot(int index);

    std::string team;
    int unum = 0;
    int type = 0;
    std::string scene; ///< the first message: asks for a body
    std::string init;  ///< asks for a number
    std::string beam;
    /// All joints at +-0.02 rad/s: it stands, and never falls asleep.
    std::string moves[2];

    static constexpr double kSpeedRadPerS = 0.02;
    static constexpr std::uint64_t kCyclesPerTurn = 20;
    /// Which of `moves` is said in a cycle.
    [[nodiscard]] static std::size_t turnIn(std::uint64_t cycle) {
        return cycle / kCyclesPerTurn % 2;
    }
};

/// Whether all robots of a benchmark are awake: one that sleeps costs nothing, and then there is
/// nothing to measure. Says so if not.
[[nodiscard]] bool areAwake(simulator::Simulation& simulation, int robots);

} // namespace sideline::cli
