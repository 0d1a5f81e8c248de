#include "agents/behaviors/hold.h"

#include "agentcore/behavior/hold_pose.h"

namespace sideline::agents {

BehaviorInfo holdPoseInfo() {
    return {.name = "hold-pose",
            .layer = Layer::Pose,
            .summary = "Holds all joints at their current angles",
            .parameters = {},
            .make = [](const Parameters&,
                       BuildContext&) -> base::Expected<std::unique_ptr<behavior::Behavior>> {
                return std::make_unique<behavior::HoldPose>();
            }};
}

} // namespace sideline::agents
