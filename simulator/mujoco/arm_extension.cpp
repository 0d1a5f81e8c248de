#include "simulator/mujoco/arm_extension.h"

#include <algorithm>
#include <cmath>

namespace sideline::simulator::mujoco {

bool isArmExtended(const ArmPlaces& places, std::span<const MujocoWorld::ColliderPlace> arms) {
    constexpr double kFallenHeadM = 0.45;
    constexpr double kForwardRadii = 3.0;
    constexpr double kLateralRadii = 5.0;
    const MujocoWorld::ColliderPlace& torso = places.torso;
    const auto inTorso = [&](const Eigen::Vector3d& p_S) {
        return Eigen::Vector3d(places.R_STorso.transpose() * (p_S - torso.p_S));
    };
    const bool isOnSide = std::abs(places.R_STorso(2, 1)) > std::abs(places.R_STorso(2, 0));
    return std::ranges::any_of(arms, [&](const MujocoWorld::ColliderPlace& arm) {
        const Eigen::Vector3d arm_T = inTorso(arm.p_S);
        if (places.head_S.z() < kFallenHeadM) {
            return arm.p_S.z() > torso.p_S.z() + 2.0 * torso.halfM.head<2>().maxCoeff() ||
                   (isOnSide && arm_T.z() > std::abs(inTorso(places.head_S).z()));
        }
        const double radiusM = arm.halfM.head<2>().minCoeff();
        return std::abs(arm_T.x()) > torso.halfM.x() + kForwardRadii * radiusM ||
               std::abs(arm_T.y()) > torso.halfM.y() + kLateralRadii * radiusM ||
               arm.p_S.z() > places.headTopM;
    });
}

} // namespace sideline::simulator::mujoco
