#pragma once

#include <memory>
#include <optional>

#include "agentcore/behavior/behavior.h"
#include "agentcore/field/field_model.h"
#include "agentcore/world/agent_frame.h"
#include "training/task/mover.h"

namespace sideline::training {

/// Runs a behavior of an agent in trials. Its input is the state of its own body and the time,
/// without vision and hearing. In trials with a ball it also receives the exact positions of ball
/// and robot, and in trials with targets its own position. The origin of its field frame is below
/// its feet at the start, x ahead; the server frame is the same. Say messages are discarded.
class BehaviorMover final : public Mover {
public:
    /// @param behavior never null
    BehaviorMover(std::unique_ptr<behavior::Behavior> behavior, const robot::RobotModel& model);

    [[nodiscard]] bool needsAllPercepts() const override { return true; }
    void setCommand(const motion::WalkCommand& command) override;
    bool goTo(const behavior::GoToPlace& place) override;
    void setBall(const std::optional<Eigen::Vector2d>& error_SM) override {
        m_ballError_SM = error_SM;
    }
    void begin(const PhysicsRobot& robot) override;
    /// Finished when the behavior is done or has failed; it is still updated then, and holds its
    /// last result.
    bool step(const PhysicsRobot& robot, double timeS, std::span<double> targetRad) override;
    [[nodiscard]] std::span<const std::optional<motion::JointGains>> gains() const override {
        return m_request.gains;
    }
    void sent(const PhysicsRobot& robot) override;
    /// Frames are those of number 1 of a left team without a name, in the field frame of the trial.
    void setSink(world::FrameSink* sink) override { m_sink = sink; }
    /// The behavior's decision in the last cycle.
    [[nodiscard]] const world::Decision& decision() const { return m_request.decision; }

private:
    void look(const PhysicsRobot& robot, double timeS);
    void locate(const PhysicsRobot& robot);
    void lookAtBall(const PhysicsRobot& robot);
    [[nodiscard]] behavior::Context context() const;

    std::unique_ptr<behavior::Behavior> m_fresh; ///< initial copy of the behavior
    std::unique_ptr<behavior::Behavior> m_behavior;
    field::FieldModel m_field;
    world::AgentFrame m_frame;
    behavior::ActionRequest m_request;
    std::optional<Eigen::Vector2d> m_ballError_SM; ///< set if there is a ball
    bool m_isLocated = false;                      ///< whether the robot's position is known
    math::Pose m_X_SF;                             ///< field frame of the trial
    world::FrameSink* m_sink = nullptr;
};

} // namespace sideline::training
