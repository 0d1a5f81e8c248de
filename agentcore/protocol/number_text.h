#pragma once

#include <string>

namespace sideline::protocol {

/// Reads the number that starts at `p`: quickly where up to 15 digits and a small exponent make the
/// result exact, else through the standard library. Takes what C++ streams print, also `nan` and
/// `inf` with sign; too large and too small ones are 0.
/// @return behind the number, or null if there is none
[[nodiscard]] const char* readNumber(const char* p, const char* end, double& value);

/// Appends a number with two decimals, as the server writes all its measurements; zero keeps its
/// sign (`-0.00`). A number that was read from such a text is written as it was.
void appendHundredths(std::string& out, double value);

/// Appends a finite number below 1e9 with up to six decimals and no superfluous zeros: `-0.5`, `3`.
void appendShort(std::string& out, double value);

/// The number that a reader takes from what `appendShort` writes.
[[nodiscard]] double asShort(double value);

/// Appends a whole number.
void appendInteger(std::string& out, int value);

} // namespace sideline::protocol
