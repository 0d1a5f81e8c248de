// What each kind of node does when it is ticked, as in BehaviorTree.CPP 4.
#include <algorithm>
#include <utility>
#include <vector>

#include "agentcore/decision/tree_ticker.h"

namespace sideline::decision {

namespace {

constexpr double kMsPerS = 1000.0;
constexpr double kClockSlackS = 1e-6; // tolerance for the rounding errors of summed steps

bool isEnd(NodeStatus status) {
    return status == NodeStatus::Success || status == NodeStatus::Failure;
}

std::size_t child(TreeTicker& t, std::size_t n, std::size_t index) {
    std::size_t c = n + 1;
    for (; index > 0; --index) {
        c = t.node(c).end;
    }
    return c;
}

std::size_t childCount(TreeTicker& t, std::size_t n) {
    std::size_t count = 0;
    for (std::size_t c = n + 1; c < t.node(n).end; c = t.node(c).end) {
        ++count;
    }
    return count;
}

double number(TreeTicker& t, std::size_t n, std::size_t value) {
    return t.valueOf(t.node(n).values[value]).number;
}

// A sequence continues after success, a fallback after failure.
NodeStatus tickInOrder(TreeTicker& t, std::size_t n, NodeStatus pass) {
    NodeMemory& memory = t.memory(n);
    const NodeKind kind = t.node(n).kind;
    const bool remembers = kind == NodeKind::SequenceWithMemory;
    const bool pauses = kind == NodeKind::AsyncSequence || kind == NodeKind::AsyncFallback;
    if (memory.status == NodeStatus::Idle) {
        memory.count = 0;
    }
    memory.status = NodeStatus::Running;
    for (std::size_t c = std::max(memory.at, n + 1); c < t.node(n).end; c = t.node(c).end) {
        memory.at = c;
        const bool isFirst = t.memory(c).status == NodeStatus::Idle;
        const NodeStatus status = t.execute(c);
        if (status == NodeStatus::Running) {
            return status;
        }
        if (status == NodeStatus::Skipped) {
            ++memory.count;
        } else if (status == pass) {
            const std::size_t next = t.node(c).end;
            if (pauses && isFirst && next < t.node(n).end) { // pauses here so that the node can be
                                                             // halted
                memory.at = next;
                return NodeStatus::Running;
            }
        } else {
            if (remembers) {
                for (std::size_t rest = c; rest < t.node(n).end; rest = t.node(rest).end) {
                    t.reset(rest);
                }
            } else {
                t.resetChildren(n);
                memory.at = 0;
            }
            return status;
        }
    }
    const bool isSkipped = static_cast<std::size_t>(memory.count) == childCount(t, n);
    t.resetChildren(n);
    memory.at = 0;
    memory.count = 0;
    return isSkipped ? NodeStatus::Skipped : pass;
}

NodeStatus tickReactive(TreeTicker& t, std::size_t n, NodeStatus pass) {
    t.memory(n).status = NodeStatus::Running;
    bool isSkipped = true;
    for (std::size_t c = n + 1; c < t.node(n).end; c = t.node(c).end) {
        const NodeStatus status = t.execute(c);
        isSkipped &= status == NodeStatus::Skipped;
        if (status == NodeStatus::Running) {
            for (std::size_t other = n + 1; other < t.node(n).end; other = t.node(other).end) {
                if (other != c) {
                    t.reset(other);
                }
            }
            return status;
        }
        if (status == NodeStatus::Skipped) {
            t.reset(c);
        } else if (status != pass) {
            t.resetChildren(n);
            return status;
        }
    }
    t.resetChildren(n);
    return isSkipped ? NodeStatus::Skipped : pass;
}

// A negative threshold counts from the end: -1 means all children.
NodeStatus tickParallel(TreeTicker& t, std::size_t n) {
    const std::size_t children = childCount(t, n);
    const auto threshold = [&](std::size_t value) {
        const double limit = number(t, n, value);
        return limit < 0.0 ? std::max(static_cast<double>(children) + limit + 1.0, 0.0) : limit;
    };
    const double successes = threshold(0);
    const double failures = threshold(1);
    const bool countsFromEnd = number(t, n, 0) < 0.0;
    t.memory(n).status = NodeStatus::Running;
    std::size_t skipped = 0;
    NodeStatus result = NodeStatus::Running;
    for (std::size_t c = n + 1; c < t.node(n).end && result == NodeStatus::Running;
         c = t.node(c).end) {
        if (!t.memory(c).isOver) {
            const NodeStatus status = t.execute(c);
            skipped += status == NodeStatus::Skipped ? 1U : 0U;
            t.memory(c).isOver = isEnd(status);
        }
        std::size_t succeeded = 0;
        std::size_t failed = 0;
        for (std::size_t each = n + 1; each < t.node(n).end; each = t.node(each).end) {
            if (t.memory(each).isOver) {
                ++(t.memory(each).status == NodeStatus::Success ? succeeded : failed);
            }
        }
        if (static_cast<double>(succeeded) >= successes ||
            (countsFromEnd && static_cast<double>(succeeded + skipped) >= successes)) {
            result = NodeStatus::Success;
        } else if (static_cast<double>(children - failed) < successes ||
                   static_cast<double>(failed) >= failures) {
            result = NodeStatus::Failure;
        }
    }
    if (result != NodeStatus::Running) {
        t.resetChildren(n);
        return result;
    }
    return skipped == children ? NodeStatus::Skipped : NodeStatus::Running;
}

NodeStatus tickParallelAll(TreeTicker& t, std::size_t n) {
    const std::size_t children = childCount(t, n);
    const double limit = number(t, n, 0);
    const double most =
        limit < 0.0 ? std::max(static_cast<double>(children) + limit + 1.0, 0.0) : limit;
    t.memory(n).status = NodeStatus::Running;
    std::size_t skipped = 0;
    std::size_t failed = 0;
    std::size_t over = 0;
    for (std::size_t c = n + 1; c < t.node(n).end; c = t.node(c).end) {
        if (!t.memory(c).isOver) {
            const NodeStatus status = t.execute(c);
            skipped += status == NodeStatus::Skipped ? 1U : 0U;
            t.memory(c).isOver = isEnd(status);
        }
        if (t.memory(c).isOver) {
            ++over;
            failed += t.memory(c).status == NodeStatus::Failure ? 1U : 0U;
        }
    }
    if (skipped == children) {
        return NodeStatus::Skipped;
    }
    if (skipped + over < children) {
        return NodeStatus::Running;
    }
    t.resetChildren(n);
    return static_cast<double>(failed) >= most ? NodeStatus::Failure : NodeStatus::Success;
}

NodeStatus tickIfThenElse(TreeTicker& t, std::size_t n) {
    NodeMemory& memory = t.memory(n);
    memory.status = NodeStatus::Running;
    if (memory.at == 0) {
        const NodeStatus condition = t.execute(n + 1);
        if (condition == NodeStatus::Running || condition == NodeStatus::Skipped) {
            return condition;
        }
        if (condition == NodeStatus::Failure && childCount(t, n) < 3) {
            t.resetChildren(n);
            return condition;
        }
        memory.at = child(t, n, condition == NodeStatus::Success ? 1 : 2);
    }
    const NodeStatus status = t.execute(memory.at);
    if (status != NodeStatus::Running) {
        t.resetChildren(n);
        memory.at = 0;
    }
    return status;
}

NodeStatus tickWhileDoElse(TreeTicker& t, std::size_t n) {
    t.memory(n).status = NodeStatus::Running;
    const NodeStatus condition = t.execute(n + 1);
    if (condition == NodeStatus::Running || condition == NodeStatus::Skipped) {
        return condition;
    }
    const bool isMet = condition == NodeStatus::Success;
    const bool hasElse = childCount(t, n) == 3;
    NodeStatus status = NodeStatus::Failure;
    if (isMet || hasElse) {
        if (hasElse) {
            t.reset(child(t, n, isMet ? 2 : 1));
        }
        status = t.execute(child(t, n, isMet ? 1 : 2));
    }
    if (status != NodeStatus::Running) {
        t.resetChildren(n);
    }
    return status;
}

// The last child is the default case.
NodeStatus tickSwitch(TreeTicker& t, std::size_t n) {
    NodeMemory& memory = t.memory(n);
    const BlackboardValue variable = t.valueOf(t.node(n).values[0]);
    std::size_t match = t.node(n).values.size() - 1;
    for (std::size_t i = 1; i < t.node(n).values.size() && variable.isSet(); ++i) {
        if (t.valueOf(t.node(n).values[i]).isSameAs(variable)) {
            match = i - 1;
            break;
        }
    }
    const std::size_t chosen = child(t, n, match);
    if (memory.at != 0 && memory.at != chosen) {
        t.reset(memory.at);
    }
    memory.status = NodeStatus::Running;
    const NodeStatus status = t.execute(chosen);
    memory.at = status == NodeStatus::Running ? chosen : 0;
    if (isEnd(status)) {
        t.resetChildren(n);
    }
    return status;
}

// The children before the last one are a sequence; the last one is ticked when one of them fails.
NodeStatus tickTryCatch(TreeTicker& t, std::size_t n) {
    NodeMemory& memory = t.memory(n);
    const std::size_t last = t.lastChildOf(n);
    if (memory.status == NodeStatus::Idle) {
        memory.count = 0;
        memory.isOn = false;
    }
    memory.status = NodeStatus::Running;
    for (std::size_t c = std::max(memory.at, n + 1); !memory.isOn && c < last; c = t.node(c).end) {
        memory.at = c;
        const NodeStatus status = t.execute(c);
        if (status == NodeStatus::Running) {
            return status;
        }
        memory.count += status == NodeStatus::Skipped ? 1 : 0;
        if (status == NodeStatus::Failure) {
            t.resetChildren(n);
            memory.isOn = true;
        }
    }
    const bool catches = memory.isOn;
    if (catches && t.execute(last) == NodeStatus::Running) {
        return NodeStatus::Running;
    }
    const bool isSkipped = static_cast<std::size_t>(memory.count) + 1 == childCount(t, n);
    t.resetChildren(n);
    memory.at = 0;
    memory.isOn = false;
    return catches ? NodeStatus::Failure : isSkipped ? NodeStatus::Skipped : NodeStatus::Success;
}

// One item of a loop's queue. A queue that is a number has that number as its only item.
BlackboardValue itemOf(TreeTicker& t, std::size_t n, std::size_t index) {
    const std::vector<NodeValue>& values = t.node(n).values;
    const bool isRead = values.size() == 1 && values.front().entry >= 0;
    if (!isRead) {
        return index < values.size() ? values[index].literal : BlackboardValue();
    }
    const BlackboardValue& queue = t.memory(n).queue;
    if (queue.text < 0) {
        return index == 0 ? queue : BlackboardValue();
    }
    const auto& items = t.tree().queues[static_cast<std::size_t>(queue.text)];
    return index < items.size() ? items[index] : BlackboardValue();
}

// Passes one item to each run of the child, in one cycle or several.
NodeStatus tickLoop(TreeTicker& t, std::size_t n) {
    NodeMemory& memory = t.memory(n);
    if (memory.status == NodeStatus::Idle) {
        memory.count = 0;
        const std::vector<NodeValue>& values = t.node(n).values;
        memory.queue = values.empty() ? BlackboardValue() : t.valueOf(values.front());
    }
    if (t.memory(n + 1).status != NodeStatus::Running) {
        const BlackboardValue item = itemOf(t, n, static_cast<std::size_t>(memory.count));
        if (!item.isSet()) {
            return t.node(n).otherwise;
        }
        ++memory.count;
        if (t.node(n).entry >= 0) {
            t.set(t.node(n).entry, item);
        }
    }
    memory.status = NodeStatus::Running;
    const NodeStatus status = t.execute(n + 1);
    if (isEnd(status)) {
        t.reset(n + 1);
    }
    return status == NodeStatus::Failure ? status : NodeStatus::Running;
}

// Whether the watched entry has been set since the last call of this function for this node.
bool isUpdated(TreeTicker& t, std::size_t n) {
    const int writes = t.writesOf(t.node(n).entry);
    return std::exchange(t.memory(n).writes, writes) != writes;
}

NodeStatus tickIfUpdated(TreeTicker& t, std::size_t n) {
    if (t.memory(n + 1).status != NodeStatus::Running && !isUpdated(t, n)) {
        return t.node(n).kind == NodeKind::WaitValueUpdate ? NodeStatus::Running
                                                           : NodeStatus::Skipped;
    }
    t.memory(n).status = NodeStatus::Running;
    const NodeStatus status = t.execute(n + 1);
    if (isEnd(status)) {
        t.reset(n + 1);
    }
    return status;
}

NodeStatus tickDecorator(TreeTicker& t, std::size_t n) {
    NodeMemory& memory = t.memory(n);
    const std::size_t c = n + 1;
    const NodeKind kind = t.node(n).kind;
    if (kind == NodeKind::RunOnce && memory.isOn) {
        return t.node(n).option ? NodeStatus::Skipped : memory.result;
    }
    if (kind == NodeKind::Precondition) {
        memory.isOn = memory.isOn || t.holds(t.node(n).condition);
        if (!memory.isOn) {
            return t.node(n).otherwise;
        }
    }
    memory.status = NodeStatus::Running;
    const NodeStatus status = t.execute(c);
    if (kind == NodeKind::Precondition) {
        memory.isOn = status == NodeStatus::Running;
    }
    if (!isEnd(status)) {
        return status;
    }
    t.reset(c);
    switch (kind) {
    case NodeKind::Inverter:
        return status == NodeStatus::Success ? NodeStatus::Failure : NodeStatus::Success;
    case NodeKind::ForceSuccess:
        return NodeStatus::Success;
    case NodeKind::ForceFailure:
        return NodeStatus::Failure;
    case NodeKind::KeepRunningUntilFailure:
        return status == NodeStatus::Failure ? status : NodeStatus::Running;
    case NodeKind::RunOnce:
        memory.isOn = true;
        memory.result = status;
        return status;
    default:
        return status;
    }
}

// Repeat counts successes, RetryUntilSuccessful failures; the opposite result ends the loop.
NodeStatus tickRepeat(TreeTicker& t, std::size_t n) {
    NodeMemory& memory = t.memory(n);
    const NodeStatus counted =
        t.node(n).kind == NodeKind::Repeat ? NodeStatus::Success : NodeStatus::Failure;
    const auto isOpen = [&] {
        const double most = number(t, n, 0);
        return most < 0.0 || memory.count < most;
    };
    memory.status = NodeStatus::Running;
    while (isOpen()) {
        const bool isFirst = t.memory(n + 1).status == NodeStatus::Idle;
        const NodeStatus status = t.execute(n + 1);
        if (status == NodeStatus::Running) {
            return status;
        }
        t.reset(n + 1);
        if (status != counted) {
            memory.count = status == NodeStatus::Skipped ? memory.count : 0;
            return status;
        }
        ++memory.count;
        if (isFirst && isOpen()) {
            return NodeStatus::Running;
        }
    }
    memory.count = 0;
    return counted;
}

NodeStatus tickTimed(TreeTicker& t, std::size_t n) {
    NodeMemory& memory = t.memory(n);
    const NodeKind kind = t.node(n).kind;
    const double waitS = number(t, n, 0) / kMsPerS;
    if (!memory.isOn) {
        memory.isOn = true;
        memory.sinceS = t.nowS();
    }
    memory.status = NodeStatus::Running;
    const bool isOver = t.nowS() - memory.sinceS + kClockSlackS >= waitS;
    if (kind == NodeKind::Sleep || (kind == NodeKind::Delay && !isOver)) {
        memory.isOn = !isOver;
        return isOver ? NodeStatus::Success : NodeStatus::Running;
    }
    if (kind == NodeKind::Timeout && waitS > 0.0 && isOver &&
        t.memory(n + 1).status == NodeStatus::Running) {
        memory.isOn = false;
        t.reset(n + 1);
        return NodeStatus::Failure;
    }
    const NodeStatus status = t.execute(n + 1);
    if (isEnd(status)) {
        memory.isOn = false;
        t.reset(n + 1);
    }
    return status;
}

} // namespace

NodeStatus tickNode(TreeTicker& t, std::size_t n) {
    switch (t.node(n).kind) {
    case NodeKind::Sequence:
    case NodeKind::AsyncSequence:
    case NodeKind::SequenceWithMemory:
        return tickInOrder(t, n, NodeStatus::Success);
    case NodeKind::Fallback:
    case NodeKind::AsyncFallback:
        return tickInOrder(t, n, NodeStatus::Failure);
    case NodeKind::ReactiveSequence:
        return tickReactive(t, n, NodeStatus::Success);
    case NodeKind::ReactiveFallback:
        return tickReactive(t, n, NodeStatus::Failure);
    case NodeKind::Parallel:
        return tickParallel(t, n);
    case NodeKind::ParallelAll:
        return tickParallelAll(t, n);
    case NodeKind::IfThenElse:
        return tickIfThenElse(t, n);
    case NodeKind::WhileDoElse:
        return tickWhileDoElse(t, n);
    case NodeKind::Switch:
        return tickSwitch(t, n);
    case NodeKind::TryCatch:
        return tickTryCatch(t, n);
    case NodeKind::Loop:
        return tickLoop(t, n);
    case NodeKind::SkipUnlessUpdated:
    case NodeKind::WaitValueUpdate:
        return tickIfUpdated(t, n);
    case NodeKind::Repeat:
    case NodeKind::RetryUntilSuccessful:
        return tickRepeat(t, n);
    case NodeKind::Timeout:
    case NodeKind::Delay:
    case NodeKind::Sleep:
        return tickTimed(t, n);
    case NodeKind::Inverter:
    case NodeKind::ForceSuccess:
    case NodeKind::ForceFailure:
    case NodeKind::KeepRunningUntilFailure:
    case NodeKind::RunOnce:
    case NodeKind::Precondition:
    case NodeKind::SubTree:
        return tickDecorator(t, n);
    case NodeKind::AlwaysSuccess:
        return NodeStatus::Success;
    case NodeKind::AlwaysFailure:
        return NodeStatus::Failure;
    case NodeKind::SetBlackboard:
        if (!t.valueOf(t.node(n).values.front()).isSet()) {
            return NodeStatus::Failure;
        }
        [[fallthrough]];
    case NodeKind::Script:
        t.run(t.node(n).script);
        return NodeStatus::Success;
    case NodeKind::UnsetBlackboard:
        t.unset(t.node(n).entry);
        return NodeStatus::Success;
    case NodeKind::WasEntryUpdated:
        return isUpdated(t, n) ? NodeStatus::Success : NodeStatus::Failure;
    case NodeKind::Condition:
        return t.holds(t.node(n).condition) ? NodeStatus::Success : NodeStatus::Failure;
    case NodeKind::Action:
        break;
    }
    return t.tickAction(n);
}

} // namespace sideline::decision
