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
/// Times grow and are rounded as the server's (`game::serverClockAfter`): over a game their sum
/// drifts by some hundredths of a second, which agents and monitors see.
class Game {
public:
    static constexpr int kMaxUnum = 11;

    explicit Game(const game::Rules& rules = {});

    [[nodiscard]] const game::Rules& rules() const { return m_rules; }
    /// Takes other rules from now on; teams that already break them stay as they are.
    void setRules(const game::Rules& rules);

    /// Lets 20 ms pass: before kick-off and after the end the game clock stands still.
    void advance();
    /// The game clock.
    [[nodiscard]] double timeS() const { return m_timeS; }
    /// Time since the play mode changed; before kick-off and after the end a clock of its own.
    [[nodiscard]] double modeTimeS() const;
    /// The game clock when the play mode last changed.
    [[nodiscard]] double lastModeChangeS() const { return m_lastModeChangeS; }
    /// @param timeS >= 0, within the range of a float
    void setTime(double timeS) { m_timeS = game::asServerS(timeS); }

    [[nodiscard]] game::PlayMode playMode() const { return m_playMode; }
    /// Setting the present mode again changes nothing, its clocks included.
    void setPlayMode(game::PlayMode mode);

    /// Whether players may beam: before kick-off and after a goal. Set by the rules.
    [[nodiscard]] bool isPaused() const { return m_isPaused; }
    void setPaused(bool isPaused) { m_isPaused = isPaused; }

    /// 1 or 2.
    [[nodiscard]] int half() const { return m_half; }
    void setHalf(int half) { m_half = half; }

    /// Whether the rules of the penalty shootout still hold; a goal ends them.
    [[nodiscard]] bool isPenaltyShootout() const { return m_isPenaltyShootout; }
    void endPenaltyShootout() { m_isPenaltyShootout = false; }

    /// Goals of a side; 0 for None.
    [[nodiscard]] int score(game::Side side) const;
    /// One goal more for a side.
    void addGoal(game::Side side);
    void setScores(int left, int right);

    /// Starts a kick-off for a side. None lets the referee decide: a new half begins with the team
    /// whose turn it is, all else is a toss.
    void kickOff(game::Side side, base::Rng& rng);

    /// Name of the team on a side; empty while there is none.
    [[nodiscard]] std::string_view teamName(game::Side side) const;
    /// The side a team plays on; None if it has not come.
    [[nodiscard]] game::Side sideOf(std::string_view team) const;

    /// Gives a player a number. The first team to ask plays left, the second right.
    ///
    /// @param unum 1 to 11, or 0 for the lowest that is free
    /// @param type of the robot, >= 0
    /// Errors: InvalidArgument for a third team, an impossible or taken number; LimitExceeded for a
    /// full team or one that would break the limits on robot types.
    [[nodiscard]] base::Expected<game::PlayerId> requestUniform(std::string_view team, int unum,
                                                                int type);
    /// Calls a side by a name until a team comes and plays on it.
    void nameUntilTeamComes(game::Side side, std::string_view name);

    /// Gives a number back; nothing happens if nobody has it.
    void returnUniform(const game::PlayerId& player);

    /// The teams change ends, with their names, goals and players.
    void swapSides();
    /// How often the teams have changed ends.
    [[nodiscard]] int sideSwapCount() const { return m_sideSwapCount; }

private:
    static constexpr int kNobody = -1;
    struct Team {
        std::string name;
        bool isNameOfNobody = false; ///< the next team that comes plays here
        int score = 0;
        std::array<int, kMaxUnum + 1> typeByUnum{}; ///< kNobody where the number is free
    };
    [[nodiscard]] Team& team(game::Side side);
    [[nodiscard]] const Team& team(game::Side side) const;
    [[nodiscard]] game::Side joinedSide(std::string_view name);
    [[nodiscard]] base::Expected<void> checkType(const Team& team, int type) const;

    game::Rules m_rules;
    double m_timeS = 0.0;
    double m_leadTimeS = 0.0;  ///< since the mode became BeforeKickOff
    double m_afterTimeS = 0.0; ///< since the mode became GameOver
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
