#pragma once

#include "logs/replay/frame_fetcher.h"
#include "viewer3d/scene/match_scene.h"

namespace sideline::studio {

/// Where an object has been in the frames before, as the 3D view draws it.
[[nodiscard]] viewer3d::Trail makeTrail(const logs::FetchedFrame& fetched,
                                        const monitor::ObjectId& id);

} // namespace sideline::studio
