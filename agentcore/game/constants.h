#pragma once

namespace sideline::game {

// Constants of rcssserver3d 0.7.3 with its default `naosoccersim.rb`. Numbers that a rules file can
// change are in `Rules`.

inline constexpr double kStepS = 0.02;        ///< one physics step, with one message to each agent
inline constexpr double kGravityMps2 = 9.81;  ///< downward
inline constexpr double kBallRadiusM = 0.042; ///< `BallRadius`
inline constexpr double kBallMassKg = 0.026;  ///< `BallMass`

// Thresholds for fallen and upright robots: a single definition for the trial referee, the agent's
// belief and log analysis, so that they agree on when a robot falls. Between the two thresholds a
// robot keeps its state.

inline constexpr double kFallenUpCos = 0.5;            ///< cosine of a tilt of 60 degrees
inline constexpr double kFallenTiltRad = 1.0471975512; ///< a robot with a larger tilt of the torso
                                                       ///< is fallen
inline constexpr double kUprightUpCos = 0.9063;        ///< cosine of a tilt of 25 degrees; upright
                                                       ///< at smaller tilts
/// Height of the head above the ground, relative to its height in a straight stance.
inline constexpr double kFallenHeadRatio = 0.5;
inline constexpr double kUprightHeadRatio = 0.75;

/// Whether a robot that was upright counts as fallen.
/// @param upCos cosine of the torso's tilt, -1 to 1
/// @param headHeightRatio height of the head above the ground relative to a straight stance; 1
/// where heights are unknown
[[nodiscard]] constexpr bool isFallen(double upCos, double headHeightRatio = 1.0) {
    return upCos < kFallenUpCos || headHeightRatio < kFallenHeadRatio;
}

/// Whether a robot that was fallen counts as upright again; parameters as for `isFallen`.
[[nodiscard]] constexpr bool isUpright(double upCos, double headHeightRatio = 1.0) {
    return upCos >= kUprightUpCos && headHeightRatio >= kUprightHeadRatio;
}

/// Rounds a server time as the server does, which stores its clocks in single precision.
///
/// From 8192 s (2.3 h) on, a cycle in single precision becomes 2 % too short and eventually zero.
/// Beyond that time nothing is rounded, so time continues in steps of 0.02 s.
/// @param timeS s, finite
[[nodiscard]] constexpr double asServerS(double timeS) {
    constexpr double kRoundedBelowS = 8192.0;
    return timeS > -kRoundedBelowS && timeS < kRoundedBelowS
               ? static_cast<double>(static_cast<float>(timeS))
               : timeS;
}

/// A server clock one cycle later. The rounding error of its sum reaches a few hundredths of a
/// second over a match, visible to agents and monitors.
/// @param timeS s, the previous result of this function, or 0
[[nodiscard]] constexpr double serverClockAfter(double timeS) {
    return asServerS(timeS + static_cast<double>(static_cast<float>(kStepS)));
}

} // namespace sideline::game
