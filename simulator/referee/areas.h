#pragma once

#include <Eigen/Geometry>

#include "agentcore/field/field_model.h"
#include "agentcore/field/penalty_area.h"
#include "agentcore/game/play_mode.h"
#include "agentcore/game/sides.h"

namespace sideline::simulator {

using field::penaltyArea;
using game::opponentOf;
using game::ownGoalSign;

/// The play mode of a side from a pair such as `KickInLeft`, `KickInRight`.
[[nodiscard]] constexpr game::PlayMode modeOf(game::Side side, game::PlayMode left,
                                              game::PlayMode right) {
    return side == game::Side::Left ? left : right;
}

/// The half of a side extended by 10 m, so that players outside the lines are included.
[[nodiscard]] inline Eigen::AlignedBox2d wideHalf(const field::FieldDimensions& field,
                                                  game::Side side) {
    constexpr double kAroundM = 10.0;
    const double y = field.widthM / 2.0 + kAroundM;
    Eigen::AlignedBox2d half(Eigen::Vector2d(0.0, -y));
    return half.extend(Eigen::Vector2d(ownGoalSign(side) * (field.lengthM / 2.0 + kAroundM), y));
}

} // namespace sideline::simulator
