#pragma once

#include <memory>

#include "agentcore/field/field_model.h"
#include "evaluation/pose_run.h"
#include "evaluation/what_if.h"

namespace sideline::evaluation {

/// An estimator's way through a stream: its belief in every cycle, and now and then the estimator
/// itself, so that any cycle can be looked into again.
class EstimatorRun final : public PoseRun {
public:
    /// @param field outlives the run
    EstimatorRun(const EstimatorSetup& setup, const field::FieldModel& field);
    ~EstimatorRun() override;
    EstimatorRun(EstimatorRun&&) noexcept;
    EstimatorRun& operator=(EstimatorRun&&) noexcept;

    using PoseRun::advance;
    /// Beams that the agent asked for are reported to the estimator (`reset`) when they show; moves
    /// by others are not, as nobody would report an agent. Ground truth is taken out of what the
    /// estimator gets.
    std::size_t advance(const AgentStream& stream,
                        const std::function<bool(std::size_t)>& goesOn) override;

    [[nodiscard]] const EstimatorSetup& setup() const;
    [[nodiscard]] const std::vector<localization::PoseEstimate>& estimates() const override;
    [[nodiscard]] const std::vector<std::chrono::nanoseconds>& durations() const override;
    [[nodiscard]] const std::vector<std::optional<float>>& residuals() const override;
    [[nodiscard]] bool hasHeight(std::size_t /*cycle*/) const override { return true; }

    /// Goes there from the last copy before it (at most 50 cycles). For methods that report nothing
    /// themselves, `localization::explainVision`.
    localization::PoseEstimate explain(const AgentStream& stream, std::size_t cycle,
                                       localization::PoseDiagnostics& diagnostics) const override;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::evaluation
