#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

#include "agentcore/localization/pose_estimator.h"
#include "evaluation/agent_stream.h"

namespace sideline::evaluation {

/// Number of cycles between two calls of `shouldContinue`.
inline constexpr std::size_t kCancelCheckInterval = 64;

/// The beliefs in every cycle of a stream, either computed by an estimator or reported by an
/// agent. It grows with its stream. One thread at a time.
class PoseRun {
public:
    virtual ~PoseRun() = default;

    /// Processes all cycles of the stream that are not processed yet.
    /// @param shouldContinue called periodically with the number of cycles done; false stops the
    /// run. May be empty.
    /// @return the first cycle whose belief is new or has changed
    virtual std::size_t advance(const AgentStream& stream,
                                const std::function<bool(std::size_t)>& shouldContinue) = 0;
    std::size_t advance(const AgentStream& stream) { return advance(stream, {}); }

    /// One estimate per processed cycle.
    [[nodiscard]] virtual const std::vector<localization::PoseEstimate>& estimates() const = 0;
    /// Time of the estimation per cycle; empty if unknown.
    [[nodiscard]] virtual const std::vector<std::chrono::nanoseconds>& durations() const = 0;
    /// Root mean square of a vision frame's residuals in sigmas, relative to the belief after it;
    /// nullopt in cycles without a vision frame.
    [[nodiscard]] virtual const std::vector<std::optional<float>>& residuals() const = 0;
    /// Whether the belief includes a height; false for one on the ground plane alone.
    [[nodiscard]] virtual bool hasHeight(std::size_t cycle) const = 0;

    /// Explains how a cycle was processed.
    /// @param cycle a processed one; for others nothing is reported
    /// @return the belief in the cycle, as in `estimates`
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

/// Returns the pose of the camera from a belief in a cycle and the reported joint angles.
[[nodiscard]] math::Pose cameraPose(const AgentStream& stream, std::size_t cycle,
                                    const localization::PoseEstimate& estimate);

} // namespace sideline::evaluation
