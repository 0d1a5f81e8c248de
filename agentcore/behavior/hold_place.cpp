#include "agentcore/behavior/hold_place.h"

#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "agentcore/behavior/slowdown.h"
#include "agentcore/behavior/walk_along.h"
#include "agentcore/world/formation.h"

namespace sideline::behavior {

std::span<const base::NumberInfo<HoldPlaceSettings>> HoldPlaceSettings::numbers() {
    using S = HoldPlaceSettings;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"near", "distance from its target within which it counts as arrived", "m", 0.05, 5.0,
         &S::nearM},
        {"faces",
         "heading error up to which it counts as facing the ball; the head covers the rest", "rad",
         0.0, 3.2, &S::facesRad},
        {"leave", "multiple of near and faces at which it sets out again after arriving", "", 1.0,
         10.0, &S::leaveRatio},
        {"ball-distance",
         "distance it keeps from the ball to stay out of the way of the player at the ball", "m",
         0.0, 5.0, &S::ballM},
    });
    return kRows;
}

void HoldPlace::enter(const Context& context) {
    m_feet.enter(context);
    m_isThere = false;
    m_ways.forget();
    m_coordinator.forget();
}

void HoldPlace::enterWalking(const Context& context, const Walk& walk) {
    enter(context);
    m_feet.takeOver(context, walk);
}

// In play, the robot's duty for the team; before restarts, what the rules require.
planning::Duty HoldPlace::assignDuty(const Context& context) {
    const world::SituationBelief& situation = context.frame.situation;
    const field::FieldDimensions& field = context.field.dimensions();
    const int unum = context.frame.identity.robot.unum.value();
    planning::TeamPlan plan;
    const bool isInPlay = situation.isRunning && situation.setPiece == world::SetPiece::None;
    const bool isShared = isInPlay && context.frame.world.ball.isKnown;
    if (isShared) {
        const Eigen::Vector2d ball_F = context.frame.world.ball.p_F.head<2>();
        for (std::size_t i = 0; i < planning::kMaxRoles; ++i) {
            plan.places_F[i] = world::homeOf(world::defaultHomeTable(), field,
                                             static_cast<int>(i + 1), world::HomeUse::Play, ball_F);
        }
        const std::vector<int>& byBall = situation.teammatesByBall;
        if (situation.ownRankToBall > 0 && !byBall.empty()) {
            plan.striker =
                context.frame.world.players[static_cast<std::size_t>(byBall.front())].unum;
        }
        plan.assigns = m_settings.assigns;
        plan.marks = m_settings.marks;
    }
    plan.receives = m_settings.receives && situation.isRunning;
    if (unum >= 1 && unum <= static_cast<int>(planning::kMaxRoles)) {
        auto& own = plan.places_F[static_cast<std::size_t>(unum - 1)];
        own = situation.hasHome ? std::optional(situation.home_F) : std::nullopt;
    }
    return m_coordinator.assignDuty(context.frame, plan, field.lengthM, context.stepS);
}

Status HoldPlace::update(const Context& context, ActionRequest& request) {
    if (const auto rising = m_feet.rise(context, request)) {
        m_ways.forget();
        return *rising;
    }
    const world::AgentFrame& frame = context.frame;
    motion::WalkCommand command = m_feet.search(context);
    const planning::Duty duty = assignDuty(context);
    const bool hasPlace = duty.kind != planning::DutyKind::None;
    request.addValue("place.duty", static_cast<double>(duty.kind));
    if (hasPlace) {
        const Eigen::Vector2d home_F = duty.place_F;
        const Eigen::Vector2d way_F = home_F - frame.body.X_FT.p.head<2>();
        const double distanceM = way_F.norm();
        request.addValue("place.toGoM", distanceM);
        const math::Pose X_SF = world::fieldFromServer(frame.identity.robot.side).inverse();
        request.addShape(
            "place.home",
            drawing::Circle{(X_SF * Eigen::Vector3d(home_F.x(), home_F.y(), 0.0)).head<2>(),
                            m_settings.nearM,
                            2.0,
                            {120, 200, 120, 255}});
        const double nearRatio = m_isThere ? m_settings.leaveRatio : 1.0;
        motion::WalkToSettings settings = m_feet.moving().goTo;
        settings.nearM = m_settings.nearM * nearRatio;
        settings.nearRad = m_settings.facesRad * nearRatio;
        const planning::Path& path =
            m_ways.find(frame, context.field.dimensions(), home_F, context.stepS);
        const world::BallBelief& ball = frame.world.ball;
        const Eigen::Vector2d toBall_F = ball.p_F.head<2>() - path.points_F.back();
        const auto facingRad =
            ball.isKnown ? std::optional(std::atan2(toBall_F.y(), toBall_F.x())) : std::nullopt;
        const motion::WalkCommand way =
            walkAlong(path, frame.body.X_FT, facingRad, settings, m_feet.moving().paths.lookAheadM);
        drawPath(frame, path, "place.path", request);
        m_isThere = way.isZero();
        if (!m_isThere) {
            command = way;
        }
    }
    const auto off = m_feet.offTheBall(context);
    const Status status = m_feet.walk(
        context, limitSpeedNearRobots(context, off.value_or(command), m_feet.moving().slowdown),
        request);
    if (status == Status::Running) {
        request.decision.reason = off         ? "keeping away from the ball"
                                  : !hasPlace ? "its pose is unknown"
                                  : duty.kind == planning::DutyKind::Receive
                                      ? "going to the target of a kick"
                                  : duty.kind == planning::DutyKind::Mark ? "marking an opponent"
                                  : m_isThere                             ? "at its position"
                                                                          : "going to its position";
    }
    return status;
}

} // namespace sideline::behavior
