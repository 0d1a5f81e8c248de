#pragma once

#include <array>
#include <map>

#include "agentcore/game/player_id.h"
#include "simulator/referee/foul_log.h"
#include "simulator/referee/rule_context.h"

namespace sideline::simulator {

/// Where the players of both sides stand to the ball and to their own penalty area in this cycle,
/// which crowding and illegal defense are judged by (`CalculateDistanceArrays`). A value.
class TeamSurvey {
public:
    /// A player's part in it.
    struct Player {
        double ballDistanceM = 0.0; ///< on the ground
        int ballRank = 0;           ///< 1: nearest to the ball of its side; -1: is being penalized
        bool isInOwnArea = false;
        bool wasInOwnArea = false; ///< in the cycle before
        int goalRank = 0;          ///< among those that stay in the area: 1 is nearest to the goal
    };

    /// Looks at all players once more.
    void update(const RuleContext& context, const FoulLog& book);

    /// A player as of the last update; all zero if it is unknown.
    [[nodiscard]] Player of(const game::PlayerId& player) const;
    /// How near any player of a side is to the ball, m; 1000 if there is none.
    [[nodiscard]] double nearestToBallM(game::Side side) const {
        return m_nearestToBallM[static_cast<std::size_t>(side)];
    }
    /// Players of a side in its own penalty area, those under penalty omitted.
    [[nodiscard]] int inOwnAreaCount(game::Side side) const {
        return m_inOwnAreaCount[static_cast<std::size_t>(side)];
    }
    /// One of them has been sent out.
    void sentOut(game::Side side) { --m_inOwnAreaCount[static_cast<std::size_t>(side)]; }

    /// Takes a player as one that has not been in the area.
    void forgetArea(const game::PlayerId& player);
    void forget(const game::PlayerId& player) { m_players.erase(player); }

private:
    struct Entry {
        Player player;
        double goalDistanceM = 0.0; ///< what counts of it: 0 for the goalkeeper, far if just come
    };
    void measure(const RuleContext& context, const FoulLog& book, const game::PlayerId& id);
    void rank(const RuleContext& context, const FoulLog& book, const game::PlayerId& id);

    std::map<game::PlayerId, Entry> m_players;
    std::array<double, 3> m_nearestToBallM{}; // by side
    std::array<int, 3> m_inOwnAreaCount{};    // by side
};

} // namespace sideline::simulator
