#pragma once

#include <vector>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::viewer3d {

/// Contacts, forces and axes of a simulated world at one instant, drawn over the match. Server
/// frame S, SI units. Hidden kinds are omitted.
struct PhysicsOverlay {
    struct Force {
        Eigen::Vector3d p_S; ///< where two bodies touch
        Eigen::Vector3d force_SN;
    };
    struct Torque {
        Eigen::Vector3d p_S;    ///< anchor of the joint
        Eigen::Vector3d axis_S; ///< unit
        double torqueNm = 0.0;  ///< torque about the axis
        double limitRatio = 0.0;
    };
    struct Mass {
        Eigen::Vector3d p_S;
        double massKg = 0.0;
        bool isCenter = false; ///< whether this is the center of mass of a whole robot
    };
    struct Collider {
        math::Pose X_SBody;
        robot::Shape shape;
        bool isAwake = true;
    };
    std::vector<Force> forces;
    std::vector<Torque> torques;
    std::vector<Mass> masses;
    std::vector<Collider> colliders;
};

/// Length of a force's arrow, m per N; limited to `kLargestArrowM`.
inline constexpr double kArrowMPerN = 0.01;
inline constexpr double kLargestArrowM = 1.0;
/// Force at the end of the color scale, N.
inline constexpr double kFullColorN = 60.0;

/// Color of a force or torque.
/// @param ratio 0 for no load to 1 for the end of the scale; clamped to 1
[[nodiscard]] Eigen::Vector3f loadColor(double ratio);

} // namespace sideline::viewer3d
