#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::training {

/// Settings of the test of a walking robot's localization and its estimate of the ball.
struct VisionBenchSettings {
    std::string look; ///< parameter of the behavior `drive`; empty: the default
    int walks = 20;
    std::uint64_t seed = 1;
    double longS = 30.0; ///< duration of each walk
    bool isExact = false;
    unsigned workers = 1;
};

/// Result of one walk; excludes the first five seconds.
struct VisionTrial {
    double errorM = 0.0;       ///< mean position error on the ground
    double errorRad = 0.0;     ///< mean heading error
    double ballAgeS = 0.0;     ///< mean time since the ball was last seen
    double ballErrorM = 0.0;   ///< mean error of the ball position while it is known
    double unknownRatio = 0.0; ///< fraction of the time without a known pose or ball
};

/// A `LoneRobot` walks with `drive` on random curves from a random position; the ball is moved to
/// another random position every five seconds. Paths and balls do not depend on its gaze.
/// @param onTrial called after each trial, from any thread; may be empty
/// Errors: those of creating the behavior.
[[nodiscard]] base::Expected<std::vector<VisionTrial>> benchVision(
    const robot::RobotModelPtr& model, int typeNumber, const VisionBenchSettings& settings,
    const std::function<void()>& onTrial = {});

} // namespace sideline::training
