#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "agentcore/game/constants.h"

namespace sideline::runtime {

/// Counts the server cycles for which no message arrived, by server time.
///
/// The server accumulates 0.02 s in single precision, so its time is slightly too large, and
/// reports hundredths: messages are sometimes 0.03 s apart although none is missing (15 of 7634 in
/// a real match). An excess of one hundredth is therefore ignored.
class MissedCycles {
public:
    /// @return cycles missed between the previous message and this one
    std::uint64_t note(double serverTimeS) {
        if (!std::isfinite(serverTimeS)) {
            return 0;
        }
        const double lateS = serverTimeS - m_lastS.value_or(serverTimeS) - game::kStepS;
        m_lastS = serverTimeS;
        const double cycles = std::floor(lateS / game::kStepS + 0.25);
        // Time that runs backward or jumps indicates a different game.
        return cycles > 0.0 && cycles <= kMaxCycles ? static_cast<std::uint64_t>(cycles) : 0;
    }
    void reset() { m_lastS.reset(); }

private:
    static constexpr double kMaxCycles = 3000.0; // one minute; longer gaps are not counted
    std::optional<double> m_lastS;
};

} // namespace sideline::runtime
