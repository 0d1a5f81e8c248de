#pragma once

namespace sideline::game {

// What the server's world goes by: rcssserver3d 0.7.3 with its default `naosoccersim.rb`. A number
// that a rules file can change is in `Rules`.

inline constexpr double kStepS = 0.02;        ///< of its physics; one message to an agent for each
inline constexpr double kGravityMps2 = 9.81;  ///< downwards
inline constexpr double kBallRadiusM = 0.042; ///< `BallRadius`
inline constexpr double kBallMassKg = 0.026;  ///< `BallMass`

// When a robot has fallen and when it stands again: one definition for the referee of a trial, the
// agent's belief and what is read from a log, so that they agree on the moment. Between the two a
// robot stays what it was.

inline constexpr double kFallenUpCos = 0.5;            ///< cosine of the torso's tilt: ...
inline constexpr double kFallenTiltRad = 1.0471975512; ///< ... over 60 degrees
inline constexpr double kUprightUpCos = 0.9063;        ///< at most 25 degrees
/// Height of the head above the ground as a share of its height in a straight stance.
inline constexpr double kFallenHeadShare = 0.5;
inline constexpr double kUprightHeadShare = 0.75;

/// Whether a robot that has not fallen before counts as fallen.
/// @param upCos cosine of the torso's tilt, -1 to 1
/// @param headShare height of the head above the ground, as a share of that in a straight stance; 1
///        where heights are not known
[[nodiscard]] constexpr bool isFallen(double upCos, double headShare = 1.0) {
    return upCos < kFallenUpCos || headShare < kFallenHeadShare;
}

/// Whether a robot that had fallen counts as upright again; parameters as for `isFallen`.
[[nodiscard]] constexpr bool isUpright(double upCos, double headShare = 1.0) {
    return upCos >= kUprightUpCos && headShare >= kUprightHeadShare;
}

/// Rounds a time of the server's as the server does, which holds its clocks in single precision.
///
/// From 8192 s (2.3 h) on, single precision makes a cycle 2 % too short and in the end nothing at
/// all. There nothing is rounded: a time continues in steps of 0.02 s forever.
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

} // namespace sideline::game
