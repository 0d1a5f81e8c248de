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
/// Finds the file of a node by the node's name; nullopt if there is none.
using EagleFiles = std::function<base::Expected<std::optional<EagleFile>>(std::string_view name)>;

/// A function that can be called by conditions in the Eagle Knights format.
struct EagleFunction {
    std::string_view name;      ///< name, such as `DistanciaPelotaPortEK`
    std::string_view arguments; ///< preceding text, in groups of four digits; may be empty
    std::string_view outcomes;  ///< outcomes, such as `Menor, Mayor`
    std::string_view measures;  ///< quantity of the belief that it measures
};
[[nodiscard]] std::span<const EagleFunction> eagleFunctions();

/// Conditions that need no file: one is never met (score 0), the other always (score 1).
inline constexpr std::string_view kEagleNever = "Nunca";
inline constexpr std::string_view kEagleAlways = "Siempre";

/// Whether a string is a tree in that form: its first line is `-1`.
[[nodiscard]] bool isEagleTree(std::string_view text);

/// Reads the condition tree of Eagle Knights (E. Torres Vidal: "Sistema de Inteligencia Artificial
/// del equipo Eagle Knights") as printed in their paper: `-N` opens and closes level N, other lines
/// are a number for human readers and the name of a node. Each node is defined in its own file: for
/// a condition, functions with a score per outcome; for a behavior, nothing (then it is the
/// behavior of that name), or a line such as `keeper dive=false`. `#` begins a comment, as in
/// Sideline's own form.
///
/// The printed tree has `-7` where level 8 ends, and then `-7` again. Therefore a level without an
/// end of its own ends with an outer one, and a repeated end counts once; both cause a warning. The
/// score of several functions is their minimum.
/// @param title for display @param file of the tree, for messages
/// Errors, with file and line: Malformed, LimitExceeded; those of `files`.
[[nodiscard]] base::Expected<ConditionTree> readEagleTree(std::string_view text, std::string title,
                                                          std::string file,
                                                          const EagleFiles& files);

} // namespace sideline::decision
