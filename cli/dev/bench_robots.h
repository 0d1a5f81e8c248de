#pragma once

#include <cstddef>
#include <string>

#include "simulator/simulation/simulation.h"

namespace sideline::cli {

inline constexpr int kMaxBenchRobots = 22;

/// One of the robots of a benchmark: teams and types 0 to 4 alternate within the limits of a team,
/// and both halves are filled. Its messages are prepared once.
struct BenchRobot {
    /// @param index 0 to kMaxBenchRobots - 1
    explicit BenchRobot(int index);

    std::string team;
    int unum = 0;
    int type = 0;
    std::string scene; ///< first message, which requests a body
    std::string init;  ///< requests a uniform number
    std::string beam;
    /// All joints at +-0.02 rad/s: the robot stands and its bodies stay awake.
    std::string moves[2];

    static constexpr double kSpeedRadPerS = 0.02;
    static constexpr std::uint64_t kCyclesPerTurn = 20;
    /// Index into `moves` of the message for a cycle.
    [[nodiscard]] static std::size_t turnIn(std::uint64_t cycle) {
        return cycle / kCyclesPerTurn % 2;
    }
};

/// Whether all robots of a benchmark are awake, since stepping sleeping ones costs nothing. Prints
/// an error if one sleeps.
[[nodiscard]] bool areAwake(simulator::Simulation& simulation, int robots);

} // namespace sideline::cli
