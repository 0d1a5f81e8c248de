#pragma once

#include <map>

#include "agentcore/game/player_id.h"
#include "simulator/referee/rule_context.h"

namespace sideline::simulator {

/// Finds players that have been down for too long: on the ground, or not standing. A value.
/// Source: `ProcessAgentState`, `AnalyzeFouls` of rcssserver3d 0.7.3.
class IncapableRule {
public:
    /// Counts this cycle for a player by the height of its torso. Beside the field only getting up
    /// counts.
    void count(const RuleContext& context, const game::PlayerId& player);

    /// Whether a player has been on the ground, or not standing, for longer than it may.
    [[nodiscard]] bool isIncapable(const RuleContext& context, const game::PlayerId& player) const;
    /// Whether a player is up: it has not been low since it last stood for half a second.
    [[nodiscard]] bool isStanding(const game::PlayerId& player) const;

    /// Takes a player as one that has long been standing.
    void reset(const game::PlayerId& player) { m_players.erase(player); }
    void resetAll() { m_players.clear(); }

private:
    // All in cycles.
    struct Memory {
        int onGround = 0;
        int notStanding = 0;
        int standing = 250; // long enough
    };
    std::map<game::PlayerId, Memory> m_players;
};

} // namespace sideline::simulator
