#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"
#include "training/task/trial_failure.h"

namespace sideline::training {

/// What a `BallTrial` measures.
enum class TeamSkill : std::uint8_t {
    ArriveInTime,   ///< `go-to` a place 1 to 4 m away with a duration; value: |error| of arrival, s
    PassToStanding, ///< `pass` to a teammate 2.5 to 6 m away; value: time from the kick until the
                    ///< teammate controls the ball
    PassToRunning,  ///< `pass-into-run` to a mate that walks by; value as above, s
    Intercept,      ///< `intercept` of a ball that rolls by; value: time to its control, s
};

/// Settings of trials of such skills.
struct BallBenchSettings {
    int trials = 20;
    std::uint64_t seed = 1;
    bool isExact = false; ///< ODE's own solver instead of the fast one
    unsigned workers = 1;
};

/// One trial.
struct BallTrial {
    std::optional<double> value{}; ///< see `TeamSkill`; not set if it failed
    std::optional<TrialFailure> failure{};
};

/// Runs trials of one skill with all percepts and the server's noise, from random places. A robot
/// controls the ball when it is within 45 cm of a ball that is slower than 0.4 m/s. The mate stands
/// or walks until the ball is kicked, and then intercepts it; it must control it within 12 s. A
/// ball that rolls by must be controlled within 12 s. Arrival counts within 15 cm, at most 5 s
/// late. The same settings produce the same result, regardless of the number of workers. Errors:
/// those of creating the behaviors.
[[nodiscard]] base::Expected<std::vector<BallTrial>> benchTeamSkill(
    const robot::RobotModelPtr& model, int typeNumber, TeamSkill skill,
    const BallBenchSettings& settings);

} // namespace sideline::training
