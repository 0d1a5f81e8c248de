#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"

namespace sideline::robot::rsg {

/// A list or an atom of a scene description, with the line where it begins.
struct Sexpr {
    bool isList = false;
    bool isQuoted = false;    ///< whether it is a quoted atom; `text` excludes the quotes
    std::string text;         ///< text of an atom
    std::vector<Sexpr> items; ///< elements of a list
    std::uint64_t line = 1;   ///< 1-based
};

/// Maximum size of a file in bytes, and maximum nesting of lists.
inline constexpr std::size_t kMaxSceneBytes = std::size_t{1} << 20U;
inline constexpr std::size_t kMaxListDepth = 64;

/// Parses the expressions of a string. Blanks separate atoms, `;` begins a comment to the end of
/// the line, double and single quotes enclose atoms with blanks. A UTF-8 byte order mark is
/// skipped.
///
/// @param maxCount maximum number of expressions; everything after them is ignored
/// Errors, with their line: LimitExceeded (too long, too deep), Malformed (an unmatched `)`, a byte
/// that is not text), Truncated (an unterminated list or quote). Any thread.
[[nodiscard]] base::Expected<std::vector<Sexpr>> parseSexprs(
    std::string_view text, std::size_t maxCount = std::numeric_limits<std::size_t>::max());

} // namespace sideline::robot::rsg
