#include "agents/behaviors/keeper.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "agentcore/behavior/keeper.h"
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
    append(info.parameters, numberParameters(behavior::KeeperSettings::numbers()));
    append(info.parameters, onFeetParameters());
    append(info.parameters, strikerParameters());
    info.make = makeKeeper;
    return info;
}

} // namespace sideline::agents
