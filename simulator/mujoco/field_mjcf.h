#pragma once

#include <string>

#include "simulator/mujoco/mujoco_world.h"

namespace sideline::simulator::mujoco {

/// Writes field, goals and ball as MJCF: only shapes that can collide, with the values and in the
/// order of rcssservermj (`rcsssmj` 0.2.1, `world.xml` and `SoccerSimulation._create_world`).
[[nodiscard]] std::string fieldMjcf(const WorldSettings& settings);

} // namespace sideline::simulator::mujoco
