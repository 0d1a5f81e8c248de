#include "simulator/referee/foul_hold.h"

#include <algorithm>

#include "agentcore/game/rules.h"
#include "simulator/referee/cycles.h"
#include "simulator/referee/player_placement.h"
#include "simulator/referee/standing_room.h"

namespace sideline::simulator {

namespace {

// Whether the player was already moved away when the foul was detected.
bool isDone(const game::Rules& rules, FoulType type) {
    return (type == FoulType::IllegalDefense && !rules.illegalDefenseBeamPenalty) ||
           (type == FoulType::Touching && !rules.touchingBeamPenalty);
}

} // namespace

std::vector<game::PlayerId> carryOutPenalties(RuleContext& context, FoulLog& book,
                                              game::Side side) {
    constexpr double kLiftM = 1.0;
    constexpr double kRiseM = 0.01; // distance lifted per cycle
    std::vector<game::PlayerId> released;
    for (const game::PlayerId& player : teamInRandomOrder(context, side)) {
        const std::optional<FoulType> type = book.penaltyOf(player);
        if (!type) {
            continue;
        }
        book.record(*type, player);
        const double torsoM = standingRoom(context.rules, context.world.model(player)).torsoM;
        if (!isDone(context.rules, *type) &&
            book.heldCycles(player) <= cyclesIn(context.rules.foulHoldS)) {
            Eigen::Vector3d p_S = context.world.motion(player).p_S;
            p_S.z() = std::max(kLiftM, torsoM) + kRiseM * book.countHeldCycle(player);
            movePlayerUnchecked(context, player, p_S);
            continue;
        }
        if (!isDone(context.rules, *type)) {
            Eigen::Vector3d outside_S =
                placeOutside_S(context.field, player, context.world.ballPosition_S());
            outside_S.z() =
                context.rules.foulHoldS > 0.0 ? torsoM : std::max(outside_S.z(), torsoM);
            movePlayerSafely(context, player, outside_S);
        }
        book.clearPenalty(player);
        released.push_back(player);
    }
    return released;
}

} // namespace sideline::simulator
