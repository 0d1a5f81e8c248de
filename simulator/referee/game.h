#pragma once

#include <array>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/base/rng.h"
#include "agentcore/game/constants.h"
#include "agentcore/game/play_mode.h"
#include "agentcore/game/player_id.h"
#include "agentcore/game/rules.h"

namespace sideline::simulator {

/// Clock, play mode, score and teams of a match: `GameStateAspect` of rcssserver3d 0.7.3. A value;
/// one thread at a time.
///
/// Times accumulate with the server's rounding (`game::serverClockAfter`): over a game their sum
/// drifts by a few hundredths of a second, visible to agents and monitors.
class Game {
public:
    static constexpr int kMaxUnum = 11;

    explicit Game(const game::Rules& rules = {});

    [[nodiscard]] const game::Rules& rules() const { return m_rules; }
    /// Replaces the rules; teams that already violate them are not changed.
    void setRules(const game::Rules& rules);

    /// Advances by 20 ms; the game clock is stopped before kick-off and after the end.
    void advance();
    /// The game clock.
    [[nodiscard]] double timeS() const { return m_timeS; }
    /// Time since the last change of the play mode; a separate clock before kick-off and after the
    /// end.
    [[nodiscard]] double modeTimeS() const;
    /// Game time of the last change of the play mode.
    [[nodiscard]] double lastModeChangeS() const { return m_lastModeChangeS; }
    /// @param timeS >= 0, within the range of a float
    void setTime(double timeS) { m_timeS = game::asServerS(timeS); }

    [[nodiscard]] game::PlayMode playMode() const { return m_playMode; }
    /// Setting the current mode again has no effect, not even on its clocks.
    void setPlayMode(game::PlayMode mode);

    /// Whether players may beam: before kick-off and after a goal. Set by the rules.
    [[nodiscard]] bool isPaused() const { return m_isPaused; }
    void setPaused(bool isPaused) { m_isPaused = isPaused; }

    /// 1 or 2.
    [[nodiscard]] int half() const { return m_half; }
    void setHalf(int half) { m_half = half; }

    /// Whether the rules of the penalty shootout apply; a goal ends them.
    [[nodiscard]] bool isPenaltyShootout() const { return m_isPenaltyShootout; }
    void endPenaltyShootout() { m_isPenaltyShootout = false; }

    /// Goals of a side; 0 for None.
    [[nodiscard]] int score(game::Side side) const;
    /// Adds a goal for a side.
    void addGoal(game::Side side);
    void setScores(int left, int right);

    /// Starts a kick-off for a side. With None the referee decides: a new half starts with the
    /// other team, all other kick-offs are decided by a coin toss.
    void kickOff(game::Side side, base::Rng& rng);

    /// Name of the team on a side; empty without a team.
    [[nodiscard]] std::string_view teamName(game::Side side) const;
    /// The side of a team; None if it has not joined.
    [[nodiscard]] game::Side sideOf(std::string_view team) const;

    /// Assigns a number to a player. The first team to join plays on the left, the second on the
    /// right.
    ///
    /// @param unum 1 to 11, or 0 for the lowest free number
    /// @param type of the robot, >= 0
    /// Errors: InvalidArgument for a third team or an invalid or taken number; LimitExceeded for a
    /// full team or one that would violate the limits on robot types.
    [[nodiscard]] base::Expected<game::PlayerId> requestUniform(std::string_view team, int unum,
                                                                int type);
    /// Names a side until a team joins it.
    void setPlaceholderName(game::Side side, std::string_view name);

    /// Frees a number; does nothing if it is already free.
    void returnUniform(const game::PlayerId& player);

    /// Exchanges the sides of the teams, with their names, goals and players.
    void swapSides();
    /// Number of changes of ends.
    [[nodiscard]] int sideSwapCount() const { return m_sideSwapCount; }

private:
    static constexpr int kFreeNumber = -1;
    struct Team {
        std::string name;
        bool isPlaceholderName = false; ///< the next team to join plays on this side
        int score = 0;
        std::array<int, kMaxUnum + 1> typeByUnum{}; ///< kFreeNumber for a free number
    };
    [[nodiscard]] Team& team(game::Side side);
    [[nodiscard]] const Team& team(game::Side side) const;
    [[nodiscard]] game::Side joinedSide(std::string_view name);
    [[nodiscard]] base::Expected<void> checkType(const Team& team, int type) const;

    game::Rules m_rules;
    double m_timeS = 0.0;
    double m_leadTimeS = 0.0;  ///< time since the mode changed to BeforeKickOff
    double m_afterTimeS = 0.0; ///< time since the mode changed to GameOver
    double m_lastModeChangeS = 0.0;
    game::PlayMode m_playMode = game::PlayMode::BeforeKickOff;
    bool m_isPaused = true;
    bool m_isPenaltyShootout = false;
    int m_half = 1;
    int m_lastKickOffHalf = 0; ///< 0 before the first kick-off
    game::Side m_nextHalfKickOff = game::Side::None;
    int m_sideSwapCount = 0;
    Team m_left;
    Team m_right;
};

} // namespace sideline::simulator
