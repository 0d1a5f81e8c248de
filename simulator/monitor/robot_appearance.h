#pragma once

#include <array>
#include <string>
#include <vector>

#include "agentcore/game/player_id.h"
#include "agentcore/monitor/scene.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::simulator {

/// How a body is shown to monitors: one mesh in its frame.
struct BodyAppearance {
    monitor::NodeKind kind = monitor::NodeKind::StaticMesh;
    std::string mesh; ///< model file or built-in shape
    std::vector<std::string> meshParameters;
    std::array<float, 3> scale{1.0F, 1.0F, 1.0F};
    std::vector<std::string> materials;
    /// Whether a transform of its own turns the mesh, whose y is up and -x to the right.
    bool isTurned = false;
};

/// The mesh of a body as rcssserver3d 0.7.3 shows it, for Naos with textures; of other robots the
/// solid shape.
/// @param id decides about number and team colors; without a side the mesh keeps its own
[[nodiscard]] BodyAppearance appearanceOf(const robot::RobotModel& model, robot::BodyId body,
                                          int typeNumber, const game::PlayerId& id);

} // namespace sideline::simulator
