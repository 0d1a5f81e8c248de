#pragma once

#include "agentcore/game/constants.h"

namespace sideline::simulator {

/// The number of 20 ms cycles in a duration, for comparison with a cycle count.
///
/// The server divides 32-bit durations by a 64-bit cycle time, so 0.2 s is slightly more than 10
/// cycles and "at least 0.2 s" takes 11; this function does the same.
[[nodiscard]] constexpr double cyclesIn(double durationS) {
    return static_cast<double>(static_cast<float>(durationS)) / game::kStepS;
}

} // namespace sideline::simulator
