#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

namespace sideline::field {

/// Corners of a convex ground region, counterclockwise; meters, server frame S.
using GroundRegion = std::vector<Eigen::Vector2d>;

/// The Voronoi regions of a field: for each point, the part of the field nearer to it than to any
/// other point. Each region is the field clipped by the perpendicular bisectors to all other
/// points, O(n^2) corners; 22 points take about ten microseconds.
///
/// @param places_S points in meters; those outside the field also have a region
/// @param lengthM, widthM dimensions of the field, which is centered on the origin
/// @return one region per point, in input order; empty for points whose region lies outside the
/// field, for repeated points and for points that are not finite
[[nodiscard]] std::vector<GroundRegion> voronoiRegions(std::span<const Eigen::Vector2d> places_S,
                                                       double lengthM, double widthM);

} // namespace sideline::field
