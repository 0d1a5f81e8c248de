#include "agentcore/behavior/dribble.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/behavior/careful.h"
#include "agentcore/motion/walk/walk_to.h"

namespace sideline::behavior {

namespace {

constexpr double kDribbleTurnPerRad = 2.5;
constexpr double kDribbleStandOffM = 0.22; // walks around the ball at this distance

// Where the ball has to be, seen along its way, for the robot to walk on behind it.
struct Lane {
    double halfWidthM;
    double nearestM; ///< ahead of the feet
    double farthestM;
    double turnRad; ///< of the robot against the way

    [[nodiscard]] bool holds(const Eigen::Vector2d& ball, double offRad) const {
        return std::abs(ball.y()) < halfWidthM && ball.x() > nearestM && ball.x() < farthestM &&
               std::abs(offRad) < turnRad;
    }
};
constexpr Lane kBegins{0.08, 0.05, 0.35, 0.35};
constexpr Lane kGoesOn{0.14, -0.05, 0.8, 0.8};
constexpr Lane kHurries{0.16, -0.05, 0.5, 1.1};

} // namespace

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
    // A set play is taken by one touch.
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
    const Status status = m_feet.walk(context, carefulOf(context, command), request);
    if (status != Status::Running) {
        return status;
    }
    request.decision.reason = !mayPlay      ? "waiting"
                              : !ball_G     ? "searching for the ball"
                              : hasArrived  ? "the ball is there"
                              : m_isPushing ? "dribbling"
                                            : "going behind the ball";
    return hasArrived && m_feet.isStanding() ? Status::Done : Status::Running;
}

motion::WalkCommand Dribble::chooseCommand(const Eigen::Vector2d& ball_G, double directionRad,
                                           ActionRequest& request) {
    const Eigen::Rotation2Dd along(directionRad); // from the way to the robot
    const Eigen::Vector2d ball = along.inverse() * ball_G;
    request.addValue("dribble.ballM", ball_G.norm());
    request.addValue("dribble.asideM", ball.y());
    const Lane& lane = m_isPushing ? kGoesOn : kBegins;
    m_isPushing = (m_hurries ? kHurries : lane).holds(ball, directionRad);
    if (m_isPushing) {
        // As straight as it goes while the ball lies ahead.
        const Eigen::Vector2d speed =
            along * Eigen::Vector2d(m_settings.speedMps, m_settings.asidePerS * ball.y());
        return {speed.x(), speed.y(), kDribbleTurnPerRad * directionRad};
    }
    const Eigen::Vector2d goal = ball_G - along * Eigen::Vector2d(m_settings.behindM, 0.0);
    motion::WalkToSettings settings;
    settings.decelerationMps2 = 1.5; // it goes on from there
    settings.nearM = 0.005;
    return motion::walkAround(goal, directionRad, {ball_G, kDribbleStandOffM}, settings);
}

} // namespace sideline::behavior
