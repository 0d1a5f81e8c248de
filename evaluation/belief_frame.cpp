#include "evaluation/belief_frame.h"

#include <algorithm>
#include <vector>

#include "agentcore/game/sides.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/posture.h"
#include "evaluation/posed_robot.h"

namespace sideline::evaluation {

namespace {

using game::PlayerId;
using monitor::RobotFrame;

// Returns the robot model used to show other players, since beliefs do not contain theirs: the
// default one, or the agent's own if that is from another scene file or server.
const robot::RobotModel& othersModel(const world::AgentFrame& agent) {
    const robot::RobotModel& standard = robot::defaultRobot();
    const robot::RobotModelPtr& own = agent.identity.model;
    return own == nullptr || own->traits().scenePath == standard.traits().scenePath ? standard
                                                                                    : *own;
}

// Returns the robot's id with a side, which views require.
PlayerId placedId(const world::AgentFrame& agent) {
    PlayerId id = agent.identity.robot;
    if (id.side == game::Side::None) {
        id.side = game::Side::Left;
    }
    return id;
}

monitor::GameState gameOf(const world::AgentFrame& agent, bool playsFromLeft) {
    monitor::GameState game;
    game.timeS = agent.game.gameTimeS;
    game.playMode = agent.game.playMode ? static_cast<int>(*agent.game.playMode) : -1;
    game.scoreLeft = playsFromLeft ? agent.game.ownScore : agent.game.opponentScore;
    game.scoreRight = playsFromLeft ? agent.game.opponentScore : agent.game.ownScore;
    (playsFromLeft ? game.teamLeft : game.teamRight) = agent.identity.team;
    game.environment =
        standardEnvironment(agent.identity.model != nullptr ? agent.identity.model->traits().server
                                                            : game::ServerKind::SimSpark);
    return game;
}

} // namespace

RobotFrame makeBelievedRobot(const world::AgentFrame& agent) {
    std::vector<double> angles;
    for (const world::JointBelief& joint : agent.body.joints) {
        angles.push_back(joint.measuredRad);
    }
    // A robot with a damaged description is shown as a Nao.
    const robot::RobotModel& model =
        agent.identity.model ? *agent.identity.model : robot::defaultRobot();
    angles.resize(model.joints().size());
    const math::Pose X_ST = agent.body.pose.isValid
                                ? agent.body.pose.X_ST
                                : math::Pose::translation({0.0, 0.0, robot::placingHeightM(model)});
    return posedRobot(model, X_ST, std::move(angles), placedId(agent), agent.identity.typeNumber,
                      static_cast<std::uint32_t>(agent.cycle));
}

monitor::MatchFramePtr makeBeliefFrame(const world::AgentFrame& agent, std::uint32_t index,
                                       double recordTimeS) {
    auto frame = std::make_shared<monitor::MatchFrame>();
    frame->index = index;
    frame->recordTimeS = recordTimeS;
    frame->robots.push_back(makeBelievedRobot(agent));
    const PlayerId own = frame->robots.front().id;
    frame->game = gameOf(agent, own.side == game::Side::Left);
    const math::Pose X_SF = world::fieldFromServer(own.side).inverse();
    if (!agent.body.pose.isValid) {
        return frame;
    }
    if (agent.world.ball.isKnown) {
        frame->ball =
            monitor::BallFrame{math::Pose::translation(X_SF * agent.world.ball.p_F), index};
    }
    const robot::RobotModel& model = othersModel(agent);
    const double heightM = robot::placingHeightM(model);
    for (const world::PlayerBelief& player : agent.world.players) {
        const PlayerId id{player.isTeammate ? own.side : game::opponentOf(own.side),
                          game::UniformNumber(player.unum)};
        if (player.unum <= 0 || frame->findRobot(id) != nullptr) {
            continue;
        }
        math::Pose X_FT = math::Pose::translation({player.p_F.x(), player.p_F.y(), heightM});
        // The forward axis of bodies is y.
        X_FT.R = Eigen::AngleAxisd(player.headingRad - math::kPi / 2.0, Eigen::Vector3d::UnitZ())
                     .toRotationMatrix();
        frame->robots.push_back(posedRobot(
            model, X_SF * X_FT, std::vector<double>(model.joints().size()), id, 0, index));
    }
    return frame;
}

} // namespace sideline::evaluation
