#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "training/task/mover.h"
#include "training/task/task.h"
#include "training/task/trial.h"
#include "training/trial/physics_robot.h"

namespace sideline::training {

/// Runs trials of a task, one after another. Reuses robots and start poses, which speeds up later
/// trials; results are independent of earlier runs. One thread at a time: each worker has its own.
class TrialRunner {
public:
    /// @param isExact ODE's own solver instead of the fast one
    explicit TrialRunner(TaskPtr task, bool isExact = false);

    /// Called after each cycle with the time since the start of the trial, s.
    using Observer = std::function<void(const PhysicsRobot& robot, double timeS)>;

    /// Runs one trial: equal arguments produce equal scores, bit for bit.
    /// @param mover created for the model
    /// @param seed for all random values of the trial
    /// @param observer may be empty
    [[nodiscard]] TrialScore run(Mover& mover, const robot::RobotModelPtr& model,
                                 std::uint64_t seed, const Observer& observer = {});

    /// Records motor torques in later trials (`PhysicsRobot::watchMotors`), for analyses; scores
    /// stay the same.
    void watchMotors() { m_watchesMotors = true; }

    /// `Trial::X_SF` of the last trial.
    [[nodiscard]] const math::Pose& X_SF() const { return m_X_SF; }
    /// Initial ball position in the last trial relative to the point below the feet: x forward, y
    /// left, m; none in trials without a ball, and before the first.
    [[nodiscard]] const std::optional<Eigen::Vector2d>& ballFromFeetM() const {
        return m_ballFromFeetM;
    }

private:
    [[nodiscard]] Trial& trialWith(const robot::RobotModelPtr& model);

    TaskPtr m_task;
    bool m_isExact;
    bool m_watchesMotors = false;
    std::shared_ptr<StartCache> m_starts;
    std::vector<std::unique_ptr<Trial>> m_trials; ///< one per model
    math::Pose m_X_SF;
    std::optional<Eigen::Vector2d> m_ballFromFeetM;
};

} // namespace sideline::training
