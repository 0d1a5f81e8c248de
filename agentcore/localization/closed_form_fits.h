#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include <Eigen/Core>

#include "agentcore/localization/closed_form_parts.h"
#include "agentcore/math/pose.h"

namespace sideline::localization {

/// Returns the torso position for a known orientation: the mean, over the landmarks, of known minus
/// observed position.
/// @param seen must not be empty
[[nodiscard]] Eigen::Vector3d meanPosition_S(std::span<const KnownPoint> seen,
                                             const Eigen::Matrix3d& R_ST);

/// Returns the rotation about the vertical that an orientation with correct tilt lacks: the mean,
/// over the pairs of landmarks, of the angle between the known and the observed direction.
/// @param R_LevelT rotates T so that its up direction is vertical
/// @return rad; not set without two landmarks in different directions
[[nodiscard]] std::optional<double> missingTurnRad(std::span<const KnownPoint> seen,
                                                   const Eigen::Matrix3d& R_LevelT);

/// Fits the least-squares rotation from the observed to the known points about their centroids: the
/// rotational part of Umeyama, "Least-squares estimation of transformation parameters between two
/// point patterns", 1991.
/// @return not set for fewer than three points, or for collinear ones
[[nodiscard]] std::optional<Eigen::Matrix3d> fitRotation(std::span<const KnownPoint> seen);

/// Fits the tilt from the plane of the lines and the heading from pairs of landmarks.
/// @return not set for fewer than two landmarks, or for lines that do not span a plane
[[nodiscard]] std::optional<math::Pose> fitByFieldNormal(const SeenParts& seen);

/// Combines `fitRotation` and `meanPosition_S`.
[[nodiscard]] std::optional<math::Pose> fitByUmeyama(const SeenParts& seen);

/// A pose and the flags that determine it.
struct ThreeFlagsFit {
    math::Pose X_ST;
    std::array<std::size_t, 3> flags{}; ///< indices in the field's landmarks
};

/// Fits the position from the distances to three corner flags: A shares a goal line with C and a
/// sideline with B, so `x = (a^2 - b^2) / 2L` toward B, `y = (a^2 - c^2) / 2W` toward C,
/// `z = sqrt(a^2 - (x - Ax)^2 - (y - Ay)^2)`; the orientation rotates the observed directions of
/// the three flags to their directions from this position. Of four flags, the nearest three are
/// used.
/// @return not set for fewer than three corner flags, or for a field without flags
[[nodiscard]] std::optional<ThreeFlagsFit> fitByThreeFlags(const SeenParts& seen);

} // namespace sideline::localization
