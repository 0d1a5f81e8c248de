#pragma once

#include <memory>

#include "agentcore/localization/methods.h"

namespace sideline::localization {

/// The estimators without a noise model, as their teams describe them:
///
/// Gyro: an orientation that the gyro carries on, from one landmark on the mean position over the
/// landmarks. It starts upright, three messages after a `reset` (a beam takes so long); its heading
/// is what two landmarks say, or until then, if the server has reported the side, that towards the
/// other goal. Nothing puts it right later: it drifts.
/// Umeyama: orientation from three or more landmarks, position likewise.
/// FieldNormal: tilt from two or more lines, heading from two or more landmarks, position likewise.
/// Magma: FieldNormal, else Umeyama, else Gyro, whose orientation continues from what the last of
/// them has found.
/// ThreeFlags: position from the distances of three corner flags, orientation from their
/// directions.
/// (Magma: "magma-AF" of magmaOffenburg, 2013, chapter 7.3; ThreeFlags: SEU-3D's team description.)
///
/// Where a method cannot work, the position stays as it was and the gyro carries the orientation
/// on (ThreeFlags: it stays as well); a pose that was valid once remains so until `reset`, and
/// `cyclesSinceVision` reports its age. There is no covariance, and the two sigmas are 0: not
/// estimated. Robots without a camera, or whose view does not turn with it, have no valid pose.
/// @param method one of these; with Fusion nothing comes back
[[nodiscard]] std::unique_ptr<PoseEstimator> makeClosedForm(Method method);

} // namespace sideline::localization
