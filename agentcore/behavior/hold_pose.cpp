#include "agentcore/behavior/hold_pose.h"

#include <cmath>

namespace sideline::behavior {

namespace {

// Motors that act like springs hold a load by a difference between target and angle: with its
// measured angles as targets, the robot would sag and fall. Therefore a target that is nearly
// reached is kept.
double frozenRad(const Context& context, double measuredRad, double targetRad) {
    constexpr double kLoadRad = 0.15;
    const robot::RobotModelPtr& model = context.frame.identity.model;
    const bool isSpring = model && model->traits().server == game::ServerKind::Rcssservermj;
    return isSpring && std::abs(targetRad - measuredRad) < kLoadRad ? targetRad : measuredRad;
}

} // namespace

Status HoldPose::update(const Context& context, ActionRequest& request) {
    for (std::size_t i = 0; i < request.targetRad.size() && i < m_targets.size(); ++i) {
        const world::JointBelief& joint = context.frame.body.joints[i];
        Target& target = m_targets[i];
        if (m_start != Start::Done && !target.isSet) {
            target.angleRad = m_start == Start::Measured
                                  ? frozenRad(context, joint.measuredRad, request.targetRad[i])
                                  : request.targetRad[i];
        }
        request.targetRad[i] = target.angleRad;
        if (target.speedLimitRadPerS > 0.0) {
            request.speedLimitRadPerS[i] = target.speedLimitRadPerS;
        }
    }
    m_start = Start::Done;
    request.decision.reason = "holds the joints at their targets";
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
