#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <Eigen/Core>

namespace sideline::drawing {

/// Red, green, blue and opacity; 255 is the maximum.
struct Color {
    std::uint8_t red = 255;
    std::uint8_t green = 255;
    std::uint8_t blue = 255;
    std::uint8_t alpha = 255;
    [[nodiscard]] bool operator==(const Color&) const = default;
};

/// Shapes of RoboViz's drawing protocol. Positions in the server frame S, meters.
struct Circle {
    Eigen::Vector2d center_S = Eigen::Vector2d::Zero(); ///< center, on the ground
    double radiusM = 0.0;
    double thicknessPx = 1.0;
    Color color;
    [[nodiscard]] bool operator==(const Circle&) const = default;
};
struct Line {
    Eigen::Vector3d from_S = Eigen::Vector3d::Zero();
    Eigen::Vector3d to_S = Eigen::Vector3d::Zero();
    double thicknessPx = 1.0;
    Color color;
    [[nodiscard]] bool operator==(const Line&) const = default;
};
struct Point {
    Eigen::Vector3d p_S = Eigen::Vector3d::Zero();
    double sizePx = 1.0;
    Color color;
    [[nodiscard]] bool operator==(const Point&) const = default;
};
struct Sphere {
    Eigen::Vector3d center_S = Eigen::Vector3d::Zero();
    double radiusM = 0.0;
    Color color;
    [[nodiscard]] bool operator==(const Sphere&) const = default;
};
/// Filled and convex; the only shape with transparency.
struct Polygon {
    std::vector<Eigen::Vector3d> corners_S;
    Color color;
    [[nodiscard]] bool operator==(const Polygon&) const = default;
};
/// A label at a position.
struct Annotation {
    Eigen::Vector3d p_S = Eigen::Vector3d::Zero();
    std::string text; ///< UTF-8
    Color color;
    [[nodiscard]] bool operator==(const Annotation&) const = default;
};

using Shape = std::variant<Circle, Line, Point, Sphere, Polygon, Annotation>;

/// A shape that belongs to a set, such as `ball.prediction`.
struct NamedShape {
    std::string set;
    Shape shape;
    [[nodiscard]] bool operator==(const NamedShape&) const = default;
};

} // namespace sideline::drawing
