#pragma once

namespace sideline::viewer3d {

/// A press of the mouse that moves less than this, in logical pixels, is a click.
inline constexpr int kClickPx = 4;

} // namespace sideline::viewer3d
