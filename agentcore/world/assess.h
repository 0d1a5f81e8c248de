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

/// What has to be remembered from cycle to cycle to know what the game is about. A value.
struct SituationMemory {
    /// Why a goal of ours would not count yet although play continues.
    enum class Bar : std::uint8_t { None, AfterKickOff, AfterPass };

    std::optional<game::PlayMode> mode;
    double modeForS = 0.0;
    bool hasBall = false; ///< the ball has been seen lying at the restart's place
    bool hasRestartPlace = false;
    Eigen::Vector2d restart_F = Eigen::Vector2d::Zero();
    Bar bar = Bar::None;
    Eigen::Vector2d barCenter_F = Eigen::Vector2d::Zero();
    double barForS = 0.0;

    /// Who took the own team's last set play and must not be the next at the ball: a uniform
    /// number, 0 for nobody.
    int taker = 0;
    double takerForS = 0.0;
    bool wasOtherAtBall = false; ///< since then; the ball was there and moved like this:
    Eigen::Vector2d otherBall_F = Eigen::Vector2d::Zero();
    Eigen::Vector2d otherVelocity_FMps = Eigen::Vector2d::Zero();
};

/// What a situation is judged by: the beliefs of the cycle.
struct SituationInput {
    const AgentIdentity* identity = nullptr;
    const GameBelief* game = nullptr;
    const BodyBelief* body = nullptr;
    const WorldBelief* world = nullptr;
    const field::FieldDimensions* field = nullptr;
    const Formation* homes = nullptr;
    double stepS = game::kStepS;        ///< since the cycle before
    std::span<const HeardVoice> voices; ///< what has been heard of late, its own words included
};

/// Judges what the game is about: whose restart, what may be done, who is nearest, where to be.
///
/// Nothing but the beliefs and `before` is looked at. Touches cannot be perceived, so a bar on
/// scoring after an own kick-off or pass is believed to last until the ball has left the circle
/// around the restart (the pass: or 10 s are over), while the server may have lifted it before.
/// Without a side the own team counts as the left one. Allocates nothing once `out` is warm.
///
/// Who has taken a set play of the own team must not touch the ball before somebody else has. The
/// taker is believed to be the teammate, or the robot itself, that was nearest to it; it may not
/// touch the ball and has no place in the order of who is first there, until another player has
/// been at the ball and the ball has been moved since.
///
/// In that order, who has said of late that it goes to the ball counts as a little nearer, so that
/// two do not give way to each other.
/// @param before of the cycle before, at first a default one
/// @param out overwritten
/// @return what the next cycle needs as `before`
[[nodiscard]] SituationMemory assess(const SituationInput& input, const SituationMemory& before,
                                     SituationBelief& out);

/// Whether a robot may be beamed in a play mode.
[[nodiscard]] bool allowsBeam(game::PlayMode mode);

/// How long a robot takes to the ball, reported as a way: the distance, and a little for turning
/// towards it. Meters.
/// @param headingRad of the robot; nothing: not known
[[nodiscard]] double wayToBallM(const Eigen::Vector2d& robot_F, std::optional<double> headingRad,
                                const Eigen::Vector2d& ball_F);

} // namespace sideline::world
