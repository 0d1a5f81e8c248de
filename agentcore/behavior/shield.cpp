#include "agentcore/behavior/shield.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/motion/walk/walk_to.h"

namespace sideline::behavior {

namespace {

const world::PlayerBelief* nearestOpponentOf(const Context& context) {
    const world::WorldBelief& world = context.frame.world;
    const auto& byBall = context.frame.situation.opponentsByBall;
    return byBall.empty() ? nullptr : &world.players[static_cast<std::size_t>(byBall.front())];
}

} // namespace

std::span<const base::NumberInfo<AtBallSettings>> AtBallSettings::numbers() {
    using S = AtBallSettings;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"stand-off", "distance from the ball to the midpoint between the feet", "m", 0.1, 5.0,
         &S::standOffM},
        {"around-step", "angle around the ball to the next point on its way", "rad", 0.05, 3.2,
         &S::stepRad},
        {"around-closer", "distance by which it may come closer to the ball on its way", "m", 0.0,
         0.09, &S::closerM},
        {"around-within",
         "multiple of stand-off within which it circles the ball from point to point", "", 1.0,
         10.0, &S::aroundRatio},
        {"face-within", "multiple of stand-off within which it faces the ball", "", 1.0, 10.0,
         &S::faceRatio},
        {"near", "distance from its target within which it counts as arrived", "m", 0.001, 1.0,
         &S::nearM},
        {"near-turn", "maximum heading error at which it counts as arrived", "rad", 0.001, 3.2,
         &S::nearRad},
        {"leave", "distance from its target at which it sets out again", "m", 0.001, 2.0,
         &S::leaveM},
        {"leave-turn", "heading error at which it turns again", "rad", 0.001, 3.2, &S::leaveRad},
    });
    return kRows;
}

void AtBall::enter(const Context& context) {
    m_feet.enter(context);
    m_isThere = false;
}

Status AtBall::update(const Context& context, ActionRequest& request) {
    if (const auto rising = m_feet.rise(context, request)) {
        return *rising;
    }
    const world::AgentFrame& frame = context.frame;
    const auto ball_G = m_feet.ballOnGround(context);
    motion::WalkCommand command = m_feet.search(context);
    if (ball_G && frame.body.pose.isValid) {
        const Eigen::Vector2d side_F = this->side_F(context).normalized();
        const double sideRad = OnFeet::turnTo(context, side_F);
        const Eigen::Rotation2Dd turned(sideRad);
        const Eigen::Vector2d goal = *ball_G + turned * Eigen::Vector2d(m_settings.standOffM, 0.0);
        const double headingRad = std::atan2(ball_G->y(), ball_G->x()); // faces the ball
        request.addValue("shield.toGoM", goal.norm());
        const Eigen::Vector2d goal_F =
            frame.world.ball.p_F.head<2>() + m_settings.standOffM * side_F;
        const math::Pose X_SF = world::fieldFromServer(frame.identity.robot.side).inverse();
        request.addShape(
            "shield.place",
            drawing::Circle{(X_SF * Eigen::Vector3d(goal_F.x(), goal_F.y(), 0.0)).head<2>(),
                            0.08,
                            2.0,
                            {255, 210, 60, 255}});
        motion::WalkToSettings settings = m_feet.moving().goTo;
        settings.nearM = m_isThere ? m_settings.leaveM : m_settings.nearM;
        settings.nearRad = m_isThere ? m_settings.leaveRad : m_settings.nearRad;
        // Current direction from the ball to the robot: the robot circles the ball in steps.
        const Eigen::Vector2d fromBall = turned.inverse() * -*ball_G;
        const double offRad = std::atan2(fromBall.y(), fromBall.x());
        Eigen::Vector2d way = goal;
        if (ball_G->norm() < m_settings.aroundRatio * m_settings.standOffM &&
            std::abs(offRad) > m_settings.stepRad) {
            const Eigen::Rotation2Dd next(sideRad + offRad -
                                          std::copysign(m_settings.stepRad, offRad));
            way = *ball_G + next * Eigen::Vector2d(m_settings.standOffM, 0.0);
        } else {
            way = motion::detourPoint(goal, {*ball_G, m_settings.standOffM - m_settings.closerM});
        }
        const bool isNear = ball_G->norm() < m_settings.faceRatio * m_settings.standOffM;
        command = motion::walkTo(way, isNear ? std::optional(headingRad) : std::nullopt, settings);
        m_isThere = command.isZero();
    }
    const Status status = m_feet.walk(context, command, request);
    if (status == Status::Running) {
        request.decision.reason = !ball_G ? "searching for the ball"
                                  : !frame.body.pose.isValid
                                      ? "its pose is unknown"
                                      : (m_isThere ? reason(context) : "going around the ball");
    }
    return status;
}

Eigen::Vector2d Shield::side_F(const Context& context) const {
    const Eigen::Vector2d ball_F = context.frame.world.ball.p_F.head<2>();
    const world::PlayerBelief* opponent = nearestOpponentOf(context);
    const Eigen::Vector2d from_F =
        opponent != nullptr
            ? Eigen::Vector2d(opponent->p_F.head<2>())
            : Eigen::Vector2d(-0.5 * context.field.dimensions().lengthM, 0.0); // the robot's own
                                                                               // goal
    const Eigen::Vector2d way_F = from_F - ball_F;
    return way_F.norm() > 1e-6 ? way_F : Eigen::Vector2d(-1.0, 0.0);
}

std::string_view Shield::reason(const Context& context) const {
    return nearestOpponentOf(context) != nullptr ? "between the ball and the opponent"
                                                 : "behind the ball";
}

Eigen::Vector2d Circle::side_F(const Context& context) const {
    static_cast<void>(context);
    return {-std::cos(m_approachRad), -std::sin(m_approachRad)};
}

std::string_view Circle::reason(const Context& context) const {
    static_cast<void>(context);
    return "at the ball";
}

} // namespace sideline::behavior
