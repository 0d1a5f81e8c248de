#include "agentcore/behavior/hold_pose.h"

#include <cmath>

#include "agentcore/motion/joint_controller.h"

namespace sideline::behavior {

Status HoldPose::update(const Context& context, ActionRequest& request) {
    for (std::size_t i = 0; i < request.targetRad.size() && i < m_targets.size(); ++i) {
        const world::JointBelief& joint = context.frame.body.joints[i];
        Target& target = m_targets[i];
        if (m_start != Start::Done && !target.isSet) {
            target.angleRad = m_start == Start::Measured ? motion::heldRad(context.model(), joint)
                                                         : request.targetRad[i];
        }
        request.targetRad[i] = target.angleRad;
        if (target.speedLimitRadPerS > 0.0) {
            request.speedLimitRadPerS[i] = target.speedLimitRadPerS;
        }
    }
    m_start = Start::Done;
    request.decision.reason = "holding the joints at their targets";
    request.decision.isUserControlled = true;
    return Status::Running;
}

void HoldPose::setTarget(robot::JointId joint, double angleRad, double speedLimitRadPerS) {
    if (!joint.isValid() || joint.index() >= m_targets.size() || !std::isfinite(angleRad)) {
        return;
    }
    const bool isLimited = std::isfinite(speedLimitRadPerS) && speedLimitRadPerS > 0.0;
    m_targets[joint.index()] = {angleRad, isLimited ? speedLimitRadPerS : 0.0, true};
}

void HoldPose::freeze() {
    m_targets = {};
    m_start = Start::Measured;
}

void HoldPose::takePose() {
    m_targets = {};
    m_start = Start::Requested;
}

} // namespace sideline::behavior
