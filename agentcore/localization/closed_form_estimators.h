#pragma once

#include <memory>

#include "agentcore/localization/methods.h"

namespace sideline::localization {

/// The estimators without a noise model, as described by their teams:
///
/// Gyro: orientation integrated from the gyro; with at least one landmark, the position is the mean
/// over the landmarks. The orientation starts upright, three messages after a `reset` (the duration
/// of a beam). Its heading comes from two landmarks; until they are seen, the robot is assumed to
/// face the other goal, if the server has reported the side. The orientation is never corrected
/// later, and drifts. Umeyama: orientation from three or more landmarks, position as in Gyro.
/// FieldNormal: tilt from two or more lines, heading from two or more landmarks, position as in
/// Gyro. Magma: FieldNormal, otherwise Umeyama, otherwise Gyro, whose orientation continues from
/// the last result of the others. ThreeFlags: position from the distances to three corner flags,
/// orientation from their directions. (Magma: "magma-AF" of magmaOffenburg, 2013, chapter 7.3;
/// ThreeFlags: SEU-3D's team description.)
///
/// When a method is not applicable, the position is kept and the gyro updates the orientation
/// (ThreeFlags keeps it as well); a valid pose remains valid until `reset`, and `cyclesSinceVision`
/// is its age. There is no covariance, and the two sigmas are 0: not estimated. Robots without a
/// camera, or with vision axes that do not turn with the camera, have no valid pose.
/// @param method one of these; returns null for Fusion
[[nodiscard]] std::unique_ptr<PoseEstimator> makeClosedForm(Method method);

} // namespace sideline::localization
