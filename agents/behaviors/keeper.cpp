#include "agents/behaviors/keeper.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "agentcore/behavior/keeper.h"
#include "agents/behaviors/get_up.h"
#include "agents/behaviors/striker.h"

namespace sideline::agents {

namespace {

// A dive that begins at once: there is no time to take its first pose.
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
    behavior::KeeperSettings settings;
    settings.blocks = parameters.flag("block");
    settings.dives = parameters.flag("dive");
    settings.aheadM = parameters.number("ahead");
    settings.blockReachM = parameters.number("block-reach");
    settings.diveFromM = parameters.number("dive-from");
    settings.diveReachM = parameters.number("dive-reach");
    settings.blockBeforeS = parameters.number("block-before");
    settings.diveBeforeS = parameters.number("dive-before");
    settings.walkMps = parameters.number("aside-speed");
    settings.clearM = parameters.number("clear-within");
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
    const behavior::KeeperSettings usual;
    BehaviorInfo info;
    info.name = "keeper";
    info.layer = Layer::Role;
    info.summary = "Goalkeeper: steps into the ball's path, blocks, dives, and gets up again";
    info.parameters = {
        {"block", "block balls within reach of a foot", usual.blocks},
        {"dive", "dive for balls out of reach of a foot", usual.dives},
        {"clear", "play away balls that lie in front of the goal", true},
        {"clear-within", "distance of such balls from the middle of the goal", usual.clearM, "m",
         0.0, 10.0},
        {"ahead", "distance from the goal line", usual.aheadM, "m", 0.1, 5.0},
        {"block-reach", "reach of a block to each side", usual.blockReachM, "m", 0.0, 1.0},
        {"block-before", "lead time of a block before the ball arrives", usual.blockBeforeS, "s",
         0.1, 3.0},
        {"dive-from", "minimum distance of the ball's path to the side for a dive", usual.diveFromM,
         "m", 0.0, 2.0},
        {"dive-reach", "maximum distance of the ball's path to the side for a dive",
         usual.diveReachM, "m", 0.0, 2.0},
        {"dive-before", "lead time of a dive before the ball arrives", usual.diveBeforeS, "s", 0.1,
         3.0},
        {"aside-speed", "assumed speed of its sidesteps, for choosing between a step and a dive",
         usual.walkMps, "m/s", 0.0, 2.0}};
    const auto feet = onFeetParameters();
    info.parameters.insert(info.parameters.end(), feet.begin(), feet.end());
    info.make = makeKeeper;
    return info;
}

} // namespace sideline::agents
