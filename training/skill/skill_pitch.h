#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <Eigen/Core>

#include "agentcore/behavior/behavior.h"
#include "agentcore/game/player_id.h"
#include "agentcore/robot/robot_model.h"
#include "simulator/harness/match_harness.h"

namespace sideline::training {

/// A running match with a few robots that can be placed anywhere, with all their percepts and the
/// server's noise. Places are in the server's frame S, which is also the left team's field frame.
/// One thread at a time.
class SkillPitch {
public:
    /// @param seed seed of the match
    SkillPitch(bool isExact, std::uint64_t seed);

    /// Adds a robot, which connects in the next cycle.
    /// @param team name of its team; the first team plays on the left
    /// @param typeNumber type of the robot, numbered as in its scene file
    /// @param behavior copied
    /// @return the robot's index, from 0
    std::size_t join(const robot::RobotModelPtr& model, int typeNumber, const std::string& team,
                     int unum, const behavior::Behavior& behavior);
    /// Lets all robots join and stand at their beam positions, then begins to play.
    void begin();

    /// Replaces a robot's behavior as soon as the one before can be interrupted.
    /// @param behavior copied
    void setBehavior(std::size_t robot, const behavior::Behavior& behavior);
    /// Places a robot upright and at rest, with unchanged joints.
    /// @param p_S x, y in m and heading in rad
    void place(std::size_t robot, const Eigen::Vector3d& p_S);
    void placeBall(const Eigen::Vector2d& p_S,
                   const Eigen::Vector2d& velocity_SMps = Eigen::Vector2d::Zero());
    /// Pushes a torso with the impulse that changes the velocity of the whole robot by this amount.
    void push(std::size_t robot, const Eigen::Vector2d& change_SMps);
    void cycle() { m_match.cycle(); }
    void play(double seconds);

    /// Time since `begin`.
    [[nodiscard]] double timeS() const { return m_match.simulation().timeS() - m_beganS; }
    [[nodiscard]] const world::AgentFrame& frame(std::size_t robot) const {
        return m_match.frame(robot);
    }
    /// The true pose, not the belief.
    [[nodiscard]] math::Pose torso(std::size_t robot);
    [[nodiscard]] Eigen::Vector2d ball_S();
    [[nodiscard]] Eigen::Vector2d ballVelocity_SMps();
    [[nodiscard]] simulator::Simulation& simulation() { return m_match.simulation(); }

private:
    simulator::MatchHarness m_match;
    double m_beganS = 0.0;
};

} // namespace sideline::training
