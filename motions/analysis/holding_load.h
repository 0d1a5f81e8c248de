#pragma once

#include <functional>
#include <vector>

#include "agentcore/robot/workshop/robot_analysis.h"
#include "motions/analysis/motion_analysis.h"

namespace sideline::keyframe {

/// What holding the poses of a motion takes, as if each were held still with the lower sole flat on
/// the ground.
struct HoldingLoad {
    std::vector<double> timesS;
    std::vector<robot::HoldingTorques> held; ///< one per time

    /// The greatest torque of a joint, in either direction, and when.
    struct Extreme {
        double torqueNm = 0.0;
        double timeS = 0.0;
    };
    [[nodiscard]] std::vector<Extreme> extremes() const; ///< one per joint; none without times
    /// The least stability margin, m, and when; infinite without times.
    struct Margin {
        double marginM = 0.0;
        double timeS = 0.0;
    };
    [[nodiscard]] Margin leastMargin() const;
};

/// @param analysis of the motion on this robot
/// @param endS until when, s; steps of a cycle
/// @param isCanceled asked now and then; the result is then incomplete. May be empty. Any thread.
[[nodiscard]] HoldingLoad holdingLoad(const MotionAnalysis& analysis,
                                      const robot::RobotModel& model, double endS,
                                      const std::function<bool()>& isCanceled = {});

} // namespace sideline::keyframe
