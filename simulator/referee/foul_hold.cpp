#include "simulator/referee/foul_hold.h"

#include "agentcore/game/rules.h"
#include "simulator/referee/cycles.h"
#include "simulator/referee/player_placement.h"

namespace sideline::simulator {

namespace {

// Whether the penalty was to be moved away when the foul was found.
bool isDone(const game::Rules& rules, FoulType type) {
    return (type == FoulType::IllegalDefense && !rules.illegalDefenseBeamPenalty) ||
           (type == FoulType::Touching && !rules.touchingBeamPenalty);
}

} // namespace

std::vector<game::PlayerId> carryOutPenalties(RuleContext& context, FoulLog& book,
                                              game::Side side) {
    constexpr double kLiftM = 1.0;
    constexpr double kRiseM = 0.01; // in each cycle
    std::vector<game::PlayerId> released;
    for (const game::PlayerId& player : teamInRandomOrder(context, side)) {
        const std::optional<FoulType> type = book.penaltyOf(player);
        if (!type) {
            continue;
        }
        book.record(*type, player);
        if (!isDone(context.rules, *type) &&
            book.heldCycles(player) <= cyclesIn(context.rules.foulHoldS)) {
            Eigen::Vector3d p_S = context.world.motion(player).p_S;
            p_S.z() = kLiftM + kRiseM * book.countHeldCycle(player);
            movePlayerAnyway(context, player, p_S);
            continue;
        }
        if (!isDone(context.rules, *type)) {
            Eigen::Vector3d outside_S =
                placeOutside_S(context.field, player, context.world.ballPosition_S());
            if (context.rules.foulHoldS > 0.0) {
                outside_S.z() = context.rules.agentRadiusM;
            }
            movePlayerSafely(context, player, outside_S);
        }
        book.acquit(player);
        released.push_back(player);
    }
    return released;
}

} // namespace sideline::simulator
