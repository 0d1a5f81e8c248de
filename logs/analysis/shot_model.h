#pragma once

#include <vector>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"
#include "agentcore/game/player_id.h"
#include "agentcore/monitor/game_state.h"
#include "logs/analysis/match_statistics.h"

namespace sideline::logs {

/// A ball that leaves a robot. Meters, frame S.
struct BallStart {
    Eigen::Vector3d p_S = Eigen::Vector3d::Zero(); ///< center
    Eigen::Vector3d velocity_SMps = Eigen::Vector3d::Zero();
};

/// How fast a rolling ball slows down, as a rate: `v(t) = v exp(-rate t)`, which comes to rest
/// after `v / rate`. SimSpark's is `field::kBallRollShare` a step. That of rcssservermj is from a
/// recording, in which balls of 1.6 and 2.9 m/s came to rest.
[[nodiscard]] double rollDecayPerS(monitor::StreamFormat format);

/// Whether a kick is a shot at the goal of the side's opponents.
///
/// The ball flies on a parabola first (no bounce), then rolls and slows down as above; its line
/// must meet the goal line within half a goal's width of a post before the ball comes to rest.
[[nodiscard]] ShotKind shotKindOf(const BallStart& ball, game::Side by,
                                  const field::FieldDimensions& field, double ballRadiusM,
                                  double decayPerS);

/// An opponent that may be in the way of a shot.
struct Obstacle {
    Eigen::Vector2d p_S = Eigen::Vector2d::Zero();
    double headM = 0.0; ///< the robot's size
};

/// Probability that a kick from a place becomes a goal: a model, not fitted to results.
///
/// `P = P(direction) * P(reach)`. Direction: the kicker aims at the middle of the widest part of
/// the goal mouth that no opponent covers, and errs by a normal distribution of
/// `kKickDirectionSigmaRad`; `P(direction)` is the part of it that is inside of the mouth and not
/// covered. A robot covers what is behind a disk of `kCoverHeads` of its height.
/// Reach: `1 / (1 + exp((d - 14 h) / 3 h))` with the distance d to the middle of the goal and the
/// kicker's height h: 0.5 at 7 m for a Nao, whose kicks go 4 to 10 m (docs/performance.md).
/// @param p_S of the ball
/// @param headM the kicker's size
/// @param opponents those that are upright
[[nodiscard]] double expectedGoals(const Eigen::Vector2d& p_S, game::Side by, double headM,
                                   const std::vector<Obstacle>& opponents,
                                   const field::FieldDimensions& field, double ballRadiusM);

inline constexpr double kKickDirectionSigmaRad = 0.12; ///< 7 degrees
inline constexpr double kCoverHeads = 0.4;             ///< 0.2 m for a Nao

} // namespace sideline::logs
