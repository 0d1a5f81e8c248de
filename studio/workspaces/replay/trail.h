#pragma once

#include "logs/replay/frame_fetcher.h"
#include "viewer3d/scene/match_scene.h"

namespace sideline::studio {

/// Returns the positions of an object in the previous frames, as the 3D view draws them.
[[nodiscard]] viewer3d::Trail makeTrail(const logs::FetchedFrame& fetched,
                                        const monitor::ObjectId& id);

} // namespace sideline::studio
