#pragma once

#include <cstdint>
#include <vector>

#include <Eigen/Core>

#include "agentcore/game/restart.h"

namespace sideline::world {

using game::SetPiece;

/// What the game is about at the moment, seen from the own team. Field frame F: the own goal at -x.
/// Rules are those of rcssserver3d 0.7.x (`soccerruleaspect.cpp`, `naosoccersim.rb`).
struct SituationBelief {
    bool isRunning = false; ///< the ball may be played by somebody
    SetPiece setPiece = SetPiece::None;
    bool isOwnRestart = false;   ///< the restart is ours; only with a set piece
    bool mayTouchBall = false;   ///< no rule keeps the own team from the ball now
    bool mayShootAtGoal = false; ///< a goal by the next touch would count
    bool mayBeam = false;
    double modeForS = 0.0;  ///< how long the play mode has been on, as far as this robot knows
    double modeLeftS = 0.0; ///< until the referee drops the ball or ends it; 0 if it does neither
    int half = 1;
    double halfLeftS = 0.0; ///< game time until the half ends
    bool hasRestartPlace = false;
    Eigen::Vector2d restart_F = Eigen::Vector2d::Zero(); ///< where the ball lies at the restart
    /// So far from `restart_F` must the team stay that has no right to the ball; 0: it need not. At
    /// a goal kick that team must leave the penalty area, and this circle is around all of it.
    double keepAwayM = 0.0;
    /// The server does not whistle for offside; the line is known from two opponents on.
    bool hasOffsideLine = false;
    /// x of the second last opponent, or of the ball if it is nearer to their goal line; not before
    /// the middle of the field.
    double offsideLine_FM = 0.0;
    /// Indices in `WorldBelief::players`, the first at the ball first; without fallen ones. Empty
    /// if the ball is not known.
    std::vector<int> teammatesByBall;
    std::vector<int> opponentsByBall;
    /// How many teammates would be at the ball before this robot; 0: it is ours. A robot that lies
    /// comes after all that stand.
    int ownRankToBall = 0;
    int nearestOpponent = -1; ///< to this robot, index in `WorldBelief::players`; -1: none known
    /// Where this robot belongs when nothing else calls it: by its number, F.
    bool hasHome = false;
    Eigen::Vector2d home_F = Eigen::Vector2d::Zero();
};

} // namespace sideline::world
