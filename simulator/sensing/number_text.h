#pragma once

#include <string>

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

/// The same with six decimals; no server writes them.
void appendMillionths(std::string& out, float value);

/// Appends a whole number.
void appendInteger(std::string& out, int value);

} // namespace sideline::simulator
