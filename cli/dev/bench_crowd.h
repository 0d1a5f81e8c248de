#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sideline::cli {

/// The speed of one method of stepping a crowd.
struct CrowdRow {
    std::string name;        ///< `ODE alone`, `exact`, `fast`
    double cyclesPerS = 0.0; ///< median
    double timesOde = 1.0;   ///< ratio of this median to that of `ODE alone`
};

/// Measures robots that wave arms and legs until they fall and lie beside each other, as the agents
/// of `syncbench` do: the worst case for the physics.
///
/// ODE alone steps the same robots without messages, perception and rules. The methods alternate,
/// so that other load on the machine affects all of them equally.
/// @param robots 1 to `kMaxBenchRobots`
/// @param cycles of one measurement
/// @param repeats rounds; the median is reported
/// @return empty, after an error message, if robots fell asleep
[[nodiscard]] std::vector<CrowdRow> benchCrowd(int robots, std::uint64_t cycles, int repeats,
                                               int threads);

} // namespace sideline::cli
