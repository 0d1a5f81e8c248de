#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include <Eigen/Core>

#include "agentcore/localization/closed_form_parts.h"
#include "agentcore/math/pose.h"

namespace sideline::localization {

/// Where the torso is if its orientation is known: the mean, over the landmarks, of where each is
/// known to be less where it is seen.
/// @param seen not empty
[[nodiscard]] Eigen::Vector3d meanPosition_S(std::span<const KnownPoint> seen,
                                             const Eigen::Matrix3d& R_ST);

/// The turn about the vertical that is missing in an orientation whose tilt is right: the mean,
/// over the pairs of landmarks, between the known and the seen direction from one to the other.
/// @param R_LevelT turns T so that up is up
/// @return rad; nothing if there is no pair of landmarks aside of one another
[[nodiscard]] std::optional<double> missingTurnRad(std::span<const KnownPoint> seen,
                                                   const Eigen::Matrix3d& R_LevelT);

/// The orientation that puts what is seen onto what is known, least squares, after both have been
/// put to their centers: the rotational part of Umeyama, "Least-squares estimation of
/// transformation parameters between two point patterns", 1991.
/// @return nothing for fewer than three points, or if all of them lie along a line
[[nodiscard]] std::optional<Eigen::Matrix3d> fitRotation(std::span<const KnownPoint> seen);

/// The plane of the lines reports the tilt, pairs of landmarks the heading.
/// @return nothing for fewer than two landmarks, or lines that make no plane
[[nodiscard]] std::optional<math::Pose> fitByFieldNormal(const SeenParts& seen);

/// `fitRotation` and `meanPosition_S`.
[[nodiscard]] std::optional<math::Pose> fitByUmeyama(const SeenParts& seen);

/// A pose, and which of the landmarks it was made of.
struct ThreeFlagsFit {
    math::Pose X_ST;
    std::array<std::size_t, 3> flags{}; ///< indices in the field's landmarks
};

/// Position from the distances of three corner flags: with A the flag that shares its goal line
/// with C and its sideline with B, `x = (a^2 - b^2) / 2L` towards B, `y = (a^2 - c^2) / 2W`
/// towards C, `z = sqrt(a^2 - (x - Ax)^2 - (y - Ay)^2)`; then the orientation that turns the seen
/// directions of the three into those in which they are from there. Of four flags the nearest
/// three count.
/// @return nothing for fewer than three corner flags, or a field that has none
[[nodiscard]] std::optional<ThreeFlagsFit> fitByThreeFlags(const SeenParts& seen);

} // namespace sideline::localization
