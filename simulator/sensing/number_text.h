#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <string_view>

namespace sideline::simulator {

/// Appends a number with two decimals as the server does: exact ties of the single-precision value
/// round to the even digit, zero keeps its sign (`-0.00`), and non-finite values are `nan`, `-nan`,
/// `inf`, `-inf`. Allocates only when `out` has to grow; any thread.
///
/// Source: `ListToString` in SimSpark's `sexpparser.cpp`, a fixed stream of precision 2 for
/// single-precision values; recordings of rcssserver3d 0.7.3.
void appendHundredths(std::string& out, float value);

/// The same for a server time, which may be in double precision (see `game::asServerS`).
/// @param timeS s, below 10^13; larger ones are written in single precision
void appendTime(std::string& out, double timeS);

/// The exact number that a reader parses from the output of `appendHundredths` or `appendTime`.
/// @return nothing for values that are not finite or not below 10^13
[[nodiscard]] inline std::optional<double> inHundredths(double value) {
    const double hundredths = std::abs(value) * 100.0;
    if (!(hundredths < 1e15)) { // readers are exact up to 15 digits
        return std::nullopt;
    }
    constexpr double kWhole = 0x1p52; // doubles above have no fraction
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

/// Appends an integer.
void appendInteger(std::string& out, int value);

} // namespace sideline::simulator
