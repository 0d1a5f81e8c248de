#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/behavior/behavior.h"
#include "training/server/server_robot.h"
#include "training/task/task.h"

namespace sideline::training {

/// Settings of trials on a server.
struct ServerTrialSettings {
    ServerRobotSettings robot;
    TaskPtr task;                                       ///< not null
    std::shared_ptr<const behavior::Behavior> behavior; ///< a copy of it acts in each trial
    std::vector<double> startRad; ///< for trials that begin standing; empty: zeros
    int trials = 10;
    std::uint64_t seed = 1;
};

/// Evaluates an agent on a SimSpark server by a task: as in simulated trials, but with all
/// percepts, and using the ground truth sent to monitors.
///
/// Ground truth arrives every 0.04 s and is rounded; between two messages poses are interpolated,
/// and joints are as measured by the agent, so self-collisions and heights are computed for a robot
/// with these angles. The agent's own error replaces a task's noise in the ball's perceived
/// position. Trials are not repeatable, since the server adds noise. Trainer commands place robot
/// and ball for each trial: no other robots should play there.
/// @param onTrial called with each completed outcome; may be empty
/// Errors: InvalidArgument for a task with pushes, which no trainer command can cause; those of
/// `ServerRobot`.
[[nodiscard]] base::Expected<std::vector<TrialScore>> runServerTrials(
    const ServerTrialSettings& settings,
    const std::function<void(const TrialScore&)>& onTrial = {});

} // namespace sideline::training
