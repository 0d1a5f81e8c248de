#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"

namespace sideline::decision {

/// Edits of a node in the text of a decision.
enum class NodeChange : std::uint8_t {
    AddBelow,      ///< a child, or a nested state; without a node, a top-level node
    AddBeside,     ///< the next sibling; in a network, another node of the same kind
    AddTransition, ///< from a state, or from `any`
    Delete,        ///< with its descendants, and the comments directly above it
    MoveUp,        ///< before the previous sibling of the same kind
    MoveDown
};

/// The position of a node in the text.
struct NodePlace {
    int line = 0;    ///< from 1; 0: no node
    int ordinal = 0; ///< in XML, index among the elements that begin in that line, from 0;
                     ///< taken modulo the number of these elements, since a subtree may be used
                     ///< several times
};
/// Stands for the line of the group of transitions from any state, wherever it is.
inline constexpr int kAnyPlace = -1;

/// Text in which a node has been changed.
struct NodeEdit {
    std::string text;
    NodePlace place;    ///< the node's new line; none for a deleted node
    bool isNew = false; ///< whether a node was added that must be filled in
    std::string note;   ///< other changes that were made; empty if none
};

/// Changes a node in the text of a decision maker. Preserves everything else, including comments
/// and indentation. An added node has no effect until it is filled in: a score of 0, a transition
/// that never fires, a module without a goal, `AlwaysSuccess` or `AlwaysFailure`.
/// @param text valid for its reader; lines end with `\n`
/// @param kind one of `kDecisionKinds`
/// @return text that its reader may still reject, for example because of a second node below a
/// decorator
/// Errors: there is no node at this place; the form does not support this change, or not for this
/// node. Any thread.
[[nodiscard]] base::Expected<NodeEdit> editNode(std::string_view text, std::string_view kind,
                                                const NodePlace& place, NodeChange change);

} // namespace sideline::decision
