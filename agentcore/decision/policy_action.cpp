#include "agentcore/decision/policy_action.h"

#include <algorithm>

#include "agentcore/base/assert.h"

namespace sideline::decision {

PolicyActor::PolicyActor(const PolicyInterface& meaning, const robot::RobotModel& model)
    : m_kind(meaning.action), m_clip(static_cast<float>(meaning.clip)) {
    for (std::size_t i = 0; i < meaning.joints.size(); ++i) {
        m_joints.push_back({model.findJoint(meaning.joints[i]),
                            meaning.scale.size() == 1 ? meaning.scale.front() : meaning.scale[i],
                            meaning.offsetRad.empty() ? 0.0 : meaning.offsetRad[i]});
        SIDELINE_ASSERT(m_joints.back().joint.isValid());
    }
}

void PolicyActor::clip(std::span<float> action) const {
    for (float& each : action) {
        each = std::clamp(each, -m_clip, m_clip);
    }
}

void PolicyActor::apply(std::span<const float> action, std::span<const world::JointBelief> joints,
                        double stepS, std::span<double> targetRad) const {
    SIDELINE_ASSERT(action.size() == m_joints.size() && joints.size() == targetRad.size());
    for (std::size_t i = 0; i < m_joints.size(); ++i) {
        const Output& output = m_joints[i];
        const double value = output.offsetRad + output.scale * static_cast<double>(action[i]);
        double& target = targetRad[output.joint.index()];
        switch (m_kind) {
        case ActionKind::JointTargets:
            target = value;
            break;
        case ActionKind::JointSpeeds:
            target = joints[output.joint.index()].expectedRad + value * stepS;
            break;
        case ActionKind::Residual:
            target += value;
            break;
        }
    }
}

} // namespace sideline::decision
