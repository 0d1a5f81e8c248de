#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "agentcore/base/rng.h"
#include "agentcore/field/field_model.h"
#include "agentcore/game/rules.h"
#include "simulator/referee/foul_log.h"
#include "simulator/referee/foul_rules.h"
#include "simulator/referee/game.h"
#include "simulator/referee/rule_context.h"
#include "tests/simulator/referee/scripted_world.h"

namespace sideline::tests {

/// A running game on the newest field, with only the rules of player fouls.
struct FoulScene {
    explicit FoulScene(const game::Rules& gameRules = {}, std::uint64_t seed = 1)
        : game(gameRules), rng(seed) {
        game.setPlayMode(game::PlayMode::PlayOn);
        game.setPaused(false);
    }

    [[nodiscard]] simulator::RuleContext context() {
        return {world, game, game.rules(), field, rng, moved};
    }
    /// Runs cycles in which only the rules change anything.
    void run(int cycles = 1) {
        for (int i = 0; i < cycles; ++i) {
            game.advance();
            simulator::RuleContext now = context();
            rules.update(now, book);
        }
    }
    /// Fouls announced so far.
    [[nodiscard]] std::vector<simulator::FoulType> announced(const game::PlayerId& player) const {
        std::vector<simulator::FoulType> types;
        for (const simulator::RecordedFoul& foul : book.fouls()) {
            if (foul.offender == player) {
                types.push_back(foul.type);
            }
        }
        return types;
    }

    static game::PlayerId left(int unum) { return ScriptedWorld::left(unum); }
    static game::PlayerId right(int unum) { return ScriptedWorld::right(unum); }

    ScriptedWorld world;
    simulator::Game game;
    field::FieldDimensions field = field::newestField().dimensions;
    base::Rng rng;
    std::vector<game::PlayerId> moved;
    simulator::FoulLog book;
    simulator::FoulRules rules;
};

} // namespace sideline::tests
