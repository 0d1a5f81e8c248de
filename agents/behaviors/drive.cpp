#include "agents/behaviors/drive.h"

#include <array>

#include <fmt/format.h>

#include "agentcore/behavior/drive.h"
#include "agentcore/math/angles.h"
#include "agents/behaviors/gait.h"

namespace sideline::agents {

namespace {

base::Expected<std::unique_ptr<behavior::Behavior>> makeDrive(const Parameters& parameters,
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
    behavior::GetUp::Motions motions;
    for (const auto& [name, into] : std::array{std::pair("getup-front", &motions.front),
                                               std::pair("getup-back", &motions.back),
                                               std::pair("getup-side", &motions.side)}) {
        auto trajectory = context.skills.find(name, context.model);
        if (!trajectory) {
            return tl::unexpected(trajectory.error());
        }
        *into = std::move(*trajectory);
    }
    auto drive = std::make_unique<behavior::Drive>(behavior::Walk(*settings),
                                                   behavior::GetUp(std::move(motions)));
    const motion::WalkCommand command{parameters.number("go-forward"), parameters.number("go-left"),
                                      math::radFromDeg(parameters.number("go-turn"))};
    if (parameters.flag("go")) {
        drive->go(behavior::GoToPlace{{parameters.number("x"), parameters.number("y")}, {}});
    } else {
        drive->go(command);
    }
    return drive;
}

std::vector<ParameterInfo> driveParameters() {
    std::vector<ParameterInfo> infos = {
        {"go-forward", "speed", 0.0, "m/s", -3.0, 3.0},
        {"go-left", "speed to the left", 0.0, "m/s", -3.0, 3.0},
        {"go-turn", "turning speed to the left", 0.0, "deg/s", -360.0, 360.0},
        {"go", "whether to go to x, y instead", false},
        {"x", "place in the own field frame, towards the opponent's goal", 0.0, "m", -30.0, 30.0},
        {"y", "place in the own field frame, to the left", 0.0, "m", -20.0, 20.0},
        gaitParameter(),
        sprintParameter()};
    const auto numbers = walkParameters();
    infos.insert(infos.end(), numbers.begin(), numbers.end());
    return infos;
}

} // namespace

BehaviorInfo driveInfo() {
    return {.name = "drive",
            .layer = Layer::Movement,
            .summary = "Goes where it is told, looks at the ball, and gets up when it falls",
            .parameters = driveParameters(),
            .make = makeDrive,
            .suited = [](const Parameters& set, const robot::RobotModel& model) {
                return gaitOf(set.text("gait"), model);
            }};
}

} // namespace sideline::agents
