#include "agentcore/behavior/walk_sensing.h"

#include <span>

#include "agentcore/motion/walk/walk_meter.h"

namespace sideline::behavior {

motion::WalkSenses WalkSensing::read(const robot::RobotModel& model,
                                     const world::BodyBelief& body) {
    motion::WalkSenses senses;
    senses.gyro_TRadPerS = body.gyro_TRadPerS;
    senses.up_T = body.up_T;
    senses.footN = motion::footForcesN(model, body);
    for (std::size_t i = 0; i < body.joints.size(); ++i) {
        m_measuredRad[i] = body.joints[i].measuredRad;
    }
    senses.measuredRad = std::span(m_measuredRad).first(body.joints.size());
    return senses;
}

} // namespace sideline::behavior
