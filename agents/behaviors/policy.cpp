#include "agents/behaviors/policy.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agentcore/decision/run_policy.h"
#include "agentcore/math/angles.h"
#include "agents/skill_library.h"

namespace sideline::agents {

namespace {

using decision::RunPolicy;

base::Expected<std::unique_ptr<behavior::Behavior>> make(const Parameters& parameters,
                                                         BuildContext& context) {
    const std::string& file = parameters.text("file");
    if (file.empty()) {
        return base::failure(base::ErrorCode::InvalidArgument, "behavior policy: no file is set",
                             "file=PATH of a policy");
    }
    auto found = context.skills.findPolicy(file, context.model);
    if (!found) {
        return tl::unexpected(std::move(found.error()));
    }
    const decision::PolicyInterface& meaning = found->policy->meaning;
    RunPolicy::Settings settings;
    settings.title = std::filesystem::path(file).filename().string();
    settings.explains = true;
    settings.command = {parameters.number("forward"), parameters.number("left"),
                        math::radFromDeg(parameters.number("turn"))};
    for (const auto& [name, into] : {std::pair(&meaning.motion, &settings.motion),
                                     std::pair(&meaning.start, &settings.start)}) {
        if (name->empty()) {
            continue;
        }
        auto trajectory = context.skills.find(*name, context.model);
        if (!trajectory) {
            trajectory.error().message =
                fmt::format("the policy's motion: {}", trajectory.error().message);
            return tl::unexpected(std::move(trajectory.error()));
        }
        *into = std::move(*trajectory);
    }
    return std::make_unique<RunPolicy>(std::move(found->policy), context.model,
                                       std::move(settings));
}

} // namespace

BehaviorInfo policyInfo() {
    return {
        .name = "policy",
        .layer = Layer::Movement,
        .summary = "Runs a trained network (ONNX)",
        .parameters = {{.name = "file",
                        .description = "path of the policy file",
                        .defaultValue = std::string(),
                        .isPath = true},
                       {.name = "forward",
                        .description = "velocity command, for policies that observe it",
                        .defaultValue = 0.0,
                        .unit = "m/s",
                        .least = -3.0,
                        .most = 3.0},
                       {.name = "left",
                        .description = "velocity command, for policies that observe it",
                        .defaultValue = 0.0,
                        .unit = "m/s",
                        .least = -3.0,
                        .most = 3.0},
                       {.name = "turn",
                        .description =
                            "turn rate command, positive to the left, for policies that observe it",
                        .defaultValue = 0.0,
                        .unit = "deg/s",
                        .least = -360.0,
                        .most = 360.0}},
        .make = make};
}

} // namespace sideline::agents
