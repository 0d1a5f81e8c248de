#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "agentcore/base/rng.h"
#include "training/task/mover.h"
#include "training/task/start_cache.h"
#include "training/task/task.h"
#include "training/trial/trial_robot.h"

namespace sideline::training {

/// Tells the robot the next command of a trial once its time has come.
/// @param view in and out: `command` and `commandNumber`
/// @return whether there is a new command
bool takeCommand(const TrialStart& start, TrialView& view);

/// Trials of a task on one robot, one after another, cycle by cycle. What comes of one does not
/// depend on those before. One thread at a time.
class Trial {
public:
    /// @param isExact ODE's own solver instead of the fast one
    /// @param starts shared by trials with the same solver
    Trial(TaskPtr task, const robot::RobotModelPtr& model, bool isExact,
          std::shared_ptr<StartCache> starts);

    /// Begins a trial: the robot takes its start pose.
    /// @param seed of all that is random about the trial
    void begin(Mover& mover, std::uint64_t seed);
    /// 20 ms pass; not after the trial is over.
    /// @param mover that of `begin`
    /// @return whether the trial goes on
    bool cycle(Mover& mover);

    /// Whether the outcome is decided or time has run out.
    [[nodiscard]] bool isOver() const { return m_isOver; }
    [[nodiscard]] Episode& episode() { return *m_episode; }
    /// The outcome, if the trial ends here.
    [[nodiscard]] TrialScore score() const;
    /// Since the start of the trial.
    [[nodiscard]] double timeS() const { return m_view.timeS; }

    /// The field frame of the trial: below the feet of the robot as it began, x ahead.
    [[nodiscard]] const math::Pose& X_SF() const { return m_X_SF; }
    /// Where the ball is, from below the feet: x forward, y left, m; nothing in trials without one.
    [[nodiscard]] std::optional<Eigen::Vector2d> ballFromFeetM() const;

    [[nodiscard]] TrialRobot& robot() { return m_robot; }
    [[nodiscard]] const TrialRobot& robot() const { return m_robot; }
    [[nodiscard]] const robot::RobotModelPtr& model() const { return m_model; }

private:
    void takeStart(const Mover& mover, std::uint64_t seed);
    void placeBall(std::uint64_t seed);
    void moveRobot(Mover& mover);
    void tellMover(Mover& mover);
    void sendToTarget(Mover& mover);

    TaskPtr m_task;
    robot::RobotModelPtr m_model;
    TrialRobot m_robot;
    std::unique_ptr<const TrialRobot::State> m_fresh;
    std::shared_ptr<StartCache> m_starts;
    std::vector<double> m_wantedRad;
    TrialStart m_start;
    base::Rng m_pushRng{0};
    std::unique_ptr<Episode> m_episode;
    TrialView m_view{m_robot};
    math::Pose m_X_SF;
    TargetRun m_targets;
    const behavior::GoToPlace* m_toldTarget = nullptr; ///< of `m_targets`
    bool m_findsWay = false;                           ///< the mover does, to that target
    int m_cycle = 0;
    int m_lastCycle = 0;
    int m_pushCycles = 1;
    bool m_isOver = true;
};

} // namespace sideline::training
