#include "simulator/referee/set_play.h"

#include <algorithm>

#include "agentcore/game/constants.h"
#include "simulator/referee/clear_players.h"

namespace sideline::simulator {

using game::PlayMode;
using game::Side;

void SetPlayMemory::swapSides() {
    std::swap(passLeft, passRight);
    const auto swapPlayer = [](game::PlayerId& player) { player.side = opponentOf(player.side); };
    if (taken) {
        swapPlayer(taken->player);
    }
    if (kickOffTaker) {
        swapPlayer(*kickOffTaker);
    }
    if (offside.lastTouch) {
        swapPlayer(offside.lastTouch->player);
    }
    std::for_each(offside.waiting.begin(), offside.waiting.end(), swapPlayer);
}

void SetPlayMemory::playerLeft(const game::PlayerId& player) {
    if (taken && taken->player == player) {
        taken.reset();
        forbidsSecondTouch = false;
        isIndirect = false;
    }
    if (kickOffTaker == player) {
        kickOffTaker.reset();
        kickOffTeamMayScore = true;
    }
    std::erase(offside.waiting, player);
}

void placeBall(SetPlayContext& context, const Eigen::Vector3d& p_S) {
    context.world.moveBall(p_S);
    context.memory.kick_S = {p_S.x(), p_S.y(), game::kBallRadiusM};
}

void forgetKick(SetPlayMemory& memory) {
    memory.forbidsSecondTouch = false;
    memory.isIndirect = false;
    memory.passLeft.lastTimeS = PassMemory{}.lastTimeS;
    memory.passRight.lastTimeS = PassMemory{}.lastTimeS;
    memory.offside = {};
}

void rememberKick(SetPlayContext& context, const BallTouch& touch, bool isIndirect) {
    context.memory.taken = touch;
    context.memory.forbidsSecondTouch = true;
    context.memory.isIndirect = isIndirect;
}

bool isStraightFromKick(const SetPlayContext& context) {
    constexpr double kKickS = 0.1;
    const auto& taken = context.memory.taken;
    const auto& last = context.ball.lastTouch();
    return taken && last && game::asServerS(last->timeS - taken->timeS) < kKickS &&
           last->player == taken->player;
}

bool hasKickRules(const SetPlayContext& context) {
    return context.world.players().size() > 2 && !context.game.isPenaltyShootout();
}

std::optional<BallTouch> kickAfterPause(const SetPlayContext& context) {
    constexpr double kAfterPauseS = 0.03;
    const auto& last = context.ball.lastTouch();
    if (!last || context.memory.mustRepelKickers) {
        return std::nullopt;
    }
    const double pauseEndS = game::asServerS(context.game.lastModeChangeS() +
                                             game::asServerS(context.rules.kickInPauseS));
    return last->timeS > pauseEndS + kAfterPauseS ? last : std::nullopt;
}

bool isInKickPause(SetPlayContext& context) {
    const bool lasts = context.game.modeTimeS() < game::asServerS(context.rules.kickInPauseS);
    if (lasts) {
        context.memory.mustRepelKickers = true;
    }
    return lasts;
}

bool isTimeOver(const SetPlayContext& context) {
    const double limitS = game::asServerS(context.rules.dropBallS);
    return limitS > 0.0 && context.game.modeTimeS() > limitS;
}

void placeBallForKick(SetPlayContext& context, Side kicking) {
    if (context.memory.mustRepelKickers) {
        repelPlayers(context, context.memory.kick_S.head<2>(), context.rules.kickRepelDistanceM,
                     0.0, kicking);
        context.memory.mustRepelKickers = false;
    }
    placeBall(context, context.memory.kick_S);
}

Eigen::Vector3d outsidePenaltyAreas(const field::FieldDimensions& field,
                                    const Eigen::Vector3d& p_S) {
    for (const Side side : {Side::Left, Side::Right}) {
        const Eigen::AlignedBox2d area = penaltyArea(field, side);
        if (area.contains(p_S.head<2>())) {
            return {side == Side::Left ? area.max().x() : area.min().x(),
                    p_S.y() < 0.0 ? area.min().y() : area.max().y(), p_S.z()};
        }
    }
    return p_S;
}

void awardGoalKick(SetPlayContext& context, Side side) {
    const double x = context.field.lengthM / 2.0 - context.rules.goalKickDistanceM;
    context.memory.kick_S = {ownGoalSign(side) * x, 0.0, game::kBallRadiusM};
    context.memory.mustRepelKickers = true;
    context.game.setPlayMode(modeOf(side, PlayMode::GoalKickLeft, PlayMode::GoalKickRight));
}

void awardCornerKick(SetPlayContext& context, Side side) {
    const double x = context.field.lengthM / 2.0 - game::kBallRadiusM;
    const double y = (context.field.widthM + context.field.goalWidthM) / 4.0 - game::kBallRadiusM;
    const bool isAbove = context.world.ballPosition_S().y() > 0.0;
    context.memory.kick_S = {-ownGoalSign(side) * x, isAbove ? y : -y, game::kBallRadiusM};
    context.memory.mustRepelKickers = true;
    context.game.setPlayMode(modeOf(side, PlayMode::CornerKickLeft, PlayMode::CornerKickRight));
}

void awardKickIn(SetPlayContext& context, Side side) {
    const Eigen::Vector3d& left_S = context.ball.lastValidPosition_S();
    const double y = context.field.widthM / 2.0 - game::kBallRadiusM;
    context.memory.kick_S = {left_S.x(), left_S.y() > 0.0 ? y : -y, game::kBallRadiusM};
    context.memory.mustRepelKickers = true;
    context.game.setPlayMode(modeOf(side, PlayMode::KickInLeft, PlayMode::KickInRight));
}

void awardFreeKick(SetPlayContext& context, Side side) {
    context.memory.mustRepelKickers = true;
    context.game.setPlayMode(modeOf(side, PlayMode::FreeKickLeft, PlayMode::FreeKickRight));
}

} // namespace sideline::simulator
