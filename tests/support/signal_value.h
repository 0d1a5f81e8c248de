#pragma once

#include <limits>
#include <string_view>

#include "logs/session/session_signals.h"

namespace sideline::tests {

/// Returns the value of a signal in a frame; NaN if the frame does not have it.
inline double agentSignalValue(std::string_view name, const world::AgentFrame& frame) {
    double found = std::numeric_limits<double>::quiet_NaN();
    logs::visitAgentSignals(frame, [&](std::string_view candidate, double value) {
        if (candidate == name) {
            found = value;
        }
    });
    return found;
}

} // namespace sideline::tests
