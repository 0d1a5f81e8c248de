#pragma once

#include <vector>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::simulator {

/// Physical quantities at one time, for drawing; server frame S.
struct PhysicsDetails {
    struct ContactForce {
        Eigen::Vector3d p_S;
        Eigen::Vector3d force_SN;
    };
    struct JointTorque {
        Eigen::Vector3d p_S;     ///< anchor
        Eigen::Vector3d axis_S;  ///< unit
        double torqueNm = 0.0;   ///< torque of the motor about the axis
        double limitRatio = 0.0; ///< fraction of the maximum torque, 0 to 1
    };
    struct Mass {
        Eigen::Vector3d p_S;
        double massKg = 0.0;
        bool isCenter = false; ///< whether this is the center of mass of the whole robot
    };
    struct Collider {
        math::Pose X_SBody;
        robot::Shape shape;
        bool isAwake = true;
    };
    std::vector<ContactForce> contacts;
    std::vector<JointTorque> torques;
    std::vector<Mass> masses; ///< masses of every robot, with its center of mass last
    std::vector<Collider> colliders;
};

} // namespace sideline::simulator
