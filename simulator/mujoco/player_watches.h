#pragma once

#include <map>
#include <optional>
#include <span>

#include "agentcore/game/player_id.h"
#include "simulator/mujoco/league_rules.h"

namespace sideline::simulator::mujoco {

/// Measures how long players lie or do not stand, like rcssservermj.
class PostureWatch {
public:
    /// Processes the height of a player's torso after a cycle.
    /// @return whether the player has been lying, or not standing, for longer than the rules allow;
    ///     counting then restarts
    bool isIncapable(const game::PlayerId& player, double torsoM, const LeagueRules& rules);
    /// Forgets a player, such as one that is off the field.
    void reset(const game::PlayerId& player) { m_postures.erase(player); }

private:
    struct Posture {
        double lyingS = 0.0;
        double notStandingS = 0.0;
        double standingS = 0.0;
    };
    std::map<game::PlayerId, Posture> m_postures;
};

/// Tracks which players of a team are in its goal area, and since when.
class GoalAreaWatch {
public:
    /// Processes the players in the area after a cycle.
    /// @return the player that entered last, if there were too many for several cycles
    std::optional<game::PlayerId> lastOfTooMany(std::span<const game::PlayerId> inside,
                                                double timeS, const LeagueRules& rules);

private:
    std::map<game::PlayerId, double> m_enteredAtS;
    int m_cycles = 0; ///< number of consecutive cycles with too many players
};

} // namespace sideline::simulator::mujoco
