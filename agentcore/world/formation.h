#pragma once

#include <array>
#include <optional>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"

namespace sideline::world {

inline constexpr int kTeamSize = 11;

/// Where a player belongs. Places are in shares of half the field's length and width, so that a
/// table fits fields of every size; the field frame F with the own goal at x = -1.
struct HomePlace {
    Eigen::Vector2d play = Eigen::Vector2d::Zero();    ///< while the ball is in the middle
    Eigen::Vector2d kickOff = Eigen::Vector2d::Zero(); ///< in the own half
    /// How much of the ball's way from the middle the player goes along, in x and y: 0 to 1.
    Eigen::Vector2d follow = Eigen::Vector2d::Zero();
};

/// One place per uniform number, 1 first.
using Formation = std::array<HomePlace, kTeamSize>;

/// The table in use as long as there is no other: a supervisor, four in defense, three in the
/// middle, three in front; the first of them is next to the ball at an own kick-off.
[[nodiscard]] const Formation& defaultHomeTable();

enum class HomeUse {
    Play,            ///< the ball is in play, or will be soon
    OwnKickOff,      ///< before and during a kick-off of ours, or of nobody yet
    OpponentKickOff, ///< of theirs: outside of the circle
};

/// Where the player with a number belongs: `play`, moved along with the ball by `follow` and kept
/// inside the field, or `kickOff`, kept in the own half and, if need be, out of the circle.
/// @param unum 1 to 11; nothing comes back for others
/// @param ball_F of the ball; the middle of the field if it is not known
[[nodiscard]] std::optional<Eigen::Vector2d> homeOf(const Formation& table,
                                                    const field::FieldDimensions& field, int unum,
                                                    HomeUse use, const Eigen::Vector2d& ball_F);

} // namespace sideline::world
