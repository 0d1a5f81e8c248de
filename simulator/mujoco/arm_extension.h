#pragma once

#include <span>

#include <Eigen/Core>

#include "simulator/mujoco/mujoco_world.h"

namespace sideline::simulator::mujoco {

/// Where the parts of a player are that decide on a hand foul.
struct ArmPlaces {
    Eigen::Matrix3d R_STorso = Eigen::Matrix3d::Identity(); ///< with the server's axes
    MujocoWorld::ColliderPlace torso;
    Eigen::Vector3d head_S = Eigen::Vector3d::Zero(); ///< the camera
    double headTopM = 0.0;                            ///< highest point of the head
};

/// Whether one of the colliders of an arm is away from the body, or above the head; of a player
/// that lies: above the body, or stretched out beyond the head while it lies on its side.
///
/// Source: `__check_hand_foul` in `soccer_referee.py` of `rcsssmj` 0.2.1.
[[nodiscard]] bool isArmExtended(const ArmPlaces& places,
                                 std::span<const MujocoWorld::ColliderPlace> arms);

} // namespace sideline::simulator::mujoco
