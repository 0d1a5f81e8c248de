#pragma once

#include <array>
#include <cstddef>

#include "simulator/world/spatial.h"

namespace sideline::simulator {

/// What holds a row of the problem that has bounds.
enum class Hold : unsigned char {
    Speed, ///< its speed is as wanted (but for the softness)
    Least, ///< its impulse is the least that there may be
    Most,  ///< its impulse is the greatest that there may be
};

/// A turning that a joint leaves free, driven by a motor or stopped: one bounded row.
struct Drive {
    spatial::Vector3 axis_S{}; ///< the row measures the child's turning against its parent along it
    spatial::Vector3 dual_S{}; ///< turns by 1 along `axis_S` and by 0 along the joint's other rows
    double softness = 0.0;     ///< rad/s per N m s (ODE: CFM over the step)
    double wantedRadPerS = 0.0;
    double leastNms = 0.0;
    double mostNms = 0.0;
    Hold hold = Hold::Speed; ///< solved for
    double impulseNms = 0.0; ///< on the child along `axis_S`; solved for
};

/// What ties a body to its parent: a common point, and turning about the drives' axes alone.
struct TreeJoint {
    spatial::Vector3 anchorOnChild_S{}; ///< from the child's center of mass
    spatial::Vector3 anchorOnParent_S{};
    spatial::Vector6 wanted{}; ///< speed of the child's anchor against the parent's, drives and all
    double linearSoftness = 0.0;              ///< m/s per N s
    std::array<double, 9> angularSoftness{};  ///< rows of three; with the drives' own
    std::array<double, 9> angularStiffness{}; ///< its inverse
    std::array<Drive, 2> drives{};
    std::size_t driveCount = 0;
};

/// A body of an island. Parents are added before their children, one tree after the other.
struct IslandBody {
    int parent = -1; ///< index in the island; negative: the root of a tree
    double massKg = 0.0;
    std::array<double, 9> inertia_S{}; ///< about the center of mass, rows of three
    spatial::Vector6 momentum{};       ///< before the step, with the impulse of outer forces
    spatial::Vector6 velocity{};       ///< solved for
    TreeJoint joint{};                 ///< with the parent
};

/// A point at which a body touches another, or what never moves. Sliding is braked but never
/// exceeds a bound (friction without limit, ODE's `mu` infinite).
struct IslandContact {
    int first = 0;
    int second = -1;                 ///< negative: what never moves
    spatial::Vector3 armOfFirst_S{}; ///< from the center of mass to the point
    spatial::Vector3 armOfSecond_S{};
    spatial::Vector3 normal_S{}; ///< the way the first one is pushed
    double normalSoftness = 0.0; ///< m/s per N s
    double slipSoftness = 0.0;
    double wantedMps = 0.0;       ///< speed along the normal that is reached at least
    bool isPressing = true;       ///< solved for
    spatial::Vector3 impulse_S{}; ///< on the first one, N s; solved for
};

} // namespace sideline::simulator
