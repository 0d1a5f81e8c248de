#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/monitor_decoder.h"
#include "agentcore/robot/shape_extent.h"
#include "tests/support/scene_builder.h"
#include "viewer3d/shapes/mesh_data.h"
#include "viewer3d/view/camera_rig.h"

namespace sideline::viewer3d {

/// A scripted scene as the frame that the viewer gets.
inline monitor::MatchFramePtr frameOf(const tests::ScriptedScene& scene) {
    monitor::MonitorDecoder decoder;
    const auto report = decoder.decode(tests::fullMessage(scene), 0);
    EXPECT_TRUE(report) << (report ? "" : report.error().toString());
    return makeMatchFrame(0, 0.0, decoder.game(),
                          std::make_shared<monitor::SceneState>(decoder.scene()), false);
}

/// The farthest part of a robot from the middle of a view, up, down or sideways: 1 is at the edge
/// of a square picture. Each body counts as the box around its shape.
inline double reachInView(const CameraPose& pose, const monitor::RobotFrame& robot) {
    double farthest = 0.0;
    for (std::size_t i = 0; i < robot.X_SBody.size(); ++i) {
        for (const Eigen::Vector3d& way :
             {Eigen::Vector3d(1, 0, 0), Eigen::Vector3d(0, 1, 0), Eigen::Vector3d(0, 0, 1)}) {
            for (const double sign : {-1.0, 1.0}) {
                const Eigen::Vector3d along_S = sign * way;
                const double reachM =
                    robot::extentM(robot.model->bodies()[i], robot.X_SBody[i], along_S) -
                    along_S.dot(robot.X_SBody[i].p);
                const Eigen::Vector3d seen = robot.X_SBody[i].p + reachM * along_S - pose.eye;
                const double half = std::tan(pose.fovYRad / 2.0) * seen.dot(pose.forward);
                EXPECT_GT(half, 0.0) << "behind the camera";
                farthest =
                    std::max({farthest, std::abs(seen.dot(pose.forward.cross(pose.up))) / half,
                              std::abs(seen.dot(pose.up)) / half});
            }
        }
    }
    return farthest;
}

/// The smallest box around points, edges along the axes.
struct Bounds {
    Eigen::Vector3f min = Eigen::Vector3f::Constant(1e9F);
    Eigen::Vector3f max = Eigen::Vector3f::Constant(-1e9F);
    [[nodiscard]] Eigen::Vector3f size() const { return max - min; }
};

template <typename Corner>
Bounds boundsOf(const std::vector<Corner>& corners) {
    Bounds bounds;
    for (const Corner& corner : corners) {
        bounds.min = bounds.min.cwiseMin(corner.position);
        bounds.max = bounds.max.cwiseMax(corner.position);
    }
    return bounds;
}

inline const Vertex& corner(const MeshData& mesh, std::size_t triangle, std::size_t which) {
    return mesh.vertices.at(mesh.indices.at(3 * triangle + which));
}

/// Twice the area of a triangle, along its normal.
inline Eigen::Vector3f areaNormal(const MeshData& mesh, std::size_t triangle) {
    const Eigen::Vector3f& a = corner(mesh, triangle, 0).position;
    return (corner(mesh, triangle, 1).position - a).cross(corner(mesh, triangle, 2).position - a);
}

/// Volume that a closed mesh encloses; negative if its outside is inside.
inline double volumeOf(const MeshData& mesh) {
    double sixfold = 0.0;
    for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
        sixfold += static_cast<double>(
            corner(mesh, t, 0)
                .position.dot(corner(mesh, t, 1).position.cross(corner(mesh, t, 2).position)));
    }
    return sixfold / 6.0;
}

/// Edges of triangles that no other triangle runs along in the opposite direction. Corners less
/// than 10 micrometres apart count as one, triangles without area not at all.
inline std::size_t openEdges(const MeshData& mesh) {
    using Place = std::array<long, 3>;
    std::map<Place, int> places;
    const auto placeOf = [&](const Vertex& vertex) {
        const Eigen::Vector3f p = vertex.position * 1e5F;
        return places
            .try_emplace({std::lround(p.x()), std::lround(p.y()), std::lround(p.z())},
                         static_cast<int>(places.size()))
            .first->second;
    };
    std::map<std::pair<int, int>, int> edges;
    for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
        const std::array ids = {placeOf(corner(mesh, t, 0)), placeOf(corner(mesh, t, 1)),
                                placeOf(corner(mesh, t, 2))};
        if (ids[0] != ids[1] && ids[1] != ids[2] && ids[2] != ids[0]) {
            for (std::size_t k = 0; k < 3; ++k) {
                ++edges[{ids[k], ids[(k + 1) % 3]}];
            }
        }
    }
    std::size_t open = 0;
    for (const auto& [edge, count] : edges) {
        const auto back = edges.find({edge.second, edge.first});
        open += back != edges.end() && back->second == count ? 0U : 1U;
    }
    return open;
}

/// Corners whose normal is not of unit length.
inline std::size_t badNormals(const MeshData& mesh) {
    std::size_t bad = 0;
    for (const Vertex& vertex : mesh.vertices) {
        bad += std::abs(vertex.normal.norm() - 1.0F) < 1e-3F ? 0U : 1U;
    }
    return bad;
}

/// Corners of triangles that face the viewer while their normal faces away.
inline std::size_t inwardNormals(const MeshData& mesh) {
    std::size_t inward = 0;
    for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
        const Eigen::Vector3f area = areaNormal(mesh, t);
        for (std::size_t k = 0; k < 3 && area.norm() > 1e-8F; ++k) {
            inward += area.normalized().dot(corner(mesh, t, k).normal) > 0.0F ? 0U : 1U;
        }
    }
    return inward;
}

/// Whether every number of every corner is a number, and every index is one of a corner.
inline bool isSound(const MeshData& mesh) {
    for (const Vertex& vertex : mesh.vertices) {
        if (!vertex.position.allFinite() || !vertex.normal.allFinite() ||
            !std::isfinite(vertex.zone)) {
            return false;
        }
    }
    for (const std::uint32_t index : mesh.indices) {
        if (index >= mesh.vertices.size()) {
            return false;
        }
    }
    return mesh.indices.size() % 3 == 0;
}

} // namespace sideline::viewer3d
