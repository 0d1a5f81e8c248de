#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "agentcore/protocol/number_text.h"

namespace sideline::simulator {

// The server's text of a single-precision value.
using protocol::appendHundredths;
using protocol::appendInteger;

/// Appends a server time as `appendHundredths` does; the time may be in double precision (see
/// `game::asServerS`).
/// @param timeS s, below 10^13; larger ones are written in single precision
void appendTime(std::string& out, double timeS);

/// The exact number that a reader parses from the output of `appendHundredths` or `appendTime`.
/// @return nullopt for values that are not finite or not below 10^13
[[nodiscard]] inline std::optional<double> inHundredths(double value) {
    const double hundredths = std::abs(value) * 100.0;
    if (!(hundredths < 1e15)) { // readers are exact up to 15 digits
        return std::nullopt;
    }
    constexpr double kWhole = 0x1p52; // doubles above this have no fraction
    return std::copysign(((hundredths + kWhole) - kWhole) / 100.0, value);
}

/// Whether a reader of the server's text parses this as one word; false for an empty text.
[[nodiscard]] inline bool isPlainWord(std::string_view text) {
    for (const char byte : text) {
        if (byte <= ' ' || byte > '~' || byte == '(' || byte == ')') {
            return false;
        }
    }
    return true;
}

/// Appends a number with six decimals, which servers never write.
void appendMillionths(std::string& out, float value);

} // namespace sideline::simulator
