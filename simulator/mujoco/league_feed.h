#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "agentcore/monitor/game_state.h"
#include "agentcore/monitor/scene.h"
#include "simulator/mujoco/league_simulation.h"
#include "simulator/simulation/match.h"

namespace sideline::simulator::mujoco {

/// The monitors' view of a match of rcssservermj: RSMP's tree of bodies, with the server's mesh
/// names, and the state of the game. One thread at a time.
class LeagueFeed final : public MatchFeed {
public:
    /// @param simulation must outlive the feed
    explicit LeagueFeed(const LeagueSimulation& simulation);

    void update() override;
    [[nodiscard]] const monitor::GameState& game() const override { return m_game; }
    [[nodiscard]] const monitor::SceneState& scene() const override { return m_scene; }

private:
    // A body whose pose a transform node reports.
    struct Tracked {
        RobotKey robot = 0; // 0: the ball
        robot::BodyId body;
        int parent = -1; // index in `m_tracked`; -1: the world
    };
    struct Nodes;

    void rebuild();
    void addRobot(Nodes& nodes, const LeaguePlayer& player);
    void readGame();

    const LeagueSimulation* m_simulation;
    monitor::GameState m_game;
    monitor::SceneState m_scene;
    std::vector<Tracked> m_tracked;
    std::vector<std::size_t> m_slots;       // of `m_tracked`, in `m_scene.local`
    std::vector<math::Pose> m_poses;        // scratch, with the server's axes
    std::optional<std::uint64_t> m_builtAt; // `LeagueSimulation::robotChanges` of the tree
    std::uint64_t m_readAtCycle = 0;
    int m_foulCount = 0;
};

} // namespace sideline::simulator::mujoco
