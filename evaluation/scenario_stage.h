#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "agentcore/base/rng.h"
#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/limb_joints.h"
#include "evaluation/scenario.h"
#include "simulator/harness/match_harness.h"

namespace sideline::evaluation {

/// A joint by its role; see `robot::limbJoint`.
struct JointRole {
    robot::LimbId limb = robot::LimbId::Head;
    robot::AxisRole axis = robot::AxisRole::Yaw;
    int number = 0;
};

/// A robot in the simulator that plays a scenario, and its percepts: messages and answers are
/// delayed as on the real server, as for all players in `MatchHarness`. One thread.
class ScenarioStage {
public:
    /// Errors: NotFound for an unknown robot type; InvalidArgument for a robot of another server.
    [[nodiscard]] static base::Expected<std::unique_ptr<ScenarioStage>> make(
        std::string name, const ScenarioOptions& options);

    /// Advances by 20 ms and receives the next message.
    void step();
    /// Adds to the answer to the newest message; it takes effect in the second message after it.
    void answer(std::string_view text) { m_answer += text; }
    /// Makes a joint follow a trajectory: its speed plus a correction of the error. Ignored if the
    /// robot lacks the joint.
    /// @param angleRad, speedRadPerS about the axis of the role
    void follow(const JointRole& role, double angleRad, double speedRadPerS);

    /// Places the robot without reporting it.
    void place(const math::Pose& X_STorso);
    /// Places the robot upright on the ground.
    void placeUpright(double xM, double yM, double headingRad);
    /// Places the robot upright at a random position on the field or in its own half.
    void placeAnywhere(bool inOwnHalf);
    /// Applies a force to the torso during the next step.
    void push(const Eigen::Vector3d& force_SN);
    /// Adds teammates and opponents that stand still.
    void addOthers();
    /// Sets the ball rolling or flying from its position or, if that is far from the field, from a
    /// random position near the center.
    void kickBall();
    void startPlay();

    [[nodiscard]] std::size_t cycle() const { return m_cycle; }
    [[nodiscard]] math::Pose torso();
    /// Size of the robot relative to a Nao.
    [[nodiscard]] double sizeRatio() const { return robot::sizeRatio(m_run.stream.model()); }
    [[nodiscard]] base::Rng& rng() { return m_rng; }
    [[nodiscard]] ScenarioRun finish();

private:
    ScenarioStage(std::string name, const ScenarioOptions& options, const robot::RobotModel& model);
    [[nodiscard]] TruthInstant truthNow();
    void commandUniversalJoints();

    simulator::MatchHarness m_match; ///< match in which the robot is scripted
    simulator::Simulation& m_simulation;
    simulator::AgentId m_agent;
    base::Rng m_rng;
    std::string m_answer; ///< answer to the newest message so far
    /// Speeds of both axes of universal joints for this answer, by effector.
    std::map<std::string, std::array<double, 2>, std::less<>> m_universalRadPerS;
    bool m_isMoved = false;
    std::size_t m_cycle = 0;
    ScenarioRun m_run;
};

} // namespace sideline::evaluation
