#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <Eigen/Core>

namespace sideline::world {

/// The content of one message of a player to its teammates: about itself, the ball, and its
/// intention. Field frame F of the team.
struct SayWords {
    int unum = 0; ///< number of the speaker, 1 to 11
    bool isFallen = false;
    Eigen::Vector2d p_F = Eigen::Vector2d::Zero();
    double headingRad = 0.0;
    double poseAgeS = 0.0; ///< time since the pose was last confirmed by landmarks
    bool isBallKnown = false;
    Eigen::Vector2d ball_F = Eigen::Vector2d::Zero();
    Eigen::Vector2d ballVelocity_FMps = Eigen::Vector2d::Zero();
    double ballAgeS = 0.0;   ///< time since the speaker last saw it
    bool goesToBall = false; ///< whether the speaker is on its way to the ball in order to play it
    std::optional<Eigen::Vector2d> kicksTo_F; ///< intended target of a kick
};

/// Maximum quantization errors.
inline constexpr double kSayPlaceStepM = 0.006; ///< positions up to 22 m from the center
inline constexpr double kSayHeadingStepRad = 0.04;
inline constexpr double kSayAgeStepS = 0.05;   ///< ages up to 4.3 s; larger ages are clamped
inline constexpr double kSayTargetStepM = 0.3; ///< error of a kick target

/// Appends the content as a message of 20 characters, the maximum that servers forward.
///
/// Format `T`, after the letter: digits of base 88 (the printable characters without space,
/// parentheses, quotes, semicolon and backslash), most significant digit first. One digit for
/// the uniform number, whether the robot has fallen, and whether the ball is known; two each for x
/// and y of the speaker; one for the heading; one for the age of the pose; two each for x and y of
/// the ball; one each for its speed along x and y, as signed square root; one for its age; one for
/// the intention (0 neither, 1 goes to the ball, 2 also kicks it to a target); one each for x and y
/// of that target; two for a checksum. Values are clamped to their ranges. Other versions start
/// with another letter and are rejected.
/// @return false, with nothing written, for an invalid uniform number or a position that is not
/// finite
bool writeSay(const SayWords& words, std::string& out);

/// Decodes a message; not set if it is not in our format.
[[nodiscard]] std::optional<SayWords> readSay(std::string_view text);

} // namespace sideline::world
