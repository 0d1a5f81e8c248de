#include "agentcore/behavior/walk_sensing.h"

#include <span>

namespace sideline::behavior {

motion::WalkSenses WalkSensing::read(const robot::RobotModel& model,
                                     const world::BodyBelief& body) {
    motion::WalkSenses senses;
    senses.gyro_TRadPerS = body.gyro_TRadPerS;
    senses.up_T = body.up_T;
    for (const world::ForceBelief& force : body.forces) {
        if (!force.body.isValid()) {
            continue;
        }
        const robot::BodyRole role = model.body(force.body).role;
        if (role == robot::BodyRole::LeftFoot || role == robot::BodyRole::LeftToe) {
            senses.footN[0] += force.force_BodyN.norm();
        } else if (role == robot::BodyRole::RightFoot || role == robot::BodyRole::RightToe) {
            senses.footN[1] += force.force_BodyN.norm();
        }
    }
    for (std::size_t i = 0; i < body.joints.size(); ++i) {
        m_measuredRad[i] = body.joints[i].measuredRad;
    }
    senses.measuredRad = std::span(m_measuredRad).first(body.joints.size());
    return senses;
}

} // namespace sideline::behavior
