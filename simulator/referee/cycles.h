#pragma once

#include "agentcore/game/constants.h"

namespace sideline::simulator {

/// What a count of 20 ms cycles is compared with to determine whether a time is over.
///
/// The server's durations are 32-bit floats and its cycle a 64-bit one, so that 0.2 s are a little
/// more than 10 cycles and "at least 0.2 s" needs 11; this keeps that.
[[nodiscard]] constexpr double cyclesIn(double durationS) {
    return static_cast<double>(static_cast<float>(durationS)) / game::kStepS;
}

} // namespace sideline::simulator
