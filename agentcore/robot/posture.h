#pragma once

#include <span>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// The convex hull of points, counterclockwise; points on its edges are omitted.
/// Points that are not finite are ignored.
[[nodiscard]] std::vector<Eigen::Vector2d> convexHull(std::vector<Eigen::Vector2d> points);
/// The same without allocation.
/// @param points are put in another order
/// @param hull room for one corner more than there are points
/// @return how many corners it has
std::size_t convexHull(std::span<Eigen::Vector2d> points, std::span<Eigen::Vector2d> hull);

/// Distance from a point to the nearest edge of a convex polygon, m: positive inside, negative
/// outside. Of a polygon with one or two corners the distance to those is
/// taken, negative; without corners it is 0.
[[nodiscard]] double marginM(std::span<const Eigen::Vector2d> polygon,
                             const Eigen::Vector2d& point);

/// A point of a body's surface that may touch the ground.
struct SurfacePoint {
    BodyId body;
    Eigen::Vector3d p_A = Eigen::Vector3d::Zero();
};
/// Height of the lowest point of a robot's colliding bodies, m; of the torso's origin if none
/// collides.
/// @param X_ABody poses of all bodies, z up in A
[[nodiscard]] double lowestHeightM(const RobotModel& model, std::span<const math::Pose> X_ABody);

/// The lowest points of a robot's colliding bodies: all within `bandM` of the lowest one. Of a box
/// its corners, of a sphere one point, of a capsule one for each end.
/// @param X_ABody poses of all bodies, z up in A
[[nodiscard]] std::vector<SurfacePoint> lowestPoints(const RobotModel& model,
                                                     std::span<const math::Pose> X_ABody,
                                                     double bandM = 0.002);

/// How a posed robot is put on the ground.
enum class GroundRule : std::uint8_t {
    LevelTorso, ///< the torso stays as it is turned, only its height changes
    LevelSole,  ///< turned so that the lower sole lies flat; as LevelTorso for robots without feet
    Rest,       ///< turned and lowered until it rests stably, as a stiff body set down gently
};
/// Pose of the torso in S for which the robot stands on z = 0, with x = y = 0 below the torso.
/// @param R_STorso how it is turned before
[[nodiscard]] math::Pose placeOnGround(
    const RobotModel& model, std::span<const double> anglesRad, GroundRule rule,
    const Eigen::Matrix3d& R_STorso = Eigen::Matrix3d::Identity());

/// Two bodies of a robot that overlap.
struct BodyOverlap {
    BodyId first; ///< the one that comes earlier in the model
    BodyId second;
    double depthM = 0.0; ///< how far one would have to move to come free
};
/// Bodies of a robot that overlap, each pair once: colliding bodies that neither one joint nor two
/// joints connect; bodies that do not collide are no distance, so that a thigh is next to the
/// torso. SimSpark has no self-collision physics; its referee punishes it, and a real robot would
/// break. Any thread.
/// @param X_ABody poses of all bodies
/// @param toleranceM overlap that is let pass
[[nodiscard]] std::vector<BodyOverlap> selfOverlaps(const RobotModel& model,
                                                    std::span<const math::Pose> X_ABody,
                                                    double toleranceM = 0.002);
/// The pairs of `selfOverlaps`.
[[nodiscard]] std::vector<std::pair<BodyId, BodyId>> selfCollisions(
    const RobotModel& model, std::span<const math::Pose> X_ABody, double toleranceM = 0.002);

} // namespace sideline::robot
