#include "motions/limb_paths.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/base/assert.h"
#include "agentcore/math/angles.h"

namespace sideline::keyframe {

namespace {

// Columns: forward, left and up, expressed in the axes right, forward, up.
Eigen::Matrix3d bodyFromTorsoAxes() {
    Eigen::Matrix3d axes;
    axes << 0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0;
    return axes;
}

Eigen::Matrix3d rotation(const Eigen::Vector3d& rollPitchYawRad) {
    using Eigen::AngleAxisd;
    using Eigen::Vector3d;
    return (AngleAxisd(rollPitchYawRad.z(), Vector3d::UnitZ()) *
            AngleAxisd(rollPitchYawRad.y(), Vector3d::UnitY()) *
            AngleAxisd(rollPitchYawRad.x(), Vector3d::UnitX()))
        .toRotationMatrix();
}

} // namespace

math::Pose torsoPose(const LimbPoint& point) {
    const Eigen::Matrix3d axes = bodyFromTorsoAxes();
    return {axes * rotation(point.rollPitchYawRad) * axes.transpose(), axes * point.positionM};
}

LimbPoint limbPoint(const math::Pose& X_TorsoTip) {
    const Eigen::Matrix3d axes = bodyFromTorsoAxes();
    const Eigen::Matrix3d R = axes.transpose() * X_TorsoTip.R * axes;
    LimbPoint point;
    point.positionM = axes.transpose() * X_TorsoTip.p;
    point.rollPitchYawRad = {std::atan2(R(2, 1), R(2, 2)),
                             std::asin(std::clamp(-R(2, 0), -1.0, 1.0)),
                             std::atan2(R(1, 0), R(0, 0))};
    return point;
}

double progressOf(Curve curve, double timeRatio) {
    const double u = std::clamp(timeRatio, 0.0, 1.0);
    switch (curve) {
    case Curve::Hold:
        return u < 1.0 ? 0.0 : 1.0;
    case Curve::Linear:
        return u;
    case Curve::Smooth:
    case Curve::Cubic:
        return u * u * (3.0 - 2.0 * u);
    case Curve::Sine:
        return 0.5 * (1.0 - std::cos(math::kPi * u));
    }
    return u;
}

math::Pose onStraightPath(const LimbPoint& from, const LimbPoint& to, double progress) {
    const math::Pose begin = torsoPose(from);
    const math::Pose end = torsoPose(to);
    const Eigen::Quaterniond turned =
        Eigen::Quaterniond(begin.R).slerp(progress, Eigen::Quaterniond(end.R));
    return {turned.toRotationMatrix(), begin.p + progress * (end.p - begin.p)};
}

math::Pose onSplinePath(std::span<const LimbPoint> points, double progress) {
    SIDELINE_ASSERT(points.size() >= 2);
    const auto last = static_cast<std::ptrdiff_t>(points.size()) - 1;
    const double along = std::clamp(progress, 0.0, 1.0) * static_cast<double>(last);
    const auto segment = std::min(static_cast<std::ptrdiff_t>(along), last - 1);
    const double u = along - static_cast<double>(segment);
    // Extrapolates the points linearly beyond the ends.
    const auto at = [&](std::ptrdiff_t index, auto member) -> Eigen::Vector3d {
        const auto point = [&](std::ptrdiff_t i) -> const Eigen::Vector3d& {
            return points[static_cast<std::size_t>(i)].*member;
        };
        if (index < 0) {
            return 2.0 * point(0) - point(1);
        }
        return index > last ? 2.0 * point(last) - point(last - 1) : point(index);
    };
    const std::array<double, 4> through = {
        0.5 * (-u + 2.0 * u * u - u * u * u), 0.5 * (2.0 - 5.0 * u * u + 3.0 * u * u * u),
        0.5 * (u + 4.0 * u * u - 3.0 * u * u * u), 0.5 * (-u * u + u * u * u)};
    const double r = 1.0 - u;
    const std::array<double, 4> near = {
        r * r * r / 6.0, (4.0 - 6.0 * u * u + 3.0 * u * u * u) / 6.0,
        (1.0 + 3.0 * u + 3.0 * u * u - 3.0 * u * u * u) / 6.0, u * u * u / 6.0};
    LimbPoint point;
    for (std::ptrdiff_t i = 0; i < 4; ++i) {
        const auto weight = static_cast<std::size_t>(i);
        point.positionM += through[weight] * at(segment - 1 + i, &LimbPoint::positionM);
        point.rollPitchYawRad += near[weight] * at(segment - 1 + i, &LimbPoint::rollPitchYawRad);
    }
    return torsoPose(point);
}

} // namespace sideline::keyframe
