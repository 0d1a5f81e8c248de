#include "agents/behaviors/striker.h"

#include <utility>

#include <fmt/format.h>

#include "agents/behaviors/gait.h"
#include "agents/behaviors/get_up.h"
#include "agents/behaviors/kick.h"
#include "agents/behaviors/numbers.h"

namespace sideline::agents {

std::vector<ParameterInfo> strikerParameters() {
    return groupParameters<behavior::StrikerSettings>();
}

base::Expected<behavior::BallPlayer> ballPlayerFor(const Parameters& parameters,
                                                   const BuildContext& context) {
    const auto walk = gaitSettingsOf(parameters, context);
    if (!walk) {
        return tl::unexpected(walk.error());
    }
    auto getUp = getUpFor(parameters, context);
    if (!getUp) {
        return tl::unexpected(getUp.error());
    }
    behavior::StrikerSettings settings;
    settings.feet = onFeetSettingsOf(parameters);
    readGroups(parameters, settings);
    auto kicks = shippedKicks(context);
    if (!kicks) {
        return tl::unexpected(kicks.error());
    }
    if (kicks->empty()) {
        return base::failure(base::ErrorCode::NotFound,
                             fmt::format("there is no shipped kick for {}", context.model.name()),
                             "one of the five types of the Nao");
    }
    return behavior::BallPlayer(behavior::Walk(*walk), std::move(*getUp), std::move(*kicks),
                                settings);
}

base::Expected<behavior::Striker> strikerFor(const Parameters& parameters,
                                             const BuildContext& context) {
    auto player = ballPlayerFor(parameters, context);
    if (!player) {
        return tl::unexpected(std::move(player.error()));
    }
    return behavior::Striker(std::move(*player));
}

namespace {

base::Expected<std::unique_ptr<behavior::Behavior>> makeStriker(const Parameters& parameters,
                                                                BuildContext& context) {
    auto striker = strikerFor(parameters, context);
    if (!striker) {
        return tl::unexpected(std::move(striker.error()));
    }
    return std::make_unique<behavior::Striker>(std::move(*striker));
}

} // namespace

BehaviorInfo strikerInfo() {
    std::vector<ParameterInfo> parameters = onFeetParameters();
    append(parameters, strikerParameters());
    return {.name = "striker",
            .layer = Layer::Role,
            .summary = "Plays the ball: kicks it where that helps most, at the goal when alone; "
                       "gets up after a fall",
            .parameters = std::move(parameters),
            .make = makeStriker};
}

} // namespace sideline::agents
