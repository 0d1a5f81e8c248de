#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "agentcore/decision/decider.h"
#include "agentcore/world/decision_trace.h"

namespace sideline::decision {

/// The reason why a node of a decision was or was not chosen.
enum class WhyKind : std::uint8_t {
    Active,  ///< the node, or a chosen descendant, moves the robot
    Waits,   ///< chosen, but another leaf still moves the robot until it can be interrupted
    Fails,   ///< `node` has no score
    Loses,   ///< `rival`, a sibling of `node`, has a higher score, or has the same score and is
             ///< listed first
    DeadEnd, ///< no descendant of `node` could be chosen
    // For networks:
    Unmet,    ///< a need of the module `node` does not hold at all
    Unwanted, ///< the module's activation is 0 or less: no goal requests it, or some oppose it
    Waiting,  ///< the module waits until the threshold of the resource `rival` falls to its value,
              ///< or for free units
    Figure, ///< `node` is not a module but a goal, a resource or a belief; or any node of a policy
    // For state machines:
    NoWay,   ///< no transition leads from the active state to the state `node`
    Held,    ///< the transition `node`, the best that leads there, has a value below `kHolds`
    Fired,   ///< the transition `node` was taken in this cycle
    Asleep,  ///< the state of the transition `node` is not active
    Reached, ///< the transition `node` leads to a state that is already active
    // For behavior trees, with `nodeStatus`:
    Returned, ///< `node` was ticked in this cycle or earlier and has returned its status
    Stopped,  ///< `node` was not ticked, because of the status of `rival`, a sibling or ancestor
};

/// The outermost reason: where the path to a node leaves the chosen path.
struct DecisionWhy {
    WhyKind kind = WhyKind::Active;
    std::size_t node = 0;           ///< the node in question, or an ancestor
    std::size_t rival = 0;          ///< for Loses, Waiting and Stopped; for Held, the active state
    std::vector<std::size_t> terms; ///< the node's own terms, as indices in `DecisionTrace::terms`
};

/// Whether a trace is that of a behavior network: groups of `modules`, `goals`, thresholds and
/// `beliefs`; below a module, its activation by goals and its executability.
[[nodiscard]] bool isNetwork(const world::DecisionTrace& trace);

/// Whether a trace is that of a state machine: states with their transitions below them.
[[nodiscard]] bool isMachine(const world::DecisionTrace& trace);

/// Whether a trace is that of a policy: its observations, layers and outputs, each with the root
/// mean square of its values; nothing in it is chosen.
[[nodiscard]] bool isPolicy(const world::DecisionTrace& trace);

/// Whether a trace is that of a behavior tree, whose scores are statuses.
[[nodiscard]] bool isBehaviorTree(const world::DecisionTrace& trace);
/// The status of a node of a behavior tree.
[[nodiscard]] NodeStatus nodeStatus(const world::DecisionTrace& trace, std::size_t node);

/// @param node index in `trace.nodes`; a node below a module stands for the module
[[nodiscard]] DecisionWhy whyOf(const world::DecisionTrace& trace, std::size_t node);

/// The children that caused a node of a behavior tree to fail: one child of a sequence, all
/// children of a fallback, the successful child of an inverter. None for a node without children or
/// one that fails on its own, such as a timeout.
[[nodiscard]] std::vector<std::size_t> failureCauses(const world::DecisionTrace& trace,
                                                     std::size_t node);

/// The nodes from a top-level one down to `node`, inclusive.
[[nodiscard]] std::vector<std::size_t> pathTo(const world::DecisionTrace& trace, std::size_t node);

/// The conditions that apply to a node, as indices in `DecisionTrace::terms`. They are always
/// within the trace, even if a recording is damaged.
[[nodiscard]] std::vector<std::size_t> termsOf(const world::DecisionTrace& trace, std::size_t node);

} // namespace sideline::decision
