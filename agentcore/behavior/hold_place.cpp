#include "agentcore/behavior/hold_place.h"

#include <cmath>
#include <optional>

#include <Eigen/Geometry>

#include "agentcore/motion/walk/walk_to.h"

namespace sideline::behavior {

void HoldPlace::enter(const Context& context) {
    m_feet.enter(context);
    m_isThere = false;
}

Status HoldPlace::update(const Context& context, ActionRequest& request) {
    if (const auto rising = m_feet.rise(context, request)) {
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
        const auto ball_G = m_feet.ballOnGround(context);
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
        const Eigen::Vector2d goal_R =
            Eigen::Rotation2Dd(OnFeet::turnTo(context, way_F)) * Eigen::Vector2d(distanceM, 0.0);
        const auto facingRad =
            ball_G ? std::optional(std::atan2(ball_G->y(), ball_G->x())) : std::nullopt;
        const motion::WalkCommand way = motion::walkTo(goal_R, facingRad, settings);
        m_isThere = way.isZero();
        if (!m_isThere) {
            command = way;
        }
    }
    const Status status = m_feet.walk(context, command, request);
    if (status == Status::Running) {
        request.decision.reason = !knowsWay   ? "does not know where it is"
                                  : m_isThere ? "at its place"
                                              : "going to its place";
    }
    return status;
}

} // namespace sideline::behavior
