#pragma once

#include <numbers>

#include <Eigen/Core>

#include "agentcore/game/server_kind.h"
#include "agentcore/math/angles.h"

namespace sideline::localization {

/// The server's noise model for vision (simspark.md 3.2), as standard deviations; the camera offset
/// is drawn once per agent.
struct VisionNoise {
    double distanceRatio = 0.000965;               ///< error of the distance, relative to the
                                                   ///< distance
    double sidewaysRad = math::radFromDeg(0.1480); ///< azimuth (theta)
    double upwardsRad = math::radFromDeg(0.1225);  ///< elevation (phi)
    double offsetHalfWidthM = 0.005;               ///< the offset is uniform within plus or minus
                                                   ///< this, per camera axis
    double distanceStepM = 0.01;                   ///< reported values are rounded to multiples of
                                                   ///< this
    double angleStepRad = math::radFromDeg(0.01);

    /// Returns the variances of distance (m), azimuth and elevation (rad) of an observed point,
    /// including rounding.
    [[nodiscard]] Eigen::Vector3d polarVariance(double distanceM) const {
        const auto square = [](double x) { return x * x; };
        // Rounding is a uniform error within a step.
        const double angleRounding = square(angleStepRad) / 12.0;
        return {square(distanceRatio * distanceM) + square(distanceStepM) / 12.0,
                square(sidewaysRad) + angleRounding, square(upwardsRad) + angleRounding};
    }
    /// Returns the standard deviation of the offset along each axis.
    [[nodiscard]] double offsetSigmaM() const { return offsetHalfWidthM / std::numbers::sqrt3; }

    /// Returns the model with all random parts (not the rounding) scaled by a factor.
    [[nodiscard]] VisionNoise scaled(double factor) const {
        VisionNoise noise = *this;
        noise.distanceRatio *= factor;
        noise.sidewaysRad *= factor;
        noise.upwardsRad *= factor;
        noise.offsetHalfWidthM *= factor;
        return noise;
    }
    [[nodiscard]] bool operator==(const VisionNoise&) const = default;
};

/// Returns the noise of a server's vision. rcssservermj (branch `monitor-protocol`, 45ef386): 1 %
/// of the distance and half a degree, truncated to two decimals, no offset.
[[nodiscard]] inline VisionNoise visionNoiseOf(game::ServerKind server) {
    if (server == game::ServerKind::SimSpark) {
        return {};
    }
    return {.distanceRatio = 0.01,
            .sidewaysRad = math::radFromDeg(0.5),
            .upwardsRad = math::radFromDeg(0.5),
            .offsetHalfWidthM = 0.0};
}

} // namespace sideline::localization
