#include "evaluation/pose_run.h"

namespace sideline::evaluation {

math::Pose cameraPose(const AgentStream& stream, std::size_t cycle,
                      const localization::PoseEstimate& estimate) {
    return estimate.X_ST * stream.cycles()[cycle].X_TCamera;
}

} // namespace sideline::evaluation
