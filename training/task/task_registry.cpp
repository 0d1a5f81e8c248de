#include "training/task/task_registry.h"

#include "agentcore/math/angles.h"
#include "training/task/known_tasks.h"

namespace sideline::training {

std::span<const TaskInfo> taskInfos() {
    static const std::vector<TaskInfo> kTasks = {
        getUpTask(),  kickTask(),   dribbleTask(), standTask(), walkTask(),  turnTask(),
        followTask(), walkToTask(), stopTask(),    diveTask(),  trackTask(), playTask()};
    return kTasks;
}

base::Expected<TaskPtr> makeTask(std::string_view name, const agents::ParameterTexts& settings) {
    const auto info = agents::findNamed(taskInfos(), "task", name);
    if (!info) {
        return tl::unexpected(info.error());
    }
    const auto parameters = agents::readParameters("task", name, (*info)->parameters, settings);
    if (!parameters) {
        return tl::unexpected(parameters.error());
    }
    return (*info)->make(*parameters);
}

std::vector<agents::ParameterInfo> noiseParameters(double jointDeg, double headingDeg) {
    return {{"joint-noise", "standard deviation of each joint angle in the start pose", jointDeg,
             "deg", 0.0, 45.0},
            {"heading-noise", "standard deviation of the initial heading", headingDeg, "deg", 0.0,
             180.0}};
}

void readNoise(const agents::Parameters& parameters, TrialStart& start) {
    start.jointNoiseRad = math::radFromDeg(parameters.number("joint-noise"));
    start.headingNoiseRad = math::radFromDeg(parameters.number("heading-noise"));
}

agents::ParameterInfo selfCollisionParameter() {
    return {"self-collisions", "allow self-collisions; otherwise they fail the trial", false};
}

} // namespace sideline::training
