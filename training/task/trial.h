#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "agentcore/base/rng.h"
#include "training/task/mover.h"
#include "training/task/start_cache.h"
#include "training/task/task.h"
#include "training/trial/physics_robot.h"

namespace sideline::training {

/// Selects the current command of a trial by its time.
/// @param view in and out: `command` and `commandNumber`
/// @return whether the command changed
bool takeCommand(const TrialStart& start, TrialView& view);

/// Runs trials of a task on one robot, one after another, cycle by cycle. Trials are independent of
/// each other. One thread at a time.
class Trial {
public:
    /// @param model of a robot that `makePhysicsRobot` accepts
    /// @param isExact ODE's own solver instead of the fast one
    /// @param starts shared by trials with the same solver
    Trial(TaskPtr task, const robot::RobotModelPtr& model, bool isExact,
          std::shared_ptr<StartCache> starts);

    /// Begins a trial: the robot takes its start pose.
    /// @param seed for all random values of the trial
    void begin(Mover& mover, std::uint64_t seed);
    /// Advances by 20 ms; must not be called after the end of the trial.
    /// @param mover the mover passed to `begin`
    /// @return whether the trial continues
    bool cycle(Mover& mover);

    /// Whether the outcome is decided or the time limit was reached.
    [[nodiscard]] bool isOver() const { return m_isOver; }
    [[nodiscard]] Episode& episode() { return *m_episode; }
    /// The result if the trial ends here.
    [[nodiscard]] TrialScore score() const;
    /// Since the start of the trial.
    [[nodiscard]] double timeS() const { return m_view.timeS; }

    /// The field frame of the trial: origin below the robot's feet at the start, x ahead.
    [[nodiscard]] const math::Pose& X_SF() const { return m_X_SF; }
    /// Ball position relative to the point below the feet: x forward, y left, m; none in trials
    /// without a ball.
    [[nodiscard]] std::optional<Eigen::Vector2d> ballFromFeetM() const;

    [[nodiscard]] PhysicsRobot& robot() { return *m_robot; }
    [[nodiscard]] const PhysicsRobot& robot() const { return *m_robot; }
    [[nodiscard]] const robot::RobotModelPtr& model() const { return m_model; }

private:
    void takeStart(const Mover& mover, std::uint64_t seed);
    void placeBall(std::uint64_t seed);
    void moveRobot(Mover& mover);
    void commandMover(Mover& mover);
    void sendToTarget(Mover& mover);

    TaskPtr m_task;
    robot::RobotModelPtr m_model;
    std::unique_ptr<PhysicsRobot> m_robot;
    PhysicsRobot::StatePtr m_fresh;
    std::shared_ptr<StartCache> m_starts;
    std::vector<double> m_targetRad;
    TrialStart m_start;
    base::Rng m_pushRng{0};
    std::unique_ptr<Episode> m_episode;
    TrialView m_view{*m_robot};
    math::Pose m_X_SF;
    TargetRun m_targets;
    const behavior::GoToPlace* m_sentTarget = nullptr; ///< target last sent to the mover
    bool m_plansPath = false; ///< the mover plans its own path to that target
    int m_cycle = 0;
    int m_lastCycle = 0;
    int m_pushCycles = 1;
    bool m_isOver = true;
};

} // namespace sideline::training
