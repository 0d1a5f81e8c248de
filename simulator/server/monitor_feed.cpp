#include "simulator/server/monitor_feed.h"

#include <algorithm>
#include <utility>

#include "agentcore/game/constants.h"

namespace sideline::simulator {

namespace {
// More than can be announced between two messages to any monitor.
constexpr std::size_t kRememberedFouls = 512;
} // namespace

MonitorFeed::MonitorFeed(Simulation& simulation)
    : m_simulation(&simulation),
      m_scene(simulation.field().dimensions(), game::kBallRadiusM),
      m_rules(simulation.referee().rules()) {
    m_game.environment = std::make_shared<const monitor::Environment>(
        makeEnvironment(simulation.field().dimensions(), m_rules));
    update();
}

void MonitorFeed::update() {
    using game::Side;
    Referee& referee = m_simulation->referee();
    if (m_rules != referee.rules()) {
        m_rules = referee.rules();
        m_game.environment = std::make_shared<const monitor::Environment>(
            makeEnvironment(m_simulation->field().dimensions(), m_rules));
    }
    const Game& game = referee.game();
    m_game.timeS = game.timeS();
    m_game.half = game.half();
    m_game.scoreLeft = game.score(Side::Left);
    m_game.scoreRight = game.score(Side::Right);
    m_game.playMode = static_cast<int>(game.playMode());
    m_game.teamLeft = game.teamName(Side::Left);
    m_game.teamRight = game.teamName(Side::Right);
    m_game.passModeScoreWaitLeftS = referee.passModeScoreWaitS(Side::Left);
    m_game.passModeScoreWaitRightS = referee.passModeScoreWaitS(Side::Right);
    m_game.fouls.clear();
    const auto fouls = referee.fouls().fouls();
    for (const RecordedFoul& foul : fouls.last(std::min(fouls.size(), kRememberedFouls))) {
        m_game.fouls.push_back({foul.index, static_cast<int>(foul.type), foul.offender});
    }
    readRobots();
    m_scene.update(m_simulation->physics().ball().X_SBall, m_robots);
}

void MonitorFeed::readRobots() {
    m_robots.clear();
    std::size_t count = 0;
    for (const AgentInfo& agent : m_simulation->agents()) {
        if (agent.body == 0) {
            continue;
        }
        const RobotBody& body = *m_simulation->physics().findRobot(agent.body);
        if (count == m_poses.size()) {
            m_poses.emplace_back();
        }
        std::vector<math::Pose>& poses = m_poses[count++];
        poses.resize(agent.model->bodies().size());
        for (std::size_t i = 0; i < poses.size(); ++i) {
            poses[i] = body.pose(robot::BodyId(i));
        }
        m_robots.push_back({agent.player, agent.typeNumber, agent.model, {}, agent.isSelected});
    }
    for (std::size_t i = 0; i < m_robots.size(); ++i) { // pointers are stable from here on
        m_robots[i].X_SBody = m_poses[i];
    }
}

} // namespace sideline::simulator
