#pragma once

#include <cstdint>
#include <vector>

#include <Eigen/Core>

namespace sideline::world {

/// What kind of restart a play mode stands for.
enum class SetPiece : std::uint8_t {
    None, ///< play on, or the game stands still
    KickOff,
    KickIn,
    CornerKick,
    GoalKick,
    FreeKick, ///< indirect: no goal straight from it
    DirectFreeKick,
    Pass, ///< pass mode
};

/// What the game is about at the moment, seen from the own team. Field frame F: the own goal at -x.
struct SituationBelief {
    bool isRunning = false; ///< the ball may be played by somebody
    SetPiece setPiece = SetPiece::None;
    bool isOwnRestart = false;   ///< the restart is ours; only with a set piece
    bool mayTouchBall = false;   ///< no rule keeps the own team from the ball now
    bool mayShootAtGoal = false; ///< a goal by the next touch would count
    bool mayBeam = false;
    double modeForS = 0.0;  ///< how long the play mode has been on
    double modeLeftS = 0.0; ///< until the referee drops the ball or ends it; 0 if it does neither
    int half = 1;
    double halfLeftS = 0.0; ///< game time until the half ends
    bool hasRestartPlace = false;
    Eigen::Vector2d restart_F = Eigen::Vector2d::Zero(); ///< where the ball lies at the restart
    double keepAwayM = 0.0;      ///< so far must the team that has no right to the ball stay away
    bool hasOffsideLine = false; ///< only where the server's rules have offside, or as knowledge
    double offsideLine_FM =
        0.0; ///< x of the second last opponent or the ball, not before the middle
    /// Indices in `WorldBelief::players`, the nearest to the ball first; without fallen ones.
    std::vector<int> teammatesByBall;
    std::vector<int> opponentsByBall;
    /// How many teammates (with this robot) are nearer to the ball than this robot; 0: it is ours.
    int ownRankToBall = 0;
    int nearestOpponent = -1; ///< to this robot, index in `WorldBelief::players`; -1: none known
    /// Where this robot belongs when nothing else calls it: by its number, F.
    bool hasHome = false;
    Eigen::Vector2d home_F = Eigen::Vector2d::Zero();
};

} // namespace sideline::world
