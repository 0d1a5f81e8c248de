#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"

namespace sideline::decision {

/// Edits of a node in the text of a decision.
enum class NodeChange : std::uint8_t {
    AddBelow,      ///< a child; a state in a state; without a node: one on the top level
    AddBeside,     ///< the next one below the same node; of a network another of the same kind
    AddTransition, ///< of a state, or of `any`
    Delete,        ///< with all that stands below it, and comments right above it
    MoveUp,        ///< before the one that stands before it, of the same kind
    MoveDown
};

/// The position of a node in the text.
struct NodePlace {
    int line = 0;    ///< from 1; 0: no node
    int ordinal = 0; ///< of XML: which of those that begin in that line, from 0; those of a subtree
                     ///< that is used several times may continue the count
};
/// The line of the group of transitions from any state, wherever it stands.
inline constexpr int kAnyPlace = -1;

/// A text in which a node has been changed.
struct NodeEdit {
    std::string text;
    NodePlace place;    ///< of the node then; of one that was deleted: no node
    bool isNew = false; ///< a node was added, which has to be filled in
    std::string note;   ///< what else was done; empty: nothing
};

/// Changes a node in the text of a decision maker. Everything else stays as it is written, comments
/// and indentation included. A node that is added does nothing until it is filled in: a score of 0,
/// a transition that never fires, a module that no goal asks for, `AlwaysSuccess` or
/// `AlwaysFailure`.
/// @param text as its reader takes it; lines end with `\n` @param kind of `kDecisionKinds`
/// @return what its reader may still refuse, such as a second node below a decorator
/// Errors: no node there; the form has no such change, or not for this node. Any thread.
[[nodiscard]] base::Expected<NodeEdit> editNode(std::string_view text, std::string_view kind,
                                                const NodePlace& place, NodeChange change);

} // namespace sideline::decision
