#include "agentcore/behavior/action_request.h"

#include "agentcore/motion/joint_controller.h"

namespace sideline::behavior {

void ActionRequest::begin(const robot::RobotModel& model,
                          std::span<const world::JointBelief> joints) {
    targetRad.resize(joints.size());
    speedLimitRadPerS.resize(joints.size());
    motion::startRequest(model, joints, targetRad, speedLimitRadPerS);
    gains.assign(joints.size(), std::nullopt);
    beam_F.reset();
    say.clear();
    talks = true;
    goesToBall = false;
    kicksTo_F.reset();
    odometry.reset();
    decision.behavior.clear();
    decision.reason.clear();
    decision.isUserControlled = false;
    decision.trace.maker.clear(); // the other members keep their memory for the next trace
    decision.trace.fault.clear();
    values.clear();
    drawings.clear();
    lines.clear();
}

} // namespace sideline::behavior
