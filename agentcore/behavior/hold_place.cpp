#include "agentcore/behavior/hold_place.h"

#include <cmath>
#include <optional>

#include "agentcore/behavior/careful.h"
#include "agentcore/behavior/walk_along.h"

namespace sideline::behavior {

void HoldPlace::enter(const Context& context) {
    m_feet.enter(context);
    m_isThere = false;
    m_ways.forget();
}

bool HoldPlace::enterWalking(const Context& context, const Walk& walk) {
    m_feet.takeOver(context, walk);
    m_isThere = false;
    m_ways.forget();
    return true;
}

Status HoldPlace::update(const Context& context, ActionRequest& request) {
    if (const auto rising = m_feet.rise(context, request)) {
        m_ways.forget();
        return *rising;
    }
    constexpr double kFacesRad = 0.5; // the head does the rest
    const world::AgentFrame& frame = context.frame;
    motion::WalkCommand command = m_feet.search(context);
    const bool knowsWay = frame.situation.hasHome && frame.body.pose.isValid;
    if (knowsWay) {
        const Eigen::Vector2d home_F = frame.situation.home_F;
        const Eigen::Vector2d way_F = home_F - frame.body.X_FT.p.head<2>();
        const double distanceM = way_F.norm();
        request.addValue("place.toGoM", distanceM);
        const math::Pose X_SF = world::fieldFromServer(frame.identity.robot.side).inverse();
        request.addShape(
            "place.home",
            drawing::Circle{(X_SF * Eigen::Vector3d(home_F.x(), home_F.y(), 0.0)).head<2>(),
                            m_nearM,
                            2.0,
                            {120, 200, 120, 255}});
        motion::WalkToSettings settings;
        settings.nearM = m_isThere ? 2.0 * m_nearM : m_nearM;
        settings.nearRad = m_isThere ? 2.0 * kFacesRad : kFacesRad;
        const planning::Path& path =
            m_ways.find(frame, context.field.dimensions(), home_F, context.stepS);
        const world::BallBelief& ball = frame.world.ball;
        const Eigen::Vector2d toBall_F = ball.p_F.head<2>() - path.points_F.back();
        const auto facingRad =
            ball.isKnown ? std::optional(std::atan2(toBall_F.y(), toBall_F.x())) : std::nullopt;
        const motion::WalkCommand way = walkAlong(path, frame.body.X_FT, facingRad, settings);
        drawPath(frame, path, "place.path", request);
        m_isThere = way.isZero();
        if (!m_isThere) {
            command = way;
        }
    }
    const auto off = m_feet.offTheBall(context);
    const Status status = m_feet.walk(context, carefulOf(context, off.value_or(command)), request);
    if (status == Status::Running) {
        request.decision.reason = off         ? "leaves the ball"
                                  : !knowsWay   ? "does not know where it is"
                                  : m_isThere ? "at its place"
                                              : "going to its place";
    }
    return status;
}

} // namespace sideline::behavior
