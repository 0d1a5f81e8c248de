#pragma once

#include <span>

#include "agentcore/base/number_info.h"
#include "agentcore/motion/walk/balance_gains.h"

namespace sideline::motion {

/// What makes a kick: all numbers of a `KickEngine`, of one with the right foot; the other is its
/// mirror image. The gains are those of the support leg.
/// The torso goes through four keys, *shift*, *back*, *through* and the end: its offset from the
/// support foot sideways toward the kicking foot and ahead, the hip height as a fraction of
/// straight legs, tilt and turn. Angles: positive forward, toward the support foot, and away from
/// the kicking foot.
struct KickParameters : BalanceGains {
    // Intended position of the ball at the start, from the middle between the feet.
    double ballForwardM = 0.17;
    double ballLateralM = 0.05; ///< toward the kicking foot
    double nearForwardM = 0.03; ///< maximum distance of the ball from there
    double nearLateralM = 0.02;
    double nearTurnRad = 0.12; ///< maximum heading error
    double brakeMps2 = 0.6;    ///< how the robot slows down before that place
    /// Direction of the ball, from straight ahead toward the support foot.
    double directionRad = 0.0;
    // Time.
    double shiftS = 0.16;
    double backS = 0.14;
    double swingS = 0.12;
    double returnS = 0.25;
    double entryS = 0.08; ///< from the posture before
    // The kicking foot: sole before the swing, at the ball, after it.
    double backM = 0.10; ///< behind where it stands
    double backUpM = 0.05;
    double backPitchRad = 0.0; ///< toes up
    double contactUpM = 0.02;
    double throughM = 0.10; ///< beyond the ball's center
    double throughUpM = 0.05;
    double throughPitchRad = 0.0;
    double lineLateralM =
        0.0;                 ///< of the foot's way from the ball's center, away from the other foot
    double footYawRad = 0.0; ///< toes out
    double swingEase = 0.3;  ///< 0: at constant speed; 1: ever faster
    double spreadM = 0.01;   ///< each foot farther out than its hip, at the end
    double returnUpM = 0.02;
    // The torso.
    double shiftLateralM = 0.02;
    double shiftForwardM = 0.0;
    double backLateralM = 0.01;
    double backForwardM = 0.02;
    double backHeightRatio = 0.85;
    double backLeanRad = 0.1;
    double backRollRad = 0.1;
    double backTurnRad = 0.0;
    double throughLateralM = 0.01;
    double throughForwardM = 0.0;
    double throughHeightRatio = 0.88;
    double throughLeanRad = 0.0;
    double throughRollRad = 0.1;
    double throughTurnRad = 0.0;
    double endForwardM = 0.0;
    double endHeightRatio = 0.85;
    double endLeanRad = 0.08;
    // Arms.
    double armRad = -1.57;   ///< pitch of the shoulders: -1.57 lets them hang
    double armBackRad = 0.0; ///< what the arm on the kicking side goes up with it, the other down
    double armThroughRad = 0.0; ///< likewise
    double armOutRad = 0.3;
    double elbowRad = 0.2;

    /// From the start until the kicking foot stands again.
    [[nodiscard]] double durationS() const { return shiftS + backS + swingS + returnS; }
    [[nodiscard]] bool operator==(const KickParameters&) const = default;
};

using KickParameterInfo = base::NumberInfo<KickParameters>;

/// All of them, in the order of the struct.
[[nodiscard]] std::span<const KickParameterInfo> kickParameterInfos();

} // namespace sideline::motion
