#include "simulator/referee/offside_rule.h"

#include <algorithm>
#include <utility>

#include "agentcore/field/offside.h"
#include "agentcore/game/constants.h"

namespace sideline::simulator {

using game::PlayMode;
using game::Side;

namespace {

/// Teammates of `toucher` in an offside position.
std::vector<game::PlayerId> playersBeyondLine(const SetPlayContext& context,
                                              const game::PlayerId& toucher) {
    const double attackSign = -ownGoalSign(toucher.side);
    const auto advanceM = [&](const game::PlayerId& player) {
        return attackSign * context.world.motion(player).p_S.x();
    };
    std::vector<double> opponentsM;
    for (const game::PlayerId& player : context.world.players()) {
        if (player.side == opponentOf(toucher.side)) {
            opponentsM.push_back(advanceM(player));
        }
    }
    const double lineM =
        field::offsideLineM(attackSign * context.world.ballPosition_S().x(), std::move(opponentsM));
    std::vector<game::PlayerId> waiting;
    for (const game::PlayerId& player : context.world.players()) {
        if (player.side == toucher.side && player != toucher && advanceM(player) > lineM) {
            waiting.push_back(player);
        }
    }
    return waiting;
}

} // namespace

bool checkOffside(SetPlayContext& context) {
    OffsideMemory& offside = context.memory.offside;
    const auto& touch = context.ball.lastTouch();
    const auto& previous = offside.lastTouch;
    if (!touch || (previous && previous->timeS == touch->timeS)) {
        return false;
    }
    const bool isWaiting = std::find(offside.waiting.begin(), offside.waiting.end(),
                                     touch->player) != offside.waiting.end();
    if (isWaiting) {
        const Side awarded = opponentOf(touch->player.side);
        context.memory.kick_S = context.ball.lastValidPosition_S();
        context.memory.kick_S.z() = game::kBallRadiusM;
        context.memory.mustRepelKickers = true;
        offside = {};
        context.game.setPlayMode(modeOf(awarded, PlayMode::OffsideLeft, PlayMode::OffsideRight));
        return true;
    }
    offside.lastTouch = touch;
    offside.kickIsExempt = offside.kickIsExempt && isStraightFromKick(context);
    offside.waiting.clear();
    if (!offside.kickIsExempt) {
        offside.waiting = playersBeyondLine(context, touch->player);
    }
    return false;
}

} // namespace sideline::simulator
