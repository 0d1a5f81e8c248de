#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "agentcore/decision/behavior_tree.h"
#include "agentcore/decision/condition.h"
#include "agentcore/decision/decider.h"

namespace sideline::decision {

/// State of a behavior tree's node that persists between ticks.
struct NodeMemory {
    NodeStatus status = NodeStatus::Idle;
    std::size_t at = 0;  ///< node number of the active child; 0: the first child
    int count = 0;       ///< number of repetitions, of skipped children, or of items of a queue
    bool isOn = false;   ///< depending on its kind: its timer runs, its condition was met, it has
                         ///< run, or it catches
    bool isOver = false; ///< whether it has finished, as a child of a parallel node
    double sinceS = 0.0; ///< time at which its timer started
    NodeStatus result = NodeStatus::Idle; ///< result of `RunOnce`
    int writes = 0;                       ///< number of writes to the watched entry at the last
                                          ///< check
    BlackboardValue queue;                ///< queue that a loop iterates over
    int behavior = -1;                    ///< behavior of a running action
    int run = 0;                          ///< number of its run
    std::string report;                   ///< reason reported by the failed behavior of an action
};

/// The state of a behavior tree and the operations on its nodes: ticks and halts them, and
/// evaluates their conditions and scripts. `tickNode` implements each kind of node. Allocates only
/// when a tree is set. A value.
class TreeTicker {
public:
    explicit TreeTicker(BehaviorTreePtr tree);

    /// Restarts.
    void reset();
    /// Ticks the root once.
    /// @param work the current behaviors
    void tick(const MeasureInput& input, double stepS, std::span<const Work> work);
    /// Adopts the state of an older version if it has the same kinds of nodes in the same places;
    /// otherwise restarts. Entries keep their values.
    void follow(const TreeTicker& old);

    [[nodiscard]] const BehaviorTree& tree() const { return *m_tree; }
    [[nodiscard]] const ConditionValues& conditions() const { return m_conditions; }
    [[nodiscard]] std::span<const NodeMemory> memories() const { return m_memory; }
    [[nodiscard]] std::span<const BlackboardValue> entries() const { return m_entries; }
    /// The status that a node returned in this cycle or, while an earlier status still counts, that
    /// one. If the parent has ended, the status with which the node ended since the parent began.
    [[nodiscard]] NodeStatus shown(std::size_t n) const { return m_shown[n]; }

    // For `tickNode`, during a tick:
    [[nodiscard]] const BtNode& node(std::size_t n) const { return m_tree->nodes[n]; }
    [[nodiscard]] NodeMemory& memory(std::size_t n) { return m_memory[n]; }
    [[nodiscard]] double nowS() const { return m_nowS; }
    /// Ticks a child.
    NodeStatus execute(std::size_t n);
    /// Makes a node idle; halts it if it is running.
    void reset(std::size_t n);
    void resetChildren(std::size_t n);
    NodeStatus tickAction(std::size_t n);
    [[nodiscard]] std::size_t lastChildOf(std::size_t n) const;
    [[nodiscard]] bool holds(int condition);
    [[nodiscard]] BlackboardValue valueOf(const NodeValue& value) const;
    void run(const NodeScript& script);
    void set(int entry, const BlackboardValue& value);
    void unset(int entry);
    /// Number of times that an entry has been set since it was last unset.
    [[nodiscard]] int writesOf(int entry) const {
        return m_writes[static_cast<std::size_t>(entry)];
    }

private:
    /// Inputs of a tick.
    struct Cycle {
        MeasureInput input;
        std::span<const Work> work;
    };

    NodeStatus precondition(std::size_t n);
    void halt(std::size_t n);
    [[nodiscard]] int variantOf(std::size_t n) const;
    void begin(std::size_t n, int behavior);
    [[nodiscard]] BlackboardValue adopted(const TreeTicker& old,
                                          const BlackboardValue& value) const;
    void followEntries(const TreeTicker& old);

    BehaviorTreePtr m_tree;
    ConditionValues m_conditions;
    std::vector<NodeMemory> m_memory; ///< memory of each node
    std::vector<NodeStatus> m_shown;  ///< shown status of each node
    std::vector<NodeStatus> m_ended;  ///< status with which each node ended since its parent began,
                                      ///< or Idle
    std::vector<BlackboardValue> m_entries;
    std::vector<int> m_writes;      ///< number of times that each entry has been set
    const Cycle* m_cycle = nullptr; ///< not null during a tick
    double m_nowS = 0.0;
    int m_lastRun = 0;
    bool m_isNew = false; ///< whether the active behaviors were started by an older version
};

/// Ticks a node according to its kind.
NodeStatus tickNode(TreeTicker& ticker, std::size_t n);

} // namespace sideline::decision
