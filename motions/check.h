#pragma once

#include <vector>

#include "motions/finding.h"
#include "motions/resolve.h"

namespace sideline::keyframe {

/// Options of `check` for playable motions.
struct CheckOptions {
    double angleToleranceDeg = 0.01; ///< tolerance at joint limits
    double speedTolerance = 0.01;    ///< tolerance relative to the motor's limit
};

/// Checks a motion for a robot: the findings of `resolve`, exceeded joint limits and motor speeds,
/// times out of order, values that are not finite, handles that reverse time, loops and waits
/// outside of the motion. In order of time, with file and line as given by `lines`; limited to the
/// worst (`keepWorst`). Pure; any thread.
[[nodiscard]] std::vector<Finding> check(const Motion& motion, const robot::RobotModel& model,
                                         const SourceLines* lines = nullptr,
                                         const CheckOptions& options = {});

/// Checks a motion that has been resolved already.
/// @param resolved result of `resolve` for the same motion and robot
[[nodiscard]] std::vector<Finding> check(const Motion& motion, const robot::RobotModel& model,
                                         Resolved resolved, const SourceLines* lines = nullptr,
                                         const CheckOptions& options = {});

} // namespace sideline::keyframe
