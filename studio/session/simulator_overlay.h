#pragma once

#include "simulator/server/simulator_thread.h"
#include "viewer3d/scene/physics_overlay.h"
#include "widgets/live/simulator_view.h"

namespace sideline::studio {

/// Returns the chosen parts of the physics that a simulator reports.
[[nodiscard]] viewer3d::PhysicsOverlay makeOverlay(const simulator::PhysicsDetails& details,
                                                   const widgets::PhysicsChoice& choice);

} // namespace sideline::studio
