#include "agentcore/behavior/striker.h"

#include <algorithm>
#include <cmath>

#include "agentcore/math/angles.h"

namespace sideline::behavior {

Status Striker::update(const Context& context, ActionRequest& request) {
    if (const auto rising = m_player.rise(context, request)) {
        return *rising;
    }
    if (m_player.mayChoose()) {
        choose(context, request);
    }
    const Status status = m_player.move(context, request);
    return status == Status::Failed ? status : Status::Running;
}

// Calls the skill that benefits the team most, given teammates and opponents.
void Striker::choose(const Context& context, ActionRequest& request) {
    const world::AgentFrame& frame = context.frame;
    if (!frame.situation.mayTouchBall) {
        m_player.wait(context, true);
        return;
    }
    request.goesToBall = true;
    const bool isAlone = std::ranges::all_of(frame.world.players, &world::PlayerBelief::isTeammate);
    if (isAlone || !frame.world.ball.isKnown || !frame.body.pose.isValid) {
        m_player.shootAlone(context, request);
        return;
    }
    const planning::KickChoice& choice = m_player.choose(context, std::nullopt, true);
    const bool kicksSoon = m_player.choseKick() && choice.inS < m_player.settings().numbers.soonS;
    const auto duelRad = kicksSoon ? std::nullopt : duelHeadingRad(context);
    request.addValue("striker.duel", duelRad ? 1.0 : 0.0);
    if (duelRad) {
        m_player.pushAlong(context, *duelRad, true);
    } else {
        m_player.takeChoice(context, request);
    }
}

// The heading for pushing straight through the ball, as far toward the goal as possible; not set if
// no opponent is there, if the robot is on the wrong side of the ball, or if it is about to kick.
std::optional<double> Striker::duelHeadingRad(const Context& context) const {
    const StrikerNumbers& s = m_player.settings().numbers;
    const world::AgentFrame& frame = context.frame;
    const Eigen::Vector2d ball_F = frame.world.ball.p_F.head<2>();
    const Eigen::Vector2d toBall = ball_F - frame.body.X_FT.p.head<2>();
    const bool isDuel =
        toBall.norm() < s.duelM &&
        std::ranges::any_of(frame.world.players, [&](const world::PlayerBelief& player) {
            return !player.isTeammate && !player.isFallen && player.ageS < s.duelAgeS &&
                   (player.p_F.head<2>() - ball_F).norm() < s.duelM;
        });
    if (!isDuel || frame.situation.isOwnRestart || m_player.isAboutToKick()) {
        return {};
    }
    const Eigen::Vector2d toGoal =
        Eigen::Vector2d(0.5 * context.field.dimensions().lengthM, 0.0) - ball_F;
    const double throughRad = std::atan2(toBall.y(), toBall.x());
    const double offRad = math::wrapRad(std::atan2(toGoal.y(), toGoal.x()) - throughRad);
    const bool isDangerous = ball_F.x() < s.dangerM - 0.5 * context.field.dimensions().lengthM;
    if (std::abs(offRad) > (isDangerous ? s.dangerAwayRad : s.duelAwayRad)) {
        return {};
    }
    return math::wrapRad(throughRad + std::clamp(offRad, -s.duelTurnRad, s.duelTurnRad));
}

} // namespace sideline::behavior
