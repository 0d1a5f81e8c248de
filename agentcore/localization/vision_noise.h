#pragma once

#include <numbers>

#include <Eigen/Core>

#include "agentcore/math/angles.h"

namespace sideline::localization {

/// The law by which the server falsifies what a camera sees (simspark.md 3.2). One standard
/// deviation each; the camera's offset is drawn once for every agent.
struct VisionNoise {
    double distanceShare = 0.000965;               ///< of the distance
    double sidewaysRad = math::radFromDeg(0.1480); ///< azimuth (theta)
    double upwardsRad = math::radFromDeg(0.1225);  ///< elevation (phi)
    double offsetHalfWidthM = 0.005;               ///< uniform in +- this, per axis of the camera
    double distanceStepM = 0.01;                   ///< numbers come rounded to this
    double angleStepRad = math::radFromDeg(0.01);

    /// Variance of a seen point's distance (m), azimuth and elevation (rad), with the rounding.
    [[nodiscard]] Eigen::Vector3d polarVariance(double distanceM) const {
        const auto square = [](double x) { return x * x; };
        // Rounding to a step is an error that is equal within it.
        const double angleRounding = square(angleStepRad) / 12.0;
        return {square(distanceShare * distanceM) + square(distanceStepM) / 12.0,
                square(sidewaysRad) + angleRounding, square(upwardsRad) + angleRounding};
    }
    /// Of the offset along each axis.
    [[nodiscard]] double offsetSigmaM() const { return offsetHalfWidthM / std::numbers::sqrt3; }

    /// The same law with every random part (not the rounding) so many times as large.
    [[nodiscard]] VisionNoise scaled(double factor) const {
        VisionNoise noise = *this;
        noise.distanceShare *= factor;
        noise.sidewaysRad *= factor;
        noise.upwardsRad *= factor;
        noise.offsetHalfWidthM *= factor;
        return noise;
    }
    [[nodiscard]] bool operator==(const VisionNoise&) const = default;
};

} // namespace sideline::localization
