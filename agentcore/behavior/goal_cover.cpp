#include "agentcore/behavior/goal_cover.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/motion/walk/walk_to.h"

namespace sideline::behavior {

std::span<const base::NumberInfo<CoverSettings>> CoverSettings::numbers() {
    using S = CoverSettings;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"ahead", "distance from the goal line", "m", 0.1, 5.0, &S::aheadM},
        {"shot-beside", "balls that pass the goal within this distance of a post count as shots",
         "m", 0.0, 5.0, &S::besideGoalM},
        {"behind-ball", "distance it stays behind a ball near the goal, on the goal's side", "m",
         0.0, 2.0, &S::behindBallM},
        {"in-goal", "maximum distance behind the goal line when staying behind the ball", "m", 0.0,
         1.0, &S::inGoalM},
        {"around-ball", "distance from the ball when walking around it", "m", 0.0, 2.0,
         &S::aroundBallM},
        {"post", "minimum distance to the posts", "m", 0.0, 1.0, &S::postM},
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

Eigen::Vector2d coverPlace_F(const field::FieldDimensions& field,
                             const std::optional<Eigen::Vector2d>& point_F,
                             const CoverSettings& settings) {
    const Eigen::Vector2d goal_F(-0.5 * field.lengthM, 0.0);
    const Eigen::Vector2d ball_F = point_F.value_or(Eigen::Vector2d::Zero());
    const Eigen::Vector2d out = (ball_F - goal_F).normalized();
    Eigen::Vector2d place_F = goal_F + settings.aheadM * out;
    const double mostM = std::max(0.0, 0.5 * field.goalWidthM - settings.postM);
    place_F.y() = std::clamp(place_F.y(), -mostM, mostM);
    place_F.x() = std::max(place_F.x(), goal_F.x() + 0.5 * settings.aheadM);
    // From the far side of the ball, the robot would push it into its own goal.
    const bool isBeforeGoal = std::abs(ball_F.y()) < 0.5 * field.goalWidthM + settings.besideGoalM;
    if (point_F && isBeforeGoal && ball_F.x() - settings.behindBallM < place_F.x()) {
        place_F.x() = std::max(ball_F.x() - settings.behindBallM, goal_F.x() - settings.inGoalM);
        place_F.y() = std::clamp(ball_F.y(), -mostM, mostM);
    }
    return place_F;
}

Eigen::Vector2d nearPostPlace_F(const field::FieldDimensions& field, const Eigen::Vector2d& point_F,
                                const CoverSettings& settings) {
    const double mostM = std::max(0.0, 0.5 * field.goalWidthM - settings.postM);
    return {-0.5 * field.lengthM + 0.5 * settings.aheadM, std::copysign(mostM, point_F.y())};
}

motion::WalkCommand walkToCover(const Context& context, const OnFeet& feet,
                                const Eigen::Vector2d& place_F, const Eigen::Vector2d& point_F,
                                const CoverSettings& settings) {
    const world::AgentFrame& frame = context.frame;
    if (!frame.body.pose.isValid) {
        return {};
    }
    const Eigen::Vector2d self_F = frame.body.X_FT.p.head<2>();
    Eigen::Vector2d way = place_F - self_F;
    if (frame.world.ball.isKnown) {
        const Eigen::Vector2d toBall = frame.world.ball.p_F.head<2>() - self_F;
        way = motion::detourPoint(way, {toBall, settings.aroundBallM});
    }
    const Eigen::Rotation2Dd turned(OnFeet::turnTo(context, way));
    const double headingRad = OnFeet::turnTo(context, point_F - self_F);
    motion::WalkToSettings goTo = feet.moving().goTo;
    goTo.nearM = feet.isStanding() ? settings.leaveM : settings.nearM;
    goTo.nearRad = feet.isStanding() ? settings.leaveRad : settings.nearRad;
    return motion::walkTo(turned * Eigen::Vector2d(way.norm(), 0.0), headingRad, goTo);
}

Status CoverGoal::update(const Context& context, ActionRequest& request) {
    if (const auto rising = m_feet.rise(context, request)) {
        return *rising;
    }
    const argument::Beliefs beliefs = beliefsOf(context);
    const field::FieldDimensions& field = context.field.dimensions();
    m_besides.speaker.update(context, request);
    m_feet.lookAt(m_besides.look.place_F(beliefs));
    const auto point_F = placeOf_F(m_point, beliefs);
    const Eigen::Vector2d facing_F = point_F.value_or(Eigen::Vector2d::Zero());
    const Eigen::Vector2d place_F = m_spot == CoverSpot::NearPost
                                        ? nearPostPlace_F(field, facing_F, m_settings)
                                        : coverPlace_F(field, point_F, m_settings);
    const motion::WalkCommand command = walkToCover(context, m_feet, place_F, facing_F, m_settings);
    const Status status = m_feet.walk(context, command, request);
    if (status != Status::Running) {
        return status;
    }
    const bool isKnown = context.frame.body.pose.isValid;
    const bool isThere = isKnown && command.isZero() && m_feet.isStanding();
    std::string& reason = request.decision.reason;
    reason = !isKnown  ? "its pose is unknown"
             : isThere ? "covering the goal"
                       : "going to cover the goal";
    describe("against", m_point, beliefs, reason);
    return isThere ? Status::Done : Status::Running;
}

} // namespace sideline::behavior
