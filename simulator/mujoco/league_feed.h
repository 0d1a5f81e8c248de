#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "agentcore/monitor/game_state.h"
#include "agentcore/monitor/scene.h"
#include "simulator/mujoco/league_scene.h"
#include "simulator/mujoco/league_simulation.h"
#include "simulator/simulation/match.h"

namespace sideline::simulator::mujoco {

/// The monitors' view of an rcssservermj match: RSMP's tree of bodies and shapes, and the state
/// of the game. One thread at a time.
class LeagueFeed final : public MatchFeed {
public:
    /// @param simulation must outlive the feed
    explicit LeagueFeed(const LeagueSimulation& simulation);

    void update() override;
    [[nodiscard]] const monitor::GameState& game() const override { return m_game; }
    [[nodiscard]] const monitor::SceneState& scene() const override { return m_scene; }

private:
    void readGame();

    const LeagueSimulation* m_simulation;
    monitor::GameState m_game;
    monitor::SceneState m_scene;
    std::vector<TrackedBody> m_tracked;
    std::vector<math::Pose> m_poses; // poses of `m_tracked`, with the server's axes; reused
    std::optional<std::uint64_t>
        m_builtAt; // `LeagueSimulation::robotChanges` when the tree was built
};

} // namespace sideline::simulator::mujoco
