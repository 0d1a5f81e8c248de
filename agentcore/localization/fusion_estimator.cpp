#include "agentcore/localization/fusion_estimator.h"

#include "agentcore/localization/gyro_flags_estimator.h"

namespace sideline::localization {

class FusionEstimator::Impl {
public:
    GyroFlagsEstimator simple;
};

FusionEstimator::FusionEstimator(const EstimatorOptions& /*options*/)
    : m_impl(std::make_unique<Impl>()) {}
FusionEstimator::~FusionEstimator() = default;

PoseEstimate FusionEstimator::update(const PoseInput& input) {
    return m_impl->simple.update(input);
}

void FusionEstimator::reset() {
    m_impl->simple.reset();
}

std::unique_ptr<PoseEstimator> FusionEstimator::clone() const {
    return m_impl->simple.clone();
}

} // namespace sideline::localization
