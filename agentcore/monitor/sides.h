#pragma once

#include <Eigen/Geometry>

#include "agentcore/field/field_model.h"
#include "agentcore/monitor/ids.h"

namespace sideline::monitor {

/// The other team's side; None for None.
[[nodiscard]] constexpr Side opponentOf(Side side) {
    switch (side) {
    case Side::Left:
        return Side::Right;
    case Side::Right:
        return Side::Left;
    case Side::None:
        break;
    }
    return Side::None;
}

/// Where a side's own goal is along x in frame S: -1 for left, +1 for right.
[[nodiscard]] constexpr double ownGoalSign(Side side) {
    return side == Side::Left ? -1.0 : 1.0;
}

/// The penalty area of a side, exactly; metres, frame S.
[[nodiscard]] inline Eigen::AlignedBox2d penaltyArea(const field::FieldDimensions& field,
                                                     Side side) {
    const double goalLineX = ownGoalSign(side) * field.lengthM / 2.0;
    const double frontX = goalLineX - ownGoalSign(side) * field.penaltyLengthM;
    Eigen::AlignedBox2d area(Eigen::Vector2d(frontX, -field.penaltyWidthM / 2.0));
    return area.extend(Eigen::Vector2d(goalLineX, field.penaltyWidthM / 2.0));
}

} // namespace sideline::monitor
