#pragma once

#include <utility>
#include <vector>

#include "agentcore/base/rng.h"
#include "agentcore/field/field_model.h"
#include "agentcore/game/player_id.h"
#include "agentcore/game/rules.h"
#include "simulator/referee/areas.h"
#include "simulator/referee/game.h"
#include "simulator/referee/referee_world.h"

namespace sideline::simulator {

/// Data shared by the rules during one cycle. Refers to objects that outlive the cycle.
struct RuleContext {
    RefereeWorld& world;
    Game& game;
    const game::Rules& rules;
    const field::FieldDimensions& field;
    base::Rng& rng;
    /// Players moved by a rule or trainer since the last judgment of player fouls; every move must
    /// be added, and the player fouls process and clear the list.
    std::vector<game::PlayerId>& moved;
};

/// The players of a side in random order, which the server uses for moving several of them.
[[nodiscard]] inline std::vector<game::PlayerId> teamInRandomOrder(RuleContext& context,
                                                                   game::Side side) {
    std::vector<game::PlayerId> team;
    for (const game::PlayerId& player : context.world.players()) {
        if (player.side == side) {
            team.push_back(player);
        }
    }
    for (std::size_t i = team.size(); i > 1; --i) {
        std::swap(team[i - 1], team[context.rng.below(i)]);
    }
    return team;
}

/// Both sides in random order.
[[nodiscard]] inline std::pair<game::Side, game::Side> sidesInRandomOrder(base::Rng& rng) {
    return rng.below(2) == 0 ? std::pair(game::Side::Left, game::Side::Right)
                             : std::pair(game::Side::Right, game::Side::Left);
}

} // namespace sideline::simulator
