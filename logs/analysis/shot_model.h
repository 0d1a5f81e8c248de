#pragma once

#include <vector>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"
#include "agentcore/game/player_id.h"
#include "agentcore/monitor/game_state.h"
#include "logs/analysis/match_statistics.h"

namespace sideline::logs {

/// Initial state of a kicked ball. Meters, frame S.
struct BallStart {
    Eigen::Vector3d p_S = Eigen::Vector3d::Zero(); ///< center
    Eigen::Vector3d velocity_SMps = Eigen::Vector3d::Zero();
};

/// Returns the decay rate of a rolling ball's speed: `v(t) = v exp(-rate t)`; the ball comes to
/// rest after a distance of `v / rate`. For SimSpark derived from `field::kBallRollRatio` per step;
/// for rcssservermj fitted to a recording in which balls of 1.6 and 2.9 m/s came to rest.
[[nodiscard]] double rollDecayPerS(monitor::StreamFormat format);

/// Classifies a kick by `by` as a shot at the opponents' goal.
///
/// The ball flies on a parabola first (no bounce), then rolls and slows down as above; its path
/// must cross the goal line within half a goal's width of a post before the ball comes to rest.
[[nodiscard]] ShotKind shotKindOf(const BallStart& ball, game::Side by,
                                  const field::FieldDimensions& field, double ballRadiusM,
                                  double decayPerS);

/// An opponent that may block a shot.
struct Obstacle {
    Eigen::Vector2d p_S = Eigen::Vector2d::Zero();
    double headM = 0.0; ///< the robot's head height
};

/// Returns the probability that a kick from a position results in a goal: a model, not fitted to
/// results.
///
/// `P = P(direction) * P(reach)`. Direction: the kicker aims at the middle of the widest part of
/// the goal mouth that no opponent covers, with a normally distributed error of standard deviation
/// `kKickDirectionSigmaRad`; `P(direction)` is the probability mass inside the mouth that is not
/// covered. A robot covers the area behind a disk of `kCoverHeads` of its height. Reach: `1 / (1 +
/// exp((d - 14 h) / 3 h))` with the distance d to the middle of the goal and the kicker's height h:
/// 0.5 at 7 m for a Nao, whose kicks go 4 to 10 m (docs/performance.md).
/// @param p_S ball position
/// @param headM the kicker's head height
/// @param opponents upright opponents
[[nodiscard]] double expectedGoals(const Eigen::Vector2d& p_S, game::Side by, double headM,
                                   const std::vector<Obstacle>& opponents,
                                   const field::FieldDimensions& field, double ballRadiusM);

inline constexpr double kKickDirectionSigmaRad = 0.12; ///< 7 degrees
inline constexpr double kCoverHeads = 0.4;             ///< 0.2 m for a Nao

} // namespace sideline::logs
