#pragma once

#include <vector>

#include "agentcore/drawing/shape.h"
#include "agentcore/monitor/ruler.h"

namespace sideline::studio {

/// A ruler as shapes on the ground: the line from end to end, its parts along x and y, and the
/// numbers beside its middle: what it goes from and to, distance, differences in x and y in meters,
/// direction in degrees.
[[nodiscard]] std::vector<drawing::Shape> rulerShapes(const monitor::RulerReading& reading);

} // namespace sideline::studio
