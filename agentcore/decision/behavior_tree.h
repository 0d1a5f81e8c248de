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
    AsyncSequence,
    ReactiveSequence,
    SequenceWithMemory,
    Fallback,
    AsyncFallback,
    ReactiveFallback,
    Parallel,
    ParallelAll,
    IfThenElse,
    WhileDoElse,
    Switch,
    TryCatch,
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
    Loop,
    SkipUnlessUpdated,
    WaitValueUpdate,
    SubTree,
    AlwaysSuccess,
    AlwaysFailure,
    SetBlackboard,
    UnsetBlackboard,
    WasEntryUpdated,
    Script,
    Sleep,
    Condition, ///< compares measures with thresholds, or is a `ScriptCondition`
    Action,    ///< a behavior
};

/// The value of a port: a literal number or string, or an entry of the blackboard.
struct NodeValue {
    BlackboardValue literal;
    int entry = -1;
};

/// Sets an entry to a value.
struct NodeAssignment {
    int entry = 0;
    ValueProgram value;
};

/// A range of `BehaviorTree::assignments`.
struct NodeScript {
    std::size_t first = 0;
    std::size_t count = 0;
};

/// A condition, and the assignments before it.
struct NodeCondition : Expression {
    NodeScript before;
};

/// A behavior of an action, and the values of blackboard entries that select it.
struct ActionVariant {
    std::vector<BlackboardValue> values; ///< one per `BtNode::entries`
    int behavior = 0;                    ///< index in `BehaviorTree::behaviors`
};

struct BtNode {
    NodeKind kind = NodeKind::Action;
    std::string name; ///< for display
    std::string file; ///< included file that contains the node; empty: the file of the tree
    int line = 0;     ///< line in that file, from 1
    int depth = 0;
    std::size_t end = 0; ///< one past the last descendant
    int condition = -1;  ///< for a condition or precondition: index in `BehaviorTree::conditions`
    /// Status of a node whose precondition does not hold, or of a loop whose queue is empty.
    NodeStatus otherwise = NodeStatus::Failure;
    bool option = false; ///< `then_skip` of `RunOnce`, `catch_on_halt` of `TryCatch`
    /// Numbers of cycles, attempts, successes or milliseconds. For a switch, the compared value
    /// and its cases; for an assignment, its value; for a loop, its queue or the entry that holds
    /// the queue.
    std::vector<NodeValue> values;
    NodeScript script;                         ///< assignments of `Script` and `SetBlackboard`
    int entry = -1;                            ///< entry that is unset, watched, or set by a loop
    std::vector<int> entries;                  ///< for an action: entries that its parameters read
    std::vector<ActionVariant> does;           ///< for an action: its behaviors
    std::array<int, 4> before{-1, -1, -1, -1}; ///< conditions: `_failureIf`, `_successIf`,
                                               ///< `_skipIf`, `_while`
    std::array<NodeScript, 4> after{};         ///< `_onSuccess`, `_onFailure`, `_post`, `_onHalted`
};

/// A behavior tree with its subtrees expanded. Immutable once built; may be used from any thread.
struct BehaviorTree : ConditionSet {
    std::string title; ///< for display
    std::string file;
    std::vector<BtNode> nodes; ///< each parent before its children; the first one is the root
    std::vector<NodeCondition> conditions;
    std::vector<NodeAssignment> assignments;
    std::vector<std::pair<std::string, BlackboardValue>>
        entries; ///< entries of the blackboards, with initial values
    /// The items of each string that is a loop's queue; indexed like `texts`.
    std::vector<std::vector<BlackboardValue>> queues;
    std::vector<TreeBehavior> behaviors;
    std::vector<std::string> warnings; ///< entries that nothing sets, with file and line
};
using BehaviorTreePtr = std::shared_ptr<const BehaviorTree>;

} // namespace sideline::decision
