#include "agentcore/behavior/moving.h"

#include <array>

namespace sideline::behavior {

std::span<const base::NumberInfo<BallSearchSettings>> BallSearchSettings::numbers() {
    using S = BallSearchSettings;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"look-around", "time for which it looks around for a lost ball before it turns", "s", 0.0,
         20.0, &S::lookAroundS},
        {"turn", "turn rate while it searches for the ball", "rad/s", 0.0, 4.0, &S::turnRadPerS},
        {"at-feet",
         "distance within which the ball counts as being at the robot's feet: their reach plus a "
         "step",
         "m", 0.0, 2.0, &S::atFeetM},
        {"back-away", "speed at which it backs away from a ball at its feet that it must not touch",
         "m/s", 0.0, 2.0, &S::backAwayMps},
    });
    return kRows;
}

} // namespace sideline::behavior
