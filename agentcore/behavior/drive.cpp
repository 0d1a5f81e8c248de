#include "agentcore/behavior/drive.h"

#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/motion/walk/walk_to.h"

namespace sideline::behavior {

namespace {

constexpr double kLookAheadM = 0.35; // on a path: nearer points are behind
constexpr drawing::Color kGoalColor{255, 210, 60, 255};

// A place seen from the robot, x forward and y left.
Eigen::Vector2d fromRobot(const math::Pose& X_FT, const Eigen::Vector2d& p_F) {
    const Eigen::Vector2d ahead = X_FT.R.col(1).head<2>().normalized();
    const Eigen::Vector2d way = p_F - X_FT.p.head<2>();
    return {ahead.dot(way), ahead.x() * way.y() - ahead.y() * way.x()};
}

Eigen::Vector3d onGround_S(const world::AgentFrame& frame, const Eigen::Vector2d& p_F) {
    const math::Pose X_SF = world::fieldFromServer(frame.identity.robot.side).inverse();
    return X_SF * Eigen::Vector3d(p_F.x(), p_F.y(), 0.01);
}

} // namespace

void Drive::enter(const Context& context) {
    m_feet.enter(context);
}

void Drive::go(const DriveGoal& goal) {
    m_goal = goal;
    m_nextPoint = 0;
    m_hasArrived = false;
}

Status Drive::update(const Context& context, ActionRequest& request) {
    if (const auto rising = m_feet.rise(context, request)) {
        return *rising;
    }
    const Status status = m_feet.walk(context, chooseCommand(context, request), request);
    if (status == Status::Running && m_hasArrived) {
        request.decision.reason = "arrived";
    }
    return status;
}

motion::WalkCommand Drive::chooseCommand(const Context& context, ActionRequest& request) {
    if (const auto* command = std::get_if<motion::WalkCommand>(&m_goal)) {
        return *command;
    }
    const world::BodyBelief& body = context.frame.body;
    if (!body.pose.isValid) {
        return {};
    }
    if (const auto* place = std::get_if<GoToPlace>(&m_goal)) {
        request.addShape(
            "drive.goal",
            drawing::Circle{onGround_S(context.frame, place->p_F).head<2>(), 0.1, 2.0, kGoalColor});
        return toPlace(*place, body.X_FT, request);
    }
    const auto& path = std::get<FollowPath>(m_goal);
    for (std::size_t i = m_nextPoint; i + 1 < path.points_F.size(); ++i) {
        request.addShape("drive.goal",
                         drawing::Line{onGround_S(context.frame, path.points_F[i]),
                                       onGround_S(context.frame, path.points_F[i + 1]), 2.0,
                                       kGoalColor});
    }
    return alongPath(path, body.X_FT, request);
}

motion::WalkCommand Drive::toPlace(const GoToPlace& place, const math::Pose& X_FT,
                                   ActionRequest& request) {
    const Eigen::Vector2d ahead = X_FT.R.col(1).head<2>();
    std::optional<double> headingRad;
    if (place.headingRad) {
        headingRad = *place.headingRad - std::atan2(ahead.y(), ahead.x());
    }
    const Eigen::Vector2d goal_R = fromRobot(X_FT, place.p_F);
    request.addValue("drive.toGoM", goal_R.norm());
    // Who has arrived does not set out again for a shove of a centimeter.
    motion::WalkToSettings settings;
    if (m_hasArrived) {
        settings.nearM *= 3.0;
        settings.nearRad *= 3.0;
    }
    const motion::WalkCommand command = motion::walkTo(goal_R, headingRad, settings);
    m_hasArrived = command.isZero();
    return command;
}

motion::WalkCommand Drive::alongPath(const FollowPath& path, const math::Pose& X_FT,
                                     ActionRequest& request) {
    const auto& points = path.points_F;
    while (m_nextPoint + 1 < points.size() &&
           fromRobot(X_FT, points[m_nextPoint]).norm() < kLookAheadM) {
        ++m_nextPoint;
    }
    if (points.empty()) {
        return {};
    }
    if (m_nextPoint + 1 >= points.size()) {
        return toPlace({points.back(), {}}, X_FT, request);
    }
    const Eigen::Vector2d goal_R = fromRobot(X_FT, points[m_nextPoint]);
    double remainingM = goal_R.norm();
    for (std::size_t i = m_nextPoint; i + 1 < points.size(); ++i) {
        remainingM += (points[i + 1] - points[i]).norm();
    }
    request.addValue("drive.toGoM", remainingM);
    // As if the point were as far as the path is long: it does not brake at each of them.
    const Eigen::Vector2d far_R = goal_R * (remainingM / std::max(goal_R.norm(), 1e-6));
    return motion::walkTo(far_R, {});
}

} // namespace sideline::behavior
