#pragma once

#include <cstdint>

#include <Eigen/Core>

#include "agentcore/behavior/behavior.h"
#include "agentcore/robot/robot_model.h"
#include "training/skill/skill_pitch.h"

namespace sideline::training {

/// A lone robot in a running match, with all its percepts and the server's noise, for tests that a
/// `TrialRobot` does not cover. It plays for the left team, whose field frame is the server's. One
/// thread at a time.
class LoneRobot {
public:
    /// Joins, and stands at its beam position.
    /// @param model,typeNumber model and type of the robot, numbered as in its scene file
    /// @param behavior copied @param seed seed of the match
    LoneRobot(const robot::RobotModelPtr& model, int typeNumber, const behavior::Behavior& behavior,
              bool isExact, std::uint64_t seed);

    /// Places the robot upright and at rest, with unchanged joints.
    /// @param p_F x, y in m and heading in rad
    void place(const Eigen::Vector3d& p_F) { m_pitch.place(0, p_F); }
    /// Places the ball at rest.
    void placeBall(const Eigen::Vector2d& p_F) { m_pitch.placeBall(p_F); }
    /// Pushes the torso with the impulse that changes the velocity of the whole robot by this
    /// amount.
    void push(const Eigen::Vector2d& change_SMps) { m_pitch.push(0, change_SMps); }
    void cycle() { m_pitch.cycle(); }

    [[nodiscard]] double timeS() const { return m_pitch.timeS(); }
    [[nodiscard]] const world::AgentFrame& frame() const { return m_pitch.frame(0); }
    /// The true pose, not the belief.
    [[nodiscard]] math::Pose torso() { return m_pitch.torso(0); }
    [[nodiscard]] simulator::Simulation& simulation() { return m_pitch.simulation(); }

private:
    SkillPitch m_pitch;
};

} // namespace sideline::training
