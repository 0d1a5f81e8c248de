#include "agentcore/world/agent_frame.h"

namespace sideline::world {

math::Pose fieldFromServer(game::Side side) {
    math::Pose X_FS;
    if (side == game::Side::Right) {
        X_FS.R.diagonal() = Eigen::Vector3d(-1.0, -1.0, 1.0);
    }
    return X_FS;
}

} // namespace sideline::world
