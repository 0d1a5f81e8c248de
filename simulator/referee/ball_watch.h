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

/// A touch of the ball by a player, with its game time.
struct BallTouch {
    game::PlayerId player;
    double timeS = 0.0;
};

/// The state of the ball that the rules need: `BallStateAspect` of rcssserver3d 0.7.3. A value.
class BallWatch {
public:
    /// Updates the state after a step of the world.
    void update(const RefereeWorld& world, const Game& game, const field::FieldDimensions& field);

    /// The last touch of the ball; the first one if several players touched it in the same step.
    [[nodiscard]] const std::optional<BallTouch>& lastTouch() const { return m_lastTouch; }
    /// The players that touched the ball in the last step.
    [[nodiscard]] std::span<const game::PlayerId> touchers() const { return m_touchers; }
    /// Whether a player of this side touched the ball in the last step.
    [[nodiscard]] bool isTouchedBy(game::Side side) const;

    /// Whether any part of the ball is above the field, including lines, with a margin of 1 mm.
    [[nodiscard]] bool isOnField() const { return m_isOnField; }
    /// Last position of the ball on the field; frame S.
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
