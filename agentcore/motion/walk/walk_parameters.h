#pragma once

#include <span>

#include "agentcore/base/number_info.h"
#include "agentcore/motion/walk/balance_gains.h"

namespace sideline::motion {

/// All parameters of a gait for a `WalkEngine`. "Per m/s" is per m/s of forward speed.
///
/// Tilt angles: positive forward and to the left. Feet are placed in a level frame below the hips
/// that turns with the torso: x forward, y left.
struct WalkParameters : BalanceGains {
    // Timing.
    double stepS = 0.22;      ///< time from the touch-down of one foot to that of the other
    double doubleRatio = 0.1; ///< fraction of a step with both feet on the ground
    double swingEase = 0.7;   ///< 0: the foot swings at constant speed; 1: starts and ends at rest
    double startS = 0.3;      ///< ramp time of sway and lift at the start of a walk
    double stepSPerMps = 0.0;
    double stepSPerSideMps = 0.0; ///< additional duration per m/s to either side
    double stepSPerTurn = 0.0;    ///< additional duration per rad/s
    // Posture.
    double legRatio = 0.90;    ///< height of the hips, relative to straight legs
    double spreadM = 0.0;      ///< outward offset of each foot from its hip
    double footForwardM = 0.0; ///< offset of both feet ahead of the hips
    double footForwardPerMps = 0.0;
    double leanRad = 0.1;
    double leanPerMps = 0.0;
    // Motion of body and feet within a step.
    double liftM = 0.025;
    double liftPerMps = 0.0;
    double liftPerSideMps = 0.0;
    double liftPerTurn = 0.0;
    double liftSkew = 1.0;  ///< below 1: peak height early; above: late
    double liftPower = 1.0; ///< below 1: rises and falls quickly; above: slowly
    double swayM = 0.02;    ///< amplitude of the torso's motion toward the support foot
    double swayPerSideMps = 0.0;
    double swayPhaseRad = 0.0;   ///< phase lead relative to the steps
    double rollRad = 0.0;        ///< amplitude of the torso's roll, in phase with the sway
    double rollPerLeftMps = 0.0; ///< constant torso roll to the left, per m/s to the left
    /// Amplitude of the hips' up-and-down motion, two cycles per double step.
    double bounceM = 0.0;
    double bouncePhaseRad = 0.0;
    double swingPitchRad = 0.0;   ///< pitch of the swinging foot halfway, toes up
    double landPitchPerMps = 0.0; ///< pitch of the foot at the landing, toes up
    double pushPitchPerMps = 0.0; ///< pitch of the foot before the change of the support foot, toes
                                  ///< down
    double pushToePerMps = 0.0;   ///< toe joint at that time, for robots with toes
    double pushM = 0.0;           ///< extension of the leg at that time, per m/s
    double twistPerM = 0.0;       ///< torso rotation in rad per m by which a foot is ahead
    // Arms.
    double armRad = -1.57; ///< shoulder pitch: -1.57 points down
    double armPerM = 0.0;  ///< arm swing in rad per m by which the opposite foot is ahead
    double elbowRad = 0.2;
    double armOutRad = 0.15;
    // Limits of the command and of its change per step.
    double forwardMps = 0.4;
    double backwardMps = 0.3;
    double sidewardMps = 0.25;
    double turnRadPerS = 1.2;
    double forwardChangeMps = 0.1;
    double brakeChangeMps = 0.1; ///< when decelerating
    double sidewardChangeMps = 0.1;
    double turnChangeRadPerS = 0.5;
    // Additional landing distance per m/s of velocity change within a step, toward the previous
    // velocity, s. A pendulum with the height of a Nao's hips requires 0.18.
    double brakeAheadS = 0.15;   ///< for deceleration, forward and backward
    double changeLateralS = 0.1; ///< laterally, outward
    // Feedback from the torso's tilt error and its rate to the foot placement.
    double placeForwardP = 0.0; ///< m/rad: landing of the swinging foot
    double placeForwardD = 0.0; ///< m s/rad
    double placeLeftP = 0.0;
    double placeLeftD = 0.0;
    double catchForwardS = 0.0; ///< shift of the landing per m/s of velocity error
    double catchLeftS = 0.0;
    double cautionPerRad = 0.0;  ///< relative speed reduction per radian of tilt
    double cautionFromRad = 0.1; ///< tilt at which the speed reduction starts
    double landsFrom = 1.0;      ///< earliest phase at which foot contact ends the step
    double waitsS = 0.0;         ///< maximum wait for ground contact at the end of a step
    // For a fast gait (`GaitMix`): time to blend in from the walk, and out to the walk.
    double blendInS = 1.6;
    double blendOutS = 1.0;

    [[nodiscard]] bool operator==(const WalkParameters&) const = default;
};

/// Allowed fraction of the speed of a robot whose tilt deviates from the gait's: 1 while it does
/// not stumble, 0 when it must stop.
[[nodiscard]] double cautionRatio(const WalkParameters& parameters, double tiltRad);

using WalkParameterInfo = base::NumberInfo<WalkParameters>;

/// All parameters, in the order of the struct.
[[nodiscard]] std::span<const WalkParameterInfo> walkParameterInfos();

} // namespace sideline::motion
