#pragma once

#include <span>
#include <vector>

#include "agentcore/decision/policy_interface.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::decision {

/// Turns a policy's outputs into joint targets: the same code for an agent and for training.
/// Immutable; allocates nothing in use; may be used from any thread.
class PolicyActor {
public:
    /// @param meaning an interface that `check` accepts for this model
    PolicyActor(const PolicyInterface& meaning, const robot::RobotModel& model);

    [[nodiscard]] std::size_t size() const { return m_joints.size(); }
    /// Clips outputs to the policy's limit.
    void clip(std::span<float> action) const;
    /// Writes the targets of the joints that the policy moves.
    /// @param action clipped, one per moved joint
    /// @param joints beliefs of the robot's joints
    /// @param stepS length of a cycle
    /// @param targetRad input and output, one per joint of the robot; for residuals, initially the
    /// targets of the motion
    void apply(std::span<const float> action, std::span<const world::JointBelief> joints,
               double stepS, std::span<double> targetRad) const;

private:
    struct Output {
        robot::JointId joint;
        double scale;
        double offsetRad;
    };
    ActionKind m_kind;
    float m_clip;
    std::vector<Output> m_joints;
};

} // namespace sideline::decision
