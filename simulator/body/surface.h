#pragma once

#include <optional>

#include <ode/ode.h>

namespace sideline::simulator {

/// What a surface does when it touches another; the `ContactJointHandler` of SimSpark's scenes.
struct Surface {
    struct Bounce {
        double share = 0.0;       ///< of the speed that comes back
        double minSpeedMps = 0.0; ///< slower contacts do not bounce
    };
    std::optional<Bounce> bounce;
    std::optional<double> slip;    ///< how easily the contact creeps, m/s per N
    std::optional<double> softErp; ///< share of the overlap that is pushed apart in a step
    std::optional<double> softCfm; ///< how far the contact gives way, m/s per N
};

/// Surfaces of rcssserver3d 0.7.3 (`data/rsg/agent/nao/*.rsg`, `odecontactjointhandler.cpp`).
inline constexpr Surface kGroundSurface{{}, 5e-3, 0.2, {}};
inline constexpr Surface kRobotSurface{{}, 5e-3, 0.6, 1e-4};
inline constexpr Surface kBallSurface{Surface::Bounce{0.8, 0.8}, 0.6, 0.5, 0.05};

/// What ODE gets for the contact of two surfaces. Properties that both have are averaged, those
/// of one are taken as they are (`CalcSurfaceParamInternal`). Friction is never exceeded.
[[nodiscard]] dSurfaceParameters mixed(const Surface& first, const Surface& second);

} // namespace sideline::simulator
