#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/decision/behavior_tree.h"
#include "agentcore/decision/blackboard_names.h"

namespace sideline::decision {

/// The queues of the loops of a behavior tree that is being read: items written in the file, or
/// entries whose strings contain them. The strings are known once all nodes have been read; the
/// items are created then.
class LoopQueues {
public:
    LoopQueues(BehaviorTree& tree, BlackboardNames& names) : m_tree(tree), m_names(names) {}

    /// Reads the queue of a loop; `finish` reports the first queue that is too long.
    /// @param text such as `1;2;3` or `{entry}` @param tag the loop's XML tag
    /// @return false if its items are not of the loop's kind
    [[nodiscard]] bool add(std::size_t node, std::string_view text, std::string_view tag);
    /// Describes what `add` accepts, for error messages.
    [[nodiscard]] static std::string expectedFor(std::string_view tag);
    /// Records that a loop, whose queue has been read, passes its items to `BtNode::entry`.
    /// @param text notation of its queue
    void setTarget(std::size_t node, std::string_view text);
    /// Prepares the items of all strings that entries can pass to loops. Errors, with line:
    /// LimitExceeded for more than `kMaxTreeSteps` items in all queues.
    [[nodiscard]] base::Expected<void> finish();

private:
    [[nodiscard]] bool hasRoomFor(std::string_view text);

    BehaviorTree& m_tree;
    BlackboardNames& m_names;
    std::vector<std::size_t> m_loops;     ///< loops whose queue is in an entry
    std::size_t m_separators = 0;         ///< separators between the items of all queues
    std::optional<std::size_t> m_tooLong; ///< the loop whose queue has too many items
};

} // namespace sideline::decision
