#pragma once

#include <vector>

#include "agentcore/drawing/shape.h"
#include "agentcore/monitor/ruler.h"

namespace sideline::studio {

/// Draws a ruler on the ground: the line between its ends, its components along x and y, and a
/// label at the middle with the names of the ends, the distance, the differences in x and y in
/// meters, and the direction in degrees.
[[nodiscard]] std::vector<drawing::Shape> rulerShapes(const monitor::RulerReading& reading);

} // namespace sideline::studio
