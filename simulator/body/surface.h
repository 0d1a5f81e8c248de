#pragma once

#include <optional>

#include <ode/ode.h>

namespace sideline::simulator {

/// Contact properties of a surface; the `ContactJointHandler` of SimSpark's scenes.
struct Surface {
    struct Bounce {
        double restitution = 0.0; ///< ratio of rebound speed to impact speed
        double minSpeedMps = 0.0; ///< slower contacts do not bounce
    };
    std::optional<Bounce> bounce;
    std::optional<double> slip;    ///< tangential slip of the contact, m/s per N
    std::optional<double> softErp; ///< fraction of the penetration that is corrected per step
    std::optional<double> softCfm; ///< compliance of the contact, m/s per N
};

/// Surfaces of rcssserver3d 0.7.3 (`data/rsg/agent/nao/*.rsg`, `odecontactjointhandler.cpp`).
inline constexpr Surface kGroundSurface{{}, 5e-3, 0.2, {}};
inline constexpr Surface kRobotSurface{{}, 5e-3, 0.6, 1e-4};
inline constexpr Surface kBallSurface{Surface::Bounce{0.8, 0.8}, 0.6, 0.5, 0.05};

/// ODE's parameters for the contact of two surfaces. Properties of both are averaged, those of only
/// one are used directly (`CalcSurfaceParamInternal`). Friction is unlimited.
[[nodiscard]] dSurfaceParameters mixed(const Surface& first, const Surface& second);

} // namespace sideline::simulator
