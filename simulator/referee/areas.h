#pragma once

#include <Eigen/Geometry>

#include "agentcore/field/field_model.h"
#include "agentcore/field/play_mode.h"
#include "agentcore/monitor/ids.h"

namespace sideline::simulator {

/// BallRadius of the server; the ball has been the same since 2008.
inline constexpr double kRefereeBallRadiusM = 0.042;

/// The other team's side; None for None.
[[nodiscard]] constexpr monitor::Side opponentOf(monitor::Side side) {
    switch (side) {
    case monitor::Side::Left:
        return monitor::Side::Right;
    case monitor::Side::Right:
        return monitor::Side::Left;
    case monitor::Side::None:
        break;
    }
    return monitor::Side::None;
}

/// Where a side's own goal is along x in frame S: -1 for left, +1 for right.
[[nodiscard]] constexpr double ownGoalSign(monitor::Side side) {
    return side == monitor::Side::Left ? -1.0 : 1.0;
}

/// Picks the play mode of a side from a pair such as `KickInLeft`, `KickInRight`.
[[nodiscard]] constexpr field::PlayMode modeOf(monitor::Side side, field::PlayMode left,
                                               field::PlayMode right) {
    return side == monitor::Side::Left ? left : right;
}

/// The penalty area of a side, exactly; metres, frame S.
[[nodiscard]] inline Eigen::AlignedBox2d penaltyArea(const field::FieldDimensions& field,
                                                     monitor::Side side) {
    const double goalLineX = ownGoalSign(side) * field.lengthM / 2.0;
    const double frontX = goalLineX - ownGoalSign(side) * field.penaltyLengthM;
    Eigen::AlignedBox2d area(Eigen::Vector2d(frontX, -field.penaltyWidthM / 2.0));
    return area.extend(Eigen::Vector2d(goalLineX, field.penaltyWidthM / 2.0));
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
