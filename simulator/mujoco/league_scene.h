#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "agentcore/math/pose.h"
#include "agentcore/monitor/scene.h"
#include "simulator/mujoco/league_simulation.h"

namespace sideline::simulator::mujoco {

/// A body whose pose a transform node of a scene reports.
struct TrackedBody {
    RobotKey robot = 0; ///< 0: the ball
    robot::BodyId body;
    int parent = -1;      ///< index among the tracked bodies; -1: the world
    std::size_t slot = 0; ///< index in `SceneState::local`
};

/// The scene that rcssservermj (`rcsssmj` 0.2.1) shows to its monitors: ball, floors, goals, and
/// robots with their meshes and colliders, in the server's order.
struct LeagueScene {
    std::shared_ptr<const monitor::SceneStructure> structure;
    std::vector<monitor::LocalTransform> local; ///< all transforms; those of `tracked` are not set
    std::vector<std::uint8_t> visible; ///< one per node: 0 for colliders, which are not drawn
    std::vector<TrackedBody> tracked;  ///< parents precede their children
};

/// Builds the scene of a match with its present robots.
[[nodiscard]] LeagueScene makeLeagueScene(const LeagueSimulation& simulation);

/// Converts a pose to the form of the monitor stream.
[[nodiscard]] monitor::LocalTransform localTransform(const math::Pose& X);

} // namespace sideline::simulator::mujoco
