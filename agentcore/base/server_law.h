#pragma once

namespace sideline::base {

/// What the server's world goes by, in one place for all who reckon with it.
inline constexpr double kStepS = 0.02;       ///< of its physics; one message to an agent for each
inline constexpr double kGravityMps2 = 9.81; ///< downwards

/// Rounds a time of the server's as the server does, which holds its clocks in single precision.
///
/// From 8192 s (2.3 h) on, single precision makes a cycle 2 % too short and in the end nothing at
/// all. There nothing is rounded: a time goes on in steps of 0.02 s for ever.
/// @param timeS s, finite
[[nodiscard]] constexpr double asServerS(double timeS) {
    constexpr double kRoundedBelowS = 8192.0;
    return timeS > -kRoundedBelowS && timeS < kRoundedBelowS
               ? static_cast<double>(static_cast<float>(timeS))
               : timeS;
}

/// A clock of the server's one cycle later. Its sum drifts by some hundredths of a second over a
/// match, which agents and monitors see.
/// @param timeS s, what this function gave the cycle before, or 0
[[nodiscard]] constexpr double serverClockAfter(double timeS) {
    return asServerS(timeS + static_cast<double>(static_cast<float>(kStepS)));
}

} // namespace sideline::base
