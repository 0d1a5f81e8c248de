#pragma once

namespace sideline::viewer3d {

/// Maximum movement of a click between press and release, in logical pixels.
inline constexpr int kClickPx = 4;

} // namespace sideline::viewer3d
