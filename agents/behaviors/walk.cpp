#include "agents/behaviors/walk.h"

#include "agentcore/behavior/walk.h"
#include "agents/behaviors/gait.h"

namespace sideline::agents {

namespace {

base::Expected<std::unique_ptr<behavior::Behavior>> makeWalk(const Parameters& parameters,
                                                             BuildContext& context) {
    const auto settings = walkSettingsOf(parameters, context);
    if (!settings) {
        return tl::unexpected(settings.error());
    }
    return std::make_unique<behavior::Walk>(*settings);
}

} // namespace

BehaviorInfo walkInfo() {
    return {.name = "walk",
            .layer = Layer::Movement,
            .summary = "Walks in any direction with the gait of the robot's type",
            .parameters = walkingParameters(),
            .make = makeWalk,
            .suited = suitedGait,
            .file = gaitFile()};
}

} // namespace sideline::agents
