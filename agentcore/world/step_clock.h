#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "agentcore/game/constants.h"

namespace sideline::world {

/// Counts the server's 20 ms steps from the reported times.
///
/// The reported time is rounded to hundredths of a second and drifts, so two messages that are one
/// step apart can be reported 0.02 or 0.03 s apart (simspark.md 3.1).
class StepClock {
public:
    /// Processes the time of the next message.
    /// @param serverTimeS reported time; not set if the message has none
    /// @return time since the previous message, a whole number of steps, from one step to 1 s
    double advance(const std::optional<double>& serverTimeS) {
        if (!serverTimeS || !std::isfinite(*serverTimeS)) {
            return game::kStepS;
        }
        const double reportedS = *serverTimeS - m_serverTimeS;
        m_serverTimeS = *serverTimeS;
        // Time that stands still or runs backward indicates a restarted server. The rounding
        // amounts to hundredths of a second and never adds a step.
        const double steps = std::floor(reportedS / game::kStepS + kEarly);
        return !std::exchange(m_hasTime, true) || steps < 1.0
                   ? game::kStepS
                   : std::min(steps * game::kStepS, kMaxStepS);
    }
    /// Treats the next message as the first one.
    void reset() { *this = StepClock(); }
    /// The last reported time; initially 0.
    [[nodiscard]] double serverTimeS() const { return m_serverTimeS; }

private:
    static constexpr double kEarly =
        0.25; ///< fraction of a step by which a reported time may be early
    static constexpr double kMaxStepS = 1.0;
    double m_serverTimeS = 0.0;
    bool m_hasTime = false;
};

} // namespace sideline::world
