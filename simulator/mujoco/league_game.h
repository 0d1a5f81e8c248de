#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "agentcore/game/play_mode.h"
#include "agentcore/game/player_id.h"
#include "simulator/mujoco/league_rules.h"

namespace sideline::simulator::mujoco {

/// Clock, teams, score and play mode of a game on rcssservermj.
class LeagueGame {
public:
    LeagueGame(LeaguePhase phase, double gameTimeS) : m_phase(phase), m_gameTimeMs(ms(gameTimeS)) {}

    [[nodiscard]] LeaguePhase phase() const { return m_phase; }
    /// The simulated time of the last `advance`, s.
    [[nodiscard]] double timeS() const { return m_timeS; }
    [[nodiscard]] double gameTimeS() const { return static_cast<double>(m_gameTimeMs) / 1000.0; }
    [[nodiscard]] game::PlayMode playMode() const { return m_playMode; }
    /// Game time since the play mode began, s.
    [[nodiscard]] double playModeAgeS() const { return gameTimeS() - m_playModeBeganS; }
    [[nodiscard]] int score(game::Side side) const { return m_scores[index(side)]; }
    /// The name of a team; empty until the team has one.
    [[nodiscard]] const std::string& team(game::Side side) const {
        const std::string& name = m_teams[index(side)];
        return name.empty() ? m_placeholders[index(side)] : name;
    }
    /// Sets the name of a team until one joins; the two differ.
    void setPlaceholder(game::Side side, std::string name) {
        m_placeholders[index(side)] = std::move(name);
    }

    /// The side of a team. The first two requested names become the left and the right team; None
    /// for a third name.
    game::Side join(std::string_view team);
    /// Advances to a simulated time; the game's clock stops before the kick-off and after the end.
    void advance(double timeS);
    void setPlayMode(game::PlayMode mode);
    void setScore(game::Side side, int score) { m_scores[index(side)] = score; }

private:
    // Whole milliseconds; decimal fractions such as 67.02 are a little too small as numbers.
    static std::int64_t ms(double s) { return static_cast<std::int64_t>(s * 1000.0 + 1e-6); }
    static std::size_t index(game::Side side) { return side == game::Side::Right ? 1 : 0; }

    LeaguePhase m_phase;
    double m_timeS = 0.0;
    std::int64_t m_gameTimeMs = 0;
    game::PlayMode m_playMode = game::PlayMode::BeforeKickOff;
    double m_playModeBeganS = 0.0;
    std::array<std::string, 2> m_teams;
    std::array<std::string, 2> m_placeholders; ///< names until teams join
    std::array<int, 2> m_scores{};
};

} // namespace sideline::simulator::mujoco
