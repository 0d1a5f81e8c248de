#pragma once

#include <array>

#include "agentcore/motion/walk/walk_engine.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::behavior {

/// The inputs of walks and kicks, from the body belief. A value.
class WalkSensing {
public:
    /// @return refers to this object's memory: valid until the next call and while this object
    /// exists
    [[nodiscard]] motion::WalkSenses read(const robot::RobotModel& model,
                                          const world::BodyBelief& body);

private:
    std::array<double, robot::kMaxJoints> m_measuredRad{};
};

} // namespace sideline::behavior
