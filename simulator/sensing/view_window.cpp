#include "simulator/sensing/view_window.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "agentcore/math/angles.h"

namespace sideline::simulator {

namespace {

using Eigen::Vector2f;
using Eigen::Vector3f;

constexpr float kImageDistanceM = 0.1F;
constexpr double kNearestM = 0.1;
constexpr float kEpsilon = std::numeric_limits<float>::epsilon();

// Angles are computed in double precision and stored in single precision, as on the server.
float arcTangentRad(float y, float x) {
    return static_cast<float>(std::atan2(static_cast<double>(y), static_cast<double>(x)));
}

float lengthOf(const Vector3f& v) {
    return std::sqrt(v.x() * v.x() + v.y() * v.y() + v.z() * v.z());
}

float lengthOf(float x, float y) {
    return std::sqrt(x * x + y * y);
}

// Angle opposite to `opposite` in a triangle with these sides; NaN if rounding makes it degenerate.
float angleRad(float side, float other, float opposite) {
    return std::acos((side * side + other * other - opposite * opposite) / (2.0F * side * other));
}

// Slightly above the tangent, so that points near the edge are always tested by angle.
float limitOf(double halfRad) {
    return halfRad < math::radFromDeg(89.0) ? static_cast<float>(std::tan(halfRad) * 1.001)
                                            : std::numeric_limits<float>::infinity();
}

float imageHalf(double halfRad) {
    return static_cast<float>(std::tan(halfRad) * static_cast<double>(kImageDistanceM));
}

// The sign of a NaN is meaningless but would be printed.
float withoutNanSign(float value) {
    return std::isnan(value) ? std::numeric_limits<float>::quiet_NaN() : value;
}

} // namespace

PolarPoint polarFromCamera(const Vector3f& p_C) {
    const float sideRad = arcTangentRad(p_C.y(), p_C.x());
    const float upRad = arcTangentRad(p_C.z(), lengthOf(p_C.x(), p_C.y()));
    double thetaDeg = math::degFromRad(static_cast<double>(sideRad)) - 90.0;
    if (thetaDeg < -180.0) {
        thetaDeg += 360.0;
    }
    return {withoutNanSign(lengthOf(p_C)), withoutNanSign(static_cast<float>(thetaDeg)),
            withoutNanSign(static_cast<float>(math::degFromRad(static_cast<double>(upRad))))};
}

ViewWindow::Segment::Segment(const Vector2f& from_, const Vector2f& to_) : from(from_), to(to_) {
    const float run = to.x() - from.x();
    const bool isUpright = std::abs(run) < kEpsilon;
    a = isUpright ? 0.0F : 1.0F;
    b = isUpright ? 1.0F : -(to.y() - from.y()) / run;
    c = -a * to.y() - b * to.x();
}

bool ViewWindow::Segment::boxContains(const Vector2f& point) const {
    const auto within = [](float value, float end, float otherEnd) {
        return value <= std::max(end, otherEnd) && value >= std::min(end, otherEnd);
    };
    return within(point.x(), from.x(), to.x()) && within(point.y(), from.y(), to.y());
}

std::optional<Vector2f> ViewWindow::Segment::crossing(const Segment& border) const {
    const float slopes = border.a * b - a * border.b;
    if (std::abs(slopes) < kEpsilon) {
        return std::nullopt;
    }
    const auto height = [](const Segment& line, float x) {
        return -(line.b * x + line.c) / line.a;
    };
    Vector2f point;
    if (a == 0.0F) {
        point.x() = -c / b;
        point.y() = height(border, point.x());
    } else if (border.a == 0.0F) {
        point.x() = -border.c / border.b;
        point.y() = height(*this, point.x());
    } else {
        point.x() = (a * border.c - border.a * c) / slopes;
        point.y() = height(*this, point.x());
    }
    return boxContains(point) && border.boxContains(point) ? std::optional(point) : std::nullopt;
}

ViewWindow::ViewWindow(const robot::VisionSettings::Cone& cone)
    : m_halfWidthDeg(static_cast<float>(math::degFromRad(cone.halfWidthRad))),
      m_halfHeightDeg(static_cast<float>(math::degFromRad(cone.halfHeightRad))),
      m_widthLimit(limitOf(cone.halfWidthRad)),
      m_heightLimit(limitOf(cone.halfHeightRad)),
      m_edges([&]() -> std::array<Segment, 4> {
          const float x = imageHalf(cone.halfWidthRad);
          const float y = imageHalf(cone.halfHeightRad);
          const Vector2f leftUp(-x, y);
          const Vector2f leftDown(-x, -y);
          const Vector2f rightUp(x, y);
          const Vector2f rightDown(x, -y);
          return {Segment(leftUp, rightUp), Segment(leftDown, rightDown), Segment(leftUp, leftDown),
                  Segment(rightUp, rightDown)};
      }()) {}

bool ViewWindow::contains(const PolarPoint& point) const {
    return std::abs(point.thetaDeg) <= m_halfWidthDeg && std::abs(point.phiDeg) <= m_halfHeightDeg;
}

bool ViewWindow::mayContain(const Vector3f& p_C) const {
    if (m_widthLimit < std::numeric_limits<float>::infinity() &&
        !(std::abs(p_C.x()) <= m_widthLimit * p_C.y())) {
        return false;
    }
    return !(m_heightLimit < std::numeric_limits<float>::infinity()) ||
           std::abs(p_C.z()) <= m_heightLimit * lengthOf(p_C.x(), p_C.y());
}

bool ViewWindow::isSeen(const Vector3f& p_C) const {
    return mayContain(p_C) && !(static_cast<double>(lengthOf(p_C)) <= kNearestM) &&
           contains(polarFromCamera(p_C));
}

ViewWindow::Cuts ViewWindow::cutsAtEdges(Vector3f begin_C, Vector3f end_C) const {
    // Clips the part in front of the image plane if the other end is beyond the plane.
    const auto cutAtPlane = [](Vector3f& nearEnd, const Vector3f& farEnd) {
        const float fraction = (kImageDistanceM - farEnd.y()) / (nearEnd.y() - farEnd.y());
        nearEnd = Vector3f(farEnd + (nearEnd - farEnd) * fraction);
    };
    if (begin_C.y() < kImageDistanceM && end_C.y() >= kImageDistanceM) {
        cutAtPlane(begin_C, end_C);
    } else if (end_C.y() < kImageDistanceM && begin_C.y() >= kImageDistanceM) {
        cutAtPlane(end_C, begin_C);
    }
    Cuts cuts;
    if (!(begin_C.y() > 0.0F && end_C.y() > 0.0F)) {
        return cuts;
    }
    const auto image = [](const Vector3f& p) {
        return Vector2f(p.x() * kImageDistanceM / p.y(), p.z() * kImageDistanceM / p.y());
    };
    const Vector2f endImage = image(end_C);
    const Segment line(image(begin_C), endImage);

    // Maps an intersection in the image to the line in space: law of sines in the triangle of
    // camera, end and intersection.
    const float endM = lengthOf(end_C);
    const float lineM = lengthOf(begin_C - end_C);
    const float atEndRad = angleRad(lineM, endM, lengthOf(begin_C));
    const Vector3f endRay(endImage.x(), kImageDistanceM, endImage.y());
    for (const Segment& edge : m_edges) {
        const std::optional<Vector2f> crossing = line.crossing(edge);
        if (!crossing || cuts.count == 2) {
            continue;
        }
        const Vector3f ray(crossing->x(), kImageDistanceM, crossing->y());
        const float atCameraRad = angleRad(lengthOf(ray), lengthOf(endRay), lengthOf(ray - endRay));
        const auto atCutRad = static_cast<float>(math::kPi - static_cast<double>(atEndRad) -
                                                 static_cast<double>(atCameraRad));
        const float alongM = endM / std::sin(atCutRad) * std::sin(atCameraRad);
        cuts.p_C[static_cast<std::size_t>(cuts.count++)] =
            end_C + (begin_C - end_C) * (alongM / lineM);
    }
    return cuts;
}

std::optional<SeenLine> ViewWindow::clip(const Vector3f& begin_C, const Vector3f& end_C) const {
    if (begin_C.y() <= 0.0F && end_C.y() <= 0.0F && m_halfWidthDeg < 90.0F) {
        return std::nullopt;
    }
    const bool seesBegin = isSeen(begin_C);
    const bool seesEnd = isSeen(end_C);
    if (seesBegin && seesEnd) {
        return SeenLine{polarFromCamera(begin_C), polarFromCamera(end_C)};
    }
    const Cuts cuts = cutsAtEdges(begin_C, end_C);
    if (cuts.count == 2) {
        return SeenLine{polarFromCamera(cuts.p_C[0]), polarFromCamera(cuts.p_C[1])};
    }
    if (cuts.count == 1 && seesBegin != seesEnd) {
        return seesBegin ? SeenLine{polarFromCamera(begin_C), polarFromCamera(cuts.p_C[0])}
                         : SeenLine{polarFromCamera(cuts.p_C[0]), polarFromCamera(end_C)};
    }
    return std::nullopt;
}

} // namespace sideline::simulator
