#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"
#include "agents/parameters.h"
#include "training/task/trial_failure.h"

namespace sideline::training {

/// Settings of the scoring test, which measures the time that a lone robot takes to score.
struct ScoringSettings {
    std::string behavior = "striker";
    agents::ParameterTexts behaviorSettings;
    int starts = 50;
    std::uint64_t seed = 1;
    double longestS = 120.0; ///< a start that takes longer has failed
    bool isExact = false;    ///< ODE's own solver instead of the fast one
    unsigned workers = 1;
};

/// One start.
struct ScoringTrial {
    std::uint64_t seed = 0;
    Eigen::Vector2d ball_F = Eigen::Vector2d::Zero();
    Eigen::Vector3d robot_F = Eigen::Vector3d::Zero(); ///< x, y in m and heading in rad
    std::optional<double> goalS;                       ///< time of the goal
    std::optional<double> touchS;                      ///< time at which the ball first moved
    int falls = 0;
    int outs = 0;                          ///< number of times that the referee moved the ball
    std::optional<TrialFailure> failure{}; ///< the reason if it has not scored
};

/// Returns the initial positions of ball and robot for one of many starts; sets nothing else.
/// @param seed seed of all starts @param number index of this start, from 0
[[nodiscard]] ScoringTrial scoringStart(std::uint64_t seed, std::size_t number);

/// Lets a `LoneRobot` score from random positions of robot and ball. The result is determined by
/// settings and seed, regardless of the number of workers.
/// @param onTrial called with each completed trial, from one thread at a time; may be empty
/// Errors: those of creating the behavior.
[[nodiscard]] base::Expected<std::vector<ScoringTrial>> benchScoring(
    const robot::RobotModelPtr& model, int typeNumber, const ScoringSettings& settings,
    const std::function<void(const ScoringTrial&)>& onTrial = {});

/// Settings of the push test.
struct PushSettings {
    int pushes = 100;
    double pushMps = 2.0; ///< change of the robot's speed by each push
    std::uint64_t seed = 1;
    double longestS = 15.0; ///< time limit for walking again
    bool isExact = false;
    unsigned workers = 1;
};

/// One push, at a random time and from a random direction.
struct PushTrial {
    bool hasFallen = false;
    std::optional<double> walksS; ///< time from the push until it walks for at least two seconds
    std::optional<TrialFailure> failure{}; ///< the reason if it does not walk; time since the push
};

/// Pushes a `LoneRobot` that walks with `drive`, ten times in each match, and measures whether it
/// gets up and continues. The same settings produce the same result, regardless of the number of
/// workers.
/// @param onTrial called after each trial, from any thread; may be empty
/// Errors: those of creating the behavior.
[[nodiscard]] base::Expected<std::vector<PushTrial>> benchPushes(
    const robot::RobotModelPtr& model, int typeNumber, const PushSettings& settings,
    const std::function<void()>& onTrial = {});

} // namespace sideline::training
