#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/decision/behavior_tree.h"

namespace sideline::decision {

/// A file that another one includes.
struct IncludedTrees {
    std::string name; ///< name for errors, and for resolving the files that it includes
    std::string text;
};
/// Reads an included file.
/// @param path as written @param from name of the including file; the path is relative to it
using TreeFiles =
    std::function<base::Expected<IncludedTrees>(std::string_view path, const std::string& from)>;

/// Whether a string is XML whose root element is that of behavior trees. Other kinds of files are
/// XML as well, such as motions.
[[nodiscard]] bool isBehaviorTreeXml(std::string_view text);

/// The IDs of the trees in a string, in order; empty for other strings. Trees of included files are
/// not among them.
[[nodiscard]] std::vector<std::string> behaviorTreeIds(std::string_view text);

/// Reads a behavior tree in the XML of BehaviorTree.CPP, version 4 (`BTCPP_format="4"`) or 3, as
/// Groot writes it (docs/decisions.md):
///
///     <root BTCPP_format="4" main_tree_to_execute="Main">
///       <BehaviorTree ID="Main">
///         <Fallback>
///           <Sequence>
///             <ball-known/>
///             <ball-distance below="2" width="0.5"/>
///             <striker look="learn"/>
///           </Sequence>
///           <keeper/>
///         </Fallback>
///       </BehaviorTree>
///     </root>
///
/// A node without children is a node of BehaviorTree.CPP, a condition named after a measure, or
/// else an action, named after a behavior. Whether behaviors exist is not checked here.
/// @param title for display @param file for messages; may be empty
/// @param files reads included files; empty: none can be included
/// @param main tree to run; empty: `main_tree_to_execute`, or the only one that no other tree
/// contains
/// Errors, with file and line: Malformed, LimitExceeded; those of `files`.
[[nodiscard]] base::Expected<BehaviorTree> readBehaviorTreeXml(std::string_view text,
                                                               std::string title, std::string file,
                                                               const TreeFiles& files = {},
                                                               std::string_view main = {});

} // namespace sideline::decision
