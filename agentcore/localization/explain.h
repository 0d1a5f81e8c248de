#pragma once

#include "agentcore/localization/pose_estimator.h"
#include "agentcore/localization/vision_noise.h"

namespace sideline::localization {

/// Compares everything that was seen in a cycle with what a belief expects, for estimators that do
/// not report it themselves and for views: fills `observations` of landmarks and lines (with the
/// field's line that fits best), with `verdict` Used for what lies within the gate and Refused or
/// Unmatched for the rest, and the sums.
///
/// The spread of an innovation is that of `noise` and of the belief's covariance, if it has one.
/// While the belief is not valid only what was measured is reported, as not used; nothing without a
/// vision frame.
void explainVision(const PoseInput& input, const PoseEstimate& belief, const VisionNoise& noise,
                   PoseDiagnostics& diagnostics);

/// The same where the pose of the camera is known, but not the joints.
/// @param X_TC camera in the torso
void explainVision(const protocol::VisionPercept& vision, const robot::RobotModel& model,
                   const field::FieldModel& field, const math::Pose& X_TC,
                   const PoseEstimate& belief, const VisionNoise& noise,
                   PoseDiagnostics& diagnostics);

} // namespace sideline::localization
