#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/number_info.h"
#include "agentcore/field/field_model.h"
#include "agentcore/motion/kick/kick_figures.h"
#include "agentcore/planning/pitch_control.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::planning {

/// A kick that a robot can choose.
struct KickOption {
    motion::KickFigures figures;
    double turnedRad = 0.0; ///< angle of the kick from straight ahead, positive to the left
    /// Position of the ball when it is kicked, ahead of the feet, m.
    double ballForwardM = 0.17;
    bool halts = false; ///< whether the robot must stop before it kicks
};

/// Expected duration and cost of a kick.
struct KickChoiceSettings {
    // Time until contact with the ball.
    double aroundM = 0.25;
    double nearMps = 0.6;
    double turnRadPerS = 1.6;
    double bothRatio = 0.4;
    double minReadyS = 0.1;
    double haltS = 0.5;
    double takenM = 0.4;
    double takenS = 2.0;
    double nearerM = 0.1;
    // Probabilities of failure.
    double duelS = 1.5;
    double protectedS = 30.0;
    double bodyM = 0.24;
    double fallenM = 0.32;
    double atFootM = 0.06;
    double minSigmaRad = 0.03;
    double minKickM = 0.5;
    double stoppedKeptRatio = 0.3;
    double firstS = 0.8;
    // Costs.
    double attackMps = 0.2;
    double lostS = 9.0;
    double dangerS = 25.0;
    double dangerM = 5.0;
    double spoiledRatio = 0.6;
    double ownGoalS = 120.0;
    double ownGoalM = 1.0;
    double wildRad = 0.4;
    double rollS = 2.0;
    double keepS = 1.5;

    /// Name, unit, range and meaning of each setting.
    [[nodiscard]] static std::span<const base::NumberInfo<KickChoiceSettings>> numbers();
};

/// A range of directions, in F.
struct DirectionRange {
    double centerRad = 0.0;
    double halfRad = 0.0; ///< to each side, at least 0

    [[nodiscard]] bool contains(double directionRad) const;
};

/// Inputs of a choice. Field frame F.
struct KickScene {
    Eigen::Vector2d ball_F = Eigen::Vector2d::Zero();
    std::span<const PitchPlayer> players; ///< players, the kicker first
    field::FieldDimensions field;
    bool mayShoot = true;     ///< whether a goal would count
    bool isProtected = false; ///< whether opponents must stay away until the ball is played
    std::optional<DirectionRange> within{}; ///< directions to choose among; not set: all
    SpeedTable speeds;
    KickChoiceSettings settings;
};

/// A kick in a direction with its expected results.
struct KickChoice {
    std::size_t kick = 0;      ///< index in the options
    double directionRad = 0.0; ///< direction of the ball, in F
    /// Expected time until the ball is in the opponents' goal, including the cost of losing it, s.
    double costS = 0.0;
    double inS = 0.0;       ///< time until contact with the ball
    double freeRatio = 0.0; ///< probability that no opponent disturbs the kick
    double laneRatio = 0.0; ///< probability that no robot stops the ball
    double goalRatio = 0.0; ///< probability of a goal, if no robot stops the ball
    Eigen::Vector2d rest_F = Eigen::Vector2d::Zero(); ///< where the ball would come to rest
};

/// Predicts the results of a kick in a direction, with a simple model. The robot walks around the
/// ball to its place and turns, at the speeds of Sideline's walk; each second that an opponent is
/// at the ball in the meantime reduces the probability of success. The ball rolls as far as the
/// kick's figures state, with their spread of directions, and is stopped by robots in its path;
/// once it is at rest, the team that reaches it first controls it. An attack from there takes time
/// to reach the goal. Losing the ball costs more near our own goal; the risk of own goals is
/// computed with a spread of at least `KickChoiceSettings::wildRad`.
[[nodiscard]] KickChoice judgeKick(const KickScene& scene, const KickOption& option,
                                   double directionRad);

/// Chooses the kick and direction with the minimum cost among evenly spaced directions, the
/// directions to the goal and straight ahead, and the previous choice, which is kept unless another
/// choice is clearly better. The center of a range is considered, too. Allocates nothing.
/// @param options not empty
/// @param before the choice of the previous cycle, if any
[[nodiscard]] KickChoice chooseKick(const KickScene& scene, std::span<const KickOption> options,
                                    const std::optional<KickChoice>& before);

} // namespace sideline::planning
