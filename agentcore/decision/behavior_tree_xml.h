#pragma once

#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/decision/behavior_tree.h"

namespace sideline::decision {

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
/// Errors, with file and line: Malformed, LimitExceeded.
[[nodiscard]] base::Expected<BehaviorTree> readBehaviorTreeXml(std::string_view text,
                                                               std::string title, std::string file);

} // namespace sideline::decision
