#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"
#include "agents/parameters.h"

namespace sideline::training {

/// How a robot in goal is put to the test.
struct ShotSettings {
    std::string behavior = "keeper";
    agents::ParameterTexts behaviorSettings;
    int shots = 100;
    std::uint64_t seed = 1;
    bool isExact = false; ///< ODE's own solver instead of the fast one
    unsigned workers = 1;
};

/// One shot at its goal.
struct ShotTrial {
    std::uint64_t seed = 0;
    Eigen::Vector2d ball_F = Eigen::Vector2d::Zero();
    Eigen::Vector3d velocity_FMps = Eigen::Vector3d::Zero();
    bool isSaved = false;
    /// Where the ball was to pass the robot as it stood at the shot, positive to its left, and how
    /// long after the shot; nothing if it was to go past beyond 3 m.
    std::optional<double> asideM;
    double inS = 0.0;
    bool stands = false; ///< eight seconds later
};

/// A `LoneRobot` stands before its goal and sees the ball, which lies 3 to 9 m away; then it is
/// thrown so that it goes into the goal if nobody stops it: anywhere between the posts, a third of
/// the shots through the air. Settings and seed decide all of it, whatever the number of workers;
/// shots do not depend on the behavior.
/// Errors: those of making the behavior.
[[nodiscard]] base::Expected<std::vector<ShotTrial>> benchShots(const robot::RobotModelPtr& model,
                                                                int typeNumber,
                                                                const ShotSettings& settings);

} // namespace sideline::training
