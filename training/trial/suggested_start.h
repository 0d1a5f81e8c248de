#pragma once

#include <optional>

#include <Eigen/Core>

#include "motions/motion.h"
#include "training/trial/motion_trial.h"

namespace sideline::training {

/// How a motion expects to find the robot.
struct SuggestedStart {
    StartPose start = StartPose::Standing;
    /// Where the ball lies in front of the foot that kicks, as `TrialSettings::ballFromFeetM`;
    /// nothing if the motion does not tell a side.
    std::optional<Eigen::Vector2d> ballFromFeetM;
};

/// What the tags of a motion say: `get-up` with `front`, `back`, `left` or `right`, and `kick` with
/// `left` or `right`. Standing for all others. Any thread.
[[nodiscard]] SuggestedStart suggestedStart(const motions::Motion& motion);

} // namespace sideline::training
