#pragma once

#include <vector>

#include "motions/finding.h"
#include "motions/resolve.h"

namespace sideline::keyframe {

/// What `check` looks at besides what makes a motion unplayable.
struct CheckOptions {
    double angleToleranceDeg = 0.01; ///< beyond the stops
    double speedTolerance = 0.01;    ///< share of the motor's limit beyond it
};

/// Everything that is wrong with a motion on a robot: what `resolve` finds, angles beyond stops,
/// speeds beyond the motor's limit, times out of order, values that are not finite, handles that
/// turn back in time, loops and waits outside of the motion. In order of time; findings have file
/// and line where `lines` reports them. Of very many only the worst (`keepWorst`). Pure; any
/// thread.
[[nodiscard]] std::vector<Finding> check(const Motion& motion, const robot::RobotModel& model,
                                         const SourceLines* lines = nullptr,
                                         const CheckOptions& options = {});

/// The same for a motion that is resolved already.
/// @param resolved of the same motion and robot, by `resolve`
[[nodiscard]] std::vector<Finding> check(const Motion& motion, const robot::RobotModel& model,
                                         Resolved resolved, const SourceLines* lines = nullptr,
                                         const CheckOptions& options = {});

} // namespace sideline::keyframe
