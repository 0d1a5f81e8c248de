#pragma once

#include <array>

#include "agentcore/motion/walk/walk_engine.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::behavior {

/// What a walk or a kick feels, out of what an agent knows of its body. A value.
class WalkSensing {
public:
    /// @return valid until the next call and as long as this is not copied or destroyed
    [[nodiscard]] motion::WalkSenses read(const robot::RobotModel& model,
                                          const world::BodyBelief& body);

private:
    std::array<double, robot::kMaxJoints> m_measuredRad{};
};

} // namespace sideline::behavior
