#pragma once

#include <Eigen/Geometry>

#include "agentcore/field/field_model.h"
#include "agentcore/game/sides.h"

namespace sideline::field {

/// The exact penalty area of a side, in meters and frame S.
[[nodiscard]] inline Eigen::AlignedBox2d penaltyArea(const FieldDimensions& field,
                                                     game::Side side) {
    const double goalLineX = game::ownGoalSign(side) * field.lengthM / 2.0;
    const double frontX = goalLineX - game::ownGoalSign(side) * field.penaltyLengthM;
    Eigen::AlignedBox2d area(Eigen::Vector2d(frontX, -field.penaltyWidthM / 2.0));
    return area.extend(Eigen::Vector2d(goalLineX, field.penaltyWidthM / 2.0));
}

} // namespace sideline::field
