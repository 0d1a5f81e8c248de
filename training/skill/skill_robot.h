#pragma once

#include <Eigen/Core>

#include "agentcore/motion/walk/walk_command.h"

namespace sideline::training {

/// A robot whose skills are measured, wherever it moves: told how to walk, and watched from
/// outside. Places and directions are those since the trial began.
class SkillRobot {
public:
    virtual ~SkillRobot() = default;

    /// Time passes until more is known of the robot: one cycle where it is simulated, the time
    /// between two messages to monitors on a server.
    /// @return false if it cannot continue, since the server is gone
    [[nodiscard]] virtual bool cycle(const motion::WalkCommand& command) = 0;

    [[nodiscard]] virtual double timeS() const = 0;
    /// Of the torso: x ahead, y to the left, m.
    [[nodiscard]] virtual Eigen::Vector2d place() const = 0;
    [[nodiscard]] virtual double headingRad() const = 0;
    /// All turns added, positive to the left.
    [[nodiscard]] virtual double turnedRad() const = 0;
    [[nodiscard]] virtual bool isFallen() const = 0;
    /// Whether its own behavior says that it walks.
    [[nodiscard]] virtual bool isWalking() const = 0;

protected:
    SkillRobot() = default;
    SkillRobot(const SkillRobot&) = default;
    SkillRobot& operator=(const SkillRobot&) = default;
};

} // namespace sideline::training
