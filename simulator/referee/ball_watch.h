#pragma once

#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"
#include "agentcore/game/player_id.h"
#include "simulator/referee/game.h"
#include "simulator/referee/referee_world.h"

namespace sideline::simulator {

/// A player touched the ball, at a time of the game clock.
struct BallTouch {
    game::PlayerId player;
    double timeS = 0.0;
};

/// What the rules remember of the ball: `BallStateAspect` of rcssserver3d 0.7.3. A value.
class BallWatch {
public:
    /// Looks at the ball after a step of the world.
    void update(const RefereeWorld& world, const Game& game, const field::FieldDimensions& field);

    /// Who touched the ball last; of several in one step the first one.
    [[nodiscard]] const std::optional<BallTouch>& lastTouch() const { return m_lastTouch; }
    /// Who touched the ball in the last step.
    [[nodiscard]] std::span<const game::PlayerId> touchers() const { return m_touchers; }
    /// Whether a player of this side touched the ball in the last step.
    [[nodiscard]] bool isTouchedBy(game::Side side) const;

    /// Whether any part of the ball is above the field, lines included, with 1 mm to spare.
    [[nodiscard]] bool isOnField() const { return m_isOnField; }
    /// Where the ball was when it was last on the field; frame S.
    [[nodiscard]] const Eigen::Vector3d& lastValidPosition_S() const {
        return m_lastValidPosition_S;
    }
    /// The side whose goal box the ball touched in the last step.
    [[nodiscard]] game::Side goal() const { return m_goal; }

    void swapSides();

private:
    std::optional<BallTouch> m_lastTouch;
    std::vector<game::PlayerId> m_touchers;
    bool m_isOnField = false;
    Eigen::Vector3d m_lastValidPosition_S = Eigen::Vector3d::Zero();
    game::Side m_goal = game::Side::None;
};

} // namespace sideline::simulator
