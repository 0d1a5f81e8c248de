#include "simulator/referee/offside_rule.h"

#include <algorithm>
#include <functional>

namespace sideline::simulator {

using field::PlayMode;
using monitor::Side;

namespace {

/// Mates of `toucher` in an offside position.
std::vector<monitor::RobotId> playersBeyondLine(const SetPlayContext& context,
                                                const monitor::RobotId& toucher) {
    const double attackSign = -ownGoalSign(toucher.side);
    const auto advanceM = [&](const monitor::RobotId& player) {
        return attackSign * context.world.motion(player).p_S.x();
    };
    std::vector<double> opponentsM;
    for (const monitor::RobotId& player : context.world.players()) {
        if (player.side == opponentOf(toucher.side)) {
            opponentsM.push_back(advanceM(player));
        }
    }
    std::sort(opponentsM.begin(), opponentsM.end(), std::greater<>());
    double lineM = std::max(0.0, attackSign * context.world.ballPosition_S().x());
    if (opponentsM.size() >= 2) {
        lineM = std::max(lineM, opponentsM[1]);
    }
    std::vector<monitor::RobotId> waiting;
    for (const monitor::RobotId& player : context.world.players()) {
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
        context.memory.kick_S.z() = kRefereeBallRadiusM;
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
