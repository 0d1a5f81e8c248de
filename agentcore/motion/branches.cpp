#include "agentcore/motion/branches.h"

#include <cmath>

#include "agentcore/game/constants.h"

namespace sideline::motion {

namespace {

bool isSo(const TrajectoryCondition& condition, const PlayerSenses& senses, double offRad) {
    const bool isOnFrontOrBack = std::abs(senses.frontUp) >= std::abs(senses.leftUp);
    switch (condition.kind) {
    case ConditionKind::Always:
        return true;
    case ConditionKind::Fallen:
        return senses.isFallen;
    case ConditionKind::FallenOnFront:
        return senses.isFallen && isOnFrontOrBack && senses.frontUp < 0.0;
    case ConditionKind::FallenOnBack:
        return senses.isFallen && isOnFrontOrBack && senses.frontUp >= 0.0;
    case ConditionKind::FallenOnLeft:
        return senses.isFallen && !isOnFrontOrBack && senses.leftUp < 0.0;
    case ConditionKind::FallenOnRight:
        return senses.isFallen && !isOnFrontOrBack && senses.leftUp >= 0.0;
    case ConditionKind::Upright:
        return senses.up >= game::kUprightUpCos;
    case ConditionKind::LeftFootContact:
        return senses.leftFootTouches;
    case ConditionKind::RightFootContact:
        return senses.rightFootTouches;
    case ConditionKind::BothFeetContact:
        return senses.leftFootTouches && senses.rightFootTouches;
    case ConditionKind::AnyFootContact:
        return senses.leftFootTouches || senses.rightFootTouches;
    case ConditionKind::JointOff:
        return offRad > condition.angleRad;
    }
    return false;
}

} // namespace

bool holds(const TrajectoryCondition& condition, const PlayerSenses& senses, double offRad) {
    return isSo(condition, senses, offRad) != condition.isNegated;
}

} // namespace sideline::motion
