#pragma once

namespace sideline::motion {

/// What a kick has come to in trials, for those who choose one. From the begin of the swing, with
/// the ball anywhere in the region from which it is kicked.
struct KickFigures {
    double distanceM = 0.0;   ///< median: where the ball comes to rest, in the wanted direction
    double contactS = 0.0;    ///< median: from the command at the ball until it moves
    double spreadRad = 0.0;   ///< half of the trials stay within this of the wanted direction
    double standsShare = 0.0; ///< of the trials in which the robot kicks and does not fall
};

} // namespace sideline::motion
