#pragma once

#include <array>
#include <map>

#include "agentcore/game/player_id.h"
#include "simulator/referee/foul_log.h"
#include "simulator/referee/rule_context.h"

namespace sideline::simulator {

/// Distances of all players from the ball and from their own goal in this cycle, used by crowding
/// and illegal defense (`CalculateDistanceArrays`). A value.
class TeamSurvey {
public:
    /// The entry of one player.
    struct Player {
        double ballDistanceM = 0.0; ///< distance on the ground
        int ballRank = 0;           ///< rank on its side: 1 is nearest to the ball; -1: penalized
        bool isInOwnArea = false;
        bool wasInOwnArea = false; ///< whether it was there in the previous cycle
        int goalRank = 0;          ///< rank among the players in the area: 1 is nearest to the goal
    };

    /// Recomputes all entries.
    void update(const RuleContext& context, const FoulLog& book);

    /// The entry of a player at the last update; all zero if unknown.
    [[nodiscard]] Player of(const game::PlayerId& player) const;
    /// Smallest distance of a side's players from the ball, m; 1000 if there are none.
    [[nodiscard]] double nearestToBallM(game::Side side) const {
        return m_nearestToBallM[static_cast<std::size_t>(side)];
    }
    /// Number of a side's players in its own penalty area, without penalized ones.
    [[nodiscard]] int inOwnAreaCount(game::Side side) const {
        return m_inOwnAreaCount[static_cast<std::size_t>(side)];
    }
    /// Records that one of them was sent out.
    void noteSentOut(game::Side side) { --m_inOwnAreaCount[static_cast<std::size_t>(side)]; }

    /// Treats a player as one that was not in the area.
    void forgetArea(const game::PlayerId& player);
    void forget(const game::PlayerId& player) { m_players.erase(player); }

private:
    struct Entry {
        Player player;
        double goalDistanceM = 0.0; ///< distance used for ranking: 0 for the goalkeeper, large for
                                    ///< a player that just entered
    };
    void measure(const RuleContext& context, const FoulLog& book, const game::PlayerId& id);
    void rank(const RuleContext& context, const FoulLog& book, const game::PlayerId& id);

    std::map<game::PlayerId, Entry> m_players;
    std::array<double, 3> m_nearestToBallM{}; // by side
    std::array<int, 3> m_inOwnAreaCount{};    // by side
};

} // namespace sideline::simulator
