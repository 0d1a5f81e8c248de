#pragma once

#include <span>

#include "agentcore/base/number_info.h"

namespace sideline::motion {

/// What makes a gait: all numbers of a `WalkEngine`. "Per m/s" is per m/s of forward speed.
///
/// Angles that tilt: positive forward and to the left. Feet are placed in a level frame below the
/// hips that turns with the torso: x forward, y left.
struct WalkParameters {
    // Time.
    double stepS = 0.22;      ///< from one foot's touch-down to the other's
    double doubleShare = 0.1; ///< share of a step in which both feet stay down
    double swingEase = 0.7;   ///< 0: the foot swings at constant speed; 1: starts and ends at rest
    double startS = 0.3;      ///< in which sway and lift grow from standing to walking
    double stepSPerMps = 0.0;
    double stepSPerSideMps = 0.0; ///< likewise, per m/s to either side
    double stepSPerTurn = 0.0;    ///< likewise, per rad/s
    // Posture.
    double legShare = 0.90;    ///< height of the hips, as a share of that with straight legs
    double spreadM = 0.0;      ///< each foot farther out than its hip
    double footForwardM = 0.0; ///< both feet ahead of the hips
    double footForwardPerMps = 0.0;
    double leanRad = 0.1;
    double leanPerMps = 0.0;
    // Movement of body and feet within a step.
    double liftM = 0.025;
    double liftPerMps = 0.0;
    double liftPerSideMps = 0.0;
    double liftPerTurn = 0.0;
    double liftSkew = 1.0;  ///< below 1: the foot is highest early; above: late
    double liftPower = 1.0; ///< below 1: it rises and falls quickly; above: slowly
    double swayM = 0.02;    ///< of the torso towards the foot it stands on
    double swayPerSideMps = 0.0;
    double swayPhaseRad = 0.0;   ///< ahead of the steps
    double rollRad = 0.0;        ///< of the torso with the sway
    double rollPerLeftMps = 0.0; ///< torso's roll to the left all the time, per m/s to the left
    double bounceM = 0.0;        ///< of the hips' height, twice per double step
    double bouncePhaseRad = 0.0;
    double swingPitchRad = 0.0;   ///< of the swinging foot, toes up, halfway
    double landPitchPerMps = 0.0; ///< toes up as it lands
    double pushPitchPerMps = 0.0; ///< toes down before the other foot takes over
    double pushToePerMps = 0.0;   ///< the toe's joint then, of robots with toes
    double pushM = 0.0;           ///< by which the leg is stretched then, per m/s
    double twistPerM = 0.0;       ///< rad by which the torso turns with the foot in front, per m
    // Arms.
    double armRad = -1.57; ///< of the shoulders' pitch: -1.57 lets them hang
    double armPerM = 0.0;  ///< rad by which an arm swings as the other foot goes forward, per m
    double elbowRad = 0.2;
    double armOutRad = 0.15;
    // Limits of what it is told, and of how much it changes in a step.
    double forwardMps = 0.4;
    double backwardMps = 0.3;
    double sidewardMps = 0.25;
    double turnRadPerS = 1.2;
    double forwardChangeMps = 0.1;
    double brakeChangeMps = 0.1; ///< when it becomes slower
    double sidewardChangeMps = 0.1;
    double turnChangeRadPerS = 0.5;
    // Per m/s by which it changes with a step: how much farther the foot lands where the robot
    // still tends to, s. A pendulum as high as a Nao's hips asks for 0.18.
    double brakeAheadS = 0.15; ///< when it becomes slower, forward and backward
    double changeAsideS = 0.1; ///< to the sides, outward
    // Feedback: of the torso's tilt against what it should be, and of its rate.
    double anklePitchP = 0.0;
    double anklePitchD = 0.0; ///< s
    double hipPitchP = 0.0;
    double hipPitchD = 0.0;
    double ankleRollP = 0.0;
    double ankleRollD = 0.0;
    double hipRollP = 0.0;
    double hipRollD = 0.0;
    double placeForwardP = 0.0; ///< m/rad: where the swinging foot lands
    double placeForwardD = 0.0; ///< m s/rad
    double placeLeftP = 0.0;
    double placeLeftD = 0.0;
    double catchForwardS = 0.0; ///< likewise, per m/s that the robot is faster than planned
    double catchLeftS = 0.0;
    double cautionPerRad = 0.0;  ///< share of the speed that a tilt takes away
    double cautionFromRad = 0.1; ///< from this tilt on
    double landsFrom = 1.0;      ///< share of a step from which on a foot that touches down ends it
    double waitsS = 0.0;         ///< for a foot that has not touched down at the end of its step
    // Of a fast gait (`GaitMix`): time in which it takes over from the walk, and the walk from it.
    double intoS = 1.6;
    double outOfS = 1.0;

    [[nodiscard]] bool operator==(const WalkParameters&) const = default;
};

/// How much of its speed a robot keeps that tilts so far off what its gait wants: 1 while it does
/// not stumble, 0 where it has to stop.
[[nodiscard]] double cautionShare(const WalkParameters& parameters, double tiltRad);

using WalkParameterInfo = base::NumberInfo<WalkParameters>;

/// All of them, in the order of the struct.
[[nodiscard]] std::span<const WalkParameterInfo> walkParameterInfos();

} // namespace sideline::motion
