#pragma once

#include <optional>
#include <span>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"
#include "agentcore/game/constants.h"
#include "agentcore/world/agent_frame.h"
#include "agentcore/world/formation.h"
#include "agentcore/world/message_memory.h"

namespace sideline::world {

/// State kept between cycles to assess the situation. A value.
struct SituationMemory {
    /// Why a goal of our team would not count yet during `PlayOn`.
    enum class Bar : std::uint8_t { None, AfterKickOff, AfterPass };

    std::optional<game::PlayMode> mode;
    double modeForS = 0.0;
    bool hasBall = false; ///< whether the ball was seen at rest at the restart position
    bool hasRestartPlace = false;
    Eigen::Vector2d restart_F = Eigen::Vector2d::Zero();
    Bar bar = Bar::None;
    Eigen::Vector2d barCenter_F = Eigen::Vector2d::Zero();
    double barForS = 0.0;

    /// Uniform number of our robot that took our last set play and must not be the next to touch
    /// the ball; 0 if there is no such robot.
    int taker = 0;
    double takerForS = 0.0;
    bool wasOtherAtBall = false; ///< whether another player has been at the ball since the set play
    /// Position and velocity of the ball when another player was at it.
    Eigen::Vector2d otherBall_F = Eigen::Vector2d::Zero();
    Eigen::Vector2d otherVelocity_FMps = Eigen::Vector2d::Zero();
};

/// Input of an assessment: the beliefs of the cycle.
struct SituationInput {
    const AgentIdentity* identity = nullptr;
    const GameBelief* game = nullptr;
    const BodyBelief* body = nullptr;
    const WorldBelief* world = nullptr;
    const field::FieldDimensions* field = nullptr;
    const Formation* homes = nullptr;
    double stepS = game::kStepS;                 ///< time since the previous cycle
    std::span<const HeardMessage> heardMessages; ///< messages heard recently, including the robot's
                                                 ///< own
};

/// Assesses the situation: the restart, permitted actions, ranks at the ball, home position.
///
/// Depends only on the beliefs and `before`. Touches are not perceived, so after our own kick-off
/// or pass, goals are assumed not to count until the ball has left the circle around the restart
/// or, after a pass, 10 s have passed, although the server may allow them earlier. Without a side
/// our team counts as the left one. Allocates nothing once `out` has grown.
///
/// The taker of our set play must not touch the ball before another player has. The nearest
/// teammate, or the robot itself, is assumed to be the taker; it may not touch the ball and has no
/// rank until another player has been at the ball and the ball has moved since.
///
/// In the ranking, a player that recently announced going to the ball counts as slightly nearer, so
/// that two players do not both give way.
/// @param before result of the previous cycle, initially default-constructed
/// @param out overwritten
/// @return state to pass as `before` in the next cycle
[[nodiscard]] SituationMemory assess(const SituationInput& input, const SituationMemory& before,
                                     SituationBelief& out);

/// Whether a play mode allows beaming.
[[nodiscard]] bool allowsBeam(game::PlayMode mode);

/// Cost for a robot to reach the ball, expressed as a distance: the length of the path plus a term
/// for turning toward it. Meters.
/// @param headingRad heading of the robot; not set if unknown
[[nodiscard]] double costToBallM(const Eigen::Vector2d& robot_F, std::optional<double> headingRad,
                                 const Eigen::Vector2d& ball_F);

} // namespace sideline::world
