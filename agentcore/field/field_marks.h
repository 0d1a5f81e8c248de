#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"

namespace sideline::field {

/// A named point on the field.
struct FieldMark {
    std::string name;
    Eigen::Vector2d p_S; ///< on the ground; meters, server frame S
};

/// Reference points for measurements: center, corner flags and goal posts (named as on the server),
/// goal centers, corners of the penalty areas, ends of the halfway line.
[[nodiscard]] std::vector<FieldMark> fieldMarks(const FieldModel& field);

} // namespace sideline::field
