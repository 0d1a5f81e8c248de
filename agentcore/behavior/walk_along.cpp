#include "agentcore/behavior/walk_along.h"

#include <algorithm>
#include <cmath>

namespace sideline::behavior {

Eigen::Vector2d fromRobot(const math::Pose& X_FT, const Eigen::Vector2d& p_F) {
    const Eigen::Vector2d ahead = X_FT.R.col(1).head<2>().normalized();
    const Eigen::Vector2d way = p_F - X_FT.p.head<2>();
    return {ahead.dot(way), ahead.x() * way.y() - ahead.y() * way.x()};
}

Eigen::Vector3d onGround_S(const world::AgentFrame& frame, const Eigen::Vector2d& p_F) {
    const math::Pose X_SF = world::fieldFromServer(frame.identity.robot.side).inverse();
    return X_SF * Eigen::Vector3d(p_F.x(), p_F.y(), 0.01);
}

Eigen::Vector2d aheadOnPath(const planning::Path& path, const math::Pose& X_FT, double lookAheadM) {
    const Eigen::Vector2d next_R = fromRobot(X_FT, path.pointAhead(lookAheadM));
    return next_R * (path.lengthM / std::max(next_R.norm(), 1e-6));
}

motion::WalkCommand walkAlong(const planning::Path& path, const math::Pose& X_FT,
                              std::optional<double> headingRad,
                              const motion::WalkToSettings& settings, double lookAheadM) {
    if (path.points_F.size() > 2) {
        return motion::walkTo(aheadOnPath(path, X_FT, lookAheadM), std::nullopt, settings);
    }
    std::optional<double> turnRad;
    if (headingRad) {
        const Eigen::Vector2d ahead = X_FT.R.col(1).head<2>();
        turnRad = *headingRad - std::atan2(ahead.y(), ahead.x());
    }
    return motion::walkTo(fromRobot(X_FT, path.points_F.back()), turnRad, settings);
}

void drawPath(const world::AgentFrame& frame, const planning::Path& path, std::string_view set,
              ActionRequest& request) {
    constexpr drawing::Color kColor{120, 200, 255, 255};
    for (std::size_t i = 1; i < path.points_F.size(); ++i) {
        request.addShape(set, drawing::Line{onGround_S(frame, path.points_F[i - 1]),
                                            onGround_S(frame, path.points_F[i]), 2.0, kColor});
    }
}

} // namespace sideline::behavior
