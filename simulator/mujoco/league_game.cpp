#include "simulator/mujoco/league_game.h"

namespace sideline::simulator::mujoco {

game::Side LeagueGame::join(std::string_view team) {
    for (const game::Side side : {game::Side::Left, game::Side::Right}) {
        std::string& name = m_teams[index(side)];
        if (name.empty()) {
            name = team;
            if (m_placeholders[1 - index(side)] == team) { // the other side had this name
                std::swap(m_placeholders[0], m_placeholders[1]);
            }
        }
        if (name == team) {
            return side;
        }
    }
    return game::Side::None;
}

// Counts whole milliseconds, like the server.
void LeagueGame::advance(double timeS) {
    const double passedS = timeS - m_timeS;
    m_timeS = timeS;
    if (m_playMode != game::PlayMode::BeforeKickOff && m_playMode != game::PlayMode::GameOver) {
        m_gameTimeMs += static_cast<std::int64_t>(0.5 + passedS * 1000.0);
    }
}

void LeagueGame::setPlayMode(game::PlayMode mode) {
    m_playMode = mode;
    m_playModeBeganS = gameTimeS();
}

} // namespace sideline::simulator::mujoco
