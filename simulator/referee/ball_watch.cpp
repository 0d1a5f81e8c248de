#include "simulator/referee/ball_watch.h"

#include <algorithm>
#include <cmath>

#include "agentcore/game/constants.h"
#include "simulator/referee/areas.h"

namespace sideline::simulator {

void BallWatch::update(const RefereeWorld& world, const Game& game,
                       const field::FieldDimensions& field) {
    const auto touchers = world.ballTouchers();
    m_touchers.assign(touchers.begin(), touchers.end());
    if (!m_touchers.empty()) {
        m_lastTouch = BallTouch{m_touchers.front(), game.timeS()};
    }

    constexpr double kMarginM = 0.001;
    const Eigen::Vector3d ball_S = world.ballPosition_S();
    m_isOnField = std::abs(ball_S.x()) < field.lengthM / 2.0 + game::kBallRadiusM + kMarginM &&
                  std::abs(ball_S.y()) < field.widthM / 2.0 + game::kBallRadiusM + kMarginM;
    if (m_isOnField) {
        m_lastValidPosition_S = ball_S;
    }
    m_goal = world.ballInGoalOf();
}

bool BallWatch::isTouchedBy(game::Side side) const {
    return std::any_of(m_touchers.begin(), m_touchers.end(),
                       [side](const game::PlayerId& player) { return player.side == side; });
}

void BallWatch::swapSides() {
    if (m_lastTouch) {
        m_lastTouch->player.side = opponentOf(m_lastTouch->player.side);
    }
    for (game::PlayerId& player : m_touchers) {
        player.side = opponentOf(player.side);
    }
}

} // namespace sideline::simulator
