#pragma once

#include <span>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// Returns the convex hull of points, counterclockwise; points on its edges are omitted. Points
/// that are not finite are ignored.
[[nodiscard]] std::vector<Eigen::Vector2d> convexHull(std::vector<Eigen::Vector2d> points);
/// Computes the convex hull without allocation.
/// @param points will be reordered
/// @param hull output; must have at least one element more than `points`
/// @return the number of corners
std::size_t convexHull(std::span<Eigen::Vector2d> points, std::span<Eigen::Vector2d> hull);

/// Returns the distance from a point to the nearest edge of a convex polygon, m: positive inside,
/// negative outside. For a polygon with one or two corners, the negative distance to the point or
/// line; 0 without corners.
[[nodiscard]] double marginM(std::span<const Eigen::Vector2d> polygon,
                             const Eigen::Vector2d& point);

/// A point on a body's surface that may touch the ground.
struct SurfacePoint {
    BodyId body;
    Eigen::Vector3d p_A = Eigen::Vector3d::Zero();
};
/// Returns the height of the lowest point of a robot's colliding bodies, m; the height of the
/// torso's origin if none collides.
/// @param X_ABody poses of all bodies, z up in A
[[nodiscard]] double lowestHeightM(const RobotModel& model, std::span<const math::Pose> X_ABody);

/// Returns the lowest points of a robot's colliding bodies: all points within `bandM` of the lowest
/// one. A box contributes its corners, a sphere one point, a capsule one point per end.
/// @param X_ABody poses of all bodies, z up in A
[[nodiscard]] std::vector<SurfacePoint> lowestPoints(const RobotModel& model,
                                                     std::span<const math::Pose> X_ABody,
                                                     double bandM = 0.002);

/// Height of the soles above the ground at which a robot is placed, so that it does not start
/// inside the ground.
inline constexpr double kPlacingClearanceM = 0.01;

/// Torso height at which a Nao, or a robot of unknown size, is placed on the field.
inline constexpr double kPlacingHeightM = 0.4;

/// Returns the torso height at which an upright robot is placed on the field: `defaultM` for robots
/// that are at most 0.1 m too tall for it, whose feet are then pushed out of the ground; the
/// required height for taller robots.
[[nodiscard]] double placingHeightM(const RobotModel& model, double defaultM = kPlacingHeightM);

/// Rule for placing a posed robot on the ground.
enum class GroundRule : std::uint8_t {
    LevelTorso, ///< keeps the torso's orientation and changes only its height
    LevelSole,  ///< rotates so that the lower sole is flat; like LevelTorso for robots without feet
    Rest,       ///< rotates and lowers the robot, as a rigid body, until it is stable
};
/// Returns the torso pose in S with which the robot is on the ground (z = 0), with the torso at x =
/// y = 0.
/// @param R_STorso initial orientation
[[nodiscard]] math::Pose placeOnGround(
    const RobotModel& model, std::span<const double> anglesRad, GroundRule rule,
    const Eigen::Matrix3d& R_STorso = Eigen::Matrix3d::Identity());

/// Two bodies of a robot that overlap.
struct BodyOverlap {
    BodyId first; ///< the body that comes first in the model
    BodyId second;
    double depthM = 0.0; ///< penetration depth
};
/// Returns overlapping bodies of a robot, each pair once: colliding bodies that are more than two
/// joints apart. Bodies without a collider are not counted, so that a thigh is adjacent to the
/// torso. SimSpark does not simulate self-collisions; its referee penalizes them, and they would
/// damage a real robot. Bodies of SimSpark's robots are compared by their shapes, those of
/// rcssservermj's by their solids. Any thread.
/// @param X_ABody poses of all bodies
/// @param toleranceM permitted overlap
[[nodiscard]] std::vector<BodyOverlap> selfOverlaps(const RobotModel& model,
                                                    std::span<const math::Pose> X_ABody,
                                                    double toleranceM = 0.002);
/// Returns the pairs of `selfOverlaps`.
[[nodiscard]] std::vector<std::pair<BodyId, BodyId>> selfCollisions(
    const RobotModel& model, std::span<const math::Pose> X_ABody, double toleranceM = 0.002);

} // namespace sideline::robot
