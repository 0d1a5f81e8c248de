#include "agents/behaviors/walk.h"

#include <fmt/format.h>

#include "agentcore/behavior/walk.h"
#include "agentcore/math/angles.h"
#include "agents/behaviors/gait.h"

namespace sideline::agents {

namespace {

std::vector<ParameterInfo> walkBehaviorParameters() {
    std::vector<ParameterInfo> infos = {
        {"go-forward", "speed", 0.0, "m/s", -3.0, 3.0},
        {"go-left", "speed to the left", 0.0, "m/s", -3.0, 3.0},
        {"go-turn", "turning speed to the left", 0.0, "deg/s", -360.0, 360.0},
        gaitParameter(),
        sprintParameter()};
    const auto numbers = walkParameters();
    infos.insert(infos.end(), numbers.begin(), numbers.end());
    return infos;
}

base::Expected<std::unique_ptr<behavior::Behavior>> makeWalk(const Parameters& parameters,
                                                             BuildContext& context) {
    if (!motion::WalkEngine::isWalkable(context.model)) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("{} cannot walk with this behavior", context.model.name()),
                             "a robot with the legs and arms of a Nao");
    }
    auto settings = walkSettingsOf(parameters, context.model);
    if (!settings) {
        return tl::unexpected(settings.error());
    }
    settings->command = {parameters.number("go-forward"), parameters.number("go-left"),
                         math::radFromDeg(parameters.number("go-turn"))};
    return std::make_unique<behavior::Walk>(*settings);
}

} // namespace

BehaviorInfo walkInfo() {
    return {.name = "walk",
            .layer = Layer::Movement,
            .summary = "Walks in any direction, with a gait of the robot's own",
            .parameters = walkBehaviorParameters(),
            .make = makeWalk,
            .suited = [](const Parameters& set, const robot::RobotModel& model) {
                return gaitOf(set.text("gait"), model);
            }};
}

} // namespace sideline::agents
