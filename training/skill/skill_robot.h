#pragma once

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/motion/walk/walk_command.h"

namespace sideline::training {

/// A robot under test, simulated or on a server: walks as commanded and is observed from outside.
/// Positions and directions are relative to the start of the trial.
class SkillRobot {
public:
    virtual ~SkillRobot() = default;

    /// Advances until the state is updated: one cycle in simulation, the interval between two
    /// monitor messages on a server.
    /// @return false if the connection is lost
    [[nodiscard]] virtual bool cycle(const motion::WalkCommand& command) = 0;

    [[nodiscard]] virtual double timeS() const = 0;
    /// Position of the torso: x ahead, y to the left, m.
    [[nodiscard]] virtual Eigen::Vector2d place() const = 0;
    [[nodiscard]] virtual double headingRad() const = 0;
    /// Sum of all turns, positive to the left.
    [[nodiscard]] virtual double turnedRad() const = 0;
    [[nodiscard]] virtual bool isFallen() const = 0;
    /// True pose of the torso, in S.
    [[nodiscard]] virtual math::Pose torso() const = 0;
    /// Whether its behavior reports that it walks.
    [[nodiscard]] virtual bool isWalking() const = 0;

protected:
    SkillRobot() = default;
    SkillRobot(const SkillRobot&) = default;
    SkillRobot& operator=(const SkillRobot&) = default;
};

} // namespace sideline::training
