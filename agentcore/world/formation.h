#pragma once

#include <array>
#include <optional>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"

namespace sideline::world {

inline constexpr int kTeamSize = 11;

/// Home position of a player. Coordinates are fractions of half the field's length and width, so
/// that a table fits fields of any size; field frame F with our own goal at x = -1.
struct HomePlace {
    Eigen::Vector2d play = Eigen::Vector2d::Zero();    ///< position with the ball at the center
    Eigen::Vector2d kickOff = Eigen::Vector2d::Zero(); ///< position at a kick-off, in our half
    /// Fraction of the ball's offset from the center that the player follows, in x and y: 0 to 1.
    Eigen::Vector2d follow = Eigen::Vector2d::Zero();
};

/// One home per uniform number, starting with 1.
using Formation = std::array<HomePlace, kTeamSize>;

/// The default table: a sweeper, four defenders, three midfielders, three forwards; the first
/// forward is next to the ball at our kick-off.
[[nodiscard]] const Formation& defaultHomeTable();

enum class HomeUse {
    Play,            ///< the ball is in play, or will be soon
    OwnKickOff,      ///< before and during our kick-off, or one that is still undecided
    OpponentKickOff, ///< during a kick-off of the opponents: outside the circle
};

/// Home position of a player: `play`, shifted with the ball by `follow` and kept inside the field,
/// or `kickOff`, kept in our half and outside the circle where necessary.
/// @param unum 1 to 11; the result is not set for other numbers
/// @param ball_F position of the ball; the field center if unknown
[[nodiscard]] std::optional<Eigen::Vector2d> homeOf(const Formation& table,
                                                    const field::FieldDimensions& field, int unum,
                                                    HomeUse use, const Eigen::Vector2d& ball_F);

} // namespace sideline::world
