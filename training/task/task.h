#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/rng.h"
#include "agentcore/motion/walk/walk_command.h"
#include "agentcore/robot/robot_model.h"
#include "motions/motion.h"
#include "training/task/target_run.h"
#include "training/task/trial_failure.h"
#include "training/trial/physics_robot.h"

namespace sideline::training {

/// A value that a task reports about a trial in addition to the fitness.
struct MetricInfo {
    std::string name; ///< such as `uprightS`
    std::string unit;
    std::string description; ///< one line
};

/// Result of a trial.
struct TrialScore {
    double fitness = std::numeric_limits<double>::quiet_NaN(); ///< more is better; NaN: failed
    bool isSuccess = false;
    double simulatedS = 0.0;               ///< including settling
    std::vector<double> metrics;           ///< one per `Task::metrics`; NaN where undefined
    std::optional<TrialFailure> failure{}; ///< the reason, if it is not a success
    [[nodiscard]] bool operator==(const TrialScore&) const = default;
};

/// A walk command and its start time in a trial.
struct TimedCommand {
    double fromS = 0.0; ///< time since the start of the trial
    motion::WalkCommand command;
};

/// Initial state of a trial, and events during it.
struct TrialStart {
    keyframe::StartPose pose = keyframe::StartPose::Standing;
    /// Ball center relative to the midpoint of the feet: x forward, y left, m; for OnBall.
    Eigen::Vector2d ballFromFeetM = Eigen::Vector2d(0.18, 0.0);
    double settleS = 1.0; ///< time for which the start pose is held, 0 or more
    // Standard deviations of the random parts of a trial.
    double jointNoiseRad = 0.0;
    double headingNoiseRad = 0.0;
    double ballNoiseM = 0.0; ///< standard deviation in each direction
    /// Error of the ball's perceived position, in each direction, constant in a trial.
    double sightNoiseM = 0.0;
    // Pushes in random directions, each changing the robot's speed by `pushMps`; 0: none.
    double pushMps = 0.0;
    double pushEveryS = 1.0;            ///< greater than 0
    std::vector<TimedCommand> commands; ///< commands in chronological order; for walking movers
    TargetPlan targets;                 ///< for walking movers, instead of commands
};

/// State of a trial after each cycle, for its task. It is the true state, since tasks judge the
/// robot but do not control it.
struct TrialView {
    const PhysicsRobot& robot;
    double timeS = 0.0;                 ///< time since the start of the trial
    bool isMoverDone = false;           ///< the mover holds its last pose
    double moverEndS = 0.0;             ///< time at which it finished, if it has
    motion::WalkCommand command{};      ///< walk command of this cycle; zero before the first
    int commandNumber = 0;              ///< number of commands so far
    const TargetRun* targets = nullptr; ///< null in trials without targets
    bool isBallAlone = false; ///< only the ball is simulated from now on; the robot is frozen
};

/// Evaluates one trial, cycle by cycle. One thread at a time.
class Episode {
public:
    virtual ~Episode() = default;
    /// Called when the robot has settled, at time 0.
    virtual void begin(const PhysicsRobot& robot) = 0;
    /// Processes the state after each cycle.
    /// @return whether the trial should continue; false once its outcome is decided
    virtual bool afterCycle(const TrialView& view) = 0;
    /// Whether only the ball matters from now on. The rest of the trial is then a simulation of the
    /// ball alone, in a fraction of the time, with a frozen robot.
    [[nodiscard]] virtual bool needsOnlyBall() const { return false; }
    /// Returns the reward since the previous call, or since the start, for reinforcement learning.
    /// The sum over a trial increases with the trial's fitness.
    [[nodiscard]] virtual double reward() = 0;
    /// Whether the outcome was decided, by success or failure, rather than by the time limit.
    [[nodiscard]] virtual bool isDecided() const = 0;
    /// Returns the outcome; the runner sets `simulatedS`.
    [[nodiscard]] virtual TrialScore finish() const = 0;

protected:
    Episode() = default;
};

/// Defines a goal and evaluates trials. Immutable; any thread.
class Task {
public:
    virtual ~Task() = default;
    [[nodiscard]] virtual const std::vector<MetricInfo>& metrics() const = 0;
    /// Returns the initial state of a trial.
    /// @param rng random numbers of the trial; values drawn here vary between trials
    [[nodiscard]] virtual TrialStart start(base::Rng& rng) const = 0;
    /// Time limit of a trial, s; greater than 0.
    [[nodiscard]] virtual double longestS() const = 0;
    [[nodiscard]] virtual std::unique_ptr<Episode> episode() const = 0;

protected:
    Task() = default;
};
using TaskPtr = std::shared_ptr<const Task>;

} // namespace sideline::training
