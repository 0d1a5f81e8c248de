#pragma once

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
