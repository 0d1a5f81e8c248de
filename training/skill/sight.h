#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::training {

/// How a robot that walks about is put to the test: does it know where it and the ball are?
struct SightSettings {
    std::string look; ///< of the behavior `drive`; empty: the usual one
    int walks = 20;
    std::uint64_t seed = 1;
    double longS = 30.0; ///< each
    bool isExact = false;
    unsigned workers = 1;
};

/// One walk; all after the first five seconds.
struct SightTrial {
    double errorM = 0.0;       ///< mean error of the place on the ground
    double errorRad = 0.0;     ///< mean error of the heading
    double ballAgeS = 0.0;     ///< mean time since the ball was seen
    double ballErrorM = 0.0;   ///< mean error of the ball's place, while it is known
    double unknownShare = 0.0; ///< of the time in which it did not know its place or the ball
};

/// A `LoneRobot` with `drive` walks in bends of its own from anywhere, with the ball anywhere; the
/// ball is moved on every five seconds. Ways and balls do not depend on where it looks.
/// Errors: those of making the behavior.
[[nodiscard]] base::Expected<std::vector<SightTrial>> benchSight(const robot::RobotModelPtr& model,
                                                                 int typeNumber,
                                                                 const SightSettings& settings);

} // namespace sideline::training
