#pragma once

#include "agentcore/localization/pose_estimator.h"
#include "agentcore/localization/vision_noise.h"

namespace sideline::localization {

/// Compares all observations of a cycle with the expectations of a belief, for displays and for
/// estimators without a report of their own: fills `observations` with landmarks and lines (matched
/// to the best field line), with `verdict` Used within the gate and Refused or Unmatched otherwise,
/// and the sums.
///
/// The covariance of an innovation comes from `noise` and from the belief's covariance, if it has
/// one. Without a valid belief, reports measurements as not used; without a vision frame, reports
/// nothing.
void explainVision(const PoseInput& input, const PoseEstimate& belief, const VisionNoise& noise,
                   PoseDiagnostics& diagnostics);

/// Like the function above, for a known camera pose without joint angles.
/// @param X_TC pose of the camera in the torso
void explainVision(const protocol::VisionPercept& vision, const robot::RobotModel& model,
                   const field::FieldModel& field, const math::Pose& X_TC,
                   const PoseEstimate& belief, const VisionNoise& noise,
                   PoseDiagnostics& diagnostics);

} // namespace sideline::localization
