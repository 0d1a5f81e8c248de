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
//     ; comment
//     (program 1
//       (trees angle symmetric)
//       (gene 0.4
//         (lle3/rle3 (+ 0.5 (* 2 up-y)))
//         (speed 3)))
//
// 1 is the version of the format. `trees` defines the output of trees (`angle` or `speed`) and
// whether a tree moves a joint and its mirror image (`symmetric`) or a single joint (`single`). A
// gene begins with its time, s. Outputs that it does not list do not change.

inline constexpr std::uint64_t kMaxProgramBytes = 4U << 20U; ///< maximum size of a program's text

/// Formats a program as text that reads back as equal.
/// @param program its trees must be well-formed and use the vocabulary
[[nodiscard]] std::string writeProgram(const Program& program, const ProgramVocabulary& vocabulary);

/// Reads the style of a program.
/// Errors: Malformed with line and byte of the line, and what was expected.
[[nodiscard]] base::Expected<ProgramStyle> readProgramStyle(std::string_view text);

/// Errors: Malformed, Truncated with line and byte of the line, and what was expected: also for a
/// program whose style differs from the vocabulary's, and for joints that the robot lacks.
[[nodiscard]] base::Expected<Program> readProgram(std::string_view text,
                                                  const ProgramVocabulary& vocabulary);

/// Formats a tree as one line; `-` for an empty one.
[[nodiscard]] std::string treeText(std::span<const Node> tree, const ProgramVocabulary& vocabulary);
/// Formats a node: its number, percept or function.
[[nodiscard]] std::string nodeText(const Node& node, const ProgramVocabulary& vocabulary);

} // namespace sideline::training
