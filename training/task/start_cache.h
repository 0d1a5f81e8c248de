#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "motions/motion.h"
#include "training/trial/physics_robot.h"

namespace sideline::training {

/// Cache of settled start poses: falling and settling costs as much as the trial itself. Any
/// thread.
class StartCache {
public:
    /// Inputs that determine a start pose, except the solver: a cache serves only one solver.
    struct Key {
        const robot::RobotModel* model = nullptr;
        bool needsAllPercepts = false; ///< whether the robot perceives everything in that pose
        keyframe::StartPose pose{};
        double settleS = 0.0;
        double jointNoiseRad = 0.0;
        double headingNoiseRad = 0.0;
        std::uint64_t seed = 0;
        std::vector<double> startRad;
        [[nodiscard]] auto operator<=>(const Key&) const = default;
    };

    /// @param most maximum number of cached poses; greater than 0
    explicit StartCache(std::size_t most) : m_maxCount(most) {}

    /// Null if not cached.
    [[nodiscard]] PhysicsRobot::StatePtr find(const Key& key) const;
    void add(Key key, PhysicsRobot::StatePtr state);

private:
    std::size_t m_maxCount;
    mutable std::mutex m_mutex;
    std::map<Key, PhysicsRobot::StatePtr> m_starts;
};

} // namespace sideline::training
