#include "training/task/task_registry.h"

#include <algorithm>

#include <fmt/format.h>

#include "agentcore/base/nearest_name.h"
#include "agentcore/math/angles.h"
#include "training/task/known_tasks.h"

namespace sideline::training {

std::span<const TaskInfo> taskInfos() {
    static const std::vector<TaskInfo> kTasks = {getUpTask(), kickTask(), standTask(), walkTask(),
                                                 turnTask(),  diveTask(), trackTask(), playTask()};
    return kTasks;
}

base::Expected<TaskPtr> makeTask(std::string_view name, const agents::ParameterTexts& settings) {
    const auto info = std::ranges::find(taskInfos(), name, &TaskInfo::name);
    if (info == taskInfos().end()) {
        std::vector<std::string_view> names;
        for (const TaskInfo& each : taskInfos()) {
            names.push_back(each.name);
        }
        return base::failure(base::ErrorCode::NotFound, fmt::format("unknown task '{}'", name),
                             base::listNames(names));
    }
    const auto parameters = agents::Parameters::read(info->parameters, settings);
    if (!parameters) {
        base::Error error = parameters.error();
        error.message = fmt::format("task {}: {}", name, error.message);
        return tl::unexpected(std::move(error));
    }
    return info->make(*parameters);
}

std::vector<agents::ParameterInfo> noiseParameters(double jointDeg, double headingDeg) {
    return {{"joint-noise", "standard deviation of each joint of the start pose", jointDeg, "deg",
             0.0, 45.0},
            {"heading-noise", "standard deviation of the direction in which it stands or falls",
             headingDeg, "deg", 0.0, 180.0}};
}

void readNoise(const agents::Parameters& parameters, TrialStart& start) {
    start.jointNoiseRad = math::radFromDeg(parameters.number("joint-noise"));
    start.headingNoiseRad = math::radFromDeg(parameters.number("heading-noise"));
}

agents::ParameterInfo selfCollisionParameter() {
    return {"self-collisions", "whether limbs may overlap; if not, a trial has failed when they do",
            false};
}

} // namespace sideline::training
