#pragma once

#include <functional>
#include <vector>

#include "agentcore/robot/workshop/robot_analysis.h"
#include "motions/analysis/motion_analysis.h"

namespace sideline::keyframe {

/// Static load of a motion's poses, as if each were held still with the lower sole flat on the
/// ground.
struct HoldingLoad {
    std::vector<double> timesS;
    std::vector<robot::HoldingTorques> held; ///< one per time

    /// Maximum torque of a joint in either direction, and its time.
    struct Extreme {
        double torqueNm = 0.0;
        double timeS = 0.0;
    };
    [[nodiscard]] std::vector<Extreme> extremes() const; ///< one per joint; none without times
    /// Minimum stability margin, m, and its time; infinite without samples.
    struct Margin {
        double marginM = 0.0;
        double timeS = 0.0;
    };
    [[nodiscard]] Margin minMargin() const;
};

/// @param analysis of the motion on this robot
/// @param endS end of the interval, s; evaluated at every control step
/// @param isCanceled polled regularly; if true, the result is incomplete. May be empty. Any thread.
[[nodiscard]] HoldingLoad holdingLoad(const MotionAnalysis& analysis,
                                      const robot::RobotModel& model, double endS,
                                      const std::function<bool()>& isCanceled = {});

} // namespace sideline::keyframe
