#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/rng.h"
#include "agentcore/field/field_model.h"
#include "agentcore/game/player_id.h"
#include "agentcore/game/rules.h"
#include "simulator/referee/ball_watch.h"
#include "simulator/referee/foul_log.h"
#include "simulator/referee/foul_rules.h"
#include "simulator/referee/game.h"
#include "simulator/referee/pass_mode_rule.h"
#include "simulator/referee/referee_world.h"
#include "simulator/referee/set_play.h"

namespace sideline::simulator {

/// The automatic referee of rcssserver3d 0.7.3: play modes, goals, set plays and player fouls.
///
/// Equal worlds, calls and seeds produce equal games, bit for bit. One thread at a time. Sources:
/// `gamestateaspect.cpp`, `ballstateaspect.cpp`, `soccerruleaspect.cpp`, `passeffector.cpp`,
/// `trainercommandparser.cpp` of the server.
class Referee {
public:
    /// The complete state of a referee; a value.
    struct State {
        Game game;
        BallWatch ball;
        SetPlayMemory setPlay;
        BallDistances ballDistances;
        std::vector<game::PlayerId> moved;
        FoulLog fouls;
        FoulRules foulRules;
        base::Rng rng;
    };

    /// @param field meters; with penalty areas
    /// @param seed for coin tosses and for the order in which players are moved
    Referee(const field::FieldDimensions& field, const game::Rules& rules, std::uint64_t seed);

    /// One cycle of 20 ms, to be called after each step of the world. Moves ball and players
    /// according to the rules. When `game().sideSwapCount()` has increased, the sides of all
    /// players in the world must be exchanged before the next call.
    void update(RefereeWorld& world);

    [[nodiscard]] Game& game() { return m_state.game; }
    [[nodiscard]] const Game& game() const { return m_state.game; }
    [[nodiscard]] const field::FieldDimensions& field() const { return m_field; }
    [[nodiscard]] const game::Rules& rules() const { return m_state.game.rules(); }
    void setRules(const game::Rules& rules) { m_state.game.setRules(rules); }
    [[nodiscard]] const FoulLog& fouls() const { return m_state.fouls; }
    [[nodiscard]] bool isGameOver() const;
    /// Whether the server should exit now (`Rules::quitsAfterGame`).
    [[nodiscard]] bool shouldQuit() const;

    // trainer commands
    /// A kick-off for a side; None lets the referee decide, see `Game::kickOff`.
    void kickOff(game::Side side);
    /// Drops the ball at its position.
    void dropBall(RefereeWorld& world);
    void setPlayMode(game::PlayMode mode) { m_state.game.setPlayMode(mode); }
    /// @param left,right goals, >= 0; other values are ignored, as on the server
    void setScore(int left, int right);
    /// @param timeS >= 0, within the range of a float; other values are ignored
    void setTime(double timeS);
    /// Moves a player 2.5 m back, as the server does with a selected one.
    void moveBack(RefereeWorld& world, const game::PlayerId& player);
    /// Moves a player to its waiting position outside the field, regardless of obstacles.
    void putOutside(RefereeWorld& world, const game::PlayerId& player);

    /// Request for pass mode by a player; to be called before the step of the world.
    /// @return whether pass mode starts for its team
    bool requestPass(RefereeWorld& world, const game::PlayerId& player);
    /// Removes a player that has left and frees its number.
    void playerLeft(const game::PlayerId& player);

    /// Time for which a side must not score because of its pass mode, while the ball is in play;
    /// reported to monitors as `pass_mode_score_wait_left` and `_right`. Nothing if it may score.
    [[nodiscard]] std::optional<double> passModeScoreWaitS(game::Side side) const;

    [[nodiscard]] State save() const { return m_state; }
    /// Continues exactly from a saved state, including its rules.
    void restore(const State& state) { m_state = state; }

private:
    [[nodiscard]] SetPlayContext contextOf(RefereeWorld& world);
    void updatePlayMode(SetPlayContext& context);
    void swapSides();

    field::FieldDimensions m_field;
    State m_state;
};

} // namespace sideline::simulator
