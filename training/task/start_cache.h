#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "motions/motion.h"
#include "training/trial/trial_robot.h"

namespace sideline::training {

/// Start poses that robots have taken before, to be taken again at once: falling and settling costs
/// as much as the trial itself. Any thread.
class StartCache {
public:
    /// All that a start pose depends on, beside the solver: a cache serves one.
    struct Key {
        const robot::RobotModel* model = nullptr;
        bool feelsAll = false; ///< what the robot knows of itself in that pose
        keyframe::StartPose pose{};
        double settleS = 0.0;
        double jointNoiseRad = 0.0;
        double headingNoiseRad = 0.0;
        std::uint64_t seed = 0;
        std::vector<double> startRad;
        [[nodiscard]] auto operator<=>(const Key&) const = default;
    };
    using StatePtr = std::shared_ptr<const TrialRobot::State>;

    /// @param most start poses that are kept; above 0
    explicit StartCache(std::size_t most) : m_most(most) {}

    /// Null if it is not known.
    [[nodiscard]] StatePtr find(const Key& key) const;
    void add(Key key, StatePtr state);

private:
    std::size_t m_most;
    mutable std::mutex m_mutex;
    std::map<Key, StatePtr> m_starts;
};

} // namespace sideline::training
