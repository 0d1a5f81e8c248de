#pragma once

#include <span>

#include "agentcore/base/number_info.h"
#include "agentcore/motion/walk/balance_gains.h"

namespace sideline::motion {

/// All parameters of a `KickEngine`, for a kick with the right foot; a left kick is mirrored.
///
/// The torso passes through four keys, *shift*, *back*, *through* and the end: its lateral position
/// from the support foot toward the kicking foot, its forward position, the height of the hips
/// relative to straight legs, and its tilt and turn. Angles: positive forward, toward the support
/// foot, and away from the kicking foot.
struct KickParameters : BalanceGains {
    // Intended ball position at the start of the kick, from the midpoint between the feet.
    double ballForwardM = 0.17;
    double ballLateralM = 0.05; ///< lateral position, toward the kicking foot
    double nearForwardM = 0.03; ///< maximum deviation of the ball from that position
    double nearLateralM = 0.02;
    double nearTurnRad = 0.12; ///< maximum deviation of the robot's heading
    double brakeMps2 = 0.6;    ///< deceleration of the robot on the way to that position
    /// Direction of the kick: angle from straight ahead toward the support foot.
    double directionRad = 0.0;
    // Durations.
    double shiftS = 0.16;
    double backS = 0.14;
    double swingS = 0.12;
    double returnS = 0.25;
    double entryS = 0.08; ///< transition from the previous posture
    // The kicking foot: its sole before the swing, at the ball, and after the swing.
    double backM = 0.10; ///< distance behind its stance position
    double backUpM = 0.05;
    double backPitchRad = 0.0; ///< toes up
    double contactUpM = 0.02;
    double throughM = 0.10; ///< distance beyond the ball's center
    double throughUpM = 0.05;
    double throughPitchRad = 0.0;
    double lineLateralM =
        0.0; ///< offset of the foot's path from the ball's center, away from the support foot
    double footYawRad = 0.0; ///< toes outward
    double swingEase = 0.3;  ///< 0: constant speed; 1: accelerating
    double spreadM = 0.01;   ///< outward offset of each foot from its hip, at the end
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
    double armRad = -1.57;      ///< pitch of the shoulders: -1.57 points down
    double armBackRad = 0.0;    ///< upward on the kicking side, downward on the other side
    double armThroughRad = 0.0; ///< upward on the kicking side, downward on the other side
    double armOutRad = 0.3;
    double elbowRad = 0.2;

    /// Time from the start until the kicking foot is back in its stance.
    [[nodiscard]] double durationS() const { return shiftS + backS + swingS + returnS; }
    [[nodiscard]] bool operator==(const KickParameters&) const = default;
};

using KickParameterInfo = base::NumberInfo<KickParameters>;

/// All parameters, in the order of the struct.
[[nodiscard]] std::span<const KickParameterInfo> kickParameterInfos();

} // namespace sideline::motion
