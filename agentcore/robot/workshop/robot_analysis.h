#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// Moments of inertia of a body about its own axes, kg m2, from its mass and shape as the server
/// computes them: solid and of one density.
[[nodiscard]] Eigen::Vector3d inertiaKgM2(const Body& body);

/// Places of a body's far end in the torso's frame, for random angles within the stops of the
/// joints between torso and body: what hand or foot can reach. The far end is the point of the
/// body's shape that is farthest from its joint, along the body's longest axis. Postures in which
/// bodies overlap are left out.
///
/// @param count how many postures are tried
/// Same seed, same points. Any thread.
[[nodiscard]] std::vector<Eigen::Vector3d> reachPoints(const RobotModel& model, BodyId body,
                                                       std::size_t count, std::uint64_t seed);

/// What holds a robot up while it does not move.
struct HoldingTorques {
    std::vector<double> torquesNm; ///< of each joint about its axis, to hold it against gravity
    /// Distance of the center of mass, projected on the ground, from the edge of the support
    /// polygon, m; negative outside of it.
    double marginM = 0.0;
};
/// Torques that hold a robot still in a pose, put on level ground with its lower sole flat: the
/// weight of all that hangs on a joint, and the forces of the ground on it. Of two bodies on the
/// ground each bears the share that the place of the center of mass between them says, of more each
/// the same; forces act where the whole robot is in balance.
/// @param anglesRad one per joint
[[nodiscard]] HoldingTorques holdingTorques(const RobotModel& model,
                                            std::span<const double> anglesRad);

/// A value that two robots have, or one of them.
struct ComparedValue {
    std::string subject; ///< the body or joint, such as `rthigh`; `robot` for the whole
    std::string what;    ///< such as `mass`; empty where only one of the robots has the subject
    std::string before;  ///< of the first robot, as text; empty if it lacks it
    std::string after;
    std::string unit; ///< may be empty
    bool isSame = true;
};
/// The values of two robots beside each other, in the order of the first one's bodies and joints.
/// Bodies are found by their names, joints by the bodies that they turn.
[[nodiscard]] std::vector<ComparedValue> compareRobots(const RobotModel& before,
                                                       const RobotModel& after);

/// What differs between two robots, a line each: `rthigh: mass 0.243 -> 0.3 kg`. Empty if nothing
/// does.
[[nodiscard]] std::vector<std::string> robotDifferences(const RobotModel& before,
                                                        const RobotModel& after);

} // namespace sideline::robot
