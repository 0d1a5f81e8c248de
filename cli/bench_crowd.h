#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sideline::cli {

/// How fast one way of stepping a crowd is.
struct CrowdRow {
    std::string name;        ///< `ODE alone`, `exact`, `fast`
    double cyclesPerS = 0.0; ///< median
    double timesOde = 1.0;   ///< ratio of the medians
};

/// Measures robots that wave arms and legs until they fall, and lie beside each other: what agents
/// do in `syncbench`, and the most work for the physics.
///
/// ODE alone takes the steps of the same robots, without messages, senses and rules. The ways take
/// turns, so that what else the machine does slows all of them alike.
/// @param robots 1 to `kMaxBenchRobots`
/// @param cycles of one measurement
/// @param repeats turns, of which the median is reported
/// @return empty, after an error message, if robots fell asleep
[[nodiscard]] std::vector<CrowdRow> benchCrowd(int robots, std::uint64_t cycles, int repeats,
                                               int threads);

} // namespace sideline::cli
