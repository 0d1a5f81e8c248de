#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/rng.h"
#include "agentcore/motion/walk/walk_command.h"
#include "agentcore/robot/robot_model.h"
#include "motions/motion.h"
#include "training/task/target_run.h"
#include "training/trial/trial_robot.h"

namespace sideline::training {

/// A figure about a trial that a task reports beside its fitness.
struct MetricInfo {
    std::string name; ///< such as `uprightS`
    std::string unit;
    std::string description; ///< one line
};

/// What one trial came to.
struct TrialScore {
    double fitness = std::numeric_limits<double>::quiet_NaN(); ///< more is better; NaN: failed
    bool isSuccess = false;
    double simulatedS = 0.0;     ///< settling included
    std::vector<double> metrics; ///< one per `Task::metrics`; NaN where there is none
    [[nodiscard]] bool operator==(const TrialScore&) const = default;
};

/// What a walking robot is told in a trial, from some time on.
struct TimedCommand {
    double fromS = 0.0; ///< since the start of the trial
    motion::WalkCommand command;
};

/// How a trial begins, and what happens to the robot in it.
struct TrialStart {
    keyframe::StartPose pose = keyframe::StartPose::Standing;
    /// Of the ball's center from the middle between the feet: x forward, y left, m; for OnBall.
    Eigen::Vector2d ballFromFeetM = Eigen::Vector2d(0.18, 0.0);
    double settleS = 1.0; ///< held in the start pose, 0 or more
    // Standard deviations of what differs from trial to trial.
    double jointNoiseRad = 0.0;
    double headingNoiseRad = 0.0;
    double ballNoiseM = 0.0;  ///< in each direction
    double sightNoiseM = 0.0; ///< of where the ball is seen, in each direction, for the whole trial
    // Hits from random directions, each changing the robot's speed by `pushMps`; 0: none.
    double pushMps = 0.0;
    double pushEveryS = 1.0;            ///< above 0
    std::vector<TimedCommand> commands; ///< in order of time; of movers that walk
    TargetPlan targets;                 ///< of those as well; instead of commands
};

/// What a task sees of a trial after each cycle. True state: tasks are judges, not players.
struct TrialView {
    const TrialRobot& robot;
    double timeS = 0.0;            ///< since the start of the trial
    bool isMoverDone = false;      ///< it holds its last pose
    double moverEndS = 0.0;        ///< when it was done, if so
    motion::WalkCommand command{}; ///< what the robot was told in this cycle; zero before the first
    int commandNumber = 0;         ///< how many it was told so far
    const TargetRun* targets = nullptr; ///< null in trials without
    bool isBallAlone = false; ///< the robot stands still from now on, whatever it was doing
};

/// Judges one trial, cycle by cycle. One thread at a time.
class Episode {
public:
    virtual ~Episode() = default;
    /// The robot has settled; time 0.
    virtual void begin(const TrialRobot& robot) = 0;
    /// After each cycle.
    /// @return whether the trial should continue; false when its outcome is decided
    virtual bool afterCycle(const TrialView& view) = 0;
    /// Whether only the ball matters from now on. The rest of the trial is then a rolling ball, for
    /// a fraction of the time, with a robot that stands still.
    [[nodiscard]] virtual bool needsOnlyBall() const { return false; }
    /// What was earned since the call before, or since the start, for learners that want a reward
    /// in each cycle. The sum over a trial grows with the trial's fitness.
    [[nodiscard]] virtual double reward() = 0;
    /// Whether the outcome was decided, by success or failure, rather than by time running out.
    [[nodiscard]] virtual bool isDecided() const = 0;
    /// The outcome; `simulatedS` is filled in by the runner.
    [[nodiscard]] virtual TrialScore finish() const = 0;

protected:
    Episode() = default;
};

/// What should be achieved, and how well a trial did it. Immutable; any thread.
class Task {
public:
    virtual ~Task() = default;
    [[nodiscard]] virtual const std::vector<MetricInfo>& metrics() const = 0;
    /// How a trial begins.
    /// @param rng of the trial; what is drawn here differs from trial to trial
    [[nodiscard]] virtual TrialStart start(base::Rng& rng) const = 0;
    /// Time after which a trial ends undecided, s; above 0.
    [[nodiscard]] virtual double longestS() const = 0;
    [[nodiscard]] virtual std::unique_ptr<Episode> episode() const = 0;

protected:
    Task() = default;
};
using TaskPtr = std::shared_ptr<const Task>;

} // namespace sideline::training
