#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// Returns the inertia of a body about its center of mass, in axes parallel to the body's, kg m^2:
/// the described inertia, or that of its mass and shape with uniform density, as in ODE.
[[nodiscard]] Eigen::Matrix3d inertiaKgM2(const Body& body);

/// Returns positions of a body's far end in the torso's frame, for random angles within the limits
/// of the joints between torso and body: the reach of a hand or foot. The far end is the point of
/// the body's shape that is farthest from its joint, along the body's longest axis. Postures with
/// overlapping bodies are omitted.
///
/// @param count number of postures that are tried
/// Equal seeds give equal points. Any thread.
[[nodiscard]] std::vector<Eigen::Vector3d> reachPoints(const RobotModel& model, BodyId body,
                                                       std::size_t count, std::uint64_t seed);

/// The static loads of a robot that stands still.
struct HoldingTorques {
    std::vector<double> torquesNm; ///< torque of each joint about its axis that balances gravity
    /// Distance of the center of mass, projected onto the ground, from the edge of the support
    /// polygon, m; negative outside.
    double marginM = 0.0;
};
/// Computes the torques that hold a robot still in a pose on level ground with its lower sole flat,
/// from the weight below each joint and the ground forces. With two bodies on the ground, the
/// position of the center of mass between them determines the fractions of the weight; with more,
/// the fractions are equal. Forces act at the point of equilibrium.
/// @param anglesRad one per joint
[[nodiscard]] HoldingTorques holdingTorques(const RobotModel& model,
                                            std::span<const double> anglesRad);

/// A property of two robots, or of one of them.
struct ComparedValue {
    std::string subject; ///< body or joint, such as `rthigh`; `robot` for the whole
    std::string what;    ///< name of the property, such as `mass`; empty if only one robot has the
                         ///< subject
    std::string before;  ///< value of the first robot as text; empty if missing
    std::string after;
    std::string unit; ///< unit of the values; may be empty
    bool isSame = true;
};
/// Lists the values of two robots, in the order of the first one's bodies and joints. Bodies are
/// matched by name, joints by the bodies that they rotate.
[[nodiscard]] std::vector<ComparedValue> compareRobots(const RobotModel& before,
                                                       const RobotModel& after);

/// Describes the differences between two robots, one per line: `rthigh: mass 0.243 -> 0.3 kg`.
/// Empty if there are none.
[[nodiscard]] std::vector<std::string> robotDifferences(const RobotModel& before,
                                                        const RobotModel& after);

} // namespace sideline::robot
