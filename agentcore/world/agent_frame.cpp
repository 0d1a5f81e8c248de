#include "agentcore/world/agent_frame.h"

namespace sideline::world {

math::Pose fieldFromServer(game::Side side) {
    math::Pose X_FS;
    if (side == game::Side::Right) {
        X_FS.R.diagonal() = Eigen::Vector3d(-1.0, -1.0, 1.0);
    }
    return X_FS;
}

Eigen::Vector3d upOf(const BodyBelief& body) {
    if (body.pose.isValid) {
        return body.pose.X_ST.R.row(2).transpose();
    }
    const double size = body.acceleration_TMps2.norm();
    return size > 0.0 ? (body.acceleration_TMps2 / size).eval() : Eigen::Vector3d(0.0, 0.0, 1.0);
}

} // namespace sideline::world
