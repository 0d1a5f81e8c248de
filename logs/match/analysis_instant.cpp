#include "logs/match/analysis_instant.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "agentcore/game/restart.h"
#include "agentcore/monitor/game_summary.h"

namespace sideline::logs {

namespace {

// Head height for robots without a description: Naos for SimSpark, child-sized for rcssservermj.
constexpr double kUnknownNaoHeadM = 0.5;
constexpr double kUnknownHeadM = 1.0;
// Limb distances are computed only within this torso distance to the ball.
constexpr double kLimbsWithinHeads = 3.0;

double standingHeadM(const monitor::SceneRobot& robot, monitor::StreamFormat format) {
    if (robot.model != nullptr) {
        // One meter as a fraction of the standing robot's head height.
        const double ratio = robot.model->headHeightRatio([](robot::BodyId) {
            return math::Pose::translation({0.0, 0.0, 1.0});
        });
        if (robot.model->findBody(robot::BodyRole::Head).isValid()) {
            return 1.0 / ratio;
        }
    }
    return format == monitor::StreamFormat::SimSpark ? kUnknownNaoHeadM : kUnknownHeadM;
}

PlayerInstant playerOf(const monitor::SceneRobot& robot, const monitor::SceneState& scene,
                       const std::optional<Eigen::Vector3d>& p_SBall,
                       monitor::StreamFormat format) {
    PlayerInstant player;
    player.id = robot.id;
    player.typeNumber = robot.typeNumber;
    player.model = robot.model;
    player.headM = standingHeadM(robot, format);
    const math::Pose X_STorso = scene.worldPose(robot.bodies.front());
    player.p_S = X_STorso.p.head<2>();
    player.upCos = X_STorso.R.row(2).dot(robot.R_NodeBody.col(2));
    if (robot.model != nullptr) {
        player.headHeightRatio = robot.model->headHeightRatio(
            [&](robot::BodyId body) { return scene.worldPose(robot.bodies[body.index()]); });
    }
    player.ballDistanceM = std::numeric_limits<double>::infinity();
    if (p_SBall) {
        const Eigen::Vector2d ball = p_SBall->head<2>();
        player.ballDistanceM = (player.p_S - ball).norm();
        if (player.ballDistanceM < kLimbsWithinHeads * player.headM) {
            for (const monitor::NodeId body : robot.bodies) {
                player.ballDistanceM = std::min(player.ballDistanceM,
                                                (scene.worldPose(body).p.head<2>() - ball).norm());
            }
        }
    }
    return player;
}

} // namespace

const PlayerInstant* AnalysisInstant::find(const game::PlayerId& id) const {
    const auto it = std::ranges::find(players, id, &PlayerInstant::id);
    return it == players.end() ? nullptr : &*it;
}

AnalysisInstant instantOf(FrameNumber frame, double recordTimeS, const monitor::GameState& game,
                          const monitor::SceneState& scene, bool damaged, bool full) {
    AnalysisInstant instant;
    instant.frame = frame;
    instant.recordTimeS = recordTimeS;
    instant.gameTimeS = game.timeS;
    instant.half = game.half;
    instant.mode = monitor::playModeOf(game);
    // Unknown modes are penalty modes of rcssservermj.
    instant.isRunning = game.playMode >= 0 && instant.mode != game::PlayMode::BeforeKickOff &&
                        instant.mode != game::PlayMode::GameOver;
    instant.isInPlay =
        instant.mode == game::PlayMode::PlayOn ||
        (instant.mode && game::restartOf(*instant.mode).piece == game::SetPiece::Pass);
    instant.scoreLeft = game.scoreLeft;
    instant.scoreRight = game.scoreRight;
    instant.teamLeft = game.teamLeft;
    instant.teamRight = game.teamRight;
    instant.environment = game.environment;
    instant.format = game.format;
    instant.ballRadiusM = game.ballRadiusM();
    if (!damaged) {
        instant.fouls = game.fouls;
    }
    // rcssservermj repeats the complete game in each message.
    instant.isFull = full && game.format == monitor::StreamFormat::SimSpark;
    instant.isGood = !damaged && !scene.outOfSync && scene.structure != nullptr;
    if (scene.structure == nullptr) {
        return instant;
    }
    const monitor::SceneObjects& objects = scene.structure->objects;
    if (objects.ball.isValid()) {
        instant.p_SBall = scene.worldPose(objects.ball).p;
    }
    instant.players.reserve(objects.robots.size());
    for (const monitor::SceneRobot& robot : objects.robots) {
        if (robot.id.side != game::Side::None && !robot.bodies.empty()) {
            instant.players.push_back(playerOf(robot, scene, instant.p_SBall, game.format));
        }
    }
    return instant;
}

game::Side goalWithBall(const AnalysisInstant& instant) {
    if (!instant.p_SBall || instant.environment == nullptr) {
        return game::Side::None;
    }
    const field::FieldDimensions& field = instant.environment->field;
    const Eigen::Vector3d& p_S = *instant.p_SBall;
    const bool isInGoal = std::abs(p_S.x()) > field.lengthM / 2.0 &&
                          std::abs(p_S.y()) <= field.goalWidthM / 2.0 &&
                          p_S.z() <= field.goalHeightM;
    return !isInGoal ? game::Side::None : p_S.x() < 0.0 ? game::Side::Left : game::Side::Right;
}

AnalysisInstant instantOf(const monitor::MatchFrame& frame) {
    return instantOf(frame.index, frame.recordTimeS, frame.game, *frame.scene,
                     frame.health.damaged);
}

} // namespace sideline::logs
