#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "agentcore/game/rules.h"
#include "agentcore/monitor/game_state.h"
#include "agentcore/monitor/scene.h"
#include "simulator/monitor/scene_writer.h"
#include "simulator/simulation/match.h"
#include "simulator/simulation/simulation.h"

namespace sideline::simulator {

/// The monitors' view of a simulation: its scene and game state. One thread at a time.
class MonitorFeed final : public MatchFeed {
public:
    /// @param simulation must outlive the feed
    explicit MonitorFeed(Simulation& simulation);

    void update() override;

    [[nodiscard]] const monitor::GameState& game() const override { return m_game; }
    [[nodiscard]] const monitor::SceneState& scene() const override { return m_scene.state(); }

private:
    void readRobots();

    Simulation* m_simulation;
    MonitorScene m_scene;
    monitor::GameState m_game;
    game::Rules m_rules;
    std::vector<std::vector<math::Pose>> m_poses; ///< one list per robot, reused
    std::vector<SceneRobotInput> m_robots;
};

} // namespace sideline::simulator
