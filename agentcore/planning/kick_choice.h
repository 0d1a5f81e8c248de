#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"
#include "agentcore/motion/kick/kick_figures.h"
#include "agentcore/planning/pitch_control.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::planning {

/// A kick that a robot can choose.
struct KickOption {
    motion::KickFigures figures;
    double turnedRad = 0.0; ///< direction of the ball from straight ahead, positive to the left
    /// Where the ball lies when it is kicked, ahead of the feet, m.
    double ballForwardM = 0.17;
    bool halts = false; ///< the robot has to stand before it kicks
};

/// What a choice depends on. Own field frame F.
struct KickScene {
    Eigen::Vector2d ball_F = Eigen::Vector2d::Zero();
    std::span<const PitchPlayer> players; ///< the kicker first
    field::FieldDimensions field;
    bool mayShoot = true;     ///< a goal would count
    bool isProtected = false; ///< opponents have to stay away until the ball is played
    SpeedTable speeds;
};

/// A kick in a direction, and what it is expected to come to.
struct KickChoice {
    std::size_t kick = 0;      ///< index in the options
    double directionRad = 0.0; ///< of the ball, F
    /// Expected seconds until the ball is in the opponent's goal, with what a lost ball costs.
    double costS = 0.0;
    double inS = 0.0;       ///< until the foot meets the ball
    double freeShare = 0.0; ///< probability that no opponent spoils it before
    double laneShare = 0.0; ///< probability that nobody stands in the ball's way
    double goalShare = 0.0; ///< probability that it goes in, if nobody stands in its way
    Eigen::Vector2d rest_F = Eigen::Vector2d::Zero(); ///< where the ball would come to rest
};

/// What a kick of the scene in a direction is expected to come to.
///
/// A model of few factors. The robot walks around the ball to its place and turns, by rates of our
/// walk; every second that an opponent is at the ball meanwhile spoils some of the kicks. The ball
/// rolls as far as the figures say, errs by their spread, and is stopped by who stands in its way;
/// where it comes to rest it belongs to the team that is there first. From there it takes the time
/// that an attack takes for the way to the goal. A lost ball costs the more, the nearer it is to
/// the own goal; own goals are counted with errors of 23 degrees at least.
[[nodiscard]] KickChoice judgeKick(const KickScene& scene, const KickOption& option,
                                   double directionRad);

/// Chooses kick and direction with the least cost: directions all around, the goal, straight on,
/// and what it chose before, which it keeps unless another one is clearly better.
/// Allocates nothing.
/// @param options not empty
/// @param before in the cycle before; nothing: none
[[nodiscard]] KickChoice chooseKick(const KickScene& scene, std::span<const KickOption> options,
                                    const std::optional<KickChoice>& before);

} // namespace sideline::planning
