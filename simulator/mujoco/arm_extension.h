#pragma once

#include <span>

#include <Eigen/Core>

#include "simulator/mujoco/mujoco_world.h"

namespace sideline::simulator::mujoco {

/// Positions of the parts of a player that determine a hand foul.
struct ArmPlaces {
    Eigen::Matrix3d R_STorso = Eigen::Matrix3d::Identity(); ///< with the server's axes
    MujocoWorld::ColliderPlace torso;
    Eigen::Vector3d head_S = Eigen::Vector3d::Zero(); ///< the camera
    double headTopM = 0.0;                            ///< highest point of the head
};

/// Whether an arm collider is away from the body or above the head; for a lying player: above the
/// body, or stretched out beyond the head while the player lies on its side.
///
/// Source: `__check_hand_foul` in `soccer_referee.py` of `rcsssmj` 0.2.1.
[[nodiscard]] bool isArmExtended(const ArmPlaces& places,
                                 std::span<const MujocoWorld::ColliderPlace> arms);

} // namespace sideline::simulator::mujoco
