#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>

#include "agentcore/localization/pose_estimator.h"
#include "agentcore/math/pose.h"

namespace sideline::world {

/// Where the robot is, as somebody outside of the agent says.
struct ExternalPose {
    math::Pose X_ST;                ///< torso in the server frame
    std::chrono::nanoseconds at{0}; ///< when it was so, in the process's steady clock
};

/// Puts poses from outside in the place of an estimator's, which goes on beneath: the newest one,
/// moved as the estimator says that the robot has moved since. A pose that is too old counts no
/// more. A value; allocates nothing.
class ExternalPoses {
public:
    static constexpr std::chrono::nanoseconds kOldest = std::chrono::milliseconds(500);

    /// From the next `apply` on; nothing, or what is no pose: as the estimator says.
    void set(const std::optional<ExternalPose>& pose);
    /// In every cycle.
    /// @param now when the percepts came
    /// @param estimate in and out; without covariance where it is replaced
    /// @return whether it was replaced
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
    std::array<Moment, 32> m_estimates{}; ///< of the last cycles, in a ring
    std::size_t m_next = 0;
};

} // namespace sideline::world
