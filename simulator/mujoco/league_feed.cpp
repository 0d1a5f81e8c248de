#include "simulator/mujoco/league_feed.h"

#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "agentcore/game/play_mode.h"
#include "simulator/mujoco/server_axes.h"

namespace sideline::simulator::mujoco {

namespace {

using game::Side;

// Indices of `play_mode` refer to rcssservermj's order: SimSpark's modes without pass modes,
// followed by these.
constexpr std::size_t kSharedPlayModes = static_cast<std::size_t>(game::PlayMode::PassLeft);
constexpr std::array kPenaltyModes = {"penalty_kick_left", "penalty_kick_right",
                                      "penalty_shoot_left", "penalty_shoot_right"};
constexpr double kLineWidthM = 0.1;

std::shared_ptr<const monitor::Environment> environmentOf(const LeagueSettings& settings) {
    monitor::Environment environment;
    environment.field = settings.field;
    environment.field.borderM = kLineWidthM; // the value that the server reports
    environment.ballRadiusM = WorldSettings().ballRadiusM;
    environment.goalPauseS = settings.rules.goalPauseS;
    environment.halfTimeS = settings.rules.halfS;
    environment.playModes.assign(game::kPlayModeNames.begin(),
                                 game::kPlayModeNames.begin() + kSharedPlayModes);
    environment.playModes.insert(environment.playModes.end(), kPenaltyModes.begin(),
                                 kPenaltyModes.end());
    environment.others.emplace_back("CorderAreaRadius", "1"); // so the server spells it
    return std::make_shared<const monitor::Environment>(std::move(environment));
}

} // namespace

LeagueFeed::LeagueFeed(const LeagueSimulation& simulation) : m_simulation(&simulation) {
    m_game.format = monitor::StreamFormat::Rsmp;
    m_game.environment = environmentOf(simulation.settings());
    update();
}

void LeagueFeed::update() {
    if (m_builtAt != m_simulation->robotChanges()) {
        m_builtAt = m_simulation->robotChanges();
        LeagueScene built = makeLeagueScene(*m_simulation);
        m_scene.structure = std::move(built.structure);
        m_scene.local = std::move(built.local);
        m_scene.updatedAt.assign(m_scene.local.size(), 0);
        m_scene.visible = std::move(built.visible);
        m_tracked = std::move(built.tracked);
    }
    const MujocoWorld& world = m_simulation->world();
    m_poses.resize(m_tracked.size());
    for (std::size_t i = 0; i < m_tracked.size(); ++i) {
        const TrackedBody& tracked = m_tracked[i];
        m_poses[i] = tracked.robot == 0 ? math::Pose::translation(world.ball().p_S)
                                        : poseToServer(world.pose(tracked.robot, tracked.body));
        const math::Pose X_Parent =
            tracked.parent < 0
                ? m_poses[i]
                : m_poses[static_cast<std::size_t>(tracked.parent)].inverse() * m_poses[i];
        m_scene.local[tracked.slot] = localTransform(X_Parent);
    }
    readGame();
}

void LeagueFeed::readGame() {
    const LeagueGame& game = m_simulation->game();
    m_game.serverTimeS = m_simulation->serverTimeS();
    m_game.timeS = game.gameTimeS();
    m_game.half = game.gameTimeS() > m_simulation->settings().rules.halfS ? 2 : 1;
    m_game.scoreLeft = game.score(Side::Left);
    m_game.scoreRight = game.score(Side::Right);
    m_game.playMode = static_cast<int>(game.playMode());
    m_game.teamLeft = game.team(Side::Left);
    m_game.teamRight = game.team(Side::Right);
    m_game.fouls.clear();
    for (const LeagueFoulEvent& foul : m_simulation->fouls()) {
        m_game.fouls.push_back({0, static_cast<int>(foul.foul), foul.player}); // without an index
    }
}

} // namespace sideline::simulator::mujoco
