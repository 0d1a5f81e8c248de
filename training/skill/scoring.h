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

namespace sideline::training {

/// How a lone robot is put to the test: how long it takes to score.
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
    std::optional<double> goalS;                       ///< when it scored
    std::optional<double> touchS;                      ///< when the ball first moved
    int falls = 0;
    int outs = 0; ///< how often the referee took the ball away
};

/// Where the ball and a robot begin, of one of many starts; nothing else is set.
/// @param seed of all starts
/// @param number of this one, from 0
[[nodiscard]] ScoringTrial scoringStart(std::uint64_t seed, std::size_t number);

/// A `LoneRobot` with the ball anywhere, standing anywhere. Settings and seed decide all of it,
/// whatever the number of workers.
/// @param onTrial called with each as soon as it is there, from one thread at a time; may be empty
/// Errors: those of making the behavior.
[[nodiscard]] base::Expected<std::vector<ScoringTrial>> benchScoring(
    const robot::RobotModelPtr& model, int typeNumber, const ScoringSettings& settings,
    const std::function<void(const ScoringTrial&)>& onTrial = {});

/// How a robot is knocked over again and again.
struct KnockSettings {
    int knocks = 100;
    double pushMps = 2.0; ///< by which each push changes the robot's speed
    std::uint64_t seed = 1;
    double longestS = 15.0; ///< until it walks again, or has failed
    bool isExact = false;
    unsigned workers = 1;
};

/// One push, at a random time and from a random direction.
struct KnockTrial {
    bool hasFallen = false;
    std::optional<double> walksS; ///< since the push: it walks, and went on for two seconds
};

/// A `LoneRobot` that walks about with `drive` is pushed, ten times in each match: does it get up
/// and go on? The same for the same settings, whatever the number of workers.
/// Errors: those of making the behavior.
[[nodiscard]] base::Expected<std::vector<KnockTrial>> benchKnocks(const robot::RobotModelPtr& model,
                                                                  int typeNumber,
                                                                  const KnockSettings& settings);

} // namespace sideline::training
