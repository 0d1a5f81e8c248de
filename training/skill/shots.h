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

/// Settings of the goalkeeping test.
struct ShotSettings {
    std::string behavior = "keeper";
    agents::ParameterTexts behaviorSettings;
    int shots = 100;
    std::uint64_t seed = 1;
    bool isExact = false; ///< ODE's own solver instead of the fast one
    unsigned workers = 1;
};

/// One shot on goal.
struct ShotTrial {
    std::uint64_t seed = 0;
    Eigen::Vector2d ball_F = Eigen::Vector2d::Zero();
    Eigen::Vector3d velocity_FMps = Eigen::Vector3d::Zero();
    bool isSaved = false;
    /// Predicted position of the ball when it passes the robot's initial line, positive to its
    /// left, and time from the shot; none beyond 3 m.
    std::optional<double> lateralM;
    double inS = 0.0;
    bool stands = false;                   ///< whether it stands after eight seconds
    std::optional<TrialFailure> failure{}; ///< the reason if it was not saved; time since the shot
};

/// A `LoneRobot` stands in front of its goal and sees the ball 3 to 9 m away; then the ball is shot
/// so that it enters the goal if not stopped: anywhere between the posts, a third of the shots
/// through the air. The setup is determined by settings and seed, regardless of the number of
/// workers; shots do not depend on the behavior.
/// @param onTrial called after each trial, from any thread; may be empty
/// Errors: those of creating the behavior.
[[nodiscard]] base::Expected<std::vector<ShotTrial>> benchShots(
    const robot::RobotModelPtr& model, int typeNumber, const ShotSettings& settings,
    const std::function<void()>& onTrial = {});

} // namespace sideline::training
