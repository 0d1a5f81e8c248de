#include "studio/session/put_back.h"

#include <string_view>

#include "agentcore/game/play_mode.h"
#include "agentcore/monitor/game_summary.h"

namespace sideline::studio {

namespace {

constexpr double kRobotMarginM = 0.7; // size of a robot, plus its movement between two frames
constexpr double kDefaultDistanceM = 2.0;

double distanceOf(const monitor::MatchFrame& frame) {
    const double distanceM =
        frame.game.environment ? frame.game.environment->freeKickDistanceM : 0.0;
    return distanceM > 0.0 ? distanceM : kDefaultDistanceM;
}

// Returns the side that a play mode belongs to, derived from its name.
game::Side sideOf(std::string_view mode) {
    return mode.ends_with("eft")    ? game::Side::Left
           : mode.ends_with("ight") ? game::Side::Right
                                    : game::Side::None;
}

} // namespace

std::optional<PutBack> putBackBetween(const monitor::MatchFrame& before,
                                      const monitor::MatchFrame& after,
                                      const game::PlayerId& robot) {
    using game::PlayMode;
    const monitor::ObjectId id = monitor::ObjectId::ofRobot(robot);
    const auto mode = monitor::playModeOf(after.game);
    const auto pose = before.findPose(id);
    if (!mode || !pose || !monitor::hasTeleported(before, after, id)) {
        return std::nullopt;
    }
    const Eigen::Vector2d p_S = pose->p.head<2>();
    const bool isAtLine = (robot.side == game::Side::Left ? p_S.x() : -p_S.x()) > -kRobotMarginM;
    const bool isOwn = sideOf(after.game.playModeName()) == robot.side;
    switch (*mode) {
    case PlayMode::BeforeKickOff:
        return isAtLine ? std::optional(PutBack::OwnHalf) : std::nullopt;
    case PlayMode::KickOffLeft:
    case PlayMode::KickOffRight:
        if (isOwn) {
            return isAtLine ? std::optional(PutBack::OwnStart) : std::nullopt;
        }
        return isAtLine || p_S.norm() < distanceOf(after) + kRobotMarginM
                   ? std::optional(PutBack::TheirStart)
                   : std::nullopt;
    case PlayMode::PlayOn:
    case PlayMode::GameOver:
    case PlayMode::GoalLeft:
    case PlayMode::GoalRight:
    case PlayMode::PassLeft:
    case PlayMode::PassRight:
        return std::nullopt;
    default:
        break;
    }
    const bool isNear = after.ball && (after.ball->X_SBall.p.head<2>() - p_S).norm() <
                                          distanceOf(after) + kRobotMarginM;
    return !isOwn && isNear ? std::optional(PutBack::TheirKick) : std::nullopt;
}

} // namespace sideline::studio
