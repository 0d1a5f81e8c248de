#pragma once

#include <algorithm>

#include "agentcore/game/rules.h"
#include "simulator/referee/referee.h"
#include "tests/simulator/referee/scripted_world.h"

namespace sideline::tests {

/// A referee with a scripted world: two players per side, far from everything. Player fouls are
/// off.
class MatchScript {
public:
    explicit MatchScript(const game::Rules& rules = defaultRules(), std::uint64_t seed = 1)
        : referee(field::newestField().dimensions, rules, seed) {
        world.add(left1, -10.0, 5.0);
        world.add(left2, -10.0, -5.0);
        world.add(right1, 10.0, 5.0);
        world.add(right2, 10.0, -5.0);
    }

    static game::Rules defaultRules() {
        game::Rules rules;
        rules.usesFouls = false;
        return rules;
    }

    /// Runs cycles without touches of the ball.
    void cycles(int count) {
        for (int i = 0; i < count; ++i) {
            world.touchers.clear();
            referee.update(world);
        }
    }
    /// Runs one cycle in which a player touches the ball.
    void touch(const game::PlayerId& player) {
        world.touchers = {player};
        referee.update(world);
        world.touchers.clear();
    }
    /// Runs cycles until the play mode changes; returns their number, or `maxCycles`.
    int cyclesUntilModeChange(int maxCycles) {
        const game::PlayMode before = mode();
        int count = 0;
        while (count < maxCycles && mode() == before) {
            cycles(1);
            ++count;
        }
        return count;
    }
    /// Play on, with an untouched ball.
    void playOn() {
        referee.setPlayMode(game::PlayMode::PlayOn);
        cycles(1);
    }
    /// A player touches the ball near a line, then the ball is outside the field.
    void ballOut(const game::PlayerId& toucher, double xM, double yM) {
        world.setBall(std::clamp(xM, -14.9, 14.9), std::clamp(yM, -9.9, 9.9));
        touch(toucher);
        world.setBall(xM, yM);
        cycles(1);
    }
    /// Runs a set play up to the cycle in which the ball has been placed.
    void passPause() {
        const int before = world.ballMoveCount;
        for (int i = 0; i < 60 && world.ballMoveCount == before; ++i) {
            cycles(1);
        }
    }
    /// Takes a set play after its pause, with the first valid touch.
    void take(const game::PlayerId& player) {
        cycles(2);
        touch(player);
    }
    [[nodiscard]] game::PlayMode mode() const { return referee.game().playMode(); }
    [[nodiscard]] double timeS() const { return referee.game().timeS(); }

    const game::PlayerId left1 = ScriptedWorld::left(2);
    const game::PlayerId left2 = ScriptedWorld::left(3);
    const game::PlayerId right1 = ScriptedWorld::right(2);
    const game::PlayerId right2 = ScriptedWorld::right(3);
    ScriptedWorld world;
    simulator::Referee referee;
};

} // namespace sideline::tests
