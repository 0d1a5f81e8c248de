#pragma once

#include <array>
#include <optional>

#include <Eigen/Core>

#include "agentcore/robot/perceptor_layout.h"

namespace sideline::simulator {

/// Where something is, seen from a camera that looks along y with z up. In single precision, as
/// the server counts.
struct PolarPoint {
    float distanceM = 0.0F;
    float thetaDeg = 0.0F; ///< positive to the left
    float phiDeg = 0.0F;   ///< positive upwards
};

[[nodiscard]] PolarPoint polarFromCamera(const Eigen::Vector3f& p_C);

/// A line as it is seen: its two ends.
struct SeenLine {
    PolarPoint begin;
    PolarPoint end;
};

/// What a camera with a limited view lets through. Immutable.
///
/// Follows `CheckVisuable` and `SenseLine` of the server's `restrictedvisionperceptor.cpp` in every
/// rounding, because it shows: points must be within the angles of the cone and further than 0.1 m;
/// lines are cut at a rectangle in the image plane at 0.1 m, a different shape. Where a line leaves
/// through the upper or lower edge, the server compares single-precision numbers for equality, so
/// that it loses many of these lines; and its law of sines turns some ends into `nan`.
class ViewWindow {
public:
    explicit ViewWindow(const robot::VisionSettings::Cone& cone);

    /// Whether a point in these directions is within the cone, borders included.
    [[nodiscard]] bool contains(const PolarPoint& point) const;
    /// False only for points that are certainly outside; spares the angles.
    [[nodiscard]] bool mayContain(const Eigen::Vector3f& p_C) const;
    /// The part of a line that is seen, or nothing. Ends may come out in either order.
    [[nodiscard]] std::optional<SeenLine> clip(const Eigen::Vector3f& begin_C,
                                               const Eigen::Vector3f& end_C) const;

private:
    /// A straight line in the image plane, `a y + b x + c = 0` with a = 0 or 1, and its two ends.
    struct Segment {
        Segment(const Eigen::Vector2f& from, const Eigen::Vector2f& to);
        [[nodiscard]] std::optional<Eigen::Vector2f> crossing(const Segment& border) const;
        [[nodiscard]] bool boxHolds(const Eigen::Vector2f& point) const;
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
    float m_widthLimit;  ///< |x| / y beyond which nothing is seen; infinite for wide views
    float m_heightLimit; ///< |z| / hypot(x, y) likewise
    std::array<Segment, 4> m_edges; ///< upper, lower, left, right
};

} // namespace sideline::simulator
