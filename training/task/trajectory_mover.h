#pragma once

#include <memory>
#include <vector>

#include "agentcore/motion/trajectory_player.h"
#include "training/task/mover.h"

namespace sideline::training {

/// Plays a motion as an agent does.
class TrajectoryMover final : public Mover {
public:
    /// @param trajectory resolved for the model
    TrajectoryMover(std::shared_ptr<const motion::JointTrajectory> trajectory,
                    const robot::RobotModel& model);

    /// A standing robot begins in the motion's entry pose, or its first pose.
    [[nodiscard]] std::span<const double> startRad() const override { return m_startRad; }
    void begin(const PhysicsRobot& robot) override;
    bool step(const PhysicsRobot& robot, double timeS, std::span<double> targetRad) override;
    [[nodiscard]] std::span<const std::optional<motion::JointGains>> gains() const override {
        return m_gains;
    }

    [[nodiscard]] const motion::TrajectoryPlayer& player() const { return m_player; }

private:
    void look(const PhysicsRobot& robot);

    std::shared_ptr<const motion::JointTrajectory> m_trajectory;
    motion::TrajectoryPlayer m_player;
    std::vector<double> m_startRad;
    std::vector<double> m_expectedRad;
    std::vector<double> m_measuredRad;
    std::vector<std::optional<motion::JointGains>> m_gains; ///< empty on servers without gains
};

} // namespace sideline::training
