#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "agentcore/game/constants.h"

namespace sideline::runtime {

/// Counts the server's cycles of which no message came, by the server's own time.
///
/// The server adds 0.02 s up in single precision, which makes a little more, and reports the sum in
/// hundredths: now and then messages are 0.03 s apart though none is missing (15 of 7634 in a real
/// match). So a hundredth too much counts for nothing.
class MissedCycles {
public:
    /// @return cycles missed between the message before and this one
    std::uint64_t note(double serverTimeS) {
        if (!std::isfinite(serverTimeS)) {
            return 0;
        }
        const double lateS = serverTimeS - m_lastS.value_or(serverTimeS) - game::kStepS;
        m_lastS = serverTimeS;
        const double cycles = std::floor(lateS / game::kStepS + 0.25);
        // Time that runs backwards, or leaps, is another game.
        return cycles > 0.0 && cycles <= kMostCycles ? static_cast<std::uint64_t>(cycles) : 0;
    }
    void reset() { m_lastS.reset(); }

private:
    static constexpr double kMostCycles = 3000.0; // a minute
    std::optional<double> m_lastS;
};

} // namespace sideline::runtime
