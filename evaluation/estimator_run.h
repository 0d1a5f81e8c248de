#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "agentcore/field/field_model.h"
#include "agentcore/localization/pose_estimator.h"
#include "evaluation/agent_stream.h"
#include "evaluation/what_if.h"

namespace sideline::evaluation {

/// An estimator's way through a stream: its belief in every cycle, and now and then the estimator
/// itself, so that any cycle can be looked into again. Grows with its stream. One thread at a time.
class EstimatorRun {
public:
    /// @param field outlives the run
    EstimatorRun(const EstimatorSetup& setup, const field::FieldModel& field);
    ~EstimatorRun();
    EstimatorRun(EstimatorRun&&) noexcept;
    EstimatorRun& operator=(EstimatorRun&&) noexcept;

    /// Works on all cycles of the stream that it has not seen yet. Beams that the agent asked for
    /// are told to the estimator (`reset`) when they show; moves by others are not, as nobody would
    /// tell an agent. Ground truth is taken out of what the estimator gets.
    /// @param goesOn asked now and then with the number of cycles done; false stops. May be empty.
    void advance(const AgentStream& stream, const std::function<bool(std::size_t)>& goesOn = {});

    [[nodiscard]] const EstimatorSetup& setup() const;
    /// One per cycle that was worked on.
    [[nodiscard]] const std::vector<localization::PoseEstimate>& estimates() const;
    /// Time that `PoseEstimator::update` took in each cycle.
    [[nodiscard]] const std::vector<std::chrono::nanoseconds>& durations() const;
    /// Root mean square of the residuals of a cycle's sight in sigmas, by the estimator's belief
    /// after it; nothing in cycles without a sight.
    [[nodiscard]] const std::vector<std::optional<float>>& residuals() const;

    /// What the estimator made of a cycle: goes there from the last copy before it (at most 50
    /// cycles). For methods that tell nothing themselves, `localization::explainSight`.
    /// @param cycle one that was worked on; otherwise nothing is told
    /// @return the belief there, the same as in `estimates`
    localization::PoseEstimate explain(const AgentStream& stream, std::size_t cycle,
                                       localization::PoseDiagnostics& diagnostics) const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

/// Pose of the camera by a belief in a cycle, by the joints that the cycle tells.
[[nodiscard]] math::Pose cameraPose(const AgentStream& stream, std::size_t cycle,
                                    const localization::PoseEstimate& estimate);

} // namespace sideline::evaluation
