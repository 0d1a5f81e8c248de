#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "agentcore/base/rng.h"
#include "evaluation/scenario.h"
#include "simulator/harness/match_harness.h"

namespace sideline::evaluation {

/// A robot in the simulator that plays a scenario, and what it perceives: messages and answers have
/// the delay of the real server, as those of all who play in `MatchHarness`. One thread.
class ScenarioStage {
public:
    /// Errors: NotFound for a robot type that the simulator does not know.
    [[nodiscard]] static base::Expected<std::unique_ptr<ScenarioStage>> make(
        std::string name, const ScenarioOptions& options);

    /// Lets 20 ms pass and takes the next message.
    void step();
    /// What is answered to the newest message; it shows in the second message after it.
    void answer(std::string_view text) { m_answer += text; }
    /// Wants a joint to follow a course: the speed of the course, and what is missing.
    /// @param effector as `he1`; unknown ones are ignored
    void follow(std::string_view effector, double angleRad, double speedRadPerS);

    /// Puts the robot somewhere, unannounced.
    void place(const math::Pose& X_STorso);
    /// Upright on the ground.
    void placeUpright(double xM, double yM, double headingRad);
    /// Somewhere on the field, upright; of the own half only if requested.
    void placeAnywhere(bool inOwnHalf);
    /// Pushes the torso during the next step.
    void push(const Eigen::Vector3d& force_SN);
    /// Teammates and opponents that stand about.
    void addOthers();
    /// Sets the ball rolling or flying, from where it lies or, if that is far out, from somewhere
    /// around the middle.
    void kickBall();
    void startPlay();

    [[nodiscard]] std::size_t cycle() const { return m_cycle; }
    [[nodiscard]] math::Pose torso();
    [[nodiscard]] base::Rng& rng() { return m_rng; }
    [[nodiscard]] ScenarioRun finish();

private:
    ScenarioStage(std::string name, const ScenarioOptions& options, const robot::RobotModel& model);
    [[nodiscard]] TruthInstant truthNow();

    simulator::MatchHarness m_match; ///< in which the robot is a script
    simulator::Simulation& m_simulation;
    simulator::AgentId m_agent;
    base::Rng m_rng;
    std::string m_answer; ///< to the newest message, so far
    bool m_isMoved = false;
    std::size_t m_cycle = 0;
    ScenarioRun m_run;
};

} // namespace sideline::evaluation
