#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <Eigen/Core>

namespace sideline::world {

/// What a player reports to its teammates in one message: itself, the ball, and what it means to
/// do. Field frame F of the team.
struct SayWords {
    int unum = 0; ///< of the speaker, 1 to 11
    bool isFallen = false;
    Eigen::Vector2d p_F = Eigen::Vector2d::Zero();
    double headingRad = 0.0;
    double poseAgeS = 0.0; ///< since landmarks last confirmed it
    bool isBallKnown = false;
    Eigen::Vector2d ball_F = Eigen::Vector2d::Zero();
    Eigen::Vector2d ballVelocity_FMps = Eigen::Vector2d::Zero();
    double ballAgeS = 0.0;   ///< since the speaker saw it
    bool goesToBall = false; ///< the speaker is on its way to the ball, in order to play it
    std::optional<Eigen::Vector2d> kicksTo_F; ///< where it means to kick the ball to
};

/// How far what is read may be from what was written.
inline constexpr double kSayPlaceStepM = 0.006; ///< places up to 22 m from the middle
inline constexpr double kSayHeadingStepRad = 0.04;
inline constexpr double kSayAgeStepS = 0.05; ///< ages up to 4.3 s; older ones are reported as that
inline constexpr double kSayTargetStepM = 0.3; ///< of a kick

/// Appends words as a message of 20 characters, the most that servers pass on.
///
/// Format `T`, after the letter: digits of base 88 (the printable characters without blank,
/// parentheses, quotes, semicolon and backslash), high digits first. Number, fallen and ball known
/// in one; x and y of the speaker in two each; heading in one; age of the pose in one; x and y of
/// the ball in two each; its speed along x and y in one each, as signed root; its age in one; what
/// it means to do in one (0 neither, 1 goes to the ball, 2 and kicks it to a place); x and y of
/// that place in one each; a checksum in two. Numbers beyond their range are cut off there. Another
/// version begins with another letter; it is not understood.
/// @return false, with nothing written, for a number that is no player's or a place that is not
///         finite
bool writeSay(const SayWords& words, std::string& out);

/// The words of a message, or nothing if it is none of ours.
[[nodiscard]] std::optional<SayWords> readSay(std::string_view text);

} // namespace sideline::world
