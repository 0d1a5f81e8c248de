#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/decision/behavior_tree.h"
#include "agentcore/decision/blackboard_names.h"

namespace sideline::decision {

/// The queues of the loops of a behavior tree that is being read: items that are written in the
/// file, or entries whose texts have them. Texts are fixed, so items are made when all nodes have
/// been read.
class LoopQueues {
public:
    LoopQueues(BehaviorTree& tree, BlackboardNames& names) : m_tree(tree), m_names(names) {}

    /// Reads the queue of a loop. @param text such as `1;2;3` or `{entry}` @param tag of the loop
    /// @return false: its items are not of the loop's kind
    [[nodiscard]] bool add(std::size_t node, std::string_view text, std::string_view tag);
    /// What `add` takes, for errors.
    [[nodiscard]] static std::string expectedFor(std::string_view tag);
    /// Records that a loop, whose queue has been read, passes its items to `BtNode::entry`.
    void setTarget(std::size_t node);
    /// Prepares the items of all texts that entries can pass to loops.
    void finish();

private:
    [[nodiscard]] bool isRead(const BtNode& node) const;

    BehaviorTree& m_tree;
    BlackboardNames& m_names;
    std::string_view m_text;          ///< the queue that was read last
    std::vector<std::size_t> m_loops; ///< that read their queue from an entry and pass on items
};

} // namespace sideline::decision
