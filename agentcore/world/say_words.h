#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <Eigen/Core>

namespace sideline::world {

/// What a player reports to its teammates in one message: itself, and the ball. Field frame F of
/// the team.
struct SayWords {
    int unum = 0; ///< of the speaker, 1 to 11
    bool isFallen = false;
    Eigen::Vector2d p_F = Eigen::Vector2d::Zero();
    double headingRad = 0.0;
    double poseAgeS = 0.0; ///< since landmarks last confirmed it
    bool isBallKnown = false;
    Eigen::Vector2d ball_F = Eigen::Vector2d::Zero();
    Eigen::Vector2d ballVelocity_FMps = Eigen::Vector2d::Zero();
    double ballAgeS = 0.0; ///< since the speaker saw it
};

/// How far what is read may be from what was written.
inline constexpr double kSayPlaceStepM = 0.006; ///< places up to 22 m from the middle
inline constexpr double kSayHeadingStepRad = 0.04;
inline constexpr double kSayAgeStepS = 0.05; ///< ages up to 4.3 s; older ones are reported as that

/// Appends words as a message of 16 characters that the server passes on.
///
/// Format `S`, after the letter: digits of base 88 (the printable characters without blank,
/// parentheses, quotes, semicolon and backslash), high digits first. Number, fallen and ball known
/// in one; x and y of the speaker in two each; heading in one; age of the pose in one; x and y of
/// the ball in two each; its speed along x and y in one each, as signed root; its age in one; a
/// checksum. Numbers beyond their range are cut off there.
/// @return false, with nothing written, for a number that is no player's or a place that is not
///         finite
bool writeSay(const SayWords& words, std::string& out);

/// The words of a message, or nothing if it is none of ours.
[[nodiscard]] std::optional<SayWords> readSay(std::string_view text);

} // namespace sideline::world
