#pragma once

#include <memory>

#include "agentcore/localization/methods.h"

namespace sideline::localization {

/// The estimators without a noise model: Gyro, Umeyama, FieldNormal, Magma, ThreeFlags.
/// @param method one of these
[[nodiscard]] std::unique_ptr<PoseEstimator> makeClosedForm(Method method);

} // namespace sideline::localization
