#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "training/genome/program.h"
#include "training/genome/program_vocabulary.h"

namespace sideline::training {

// Programs as text that people read and edit:
//
//     ; behind a semicolon, anything
//     (program 1
//       (trees angle symmetric)
//       (gene 0.4
//         (lle3/rle3 (+ 0.5 (* 2 up-y)))
//         (speed 3)))
//
// 1 is the version of the format. `trees` says what trees decide (`angle` or `speed`) and whether
// one moves a joint and its mirror image (`symmetric`) or a single joint (`single`). A gene begins
// with its time, s. Outputs that it does not list are left alone.

inline constexpr std::uint64_t kMostProgramBytes = 4U << 20U; ///< of a program's text

/// Text that reads back as an equal program.
/// @param program with well-formed trees of the vocabulary
[[nodiscard]] std::string writeProgram(const Program& program, const ProgramVocabulary& vocabulary);

/// What the trees of a program decide.
/// Errors: Malformed with line and byte of the line, and what was expected.
[[nodiscard]] base::Expected<ProgramStyle> readProgramStyle(std::string_view text);

/// Errors: Malformed, Truncated with line and byte of the line, and what was expected: also for a
/// program of another style than the vocabulary's, and for joints that the robot does not have.
[[nodiscard]] base::Expected<Program> readProgram(std::string_view text,
                                                  const ProgramVocabulary& vocabulary);

/// A tree as one line; `-` for an empty one.
[[nodiscard]] std::string treeText(std::span<const Node> tree, const ProgramVocabulary& vocabulary);
/// A node's own text: its number, percept or function.
[[nodiscard]] std::string nodeText(const Node& node, const ProgramVocabulary& vocabulary);

} // namespace sideline::training
