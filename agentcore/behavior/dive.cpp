#include "agentcore/behavior/dive.h"

namespace sideline::behavior {

void DiveMotion::begin(const TrajectoryPtr& dive) {
    m_player.play(dive);
    m_lyingS = 0.0;
}

Status DiveMotion::update(const Context& context, ActionRequest& request, double lieS) {
    const Status status = m_player.update(context, request);
    request.decision.reason = "diving";
    m_lyingS = status == Status::Running ? 0.0 : m_lyingS + context.stepS;
    return m_lyingS > lieS ? Status::Done : Status::Running;
}

void Dive::enter(const Context& context) {
    m_feet.enter(context);
    m_motion.begin(m_dive);
    m_isDiving = true;
}

Status Dive::update(const Context& context, ActionRequest& request) {
    if (m_isDiving) {
        if (m_motion.update(context, request, m_lieS) == Status::Done) {
            m_isDiving = false;
            m_feet.enter(context);
        }
        return Status::Running;
    }
    if (const auto rising = m_feet.rise(context, request)) {
        return *rising;
    }
    const Status status = m_feet.walk(context, {}, request);
    return status == Status::Running && m_feet.isStanding() ? Status::Done : status;
}

} // namespace sideline::behavior
