#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>

#include "agentcore/localization/pose_estimator.h"
#include "agentcore/math/pose.h"

namespace sideline::world {

/// Pose of the robot from a source outside the agent.
struct ExternalPose {
    math::Pose X_ST;                ///< pose of the torso in the server frame
    std::chrono::nanoseconds at{0}; ///< time of the pose, by the process's steady clock
};

/// Replaces an estimator's poses with external ones while the estimator keeps running: uses the
/// newest external pose, moved by the estimated motion since then. Poses that are too old are
/// ignored. A value; allocates nothing.
class ExternalPoses {
public:
    static constexpr std::chrono::nanoseconds kMaxAge = std::chrono::milliseconds(500);

    /// Effective from the next `apply`; an empty or invalid pose restores the estimate.
    void set(const std::optional<ExternalPose>& pose);
    /// Call in every cycle.
    /// @param now arrival time of the percepts
    /// @param estimate input and output; without covariance if replaced
    /// @return whether the estimate was replaced
    bool apply(std::chrono::nanoseconds now, localization::PoseEstimate& estimate);
    void reset() { *this = {}; }

private:
    struct Moment {
        std::chrono::nanoseconds at{0};
        math::Pose X_ST;
        bool isValid = false;
    };
    [[nodiscard]] const Moment* estimatedAt(std::chrono::nanoseconds at) const;

    std::optional<ExternalPose> m_pose;
    std::array<Moment, 32> m_estimates{}; ///< estimates of the last cycles, as a ring buffer
    std::size_t m_next = 0;
};

} // namespace sideline::world
