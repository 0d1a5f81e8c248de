#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/decision/condition_tree.h"

namespace sideline::decision {

/// A file that belongs to a node.
struct EagleFile {
    std::string path;
    std::string text;
};
/// Finds the file of a node by the node's name; nothing if there is none.
using EagleFiles = std::function<base::Expected<std::optional<EagleFile>>(std::string_view name)>;

/// A function that conditions in the form of Eagle Knights may call.
struct EagleFunction {
    std::string_view name;      ///< as `DistanciaPelotaPortEK`
    std::string_view arguments; ///< what stands before it, in groups of four digits; may be empty
    std::string_view outcomes;  ///< as `Menor, Mayor`
    std::string_view measures;  ///< what it asks of the belief
};
[[nodiscard]] std::span<const EagleFunction> eagleFunctions();

/// Conditions that need no file: one that never holds (a score of 0) and one that always does (1).
inline constexpr std::string_view kEagleNever = "Nunca";
inline constexpr std::string_view kEagleAlways = "Siempre";

/// Whether a text is a tree in that form: its first line is `-1`.
[[nodiscard]] bool isEagleTree(std::string_view text);

/// Reads the condition tree of Eagle Knights (E. Torres Vidal: "Sistema de Inteligencia Artificial
/// del equipo Eagle Knights") as its paper prints it: `-N` opens and closes level N, other lines
/// are a number for people and the name of a node. What a node's name means stands in its own
/// file: for a condition, functions with a score per outcome; for a behavior, nothing (then it is
/// the behavior of that name), or a line as `keeper dive=false`. `#` begins a comment, as in our
/// form.
///
/// The printed tree has `-7` where level 8 ends and then `-7` again: a level that ends without its
/// own number ends with an outer one, and an end that is written twice is taken once, both with a
/// warning.
/// The score of several functions is the lowest of theirs.
/// @param title for display @param file of the tree, for messages
/// Errors, with file and line: Malformed, LimitExceeded; those of `files`.
[[nodiscard]] base::Expected<ConditionTree> readEagleTree(std::string_view text, std::string title,
                                                          std::string file,
                                                          const EagleFiles& files);

} // namespace sideline::decision
