#include "simulator/referee/game_time_rule.h"

#include "agentcore/game/constants.h"

namespace sideline::simulator {

using game::PlayMode;

bool checkTime(Game& game) {
    const double halfTimeS = game::asServerS(game.rules().halfTimeS);
    if (game.half() == 1 && game.timeS() >= halfTimeS) {
        if (game.rules().hasSingleHalf) {
            game.setPlayMode(PlayMode::GameOver);
            return false;
        }
        game.setPlayMode(PlayMode::BeforeKickOff);
        game.setHalf(2);
        return game.rules().changesSidesInSecondHalf;
    }
    if (game.half() == 2 && game.timeS() >= 2.0 * halfTimeS) {
        game.setPlayMode(PlayMode::GameOver);
    }
    return false;
}

bool shouldQuit(const Game& game) {
    constexpr double kQuitAfterS = 10.0;
    return game.rules().quitsAfterGame && game.playMode() == PlayMode::GameOver &&
           game.modeTimeS() >= kQuitAfterS;
}

} // namespace sideline::simulator
