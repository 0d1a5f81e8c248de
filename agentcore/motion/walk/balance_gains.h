#pragma once

#include <array>

#include "agentcore/base/number_info.h"

namespace sideline::motion {

/// Gains of the feedback that a gait or a kick applies to the ankles and hips of the legs: for the
/// torso's tilt error (`P`) and for the tilt rate (`D`, s).
struct BalanceGains {
    double anklePitchP = 0.0;
    double anklePitchD = 0.0; ///< s
    double hipPitchP = 0.0;
    double hipPitchD = 0.0;
    double ankleRollP = 0.0;
    double ankleRollD = 0.0;
    double hipRollP = 0.0;
    double hipRollD = 0.0;
    [[nodiscard]] bool operator==(const BalanceGains&) const = default;
};

/// The rows of a table of parameters that derive from `BalanceGains`, in the order of the struct.
template <typename Values>
[[nodiscard]] constexpr std::array<base::NumberInfo<Values>, 8> balanceGainInfos() {
    return {{
        {"ankle-pitch-p", "ankle pitch feedback: proportional to the pitch error", "", -1.5, 1.5,
         &Values::anklePitchP},
        {"ankle-pitch-d", "ankle pitch feedback: proportional to the pitch rate", "s", -0.2, 0.2,
         &Values::anklePitchD},
        {"hip-pitch-p", "hip pitch feedback: proportional to the pitch error", "", -1.5, 1.5,
         &Values::hipPitchP},
        {"hip-pitch-d", "hip pitch feedback: proportional to the pitch rate", "s", -0.2, 0.2,
         &Values::hipPitchD},
        {"ankle-roll-p", "ankle roll feedback: proportional to the roll error", "", -1.5, 1.5,
         &Values::ankleRollP},
        {"ankle-roll-d", "ankle roll feedback: proportional to the roll rate", "s", -0.2, 0.2,
         &Values::ankleRollD},
        {"hip-roll-p", "hip roll feedback: proportional to the roll error", "", -1.5, 1.5,
         &Values::hipRollP},
        {"hip-roll-d", "hip roll feedback: proportional to the roll rate", "s", -0.2, 0.2,
         &Values::hipRollD},
    }};
}

} // namespace sideline::motion
