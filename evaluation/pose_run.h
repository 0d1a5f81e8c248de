#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

#include "agentcore/localization/pose_estimator.h"
#include "evaluation/agent_stream.h"

namespace sideline::evaluation {

/// Cycles of a run between two questions whether it continues.
inline constexpr std::size_t kAskEvery = 64;

/// What was believed in every cycle of a stream: by an estimator that is run over it, or by an
/// agent that reported it. Grows with its stream. One thread at a time.
class PoseRun {
public:
    virtual ~PoseRun() = default;

    /// Works on all cycles of the stream that it has not seen yet.
    /// @param goesOn asked now and then with the number of cycles done; false stops. May be empty.
    /// @return the first cycle whose belief is new or another one than before
    virtual std::size_t advance(const AgentStream& stream,
                                const std::function<bool(std::size_t)>& goesOn) = 0;
    std::size_t advance(const AgentStream& stream) { return advance(stream, {}); }

    /// One per cycle that was worked on.
    [[nodiscard]] virtual const std::vector<localization::PoseEstimate>& estimates() const = 0;
    /// Time that each cycle took to be estimated; empty if nobody knows.
    [[nodiscard]] virtual const std::vector<std::chrono::nanoseconds>& durations() const = 0;
    /// Root mean square of the residuals of a cycle's vision frame in sigmas, by the belief after
    /// it; nothing in cycles without a vision frame.
    [[nodiscard]] virtual const std::vector<std::optional<float>>& residuals() const = 0;
    /// Whether the belief reports a height, too; false for one on the ground alone.
    [[nodiscard]] virtual bool hasHeight(std::size_t cycle) const = 0;

    /// What the believer made of a cycle.
    /// @param cycle one that was worked on; otherwise nothing is reported
    /// @return the belief there, the same as in `estimates`
    virtual localization::PoseEstimate explain(
        const AgentStream& stream, std::size_t cycle,
        localization::PoseDiagnostics& diagnostics) const = 0;

protected:
    PoseRun() = default;
    PoseRun(const PoseRun&) = default;
    PoseRun(PoseRun&&) = default;
    PoseRun& operator=(const PoseRun&) = default;
    PoseRun& operator=(PoseRun&&) = default;
};

/// Pose of the camera by a belief in a cycle, by the joints that the cycle reports.
[[nodiscard]] math::Pose cameraPose(const AgentStream& stream, std::size_t cycle,
                                    const localization::PoseEstimate& estimate);

} // namespace sideline::evaluation
