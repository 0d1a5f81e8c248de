#pragma once

#include <array>
#include <optional>

#include <Eigen/Core>

#include "agentcore/robot/perceptor_layout.h"

namespace sideline::simulator {

/// Polar coordinates in a camera frame with y forward and z up. In single precision, as on the
/// server.
struct PolarPoint {
    float distanceM = 0.0F;
    float thetaDeg = 0.0F; ///< positive to the left
    float phiDeg = 0.0F;   ///< positive upward
};

[[nodiscard]] PolarPoint polarFromCamera(const Eigen::Vector3f& p_C);

/// The visible part of a line: its two ends.
struct SeenLine {
    PolarPoint begin;
    PolarPoint end;
};

/// The limited field of view of a camera. Immutable.
///
/// Follows `CheckVisuable` and `SenseLine` of the server's `restrictedvisionperceptor.cpp`
/// including every rounding, because it affects the results: points must be inside the cone and
/// farther than 0.1 m; lines are clipped at a rectangle in the image plane at 0.1 m, a different
/// shape. Where a line crosses the upper or lower edge, the server compares single-precision
/// numbers for equality and thereby loses many of these lines; and its law of sines turns some ends
/// into `nan`.
class ViewWindow {
public:
    explicit ViewWindow(const robot::VisionSettings::Cone& cone);

    /// Whether a direction is within the cone, including its border.
    [[nodiscard]] bool contains(const PolarPoint& point) const;
    /// A fast test without angles; false only for points that are certainly outside.
    [[nodiscard]] bool mayContain(const Eigen::Vector3f& p_C) const;
    /// The visible part of a line; nullopt if no part of it is visible. The order of its ends is
    /// unspecified.
    [[nodiscard]] std::optional<SeenLine> clip(const Eigen::Vector3f& begin_C,
                                               const Eigen::Vector3f& end_C) const;

private:
    /// A line segment in the image plane, `a y + b x + c = 0` with a = 0 or 1, and its ends.
    struct Segment {
        Segment(const Eigen::Vector2f& from, const Eigen::Vector2f& to);
        [[nodiscard]] std::optional<Eigen::Vector2f> crossing(const Segment& border) const;
        [[nodiscard]] bool boxContains(const Eigen::Vector2f& point) const;
        Eigen::Vector2f from;
        Eigen::Vector2f to;
        float a;
        float b;
        float c;
    };
    struct Cuts {
        std::array<Eigen::Vector3f, 2> p_C;
        int count = 0;
    };

    [[nodiscard]] bool isSeen(const Eigen::Vector3f& p_C) const;
    [[nodiscard]] Cuts cutsAtEdges(Eigen::Vector3f begin_C, Eigen::Vector3f end_C) const;

    float m_halfWidthDeg;
    float m_halfHeightDeg;
    float m_widthLimit;  ///< |x| / y beyond which nothing is visible; infinite for wide views
    float m_heightLimit; ///< |z| / hypot(x, y) beyond which nothing is visible
    std::array<Segment, 4> m_edges; ///< upper, lower, left, right
};

} // namespace sideline::simulator
