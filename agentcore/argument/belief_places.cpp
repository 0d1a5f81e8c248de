#include "agentcore/argument/belief_places.h"

namespace sideline::argument {

std::optional<Eigen::Vector2d> ball_F(const Beliefs& beliefs) {
    const world::BallBelief& ball = beliefs.frame.world.ball;
    if (!ball.isKnown || !beliefs.frame.body.pose.isValid) {
        return std::nullopt;
    }
    return ball.p_F.head<2>();
}

std::optional<Eigen::Vector2d> self_F(const Beliefs& beliefs) {
    if (!beliefs.frame.body.pose.isValid) {
        return std::nullopt;
    }
    return beliefs.frame.body.X_FT.p.head<2>();
}

Eigen::Vector2d ownGoal_F(const Beliefs& beliefs) {
    return {-0.5 * beliefs.field.dimensions().lengthM, 0.0};
}

const world::PlayerBelief* playerNumbered(const Beliefs& beliefs, bool isTeammate, double unum) {
    for (const world::PlayerBelief& player : beliefs.frame.world.players) {
        if (player.isTeammate == isTeammate && static_cast<double>(player.unum) == unum) {
            return &player;
        }
    }
    return nullptr;
}

const world::PlayerBelief* playerNearest(const Beliefs& beliefs, bool isTeammate,
                                         const Eigen::Vector2d& place_F) {
    const world::PlayerBelief* best = nullptr;
    double bestM = 0.0;
    for (const world::PlayerBelief& player : beliefs.frame.world.players) {
        const double distanceM = (player.p_F.head<2>() - place_F).norm();
        if (player.isTeammate == isTeammate && (best == nullptr || distanceM < bestM)) {
            best = &player;
            bestM = distanceM;
        }
    }
    return best;
}

} // namespace sideline::argument
