#pragma once

#include <optional>

#include "agentcore/robot/robot_model.h"
#include "motions/edit/edits.h"

namespace sideline::keyframe {

/// Displacement of both soles relative to the torso, m.
struct SoleShift {
    double upM = 0.0;      ///< along the normal of each sole, toward the hip: lowers the hip
    double outwardM = 0.0; ///< outward for each foot: widens the stance
};

/// Displaces both soles in all keyframes of a range, by inverse kinematics of the legs; the soles
/// keep their orientation, and every joint of the legs has a key in each of these keyframes
/// afterward.
/// @return nullopt if a leg cannot reach the pose, is missing, or has locked joints, if a keyframe
/// of the range has targets for the feet, or if the range contains no keyframe. Any thread.
[[nodiscard]] std::optional<Edited> shiftSoles(const Motion& motion, const robot::RobotModel& model,
                                               double beginS, double endS, const SoleShift& shift);

} // namespace sideline::keyframe
