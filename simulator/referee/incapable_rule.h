#pragma once

#include <map>

#include "agentcore/game/player_id.h"
#include "simulator/referee/rule_context.h"

namespace sideline::simulator {

/// Detects players that are on the ground, or not standing, for too long. A value. Source:
/// `ProcessAgentState`, `AnalyzeFouls` of rcssserver3d 0.7.3.
class IncapableRule {
public:
    /// Counts this cycle as standing, not standing or on the ground, by the height of the player's
    /// torso. Off the field, only standing is counted.
    void count(const RuleContext& context, const game::PlayerId& player);

    /// Whether a player has been on the ground, or not standing, for longer than allowed.
    [[nodiscard]] bool isIncapable(const RuleContext& context, const game::PlayerId& player) const;
    /// Whether a player is upright: its torso has not been low since it last stood for half a
    /// second.
    [[nodiscard]] bool isStanding(const game::PlayerId& player) const;

    /// Treats a player as one that has been standing for a long time.
    void reset(const game::PlayerId& player) { m_players.erase(player); }
    void resetAll() { m_players.clear(); }

private:
    // Times in cycles.
    struct Memory {
        int onGround = 0;
        int notStanding = 0;
        int standing = 250; // long enough to count as standing
    };
    std::map<game::PlayerId, Memory> m_players;
};

} // namespace sideline::simulator
