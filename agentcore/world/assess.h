#pragma once

#include <optional>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"
#include "agentcore/game/constants.h"
#include "agentcore/world/agent_frame.h"
#include "agentcore/world/formation.h"

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
};

/// What a situation is judged by: the beliefs of the cycle.
struct SituationInput {
    const AgentIdentity* identity = nullptr;
    const GameBelief* game = nullptr;
    const BodyBelief* body = nullptr;
    const WorldBelief* world = nullptr;
    const field::FieldDimensions* field = nullptr;
    const Formation* homes = nullptr;
    double stepS = game::kStepS; ///< since the cycle before
};

/// Judges what the game is about: whose restart, what may be done, who is nearest, where to be.
///
/// Nothing but the beliefs and `before` is looked at. Touches cannot be perceived, so a bar on
/// scoring after an own kick-off or pass is believed to last until the ball has left the circle
/// around the restart (the pass: or 10 s are over), while the server may have lifted it before.
/// Without a side the own team counts as the left one. Allocates nothing once `out` is warm.
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
