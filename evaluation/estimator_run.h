#pragma once

#include <memory>

#include "agentcore/field/field_model.h"
#include "evaluation/observation_filter.h"
#include "evaluation/pose_run.h"

namespace sideline::evaluation {

/// The run of an estimator over a stream: its belief in every cycle, and periodic copies of the
/// estimator, so that any cycle can be examined again.
class EstimatorRun final : public PoseRun {
public:
    /// @param field must outlive the run
    EstimatorRun(const EstimatorSetup& setup, const field::FieldModel& field);
    ~EstimatorRun() override;
    EstimatorRun(EstimatorRun&&) noexcept;
    EstimatorRun& operator=(EstimatorRun&&) noexcept;

    using PoseRun::advance;
    /// Requested beams are reported to the estimator (`reset`) in the cycle in which they take
    /// effect; repositioning by others is not, since a real agent is not notified of it either.
    /// Ground truth is removed from the estimator's input.
    std::size_t advance(const AgentStream& stream,
                        const std::function<bool(std::size_t)>& shouldContinue) override;

    [[nodiscard]] const EstimatorSetup& setup() const;
    [[nodiscard]] const std::vector<localization::PoseEstimate>& estimates() const override;
    [[nodiscard]] const std::vector<std::chrono::nanoseconds>& durations() const override;
    [[nodiscard]] const std::vector<std::optional<float>>& residuals() const override;
    [[nodiscard]] bool hasHeight(std::size_t /*cycle*/) const override { return true; }

    /// Replays from the last copy before the cycle (at most 50 cycles). Methods that report nothing
    /// themselves are explained by `localization::explainVision`.
    localization::PoseEstimate explain(const AgentStream& stream, std::size_t cycle,
                                       localization::PoseDiagnostics& diagnostics) const override;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::evaluation
