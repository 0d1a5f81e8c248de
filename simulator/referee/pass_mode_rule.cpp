#include "simulator/referee/pass_mode_rule.h"

#include "agentcore/game/constants.h"
#include "agentcore/game/rules.h"
#include "simulator/referee/clear_players.h"
#include "simulator/referee/play_on_rule.h"

namespace sideline::simulator {

using game::PlayMode;
using game::Side;

namespace {

double distanceToBall(const SetPlayContext& context, const game::PlayerId& player) {
    return (context.world.motion(player).p_S - context.world.ballPosition_S()).head<2>().norm();
}

/// Whether the player is close enough to the ball and no opponent is too close, according to
/// `distanceOf`.
template <typename DistanceOf>
bool keepsDistances(const game::Rules& rules, const game::PlayerId& asking,
                    const game::PlayerId& player, const DistanceOf& distanceOf) {
    if (player == asking) {
        return distanceOf(player) <= rules.passModeMaxBallDistanceM;
    }
    return player.side == asking.side || distanceOf(player) >= rules.passModeMinOpponentDistanceM;
}

PlayMode passModeOf(Side side) {
    return modeOf(side, PlayMode::PassLeft, PlayMode::PassRight);
}

} // namespace

bool canStartPassMode(const SetPlayContext& context, const game::PlayerId& player,
                      const BallDistances& distances) {
    const game::Rules& rules = context.rules;
    const double sinceLastS =
        game::asServerS(context.game.timeS() - context.memory.pass(player.side).lastTimeS);
    if (context.game.playMode() != PlayMode::PlayOn ||
        sinceLastS < game::asServerS(rules.passModeRetryWaitS) ||
        context.ball.isTouchedBy(player.side) ||
        context.world.ballVelocity_SMps().norm() > rules.passModeMaxBallSpeedMps) {
        return false;
    }
    bool wasThere = false;
    for (const auto& [other, distanceM] : distances) {
        const double previousM = distanceM;
        wasThere = wasThere || other == player;
        if (!keepsDistances(rules, player, other, [&](const auto&) { return previousM; })) {
            return false;
        }
    }
    bool isThere = false;
    for (const game::PlayerId& other : context.world.players()) {
        isThere = isThere || other == player;
        if (!keepsDistances(rules, player, other,
                            [&](const auto& id) { return distanceToBall(context, id); })) {
            return false;
        }
    }
    return wasThere && isThere;
}

void startPassMode(SetPlayContext& context, Side side) {
    context.memory.pass(side).ball_S = context.world.ballPosition_S().head<2>();
    context.game.setPlayMode(passModeOf(side));
}

void updatePassMode(SetPlayContext& context, Side side) {
    context.game.setPaused(false);

    PassMemory& pass = context.memory.pass(side);
    const Eigen::Vector2d circle_S = pass.ball_S;
    pass = {};
    pass.ball_S = circle_S;
    pass.lastTimeS = context.game.timeS();
    context.memory.pass(opponentOf(side)).lastTimeS = PassMemory{}.lastTimeS;

    const auto& touch = context.ball.lastTouch();
    if (context.game.modeTimeS() >= game::asServerS(context.rules.passModeDurationS) ||
        (touch && touch->timeS >= context.game.lastModeChangeS())) {
        context.game.setPlayMode(PlayMode::PlayOn);
    }
    updatePlayOn(context);

    if (context.game.playMode() == passModeOf(side)) {
        constexpr double kPadM = 0.1;
        pass.ball_S = context.world.ballPosition_S().head<2>();
        repelPlayers(context, pass.ball_S, context.rules.passModeMinOpponentDistanceM, kPadM,
                     opponentOf(side));
    }
}

void updatePassPermission(SetPlayContext& context) {
    Side side = Side::None;
    if (mustPassFirst(context.game, context.memory.passLeft)) {
        side = Side::Left;
    } else if (mustPassFirst(context.game, context.memory.passRight)) {
        side = Side::Right;
    } else {
        return;
    }
    PassMemory& pass = context.memory.pass(side);
    const Eigen::Vector2d ball_S = context.world.ballPosition_S().head<2>();
    if ((ball_S - pass.ball_S).norm() >= context.rules.passModeMinOpponentDistanceM) {
        pass.ballLeftCircle = true;
    }
    for (const game::PlayerId& toucher : context.ball.touchers()) {
        if (toucher.side != side) {
            continue;
        }
        if (pass.lastToucher && (pass.severalTouched || *pass.lastToucher != toucher.unum)) {
            pass.severalTouched = true;
            pass.mayScore = pass.mayScore || pass.ballLeftCircle;
            break;
        }
        pass.lastToucher = toucher.unum;
    }
}

bool mustPassFirst(const Game& game, const PassMemory& pass) {
    return game::asServerS(game.timeS() - pass.lastTimeS) <
               game::asServerS(game.rules().passModeScoreWaitS) &&
           !pass.mayScore;
}

} // namespace sideline::simulator
