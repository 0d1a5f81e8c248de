#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "agentcore/game/constants.h"

namespace sideline::world {

/// Counts the server's steps of 20 ms by the time that its messages report.
///
/// The reported time is rounded to hundredths of a second and drifts against them, so that two
/// messages are reported to be 0.02 or 0.03 s apart when exactly one step is between them
/// (simspark.md 3.1).
class StepClock {
public:
    /// Takes the time of the next message.
    /// @param serverTimeS as reported; nothing if the message reported none
    /// @return time since the message before, a whole number of steps, from one step to 1 s
    double advance(const std::optional<double>& serverTimeS) {
        if (!serverTimeS || !std::isfinite(*serverTimeS)) {
            return game::kStepS;
        }
        const double reportedS = *serverTimeS - m_serverTimeS;
        m_serverTimeS = *serverTimeS;
        // Time that stands still or runs backwards is a server that restarted. What is rounded
        // off comes in single hundredths, and never makes a second step of one.
        const double steps = std::floor(reportedS / game::kStepS + kEarly);
        return !std::exchange(m_hasTime, true) || steps < 1.0
                   ? game::kStepS
                   : std::min(steps * game::kStepS, kLongestS);
    }
    /// The next message is the first one.
    void reset() { *this = StepClock(); }
    /// The time that was reported last; 0 before the first.
    [[nodiscard]] double serverTimeS() const { return m_serverTimeS; }

private:
    static constexpr double kEarly =
        0.25; ///< share of a step by which a reported time may be early
    static constexpr double kLongestS = 1.0;
    double m_serverTimeS = 0.0;
    bool m_hasTime = false;
};

} // namespace sideline::world
