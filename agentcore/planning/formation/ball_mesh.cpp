#include "agentcore/planning/formation/ball_mesh.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

#include "agentcore/base/assert.h"
#include "agentcore/planning/cross.h"

namespace sideline::planning {

namespace {

using Eigen::Vector2d;
using Edge = std::array<std::size_t, 2>;

// Twice the area of a triangle, positive if it is counterclockwise.
double area(const Vector2d& a, const Vector2d& b, const Vector2d& c) {
    return cross(b - a, c - a);
}

bool isInCircumcircle(const Vector2d& a, const Vector2d& b, const Vector2d& c, const Vector2d& p) {
    const Vector2d pa = a - p;
    const Vector2d pb = b - p;
    const Vector2d pc = c - p;
    return pa.squaredNorm() * cross(pb, pc) - pb.squaredNorm() * cross(pa, pc) +
               pc.squaredNorm() * cross(pa, pb) >
           1e-9;
}

// The edges that belong to only one triangle, in that triangle's orientation.
std::vector<Edge> outerEdges(std::span<const BallMesh::Triangle> triangles) {
    std::map<Edge, int> count;
    for (const BallMesh::Triangle& triangle : triangles) {
        for (std::size_t i = 0; i < 3; ++i) {
            ++count[{triangle[i], triangle[(i + 1) % 3]}];
        }
    }
    std::vector<Edge> edges;
    for (const auto& [edge, times] : count) {
        if (!count.contains({edge[1], edge[0]})) {
            edges.push_back(edge);
        }
    }
    return edges;
}

// For collinear points: connects neighbors along the line.
std::vector<Edge> lineEdges(std::span<const Vector2d> points) {
    std::vector<std::size_t> order(points.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
        return std::pair(points[a].x(), points[a].y()) < std::pair(points[b].x(), points[b].y());
    });
    std::vector<Edge> edges;
    for (std::size_t i = 1; i < order.size(); ++i) {
        edges.push_back({order[i - 1], order[i]});
    }
    return edges;
}

} // namespace

BallMesh BallMesh::make(std::span<const Vector2d> points) {
    SIDELINE_ASSERT(!points.empty());
    BallMesh mesh;
    mesh.m_points.assign(points.begin(), points.end());
    // A large triangle around all points; its corners are removed at the end.
    constexpr double kFarM = 1e4;
    const std::size_t count = points.size();
    std::vector<Vector2d> all(points.begin(), points.end());
    all.insert(all.end(), {{-kFarM, -kFarM}, {kFarM, -kFarM}, {0.0, kFarM}});
    std::vector<Triangle> triangles = {{count, count + 1, count + 2}};
    for (std::size_t i = 0; i < count; ++i) {
        const auto isHit = [&](const Triangle& t) {
            return isInCircumcircle(all[t[0]], all[t[1]], all[t[2]], all[i]);
        };
        const auto hit = std::partition(triangles.begin(), triangles.end(),
                                        [&](const Triangle& t) { return !isHit(t); });
        const std::vector<Triangle> gone(hit, triangles.end());
        triangles.erase(hit, triangles.end());
        for (const Edge& edge : outerEdges(gone)) {
            triangles.push_back({edge[0], edge[1], i});
        }
    }
    // Slivers along the hull, from points that are collinear except for rounding, are dropped.
    constexpr double kMinArea = 1e-6;
    std::erase_if(triangles, [&](const Triangle& t) {
        return std::ranges::any_of(t, [&](std::size_t point) { return point >= count; }) ||
               area(all[t[0]], all[t[1]], all[t[2]]) < kMinArea;
    });
    mesh.m_triangles = std::move(triangles);
    mesh.m_edges =
        mesh.m_triangles.empty() ? lineEdges(mesh.m_points) : outerEdges(mesh.m_triangles);
    return mesh;
}

MeshWeights BallMesh::at(const Vector2d& p) const {
    for (const Triangle& t : m_triangles) {
        const Vector2d& a = m_points[t[0]];
        const Vector2d& b = m_points[t[1]];
        const Vector2d& c = m_points[t[2]];
        const double whole = area(a, b, c);
        const double first = area(p, b, c) / whole;
        const double second = area(a, p, c) / whole;
        if (first >= 0.0 && second >= 0.0 && first + second <= 1.0) {
            return {t, {first, second, 1.0 - first - second}};
        }
    }
    MeshWeights nearest{{0, 0, 0}, {1.0, 0.0, 0.0}};
    double nearestM = std::numeric_limits<double>::infinity();
    for (const Edge& edge : m_edges) {
        const Vector2d& from = m_points[edge[0]];
        const Vector2d way = m_points[edge[1]] - from;
        const double ratio = std::clamp((p - from).dot(way) / way.squaredNorm(), 0.0, 1.0);
        const double distanceM = (from + ratio * way - p).norm();
        if (distanceM < nearestM) {
            nearestM = distanceM;
            nearest = {{edge[0], edge[1], edge[0]}, {1.0 - ratio, ratio, 0.0}};
        }
    }
    return nearest;
}

} // namespace sideline::planning
