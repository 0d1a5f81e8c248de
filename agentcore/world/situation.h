#pragma once

#include <cstdint>
#include <vector>

#include <Eigen/Core>

#include "agentcore/game/restart.h"

namespace sideline::world {

using game::SetPiece;

/// The game situation from our team's point of view. Field frame F: our own goal is at -x.
/// Rules of rcssserver3d 0.7.x (`soccerruleaspect.cpp`, `naosoccersim.rb`).
struct SituationBelief {
    bool isRunning = false; ///< whether at least one team may play the ball
    SetPiece setPiece = SetPiece::None;
    bool isOwnRestart = false;   ///< whether our team takes the restart; only with a set piece
    bool mayTouchBall = false;   ///< whether no rule forbids our team to touch the ball
    bool mayShootAtGoal = false; ///< whether a goal scored with the next touch would count
    bool mayBeam = false;
    double modeForS = 0.0; ///< time since the play mode began, as far as the robot has observed it
    double modeLeftS =
        0.0; ///< time until the referee drops the ball or ends the play mode; 0 if it does neither
    int half = 1;
    double halfLeftS = 0.0; ///< game time until the half ends
    bool hasRestartPlace = false;
    Eigen::Vector2d restart_F = Eigen::Vector2d::Zero(); ///< position of the ball at the restart
    /// Minimum distance from `restart_F` for the team without the right to the ball; 0 without a
    /// minimum. At a goal kick this circle encloses the penalty area, which that team must leave.
    double keepAwayM = 0.0;
    /// The server does not enforce offside; the line is known if at least two opponents are.
    bool hasOffsideLine = false;
    /// x of the second-last opponent, or of the ball if it is nearer to the opponents' goal line;
    /// at least 0.
    double offsideLine_FM = 0.0;
    /// Indices into `WorldBelief::players`, sorted by cost to reach the ball, without fallen
    /// players. Empty if the ball is unknown.
    std::vector<int> teammatesByBall;
    std::vector<int> opponentsByBall;
    /// Number of teammates that would reach the ball before this robot; 0 if this robot is first. A
    /// fallen robot ranks after all standing ones.
    int ownRankToBall = 0;
    /// The opponent nearest to this robot: index into `WorldBelief::players`; -1 if none is known.
    int nearestOpponent = -1;
    /// Home position of this robot by its number, F.
    bool hasHome = false;
    Eigen::Vector2d home_F = Eigen::Vector2d::Zero();
};

} // namespace sideline::world
