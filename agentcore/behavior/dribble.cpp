#include "agentcore/behavior/dribble.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/behavior/slowdown.h"
#include "agentcore/motion/walk/walk_to.h"

namespace sideline::behavior {

namespace {

// Where the ball must be for the robot to push it, in a frame along the dribbling direction.
struct Lane {
    double halfWidthM;
    double nearestM; ///< distances ahead of the feet
    double farthestM;
    double turnRad; ///< heading of the robot relative to the dribbling direction

    [[nodiscard]] bool holds(const Eigen::Vector2d& ball, double offRad) const {
        return std::abs(ball.y()) < halfWidthM && ball.x() > nearestM && ball.x() < farthestM &&
               std::abs(offRad) < turnRad;
    }
};

Lane laneOf(const DribbleSettings& s, bool isPushing, bool hurries) {
    return hurries     ? Lane{s.hurryWidthM, s.hurryNearM, s.hurryFarM, s.hurryTurnRad}
           : isPushing ? Lane{s.keepWidthM, s.keepNearM, s.keepFarM, s.keepTurnRad}
                       : Lane{s.startWidthM, s.startNearM, s.startFarM, s.startTurnRad};
}

} // namespace

std::span<const base::NumberInfo<DribbleSettings>> DribbleSettings::numbers() {
    using S = DribbleSettings;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"speed", "walking speed behind the ball", "m/s", 0.05, 3.0, &S::speedMps},
        {"behind", "distance behind the ball at which it starts to push", "m", 0.05, 0.5,
         &S::behindM},
        {"aside", "sideways speed per meter of the ball's lateral offset", "1/s", 0.0, 20.0,
         &S::lateralPerS},
        {"turn", "turn rate per rad of heading error while pushing", "1/s", 0.0, 20.0,
         &S::turnPerS},
        {"stand-off", "distance from the ball when walking around it", "m", 0.05, 1.0,
         &S::standOffM},
        {"brake", "deceleration toward the point behind the ball where pushing starts", "m/s^2",
         0.02, 10.0, &S::brakeMps2},
        {"start-width", "maximum lateral offset of the ball to start pushing", "m", 0.0, 1.0,
         &S::startWidthM},
        {"start-near", "minimum distance of the ball ahead of the feet to start pushing", "m", -0.5,
         1.0, &S::startNearM},
        {"start-far", "maximum distance of the ball ahead of the feet to start pushing", "m", 0.0,
         3.0, &S::startFarM},
        {"start-turn", "maximum heading error to start pushing", "rad", 0.0, 3.2, &S::startTurnRad},
        {"keep-width", "maximum lateral offset of the ball to keep pushing", "m", 0.0, 1.0,
         &S::keepWidthM},
        {"keep-near", "minimum distance of the ball ahead of the feet to keep pushing", "m", -0.5,
         1.0, &S::keepNearM},
        {"keep-far", "maximum distance of the ball ahead of the feet to keep pushing", "m", 0.0,
         3.0, &S::keepFarM},
        {"keep-turn", "maximum heading error to keep pushing", "rad", 0.0, 3.2, &S::keepTurnRad},
        {"hurry-width", "start-width and keep-width while an opponent is at the ball", "m", 0.0,
         1.0, &S::hurryWidthM},
        {"hurry-near", "start-near and keep-near while an opponent is at the ball", "m", -0.5, 1.0,
         &S::hurryNearM},
        {"hurry-far", "start-far and keep-far while an opponent is at the ball", "m", 0.0, 3.0,
         &S::hurryFarM},
        {"hurry-turn", "start-turn and keep-turn while an opponent is at the ball", "rad", 0.0, 3.2,
         &S::hurryTurnRad},
    });
    return kRows;
}

void Dribble::enter(const Context& context) {
    m_feet.enter(context);
    m_isPushing = false;
}

void Dribble::takeOver(const Context& context, const Walk& walk) {
    m_feet.takeOver(context, walk);
    m_isPushing = false;
}

Status Dribble::update(const Context& context, ActionRequest& request) {
    if (const auto rising = m_feet.rise(context, request)) {
        m_isPushing = false;
        return *rising;
    }
    const auto ball_G = m_feet.ballOnGround(context);
    // In a set play, the taker may touch the ball only once.
    const world::SituationBelief& situation = context.frame.situation;
    const bool mayPlay = situation.mayTouchBall && !situation.isOwnRestart;
    motion::WalkCommand command = m_feet.search(context);
    bool hasArrived = false;
    if (mayPlay && ball_G) {
        const Eigen::Vector2d ball_F = context.frame.world.ball.p_F.head<2>();
        const Eigen::Vector2d way_F =
            m_settings.to_F
                ? (*m_settings.to_F - ball_F).eval()
                : Eigen::Vector2d(std::cos(m_settings.headingRad), std::sin(m_settings.headingRad));
        hasArrived = m_settings.to_F && context.frame.body.pose.isValid &&
                     way_F.norm() < m_settings.arrivedM;
        if (!hasArrived) {
            command = chooseCommand(*ball_G, OnFeet::turnTo(context, way_F), request);
        }
    } else if (!mayPlay) {
        command = {};
    }
    request.goesToBall = mayPlay && !hasArrived;
    const Status status = m_feet.walk(
        context, limitSpeedNearRobots(context, command, m_feet.moving().slowdown), request);
    if (status != Status::Running) {
        return status;
    }
    request.decision.reason = !mayPlay      ? "waiting"
                              : !ball_G     ? "searching for the ball"
                              : hasArrived  ? "the ball is at its target"
                              : m_isPushing ? "dribbling"
                                            : "going behind the ball";
    return hasArrived && m_feet.isStanding() ? Status::Done : Status::Running;
}

motion::WalkCommand Dribble::chooseCommand(const Eigen::Vector2d& ball_G, double directionRad,
                                           ActionRequest& request) {
    const Eigen::Rotation2Dd along(directionRad); // from the dribbling line to the robot
    const Eigen::Vector2d ball = along.inverse() * ball_G;
    request.addValue("dribble.ballM", ball_G.norm());
    request.addValue("dribble.asideM", ball.y());
    m_isPushing = laneOf(m_settings, m_isPushing, m_hurries).holds(ball, directionRad);
    if (m_isPushing) {
        // Walks as straight as possible while the ball is ahead.
        const Eigen::Vector2d speed =
            along * Eigen::Vector2d(m_settings.speedMps, m_settings.lateralPerS * ball.y());
        return {speed.x(), speed.y(), m_settings.turnPerS * directionRad};
    }
    const Eigen::Vector2d goal = ball_G - along * Eigen::Vector2d(m_settings.behindM, 0.0);
    motion::WalkToSettings settings = m_feet.moving().goTo;
    settings.decelerationMps2 = m_settings.brakeMps2;
    settings.nearM = 0.005;
    return motion::walkAround(goal, directionRad, {ball_G, m_settings.standOffM}, settings);
}

} // namespace sideline::behavior
