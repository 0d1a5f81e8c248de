#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <string_view>

namespace sideline::simulator {

/// Appends a number with two decimals as the server writes all of its numbers: an exact tie of
/// the single-precision value goes to the even digit, zero keeps its sign (`-0.00`), and what is
/// no number reads `nan`, `-nan`, `inf`, `-inf`. Allocates only when `out` has to grow; any thread.
///
/// Source: `ListToString` in SimSpark's `sexpparser.cpp`, a fixed stream of precision 2 over
/// single-precision values; recordings of rcssserver3d 0.7.3.
void appendHundredths(std::string& out, float value);

/// The same for a time of the server's, which may be in double precision (see
/// `game::asServerS`).
/// @param timeS s, below 10^13; larger ones are reported in single precision
void appendTime(std::string& out, double timeS);

/// The number that a reader takes from what `appendHundredths` or `appendTime` writes, exactly.
/// @return nothing for what is no number, infinite, or not below 10^13
[[nodiscard]] inline std::optional<double> inHundredths(double value) {
    const double hundredths = std::abs(value) * 100.0;
    if (!(hundredths < 1e15)) { // a reader is exact up to 15 digits
        return std::nullopt;
    }
    constexpr double kWhole = 0x1p52; // doubles beyond have no fraction left
    return std::copysign(((hundredths + kWhole) - kWhole) / 100.0, value);
}

/// Whether a reader of the server's text takes this for one word; an empty one is none to be read.
[[nodiscard]] inline bool isPlainWord(std::string_view text) {
    for (const char byte : text) {
        if (byte <= ' ' || byte > '~' || byte == '(' || byte == ')') {
            return false;
        }
    }
    return true;
}

/// Appends a number with six decimals; no server writes them.
void appendMillionths(std::string& out, float value);

/// Appends a whole number.
void appendInteger(std::string& out, int value);

} // namespace sideline::simulator
