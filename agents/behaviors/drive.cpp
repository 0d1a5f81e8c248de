#include "agents/behaviors/drive.h"

#include "agentcore/behavior/drive.h"
#include "agents/behaviors/gait.h"
#include "agents/behaviors/get_up.h"
#include "agents/behaviors/kick.h"
#include "agents/behaviors/numbers.h"

namespace sideline::agents {

namespace {

base::Expected<std::unique_ptr<behavior::Behavior>> makeDrive(const Parameters& parameters,
                                                              BuildContext& context) {
    const auto settings = walkSettingsOf(parameters, context);
    if (!settings) {
        return tl::unexpected(settings.error());
    }
    const behavior::OnFeetSettings feet = onFeetSettingsOf(parameters);
    auto getUp = getUpFor(parameters, context);
    if (!getUp) {
        return tl::unexpected(getUp.error());
    }
    behavior::DriveGoal goal = settings->command;
    if (parameters.flag("go")) {
        goal = behavior::GoToPlace{{parameters.number("x"), parameters.number("y")}, {}};
    }
    auto kick = firstKick(parameters, context, *settings, feet.moving);
    if (!kick) {
        return tl::unexpected(kick.error());
    }
    return std::make_unique<behavior::Drive>(
        behavior::OnFeet(behavior::Walk(*settings), std::move(*getUp), feet), std::move(goal),
        std::move(*kick), numbersOf(parameters, behavior::DriveSettings::numbers()));
}

std::vector<ParameterInfo> driveParameters() {
    std::vector<ParameterInfo> infos = walkingParameters();
    const std::vector<ParameterInfo> place = {
        {"go", "walk to x, y instead of following go-forward, go-left and go-turn", false},
        {"x", "target in the team's field frame, x toward the opponent's goal", 0.0, "m", -30.0,
         30.0},
        {"y", "target in the team's field frame, y to the left", 0.0, "m", -20.0, 20.0},
        lookParameter()};
    infos.insert(infos.begin() + 3, place.begin(), place.end()); // inserted after the speeds
    append(infos, movingParameters());
    append(infos, numberParameters(behavior::KickApproach::numbers(), {}, kApproach));
    append(infos, numberParameters(behavior::DriveSettings::numbers()));
    return infos;
}

} // namespace

BehaviorInfo driveInfo() {
    return {.name = "drive",
            .layer = Layer::Movement,
            .summary = "Walks to targets or follows velocity commands, looks at the ball, and gets "
                       "up after a fall",
            .parameters = driveParameters(),
            .make = makeDrive,
            .suited = suitedGait,
            .file = gaitFile()};
}

} // namespace sideline::agents
