#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sideline::protocol {

/// Parses the number at `p`: fast where up to 15 digits and a small exponent make the result exact,
/// otherwise with the standard library. Accepts the output of C++ streams including `nan` and `inf`
/// with sign, also as Microsoft's library writes them (`-nan(ind)`); overflow and underflow give 0.
/// @return the position after the number, or null if there is none
[[nodiscard]] const char* readNumber(const char* p, const char* end, double& value);

/// Length of the suffix that Microsoft's library appends to `nan`, at the beginning of `text`:
/// `(ind)` or `(snan)`; otherwise 0.
[[nodiscard]] std::size_t nanSuffixLength(std::string_view text);

/// Appends a number with two decimals, as the server writes all its measurements: exact ties round
/// to the even digit, zero keeps its sign (`-0.00`), and non-finite values are written as `nan`,
/// `-nan`, `inf`, `-inf`. A number parsed from such a string is written identically. Allocates only
/// when `out` has to grow; any thread.
///
/// Source: `ListToString` in SimSpark's `sexpparser.cpp`, a fixed stream of precision 2 for
/// single-precision values; recordings of rcssserver3d 0.7.3.
void appendHundredths(std::string& out, double value);

/// Appends a finite number below 1e9 with up to six decimals and no trailing zeros: `-0.5`, `3`.
void appendShort(std::string& out, double value);

/// The value that a reader parses from the output of `appendShort`.
[[nodiscard]] double asShort(double value);

/// Appends an integer.
void appendInteger(std::string& out, int value);

} // namespace sideline::protocol
