#include "agents/behaviors/keeper.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "agentcore/behavior/keeper.h"
#include "agents/behaviors/arguments.h"
#include "agents/behaviors/get_up.h"
#include "agents/behaviors/numbers.h"
#include "agents/behaviors/striker.h"

namespace sideline::agents {

namespace {

// A dive that starts immediately: there is no time to move to its first pose.
base::Expected<behavior::Keeper::TrajectoryPtr> diveFor(std::string_view name,
                                                        const BuildContext& context) {
    constexpr double kEntryS = 0.02;
    const auto found = context.skills.find(name, context.model);
    if (!found) {
        return tl::unexpected(found.error());
    }
    auto dive = std::make_shared<motion::JointTrajectory>(**found);
    dive->entryDurationS = std::min(dive->entryDurationS, kEntryS);
    return dive;
}

base::Expected<std::unique_ptr<behavior::Behavior>> makeKeeper(const Parameters& parameters,
                                                               BuildContext& context) {
    auto feet = onFeetFor(parameters, context);
    if (!feet) {
        return tl::unexpected(feet.error());
    }
    auto left = diveFor("dive-left", context);
    if (!left) {
        return tl::unexpected(left.error());
    }
    auto right = diveFor("dive-right", context);
    if (!right) {
        return tl::unexpected(right.error());
    }
    auto settings = numbersOf(parameters, behavior::KeeperSettings::numbers());
    readNumbers(parameters, behavior::CoverSettings::numbers(), settings.cover);
    settings.blocks = parameters.flag("block");
    settings.dives = parameters.flag("dive");
    readNumbers(parameters, planning::SpeedTable::numbers(), settings.players, kPlayers);
    std::optional<behavior::Striker> clears;
    if (parameters.flag("clear")) {
        auto striker = strikerFor(parameters, context);
        if (!striker) {
            return tl::unexpected(std::move(striker.error()));
        }
        clears = std::move(*striker);
    }
    return std::make_unique<behavior::Keeper>(std::move(*feet), std::move(*left), std::move(*right),
                                              settings, std::move(clears));
}

BehaviorInfo coverInfo(std::string name, behavior::CoverSpot spot, std::string summary) {
    const ParameterInfo against =
        argumentParameter("against", "place from which a shot may come", "ball");
    BehaviorInfo info;
    info.name = std::move(name);
    info.layer = Layer::Movement;
    info.summary = std::move(summary);
    info.parameters = {against};
    append(info.parameters, besidesParameters());
    append(info.parameters, numberParameters(behavior::CoverSettings::numbers()));
    append(info.parameters, surefootedParameters());
    info.make = [against, spot, name = info.name](
                    const Parameters& parameters,
                    BuildContext& context) -> base::Expected<std::unique_ptr<behavior::Behavior>> {
        auto feet = onFeetFor(parameters, context);
        if (!feet) {
            return tl::unexpected(std::move(feet.error()));
        }
        auto besides = besidesOf(parameters);
        if (!besides) {
            return tl::unexpected(std::move(besides.error()));
        }
        return std::make_unique<behavior::CoverGoal>(
            name, std::move(*feet), spot, placeOf(parameters, against),
            numbersOf(parameters, behavior::CoverSettings::numbers()), std::move(*besides));
    };
    return info;
}

} // namespace

BehaviorInfo keeperInfo() {
    const behavior::KeeperSettings defaults;
    BehaviorInfo info;
    info.name = "keeper";
    info.layer = Layer::Role;
    info.summary = "Goalkeeper: steps into the ball's path, blocks, dives, and gets up again";
    info.parameters = {{"block", "block balls within reach of a foot", defaults.blocks},
                       {"dive", "dive for balls out of reach of a foot", defaults.dives},
                       {"clear", "clear balls that lie in front of the goal", true}};
    append(info.parameters, numberParameters(behavior::CoverSettings::numbers()));
    append(info.parameters, numberParameters(behavior::KeeperSettings::numbers()));
    append(info.parameters, onFeetParameters());
    append(info.parameters, strikerParameters());
    info.make = makeKeeper;
    return info;
}

BehaviorInfo coverGoalInfo() {
    return coverInfo("cover-goal", behavior::CoverSpot::Between,
                     "Stands between its own goal and a computed place, and faces the place");
}

BehaviorInfo nearPostInfo() {
    return coverInfo("near-post", behavior::CoverSpot::NearPost,
                     "Stands at the post of its own goal on the side of a computed place");
}

BehaviorInfo diveInfo() {
    ParameterInfo side{"side", "side to which it dives", std::string("left")};
    side.choices = {"left", "right"};
    BehaviorInfo info;
    info.name = "dive";
    info.layer = Layer::Movement;
    info.summary = "Dives to a side as the goalkeeper does, gets up and stands";
    info.parameters = {std::move(side),
                       {"lie", "time on the ground after the dive before it gets up",
                        behavior::KeeperSettings().lieS, "s", 0.0, 5.0}};
    append(info.parameters, surefootedParameters());
    info.make = [](const Parameters& parameters,
                   BuildContext& context) -> base::Expected<std::unique_ptr<behavior::Behavior>> {
        auto feet = onFeetFor(parameters, context);
        if (!feet) {
            return tl::unexpected(std::move(feet.error()));
        }
        auto dive = diveFor("dive-" + parameters.text("side"), context);
        if (!dive) {
            return tl::unexpected(std::move(dive.error()));
        }
        return std::make_unique<behavior::Dive>(std::move(*feet), std::move(*dive),
                                                parameters.number("lie"));
    };
    return info;
}

} // namespace sideline::agents
