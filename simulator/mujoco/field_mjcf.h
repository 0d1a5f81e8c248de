#pragma once

#include <array>
#include <string>
#include <vector>

#include "simulator/mujoco/mujoco_world.h"

namespace sideline::simulator::mujoco {

/// A bar or a net of a goal, in the frame of the middle of its goal line (axes as S).
struct GoalPart {
    bool isBar = true;               ///< a cylinder along z; a net is a box
    std::array<double, 3> p_GoalM{}; ///< its center
    std::array<double, 3> halfM{};   ///< bar: radius and half length; net: half sizes
    std::array<double, 4> turn = {1.0, 0.0, 0.0, 0.0}; ///< quaternion w, x, y, z
};

/// The 15 parts of a goal, in the order of rcssservermj.
/// @param direction -1 for the left goal, 1 for the right one
[[nodiscard]] std::vector<GoalPart> goalParts(const WorldSettings& settings, double direction);

/// Writes field, goals and ball as MJCF: only shapes that can collide, with the values and in the
/// order of rcssservermj (`rcsssmj` 0.2.1, `world.xml` and `SoccerSimulation._create_world`).
[[nodiscard]] std::string fieldMjcf(const WorldSettings& settings);

} // namespace sideline::simulator::mujoco
