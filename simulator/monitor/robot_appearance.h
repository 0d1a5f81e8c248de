#pragma once

#include <array>
#include <string>
#include <vector>

#include "agentcore/game/player_id.h"
#include "agentcore/monitor/scene.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::simulator {

/// How monitors show a body: one mesh in its frame.
struct BodyAppearance {
    monitor::NodeKind kind = monitor::NodeKind::StaticMesh;
    std::string mesh; ///< model file or built-in shape
    std::vector<std::string> meshParameters;
    std::array<float, 3> scale{1.0F, 1.0F, 1.0F};
    std::vector<std::string> materials;
    /// Whether the mesh (y up, -x right) needs a transform of its own.
    bool isTurned = false;
};

/// For Naos, the textured mesh of a body as in rcssserver3d 0.7.3; for other robots, the body's
/// solid shape.
/// @param id sets number and team colors; if it has no side, the mesh keeps its own colors
[[nodiscard]] BodyAppearance appearanceOf(const robot::RobotModel& model, robot::BodyId body,
                                          int typeNumber, const game::PlayerId& id);

} // namespace sideline::simulator
