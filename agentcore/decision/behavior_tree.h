#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agentcore/decision/condition.h"
#include "agentcore/decision/decider.h"

namespace sideline::decision {

/// Kinds of nodes, named as in BehaviorTree.CPP 4.
enum class NodeKind : std::uint8_t {
    Sequence,
    ReactiveSequence,
    SequenceWithMemory,
    Fallback,
    ReactiveFallback,
    Parallel,
    ParallelAll,
    IfThenElse,
    WhileDoElse,
    Switch,
    Inverter,
    ForceSuccess,
    ForceFailure,
    Repeat,
    RetryUntilSuccessful,
    KeepRunningUntilFailure,
    Timeout,
    Delay,
    RunOnce,
    Precondition,
    SubTree,
    AlwaysSuccess,
    AlwaysFailure,
    SetBlackboard,
    UnsetBlackboard,
    Script,
    Sleep,
    Condition, ///< measures with thresholds, or `ScriptCondition`
    Action,    ///< a behavior
};

/// What is written for a number or a text: itself, an entry of the blackboard, or a measure.
struct NodeValue {
    BlackboardValue literal;
    int entry = -1;
    const Measure* measure = nullptr; ///< without arguments
};

/// `entry = value`, or another operator.
struct NodeAssignment {
    char sign = '='; ///< or + - * /
    int entry = 0;
    NodeValue value;
};

/// Some of `BehaviorTree::assignments`, in a row.
struct NodeScript {
    std::size_t first = 0;
    std::size_t count = 0;
};

/// A behavior of an action, and what its entries of the blackboard must hold for it to be meant.
struct ActionVariant {
    std::vector<BlackboardValue> values; ///< one per `BtNode::entries`
    int behavior = 0;                    ///< index in `BehaviorTree::behaviors`
};

struct BtNode {
    NodeKind kind = NodeKind::Action;
    std::string name; ///< for display
    int line = 0;     ///< in its file, from 1
    int depth = 0;
    std::size_t end = 0; ///< index behind the last node below it
    int condition = -1;  ///< index in `BehaviorTree::conditions`: of a condition or precondition
    NodeStatus otherwise = NodeStatus::Failure; ///< of a precondition that does not hold
    bool thenSkips = true;                      ///< of `RunOnce`
    /// Numbers of cycles, attempts, successes, milliseconds; a switch: what it compares, and with
    /// what; an assignment: its value.
    std::vector<NodeValue> values;
    NodeScript script;                         ///< of `Script` and `SetBlackboard`
    int entry = -1;                            ///< of `UnsetBlackboard`
    std::vector<int> entries;                  ///< of an action: those that its parameters read
    std::vector<ActionVariant> does;           ///< of an action
    std::array<int, 4> before{-1, -1, -1, -1}; ///< conditions: `_failureIf`, `_successIf`,
                                               ///< `_skipIf`, `_while`
    std::array<NodeScript, 4> after{};         ///< `_onSuccess`, `_onFailure`, `_post`, `_onHalted`
};

/// A behavior tree with its subtrees put in place. Immutable when built; any thread.
struct BehaviorTree : ConditionSet {
    std::string title; ///< for display
    std::string file;
    std::vector<BtNode> nodes; ///< each before those below it; the first one is the root
    std::vector<Expression> conditions;
    std::vector<NodeAssignment> assignments;
    std::vector<std::pair<std::string, BlackboardValue>> entries; ///< of the blackboards, at first
    std::vector<std::string> texts;                               ///< that entries may hold
    std::vector<TreeBehavior> behaviors;
};
using BehaviorTreePtr = std::shared_ptr<const BehaviorTree>;

/// Decides by a behavior tree, which is ticked once per cycle, and begins anew when it has ended.
///
/// Nodes behave as in BehaviorTree.CPP 4 (its documentation, and its version 4.10, whose nodes were
/// compared with these). An action is running until its behavior is done (success) or has failed;
/// a behavior that has to wait until another one may be interrupted is running as well. When an
/// action is halted, its behavior is asked to settle and ends as soon as it may be interrupted. One
/// that another action asks for in the same cycle goes on. Times are those of the server. A
/// repetition whose child ends at once goes on in the next cycle. A condition counts as true from
/// `kHolds`. Allocates only when it is given a tree. A value.
class BehaviorTreeRun final : public Decider {
public:
    explicit BehaviorTreeRun(BehaviorTreePtr tree);

    [[nodiscard]] std::string_view kind() const override { return kBehaviorTreeKind; }
    [[nodiscard]] std::string_view title() const override { return m_tree->title; }
    [[nodiscard]] std::span<const TreeBehavior> behaviors() const override {
        return m_tree->behaviors;
    }
    void reset() override;
    void decide(const MeasureInput& input, double stepS, std::span<const Work> work,
                std::vector<Wish>& wishes) override;
    [[nodiscard]] int nodeOf(std::size_t behavior) const override;
    void follow(const Decider& before) override;
    void explain(std::span<const Work> work, world::DecisionTrace& trace) const override;
    [[nodiscard]] std::string describe() const override;
    [[nodiscard]] std::unique_ptr<Decider> clone() const override {
        return std::make_unique<BehaviorTreeRun>(*this);
    }

    /// What a node has returned in this cycle, or holds since an earlier one.
    [[nodiscard]] NodeStatus status(std::size_t node) const { return m_shown[node]; }
    [[nodiscard]] const BlackboardValue& entry(std::size_t entry) const { return m_entries[entry]; }

private:
    /// What a node remembers from tick to tick.
    struct Memory {
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
    /// What a tick is done with.
    struct Cycle {
        MeasureInput input;
        std::span<const Work> work;
    };

    [[nodiscard]] const BtNode& node(std::size_t n) const { return m_tree->nodes[n]; }
    [[nodiscard]] std::size_t child(std::size_t n, std::size_t index) const;
    [[nodiscard]] std::size_t childCount(std::size_t n) const;

    NodeStatus execute(std::size_t n);
    NodeStatus tick(std::size_t n);
    NodeStatus precondition(std::size_t n);
    void runAfter(std::size_t n, NodeStatus status);
    void halt(std::size_t n);
    void reset(std::size_t n);
    void resetChildren(std::size_t n);

    NodeStatus tickInOrder(std::size_t n, NodeStatus pass, bool remembers);
    NodeStatus tickReactive(std::size_t n, NodeStatus pass);
    NodeStatus tickParallel(std::size_t n);
    NodeStatus tickParallelAll(std::size_t n);
    NodeStatus tickIfThenElse(std::size_t n);
    NodeStatus tickWhileDoElse(std::size_t n);
    NodeStatus tickSwitch(std::size_t n);
    NodeStatus tickDecorator(std::size_t n);
    NodeStatus tickRepeat(std::size_t n);
    NodeStatus tickTimed(std::size_t n);
    NodeStatus tickAction(std::size_t n);
    [[nodiscard]] int variantOf(std::size_t n) const;
    void begin(std::size_t n, int behavior);

    [[nodiscard]] bool holds(int condition);
    [[nodiscard]] BlackboardValue valueOf(const NodeValue& value) const;
    [[nodiscard]] double number(std::size_t n, std::size_t value) const;
    void run(const NodeScript& script);
    [[nodiscard]] bool hasSameShape(const BehaviorTree& other) const;

    BehaviorTreePtr m_tree;
    ConditionValues m_conditions;
    std::vector<Memory> m_memory;    ///< of each node
    std::vector<NodeStatus> m_shown; ///< of each node
    std::vector<BlackboardValue> m_entries;
    const Cycle* m_cycle = nullptr; ///< during a tick
    double m_nowS = 0.0;
    int m_lastRun = 0;
    bool m_isNew = false; ///< what works was begun by an older version
};

} // namespace sideline::decision
