#pragma once

#include <cstdint>
#include <string>

#include <Eigen/Core>

#include "agentcore/behavior/behavior.h"
#include "agentcore/robot/robot_model.h"
#include "simulator/harness/match_harness.h"

namespace sideline::training {

/// A robot alone in a match that goes on, with all its senses and the server's noise: what trials
/// on a `TrialRobot` cannot show. It plays for the left team, whose field frame is the server's.
/// One thread at a time.
class LoneRobot {
public:
    /// Joins, and stands where it was beamed to.
    /// @param model,typeNumber of the robot; the type as its scene file counts them
    /// @param behavior is copied
    /// @param seed of the match
    LoneRobot(const robot::RobotModelPtr& model, int typeNumber, const behavior::Behavior& behavior,
              bool isExact, std::uint64_t seed);

    /// Puts it somewhere, upright and at rest, its joints as they are.
    /// @param p_F x, y in m and heading in rad
    void place(const Eigen::Vector3d& p_F);
    /// Puts the ball somewhere, at rest.
    void placeBall(const Eigen::Vector2d& p_F);
    /// The torso is hit: its speed changes at once as if the whole robot's had changed by this
    /// much.
    void push(const Eigen::Vector2d& change_SMps);
    void cycle() { m_match.cycle(); }

    [[nodiscard]] double timeS() const { return m_match.simulation().timeS() - m_beganS; }
    [[nodiscard]] const world::AgentFrame& frame() const { return m_match.frame(0); }
    /// As it is, not as it believes.
    [[nodiscard]] math::Pose torso();
    [[nodiscard]] simulator::Simulation& simulation() { return m_match.simulation(); }

private:
    simulator::MatchHarness m_match;
    double m_beganS = 0.0;
};

} // namespace sideline::training
