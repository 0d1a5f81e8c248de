#pragma once

#include <memory>

#include "agentcore/localization/methods.h"
#include "agentcore/localization/pose_estimator.h"

namespace sideline::localization {

/// Sideline's own method: estimates the pose in six degrees of freedom from all percepts.
class FusionEstimator final : public PoseEstimator {
public:
    explicit FusionEstimator(const EstimatorOptions& options = {});
    ~FusionEstimator() override;
    PoseEstimate update(const PoseInput& input) override;
    void reset() override;
    [[nodiscard]] std::unique_ptr<PoseEstimator> clone() const override;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::localization
