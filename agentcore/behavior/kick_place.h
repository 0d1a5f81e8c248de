#pragma once

#include <optional>
#include <span>

#include <Eigen/Core>

#include "agentcore/base/number_info.h"
#include "agentcore/behavior/known_kick.h"
#include "agentcore/motion/walk/legged_body.h"

namespace sideline::behavior {

/// The position of the ball and the direction in which to kick it, on the ground below the feet.
struct KickTask {
    Eigen::Vector2d ball_G = Eigen::Vector2d::Zero();
    std::optional<double> directionRad; ///< direction of the kicked ball; any if not set
};

/// The place to kick from.
struct KickPlace {
    motion::Foot foot = motion::Foot::Right;
    Eigen::Vector2d goal_G = Eigen::Vector2d::Zero(); ///< where to stand
    double directionRad = 0.0;                        ///< direction of the kicked ball
    double turnRad = 0.0;                             ///< remaining turn
    bool isNear = false;                              ///< whether the robot can kick from here
};

/// Settings of a robot's approach to the ball and of its kick.
struct KickApproach {
    double recoverS = 0.6;
    double firmS = 0.2;
    double freshS = 0.1;
    double standOffM = 0.24;
    double otherFootM = 0.10;
    double turnM = 0.3;
    double behindM = 0.08;
    double turnsBehindRad = 0.6;
    double stepsBehindM = 0.15;
    double behindFromRatio = 0.3;
    double earlyPhase = 0.25;
    double aboutToM = 0.06;
    double aboutToRad = 0.25;
    double turnPerRad = 3.5;
    double farBrakeMps2 = 0.6;
    double othersBeyondM = 1.0;
    double goodRatio = 0.8;
    double setPlayStandOffM = 0.42;
    double setPlayBehindM = 0.16;
    double setPlayTurnRad = 0.3;
    double setPlayStepM = 0.08;
    double setPlayNearM = 0.6;
    double setPlayMps = 0.4;
    double setPlayBrakeMps2 = 0.4;

    /// Name, unit, range and meaning of each setting.
    [[nodiscard]] static std::span<const base::NumberInfo<KickApproach>> numbers();
};

/// Inputs for choosing the place to kick from.
struct KickPlaceRules {
    const KnownKick& kick;
    const KickApproach& approach;
    bool takesSetPlay = false; ///< whether the robot keeps farther away from the ball until it
                               ///< kicks
};

/// Returns the place to kick from with the foot whose path is shorter.
/// @param previous the foot chosen before; switching must save at least `KickApproach::otherFootM`
[[nodiscard]] KickPlace chooseKickPlace(const KickPlaceRules& rules, const KickTask& task,
                                        std::optional<motion::Foot> previous);

} // namespace sideline::behavior
