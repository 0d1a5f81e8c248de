#pragma once

#include <memory>

#include "agentcore/behavior/behavior.h"
#include "agentcore/field/field_model.h"
#include "agentcore/world/agent_frame.h"
#include "agentcore/world/memory.h"
#include "training/task/mover.h"

namespace sideline::training {

/// Runs a behavior of an agent in trials. It knows what an agent knows of its own body, and the
/// time; it sees and hears nothing and does not know where it is. What it says is lost.
class BehaviorMover final : public Mover {
public:
    /// @param behavior never null
    BehaviorMover(std::unique_ptr<behavior::Behavior> behavior, const robot::RobotModel& model);

    [[nodiscard]] bool feelsAll() const override { return true; }
    void setCommand(const motion::WalkCommand& command) override;
    void begin(const TrialRobot& robot) override;
    /// Over when the behavior is done or has failed; it is still asked then, and holds what it has
    /// reached.
    bool step(const TrialRobot& robot, double timeS, std::span<double> wantedRad) override;
    /// What the behavior decided in the last cycle.
    [[nodiscard]] const world::Decision& decision() const { return m_request.decision; }

private:
    void look(const TrialRobot& robot, double timeS);
    [[nodiscard]] behavior::Context context() const;

    std::unique_ptr<behavior::Behavior> m_fresh; ///< as it was given
    std::unique_ptr<behavior::Behavior> m_behavior;
    field::FieldModel m_field;
    world::Memory m_memory;
    world::AgentFrame m_frame;
    behavior::ActionRequest m_request;
};

} // namespace sideline::training
