#include "agentcore/field/voronoi.h"

namespace sideline::field {

namespace {

using Eigen::Vector2d;

constexpr std::size_t kMinCorners = 3;

// The part of a convex region that is nearer to `own` than to `other`. Clipping by one edge
// according to Sutherland and Hodgman, "Reentrant Polygon Clipping", Communications of the ACM 17
// (1974).
GroundRegion nearerPart(const GroundRegion& region, const Vector2d& own, const Vector2d& other) {
    const Vector2d towards = other - own;
    const Vector2d middle = 0.5 * (own + other);
    const auto beyondM2 = [&](const Vector2d& p) { return (p - middle).dot(towards); };
    GroundRegion part;
    for (std::size_t i = 0; i < region.size(); ++i) {
        const Vector2d& from = region[i];
        const Vector2d& to = region[(i + 1) % region.size()];
        const double fromBeyond = beyondM2(from);
        const double toBeyond = beyondM2(to);
        if (fromBeyond <= 0.0) {
            part.push_back(from);
        }
        if ((fromBeyond < 0.0 && toBeyond > 0.0) || (fromBeyond > 0.0 && toBeyond < 0.0)) {
            part.emplace_back(from + fromBeyond / (fromBeyond - toBeyond) * (to - from));
        }
    }
    return part.size() < kMinCorners ? GroundRegion{} : part;
}

} // namespace

std::vector<GroundRegion> voronoiRegions(std::span<const Vector2d> places_S, double lengthM,
                                         double widthM) {
    const double x = lengthM / 2.0;
    const double y = widthM / 2.0;
    const GroundRegion field = {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
    std::vector<GroundRegion> regions(places_S.size());
    for (std::size_t i = 0; i < places_S.size(); ++i) {
        if (!places_S[i].allFinite()) {
            continue;
        }
        regions[i] = field;
        for (std::size_t k = 0; k < places_S.size() && !regions[i].empty(); ++k) {
            if (k == i || !places_S[k].allFinite()) {
                continue;
            }
            if (places_S[k] != places_S[i]) {
                regions[i] = nearerPart(regions[i], places_S[i], places_S[k]);
            } else if (k < i) {
                regions[i].clear();
            }
        }
    }
    return regions;
}

} // namespace sideline::field
