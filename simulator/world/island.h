#pragma once

#include <array>
#include <cstddef>

#include "simulator/world/spatial.h"

namespace sideline::simulator {

/// Active state of a row with bounds.
enum class RowState : unsigned char {
    Speed, ///< its speed equals the target speed (within the softness)
    Min,   ///< its impulse is at the minimum
    Max,   ///< its impulse is at the maximum
};

/// A rotational degree of freedom of a joint with a motor or limit: one bounded row.
struct Drive {
    spatial::Vector3 axis_S{}; ///< axis of the child's rotation relative to its parent
    spatial::Vector3
        dual_S{};          ///< rotates by 1 about `axis_S` and by 0 about the joint's other rows
    double softness = 0.0; ///< rad/s per N m s (ODE: CFM per time step)
    double targetRadPerS = 0.0;
    double minNms = 0.0;
    double maxNms = 0.0;
    RowState hold = RowState::Speed; ///< result
    double impulseNms = 0.0;         ///< impulse on the child about `axis_S`; result
};

/// Connection of a body to its parent: a common point, and rotation about the drives' axes only.
struct TreeJoint {
    spatial::Vector3 anchorOnChild_S{}; ///< offset from the child's center of mass
    spatial::Vector3 anchorOnParent_S{};
    spatial::Vector6 targetVelocity{}; ///< target velocity of the child's anchor relative to the
                                       ///< parent's, including drives
    double linearSoftness = 0.0;       ///< m/s per N s
    std::array<double, 9> angularSoftness{};  ///< row-major; including the drives
    std::array<double, 9> angularStiffness{}; ///< its inverse
    std::array<Drive, 2> drives{};
    std::size_t driveCount = 0;
};

/// A body of an island. Parents are added before their children, one tree after the other.
struct IslandBody {
    int parent = -1; ///< index in the island; negative: root of a tree
    double massKg = 0.0;
    std::array<double, 9> inertia_S{}; ///< inertia about the center of mass, row-major
    spatial::Vector6
        momentum{}; ///< momentum before the step, including the impulse of external forces
    spatial::Vector6 velocity{}; ///< result
    TreeJoint joint{};           ///< joint to the parent
};

/// A contact point of a body with another one or the static environment. Sliding is damped without
/// a limit (unlimited friction, ODE's `mu` infinite).
struct IslandContact {
    int first = 0;
    int second = -1;                 ///< negative: the static environment
    spatial::Vector3 armOfFirst_S{}; ///< offset from the center of mass to the point
    spatial::Vector3 armOfSecond_S{};
    spatial::Vector3 normal_S{}; ///< direction in which the first body is pushed
    double normalSoftness = 0.0; ///< m/s per N s
    double slipSoftness = 0.0;
    double targetMps = 0.0;       ///< minimum speed along the normal after the step
    bool isPressing = true;       ///< result
    spatial::Vector3 impulse_S{}; ///< impulse on the first body, N s; result
};

} // namespace sideline::simulator
