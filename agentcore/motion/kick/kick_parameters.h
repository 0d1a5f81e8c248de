#pragma once

#include <span>

#include "agentcore/base/number_info.h"

namespace sideline::motion {

/// What makes a kick: all numbers of a `KickEngine`, of one with the right foot; the other is its
/// mirror image.
///
/// The torso goes through four keys, *shift*, *back*, *through* and the end: how far it is aside
/// from the foot that stands towards the one that kicks, how far ahead of it, how high the hips are
/// as a share of straight legs, and how it tilts and turns. Angles: positive forward, towards the
/// foot that stands, and away from the foot that kicks.
struct KickParameters {
    // Where the ball is meant to lie as the kick begins, from the middle between the feet.
    double ballForwardM = 0.17;
    double ballAsideM = 0.05;   ///< towards the foot that kicks
    double nearForwardM = 0.03; ///< it kicks balls that lie at most so far from there
    double nearAsideM = 0.02;
    double nearTurnRad = 0.12; ///< and if it looks within this of how it should stand
    double brakeMps2 = 0.6;    ///< how the robot slows down before that place
    /// Where the ball goes, from straight ahead towards the foot that stands.
    double directionRad = 0.0;
    // Time.
    double shiftS = 0.16;
    double backS = 0.14;
    double swingS = 0.12;
    double returnS = 0.25;
    double entryS = 0.08; ///< from the posture before
    // The foot that kicks: sole before the swing, at the ball, after it.
    double backM = 0.10; ///< behind where it stands
    double backUpM = 0.05;
    double backPitchRad = 0.0; ///< toes up
    double contactUpM = 0.02;
    double throughM = 0.10; ///< beyond the ball's center
    double throughUpM = 0.05;
    double throughPitchRad = 0.0;
    double lineAsideM = 0.0; ///< of the foot's way from the ball's center, away from the other foot
    double footYawRad = 0.0; ///< toes out
    double swingEase = 0.3;  ///< 0: at constant speed; 1: ever faster
    double spreadM = 0.01;   ///< each foot farther out than its hip, at the end
    double returnUpM = 0.02;
    // The torso.
    double shiftAsideM = 0.02;
    double shiftForwardM = 0.0;
    double backAsideM = 0.01;
    double backForwardM = 0.02;
    double backHeightShare = 0.85;
    double backLeanRad = 0.1;
    double backRollRad = 0.1;
    double backTurnRad = 0.0;
    double throughAsideM = 0.01;
    double throughForwardM = 0.0;
    double throughHeightShare = 0.88;
    double throughLeanRad = 0.0;
    double throughRollRad = 0.1;
    double throughTurnRad = 0.0;
    double endForwardM = 0.0;
    double endHeightShare = 0.85;
    double endLeanRad = 0.08;
    // Arms.
    double armRad = -1.57;   ///< pitch of the shoulders: -1.57 lets them hang
    double armBackRad = 0.0; ///< what the arm on the kicking side goes up with it, the other down
    double armThroughRad = 0.0; ///< likewise
    double armOutRad = 0.3;
    double elbowRad = 0.2;
    // Feedback on the leg that stands: of the torso's tilt against what it should be, of its rate.
    double anklePitchP = 0.0;
    double anklePitchD = 0.0; ///< s
    double hipPitchP = 0.0;
    double hipPitchD = 0.0;
    double ankleRollP = 0.0;
    double ankleRollD = 0.0;
    double hipRollP = 0.0;
    double hipRollD = 0.0;

    /// From the start until the foot that kicked stands again.
    [[nodiscard]] double durationS() const { return shiftS + backS + swingS + returnS; }
    [[nodiscard]] bool operator==(const KickParameters&) const = default;
};

using KickParameterInfo = base::NumberInfo<KickParameters>;

/// All of them, in the order of the struct.
[[nodiscard]] std::span<const KickParameterInfo> kickParameterInfos();

} // namespace sideline::motion
