#pragma once

#include <Eigen/Geometry>

#include "agentcore/field/field_model.h"
#include "agentcore/field/play_mode.h"
#include "agentcore/monitor/sides.h"

namespace sideline::simulator {

/// BallRadius of the server; the ball has been the same since 2008.
inline constexpr double kRefereeBallRadiusM = 0.042;

using monitor::opponentOf;
using monitor::ownGoalSign;
using monitor::penaltyArea;

/// Picks the play mode of a side from a pair such as `KickInLeft`, `KickInRight`.
[[nodiscard]] constexpr field::PlayMode modeOf(monitor::Side side, field::PlayMode left,
                                               field::PlayMode right) {
    return side == monitor::Side::Left ? left : right;
}

/// The half of a side with 10 m around it, so that nobody waits outside behind the line.
[[nodiscard]] inline Eigen::AlignedBox2d wideHalf(const field::FieldDimensions& field,
                                                  monitor::Side side) {
    constexpr double kAroundM = 10.0;
    const double y = field.widthM / 2.0 + kAroundM;
    Eigen::AlignedBox2d half(Eigen::Vector2d(0.0, -y));
    return half.extend(Eigen::Vector2d(ownGoalSign(side) * (field.lengthM / 2.0 + kAroundM), y));
}

} // namespace sideline::simulator
