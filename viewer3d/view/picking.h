#pragma once

#include <optional>

#include <Eigen/Core>

#include "agentcore/monitor/match_frame.h"
#include "viewer3d/view/camera_rig.h"

namespace sideline::viewer3d {

/// A ray in the server frame.
struct Ray {
    Eigen::Vector3d origin;    ///< meters
    Eigen::Vector3d direction; ///< unit
};

/// The ray through a point of the view.
///
/// @param x, y point in pixels from the view's upper left corner
/// @param width, height of the view in pixels
[[nodiscard]] Ray rayThrough(const CameraPose& camera, double x, double y, double width,
                             double height);

/// Returns the place of a point in a view, in pixels from the view's upper left corner; nullopt if
/// the point is behind the eye.
[[nodiscard]] std::optional<Eigen::Vector2d> placeInView(const CameraPose& camera,
                                                         const Eigen::Vector3d& p_S, double width,
                                                         double height);

/// The object that a ray hits, and the point on its surface.
struct PickHit {
    monitor::ObjectId id;
    Eigen::Vector3d p_S = Eigen::Vector3d::Zero(); ///< server frame
    Eigen::Vector3d p_Body =
        Eigen::Vector3d::Zero(); ///< point in the frame of the body that was hit, or of the ball
};

/// Like `pick`, with the point that was hit.
[[nodiscard]] std::optional<PickHit> pickPoint(const monitor::MatchFrame& frame, const Ray& ray);

/// The first ball or robot body that a ray hits, or nullopt. A body is hit at its solids, or at its
/// shape if it has none. Bodies are enlarged a little, and more so at a distance, so that they are
/// easy to hit.
[[nodiscard]] std::optional<monitor::ObjectId> pick(const monitor::MatchFrame& frame,
                                                    const Ray& ray);

} // namespace sideline::viewer3d
