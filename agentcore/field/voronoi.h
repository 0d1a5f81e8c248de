#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

namespace sideline::field {

/// Corners of a convex part of the ground, counterclockwise; meters, server frame S.
using GroundRegion = std::vector<Eigen::Vector2d>;

/// The Voronoi regions of a field: to each place, the part of the field that is nearer to it than
/// to any other place. Each region is the field cut by the perpendicular bisectors to all other
/// places, O(n^2) corners; 22 places take some ten microseconds.
///
/// @param places_S meters; those outside of the field have a region, too
/// @param lengthM, widthM of the field, which lies about the origin
/// @return a region for each place, in their order; empty for a place that is nowhere the nearest,
///     for the later ones of equal places, and for places that are no numbers
[[nodiscard]] std::vector<GroundRegion> voronoiRegions(std::span<const Eigen::Vector2d> places_S,
                                                       double lengthM, double widthM);

} // namespace sideline::field
