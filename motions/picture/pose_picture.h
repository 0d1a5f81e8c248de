#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::keyframe {

/// A filled polygon of a picture; x to the right, y down, in a square from (0, 0) to (1, 1).
struct PicturePolygon {
    std::vector<Eigen::Vector2d> points;
    std::array<double, 3> color{}; ///< red, green, blue, 0 to 1; includes shading
};

/// Viewpoint of a picture.
struct PictureView {
    double azimuthRad = 0.6; ///< 0 views its front, pi/2 its left side
    double elevationRad = 0.2;
    /// Visible height, from the ground up; for robots of rcssservermj, it is multiplied by their
    /// size relative to a Nao.
    double heightM = 0.75;
    double centerX = 0.0; ///< point of S at the center, m
    double centerY = 0.0;
};

/// Draws small pictures of a robot for lists, pose strips and command-line tools: faces of the
/// bodies in back-to-front order, with a shadow on the ground. Plain polygons, independent of the
/// graphics library. Any thread.
/// @param p_SBall a ball, drawn if its center is in the picture
[[nodiscard]] std::vector<PicturePolygon> posePicture(
    const robot::RobotModel& model, std::span<const double> anglesRad, const math::Pose& X_STorso,
    const PictureView& view = {}, const std::optional<Eigen::Vector3d>& p_SBall = {});

} // namespace sideline::keyframe
