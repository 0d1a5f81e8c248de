#include "agentcore/localization/closed_form_estimators.h"

#include "agentcore/localization/gyro_flags_estimator.h"

namespace sideline::localization {

std::unique_ptr<PoseEstimator> makeClosedForm(Method /*method*/) {
    return std::make_unique<GyroFlagsEstimator>();
}

} // namespace sideline::localization
