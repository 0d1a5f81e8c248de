#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"

namespace sideline::field {

/// A place of the field that has a name.
struct FieldMark {
    std::string name;
    Eigen::Vector2d p_S; ///< on the ground; meters, server frame S
};

/// The places that people measure from and to: center, corner flags and goal posts (as the server
/// names them), middles of the goals, corners of the penalty areas, ends of the halfway line.
[[nodiscard]] std::vector<FieldMark> fieldMarks(const FieldModel& field);

} // namespace sideline::field
