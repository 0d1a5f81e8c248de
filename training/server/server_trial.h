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

/// What is tried on a server.
struct ServerTrialSettings {
    ServerRobotSettings robot;
    TaskPtr task;                                       ///< not null
    std::shared_ptr<const behavior::Behavior> behavior; ///< a copy of it acts in each trial
    std::vector<double> startRad;                       ///< of a robot that stands; empty: zeros
    int trials = 10;
    std::uint64_t seed = 1;
};

/// Judges what an agent does on a SimSpark server by a task: the same as trials in simulation, with
/// all senses, and by the truth that the server sends to monitors.
///
/// That truth comes every 0.04 s and rounded; between two messages poses are interpolated, and
/// joints are as the agent measured them, so self-collisions and heights are those of a robot with
/// these angles. Where a task has noise of where the ball is seen, the agent's own error takes its
/// place. Trials do not repeat, as the server has noise of its own. Trainer commands put robot and
/// ball where a trial begins: nobody else should play there.
/// @param onTrial called with each outcome as soon as it is there; may be empty
/// Errors: InvalidArgument for a task that pushes the robot, which no trainer can; those of
/// `ServerRobot`.
[[nodiscard]] base::Expected<std::vector<TrialScore>> tryOnServer(
    const ServerTrialSettings& settings,
    const std::function<void(const TrialScore&)>& onTrial = {});

} // namespace sideline::training
