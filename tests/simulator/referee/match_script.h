#pragma once

#include <algorithm>

#include "agentcore/game/rules.h"
#include "simulator/referee/referee.h"
#include "tests/simulator/referee/scripted_world.h"

namespace sideline::tests {

/// A referee with a scripted world: two players a side, far from everything. Fouls of players are
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

    /// Lets cycles pass in which nobody touches the ball.
    void cycles(int count) {
        for (int i = 0; i < count; ++i) {
            world.touchers.clear();
            referee.update(world);
        }
    }
    /// One cycle in which a player touches the ball.
    void touch(const game::PlayerId& player) {
        world.touchers = {player};
        referee.update(world);
        world.touchers.clear();
    }
    /// Lets cycles pass until the play mode changes; returns how many that took, or `most`.
    int cyclesUntilModeChange(int most) {
        const game::PlayMode before = mode();
        int count = 0;
        while (count < most && mode() == before) {
            cycles(1);
            ++count;
        }
        return count;
    }
    /// Play is on, nobody has touched the ball.
    void playOn() {
        referee.setPlayMode(game::PlayMode::PlayOn);
        cycles(1);
    }
    /// A player touches the ball near a line, then it lies outside of the field.
    void ballOut(const game::PlayerId& toucher, double xM, double yM) {
        world.setBall(std::clamp(xM, -14.9, 14.9), std::clamp(yM, -9.9, 9.9));
        touch(toucher);
        world.setBall(xM, yM);
        cycles(1);
    }
    /// Leads a set play to the cycle in which the ball has been placed for it.
    void passPause() {
        const int before = world.ballMoveCount;
        for (int i = 0; i < 60 && world.ballMoveCount == before; ++i) {
            cycles(1);
        }
    }
    /// Takes a set play whose pause is over: the first touch that counts.
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
