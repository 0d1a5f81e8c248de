#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "agentcore/decision/behavior_tree.h"
#include "agentcore/decision/condition.h"
#include "agentcore/decision/decider.h"

namespace sideline::decision {

/// What a node of a behavior tree remembers from tick to tick.
struct NodeMemory {
    NodeStatus status = NodeStatus::Idle;
    std::size_t at = 0;                   ///< the child at work; 0: the first
    int count = 0;                        ///< repetitions, or children that were skipped
    bool isOn = false;                    ///< a timer runs; its condition was met; it has run
    bool isOver = false;                  ///< as a child of a parallel node
    double sinceS = 0.0;                  ///< when its timer began
    NodeStatus result = NodeStatus::Idle; ///< of `RunOnce`
    int behavior = -1;                    ///< of an action that is running
    int run = 0;                          ///< of that
};

/// The state of a behavior tree, and what is done with its nodes: they are asked (ticked), halted,
/// and their conditions and scripts are worked out. What each kind of node does is `tickNode`.
/// Allocates only when it is given a tree. A value.
class TreeTicker {
public:
    explicit TreeTicker(BehaviorTreePtr tree);

    /// Restarts.
    void reset();
    /// Ticks the root once. @param work as it stands
    void tick(const MeasureInput& input, double stepS, std::span<const Work> work);
    /// Adopts the state of an older version: with the same kinds of nodes at their places,
    /// otherwise from the start. Entries keep what they hold.
    void follow(const TreeTicker& old);

    [[nodiscard]] const BehaviorTree& tree() const { return *m_tree; }
    [[nodiscard]] const ConditionValues& conditions() const { return m_conditions; }
    [[nodiscard]] std::span<const NodeMemory> memories() const { return m_memory; }
    [[nodiscard]] std::span<const BlackboardValue> entries() const { return m_entries; }
    /// What a node has returned in this cycle, or holds since an earlier one.
    [[nodiscard]] NodeStatus shown(std::size_t n) const { return m_shown[n]; }

    // For `tickNode`, during a tick:
    [[nodiscard]] const BtNode& node(std::size_t n) const { return m_tree->nodes[n]; }
    [[nodiscard]] NodeMemory& memory(std::size_t n) { return m_memory[n]; }
    [[nodiscard]] double nowS() const { return m_nowS; }
    /// Ticks a child.
    NodeStatus execute(std::size_t n);
    /// Makes a node idle; one that is running is halted.
    void reset(std::size_t n);
    void resetChildren(std::size_t n);
    NodeStatus tickAction(std::size_t n);
    [[nodiscard]] bool holds(int condition);
    [[nodiscard]] BlackboardValue valueOf(const NodeValue& value) const;
    void run(const NodeScript& script);
    void unset(int entry) { m_entries[static_cast<std::size_t>(entry)] = {}; }

private:
    /// What a tick is done with.
    struct Cycle {
        MeasureInput input;
        std::span<const Work> work;
    };

    NodeStatus precondition(std::size_t n);
    void halt(std::size_t n);
    [[nodiscard]] int variantOf(std::size_t n) const;
    void begin(std::size_t n, int behavior);
    void followEntries(const TreeTicker& old);

    BehaviorTreePtr m_tree;
    ConditionValues m_conditions;
    std::vector<NodeMemory> m_memory; ///< of each node
    std::vector<NodeStatus> m_shown;  ///< of each node
    std::vector<BlackboardValue> m_entries;
    const Cycle* m_cycle = nullptr; ///< during a tick
    double m_nowS = 0.0;
    int m_lastRun = 0;
    bool m_isNew = false; ///< what works was begun by an older version
};

/// Does what a node does when it is ticked.
NodeStatus tickNode(TreeTicker& ticker, std::size_t n);

} // namespace sideline::decision
