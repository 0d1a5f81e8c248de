#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"

namespace sideline::robot::rsg {

/// A list, or an atom, of a scene description, with the line where it begins.
struct Sexpr {
    bool isList = false;
    bool isQuoted = false;    ///< an atom that stood in quotes; `text` is without them
    std::string text;         ///< of an atom
    std::vector<Sexpr> items; ///< of a list
    std::uint64_t line = 1;   ///< 1-based
};

/// Most bytes of one file, and most lists in each other, that are read.
inline constexpr std::size_t kMaxSceneBytes = std::size_t{1} << 20U;
inline constexpr std::size_t kMaxListDepth = 64;

/// All expressions of a text. Blanks separate atoms, `;` begins a comment to the end of the line,
/// double and single quotes hold atoms with blanks.
///
/// Errors, with their line: LimitExceeded (too long, too deep), Malformed (a `)` too many, a byte
/// that is no text), Truncated (a list or a quote that is never closed). Any thread.
[[nodiscard]] base::Expected<std::vector<Sexpr>> parseSexprs(std::string_view text);

} // namespace sideline::robot::rsg
