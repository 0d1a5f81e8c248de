#include "agentcore/behavior/careful.h"

#include <algorithm>

#include <Eigen/Core>

#include "agentcore/behavior/walk_along.h"

namespace sideline::behavior {

namespace {

constexpr double kLooksM = 1.0;        // between the middles of two robots
constexpr double kCrowdM = 1.6;        // with somebody so near, no fast gait:
constexpr double kCrowdMps = 0.75;     // who falls out of one falls over others
constexpr double kTouchM = 0.4;        // arms apart, they meet at this distance
constexpr double kSoftMps = 0.25;      // at which it may meet another robot; the rules allow 0.4
constexpr double kBrakePerS = 1.2;     // and faster by this for each meter that is between them
constexpr double kOldS = 1.0;          // who was seen before may be anywhere
constexpr double kNearerToBallM = 0.1; // who is so much farther from the ball has to give way

} // namespace

motion::WalkCommand carefulOf(const Context& context, const motion::WalkCommand& command) {
    const world::AgentFrame& frame = context.frame;
    if (!frame.body.pose.isValid || command.isZero()) {
        return command;
    }
    const Eigen::Vector2d self_F = frame.body.X_FT.p.head<2>();
    const bool knowsBall = frame.world.ball.isKnown;
    const Eigen::Vector2d ball_F = frame.world.ball.p_F.head<2>();
    Eigen::Vector2d speed(command.forwardMps, command.leftMps);
    bool isInCrowd = false;
    for (const world::PlayerBelief& player : frame.world.players) {
        const Eigen::Vector2d p_F = player.p_F.head<2>();
        const double apartM = (p_F - self_F).norm();
        isInCrowd |= player.ageS < kOldS && apartM < kCrowdM;
        const bool givesWay = !player.isTeammate && !player.isFallen && knowsBall &&
                              (p_F - ball_F).norm() > (self_F - ball_F).norm() + kNearerToBallM;
        if (player.ageS > kOldS || apartM > kLooksM || apartM < 1e-3 || givesWay) {
            continue;
        }
        const Eigen::Vector2d toward = fromRobot(frame.body.X_FT, p_F) / apartM;
        const double mostMps = kSoftMps + kBrakePerS * std::max(0.0, apartM - kTouchM);
        const double towardMps = speed.dot(toward);
        if (towardMps > mostMps) {
            speed -= (towardMps - mostMps) * toward;
        }
    }
    if (isInCrowd && speed.norm() > kCrowdMps) {
        speed *= kCrowdMps / speed.norm();
    }
    motion::WalkCommand careful = command;
    careful.forwardMps = speed.x();
    careful.leftMps = speed.y();
    return careful;
}

} // namespace sideline::behavior
