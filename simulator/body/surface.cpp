#include "simulator/body/surface.h"

namespace sideline::simulator {

namespace {

// The server uses single precision here.
std::optional<double> mean(const std::optional<double>& a, const std::optional<double>& b) {
    if (a && b) {
        return static_cast<double>((static_cast<float>(*a) + static_cast<float>(*b)) / 2.0F);
    }
    const auto& one = a ? a : b;
    return one ? std::optional(static_cast<double>(static_cast<float>(*one))) : std::nullopt;
}

} // namespace

dSurfaceParameters mixed(const Surface& first, const Surface& second) {
    dSurfaceParameters result{};
    result.mu = dInfinity;
    if (const auto slip = mean(first.slip, second.slip)) {
        result.mode |= dContactSlip1 | dContactSlip2;
        result.slip1 = *slip;
        result.slip2 = *slip;
    }
    if (const auto erp = mean(first.softErp, second.softErp)) {
        result.mode |= dContactSoftERP;
        result.soft_erp = *erp;
    }
    if (const auto cfm = mean(first.softCfm, second.softCfm)) {
        result.mode |= dContactSoftCFM;
        result.soft_cfm = *cfm;
    }
    if (first.bounce || second.bounce) {
        const auto part = [](const Surface& surface, double Surface::Bounce::*member) {
            return surface.bounce ? std::optional((*surface.bounce).*member) : std::nullopt;
        };
        result.mode |= dContactBounce;
        result.bounce = *mean(part(first, &Surface::Bounce::restitution),
                              part(second, &Surface::Bounce::restitution));
        result.bounce_vel = *mean(part(first, &Surface::Bounce::minSpeedMps),
                                  part(second, &Surface::Bounce::minSpeedMps));
    }
    return result;
}

} // namespace sideline::simulator
