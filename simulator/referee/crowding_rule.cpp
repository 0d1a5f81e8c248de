#include "simulator/referee/crowding_rule.h"

namespace sideline::simulator {

bool isCrowding(const RuleContext& context, const TeamSurvey& survey,
                const game::PlayerId& player) {
    constexpr double kToleranceM = 0.01;
    const auto kickOff =
        modeOf(player.side, game::PlayMode::KickOffLeft, game::PlayMode::KickOffRight);
    const bool isOpponentNear =
        survey.nearestToBallM(opponentOf(player.side)) < context.rules.minOpponentDistanceM;
    if (context.game.playMode() == kickOff || player.unum.value() == 1 || !isOpponentNear) {
        return false;
    }
    const TeamSurvey::Player place = survey.of(player);
    const auto isWithin = [&](double distanceM) {
        return place.ballDistanceM <= distanceM + kToleranceM;
    };
    return (place.ballRank == 2 && isWithin(context.rules.minSecondDistanceM)) ||
           (place.ballRank == 3 && isWithin(context.rules.minThirdDistanceM));
}

} // namespace sideline::simulator
