#include "viewer3d/shapes/field_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace sideline::viewer3d {

namespace {

using Eigen::Vector2f;
using Eigen::Vector3f;

constexpr float kLineWidthM = 0.05F;
constexpr float kPostRadiusM = 0.02F; // rcssserver3d: BarDiameter 0.04
constexpr float kNetSpacingM = 0.1F;
constexpr float kGridSpacingM = 0.1F;
constexpr int kGridLines = 20; // lines on each side of the middle
constexpr float kGridReachM = 2.0F;
constexpr std::array kLineColor = {0.94F, 0.96F, 0.94F, 1.0F};
constexpr std::array kNetColor = {0.92F, 0.92F, 0.92F, 0.38F};

// Lines from `origin` along `u`, repeated along `v`, and vice versa.
void addGrid(std::vector<ColorVertex>& lines, const Vector3f& origin, const Vector3f& u,
             const Vector3f& v) {
    const auto addFamily = [&](const Vector3f& along, const Vector3f& across) {
        const int count = std::max(1, static_cast<int>(std::lround(across.norm() / kNetSpacingM)));
        for (int i = 0; i <= count; ++i) {
            const Vector3f from =
                origin + across * (static_cast<float>(i) / static_cast<float>(count));
            lines.push_back({from, kNetColor});
            lines.push_back({from + along, kNetColor});
        }
    };
    addFamily(u, v);
    addFamily(v, u);
}

// A piece of a grid line, fading with the distance from the origin.
void addGridPiece(std::vector<ColorVertex>& triangles, const Vector2f& from, const Vector2f& to,
                  float widthM, float opacity) {
    const Vector2f along = (to - from).normalized() * (widthM / 2.0F);
    const Vector2f across(-along.y(), along.x());
    const std::array corners = {Vector2f(from - across), Vector2f(to - across),
                                Vector2f(to + across), Vector2f(from + across)};
    for (const std::size_t i : {0U, 1U, 2U, 0U, 2U, 3U}) {
        const float fade = std::clamp(1.0F - corners[i].norm() / kGridReachM, 0.0F, 1.0F);
        triangles.push_back({{corners[i].x(), corners[i].y(), 0.0F},
                             {kLineColor[0], kLineColor[1], kLineColor[2], opacity * fade}});
    }
}

} // namespace

std::vector<ColorVertex> gridTriangles() {
    std::vector<ColorVertex> triangles;
    for (int i = -kGridLines; i <= kGridLines; ++i) {
        const bool isBold = i % 5 == 0;
        const float across = static_cast<float>(i) * kGridSpacingM;
        for (int k = -kGridLines; k < kGridLines; ++k) {
            const float from = static_cast<float>(k) * kGridSpacingM;
            const float to = from + kGridSpacingM;
            const float widthM = isBold ? 0.007F : 0.004F;
            const float opacity = isBold ? 0.75F : 0.45F;
            addGridPiece(triangles, {across, from}, {across, to}, widthM, opacity);
            addGridPiece(triangles, {from, across}, {to, across}, widthM, opacity);
        }
    }
    for (const auto& [x, y] : {std::pair{-0.05F, 0.5F}, {0.05F, 0.5F}, {0.0F, 0.6F}}) {
        triangles.push_back({{x, y, 0.0F}, {0.95F, 0.85F, 0.30F, 0.85F}});
    }
    return triangles;
}

std::vector<ColorVertex> fieldLineTriangles(const field::FieldModel& field) {
    std::vector<ColorVertex> triangles;
    for (const field::LineSegment& line : field.lines()) {
        const Vector2f from = line.from_S.cast<float>();
        const Vector2f to = line.to_S.cast<float>();
        const Vector2f along = (to - from).normalized() * (kLineWidthM / 2.0F);
        const Vector2f across(-along.y(), along.x());
        const std::array corners = {Vector2f(from - along - across), Vector2f(to + along - across),
                                    Vector2f(to + along + across), Vector2f(from - along + across)};
        for (const std::size_t i : {0U, 1U, 2U, 0U, 2U, 3U}) {
            triangles.push_back({{corners[i].x(), corners[i].y(), 0.0F}, kLineColor});
        }
    }
    return triangles;
}

std::vector<ColorVertex> fieldLineMiddles(const field::FieldModel& field) {
    std::vector<ColorVertex> pairs;
    for (const field::LineSegment& line : field.lines()) {
        for (const Eigen::Vector2d& end_S : {line.from_S, line.to_S}) {
            pairs.push_back(
                {{static_cast<float>(end_S.x()), static_cast<float>(end_S.y()), 0.0F}, kLineColor});
        }
    }
    return pairs;
}

MeshData goalPosts(const field::FieldDimensions& field, const Detail& detail) {
    MeshData mesh;
    const auto lineX = static_cast<float>(field.lengthM / 2.0);
    const auto postY = static_cast<float>(field.goalWidthM / 2.0) + kPostRadiusM;
    const auto height = static_cast<float>(field.goalHeightM);
    const auto depth = static_cast<float>(field.goalDepthM);
    for (const float side : {-1.0F, 1.0F}) {
        const float x = side * (lineX + kPostRadiusM);
        for (const float y : {-postY, postY}) {
            mesh.add(cylinder(Axis::Z, kPostRadiusM, height, Zone::Post, detail),
                     {x, y, height / 2.0F});
            mesh.add(cylinder(Axis::X, kPostRadiusM * 0.6F, depth, Zone::Gray, detail),
                     {x + side * depth / 2.0F, y, kPostRadiusM * 0.6F});
        }
        mesh.add(cylinder(Axis::Y, kPostRadiusM, 2.0F * (postY + kPostRadiusM), Zone::Post, detail),
                 {x, 0, height + kPostRadiusM});
        mesh.add(cylinder(Axis::Y, kPostRadiusM * 0.6F, 2.0F * postY, Zone::Gray, detail),
                 {x + side * depth, 0, kPostRadiusM * 0.6F});
    }
    return mesh;
}

std::vector<ColorVertex> goalNetLines(const field::FieldDimensions& field) {
    std::vector<ColorVertex> lines;
    const auto lineX = static_cast<float>(field.lengthM / 2.0) + kPostRadiusM;
    const auto halfWidth = static_cast<float>(field.goalWidthM / 2.0) + kPostRadiusM;
    const auto height = static_cast<float>(field.goalHeightM) + kPostRadiusM;
    const auto depth = static_cast<float>(field.goalDepthM);
    for (const float side : {-1.0F, 1.0F}) {
        const Vector3f front(side * lineX, -halfWidth, 0);
        const Vector3f back(side * depth, 0, 0);
        const Vector3f across(0, 2.0F * halfWidth, 0);
        const Vector3f up(0, 0, height);
        addGrid(lines, front + back, across, up); // behind
        addGrid(lines, front + up, back, across); // above
        addGrid(lines, front, back, up);          // left and right
        addGrid(lines, front + across, back, up);
    }
    return lines;
}

} // namespace sideline::viewer3d
