// What each kind of node does when it is ticked or halted.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "agentcore/decision/behavior_tree.h"

namespace sideline::decision {

namespace {

constexpr double kMsPerS = 1000.0;
constexpr double kClockSlackS = 1e-6; // of sums of steps

bool isCompleted(NodeStatus status) {
    return status == NodeStatus::Success || status == NodeStatus::Failure;
}

enum Before : std::uint8_t { FailureIf, SuccessIf, SkipIf, While };
enum After : std::uint8_t { OnSuccess, OnFailure, Post, OnHalted };

} // namespace

std::size_t BehaviorTreeRun::child(std::size_t n, std::size_t index) const {
    std::size_t c = n + 1;
    for (; index > 0; --index) {
        c = node(c).end;
    }
    return c;
}

std::size_t BehaviorTreeRun::childCount(std::size_t n) const {
    std::size_t count = 0;
    for (std::size_t c = n + 1; c < node(n).end; c = node(c).end) {
        ++count;
    }
    return count;
}

bool BehaviorTreeRun::holds(int condition) {
    const Expression& expression = m_tree->conditions[static_cast<std::size_t>(condition)];
    m_conditions.measure(*m_tree, expression, m_cycle->input); // entries change within a tick
    return m_conditions.scoreOf(*m_tree, expression) >= kHolds;
}

BlackboardValue BehaviorTreeRun::valueOf(const NodeValue& value) const {
    if (value.entry >= 0) {
        return m_entries[static_cast<std::size_t>(value.entry)];
    }
    return value.measure != nullptr ? BlackboardValue{value.measure->read(m_cycle->input, {})}
                                    : value.literal;
}

double BehaviorTreeRun::number(std::size_t n, std::size_t value) const {
    return valueOf(node(n).values[value]).number;
}

void BehaviorTreeRun::run(const NodeScript& script) {
    const auto assignments = std::span(m_tree->assignments).subspan(script.first, script.count);
    for (const NodeAssignment& each : assignments) {
        const BlackboardValue value = valueOf(each.value);
        BlackboardValue& into = m_entries[static_cast<std::size_t>(each.entry)];
        switch (each.sign) {
        case '+':
            into = {into.number + value.number};
            break;
        case '-':
            into = {into.number - value.number};
            break;
        case '*':
            into = {into.number * value.number};
            break;
        case '/':
            into = {into.number / value.number};
            break;
        default:
            into = value;
            break;
        }
        if (std::isinf(into.number)) {
            into = {};
        }
    }
}

NodeStatus BehaviorTreeRun::execute(std::size_t n) {
    NodeStatus status = precondition(n);
    if (status == NodeStatus::Idle) {
        status = tick(n);
    }
    if (isCompleted(status)) {
        runAfter(n, status);
    }
    if (status != NodeStatus::Skipped) {
        m_memory[n].status = status;
    }
    m_shown[n] = status;
    return status;
}

// Idle: none decides.
NodeStatus BehaviorTreeRun::precondition(std::size_t n) {
    const auto& before = node(n).before;
    if (m_memory[n].status == NodeStatus::Idle) {
        constexpr std::array kThen = {NodeStatus::Failure, NodeStatus::Success,
                                      NodeStatus::Skipped};
        for (std::size_t i = 0; i < kThen.size(); ++i) {
            if (before[i] >= 0 && holds(before[i])) {
                return kThen[i];
            }
        }
        return before[While] >= 0 && !holds(before[While]) ? NodeStatus::Skipped : NodeStatus::Idle;
    }
    if (m_memory[n].status == NodeStatus::Running && before[While] >= 0 && !holds(before[While])) {
        reset(n);
        return NodeStatus::Skipped;
    }
    return NodeStatus::Idle;
}

void BehaviorTreeRun::runAfter(std::size_t n, NodeStatus status) {
    run(node(n).after[status == NodeStatus::Success ? OnSuccess : OnFailure]);
    run(node(n).after[Post]);
}

// A node that was running forgets where it stood; only a sequence with memory and what runs once
// do not.
void BehaviorTreeRun::halt(std::size_t n) {
    resetChildren(n);
    const Memory old = m_memory[n];
    m_memory[n] = {};
    if (node(n).kind == NodeKind::SequenceWithMemory) {
        m_memory[n].at = old.at;
        m_memory[n].count = old.count;
    } else if (node(n).kind == NodeKind::RunOnce) {
        m_memory[n].isOn = old.isOn;
        m_memory[n].result = old.result;
    }
    run(node(n).after[OnHalted]);
}

void BehaviorTreeRun::reset(std::size_t n) {
    if (m_memory[n].status == NodeStatus::Running) {
        halt(n);
    }
    m_memory[n].status = NodeStatus::Idle;
    m_memory[n].isOver = false;
}

void BehaviorTreeRun::resetChildren(std::size_t n) {
    for (std::size_t c = n + 1; c < node(n).end; c = node(c).end) {
        reset(c);
    }
}

NodeStatus BehaviorTreeRun::tick(std::size_t n) {
    switch (node(n).kind) {
    case NodeKind::Sequence:
        return tickInOrder(n, NodeStatus::Success, false);
    case NodeKind::SequenceWithMemory:
        return tickInOrder(n, NodeStatus::Success, true);
    case NodeKind::Fallback:
        return tickInOrder(n, NodeStatus::Failure, false);
    case NodeKind::ReactiveSequence:
        return tickReactive(n, NodeStatus::Success);
    case NodeKind::ReactiveFallback:
        return tickReactive(n, NodeStatus::Failure);
    case NodeKind::Parallel:
        return tickParallel(n);
    case NodeKind::ParallelAll:
        return tickParallelAll(n);
    case NodeKind::IfThenElse:
        return tickIfThenElse(n);
    case NodeKind::WhileDoElse:
        return tickWhileDoElse(n);
    case NodeKind::Switch:
        return tickSwitch(n);
    case NodeKind::Repeat:
    case NodeKind::RetryUntilSuccessful:
        return tickRepeat(n);
    case NodeKind::Timeout:
    case NodeKind::Delay:
    case NodeKind::Sleep:
        return tickTimed(n);
    case NodeKind::Inverter:
    case NodeKind::ForceSuccess:
    case NodeKind::ForceFailure:
    case NodeKind::KeepRunningUntilFailure:
    case NodeKind::RunOnce:
    case NodeKind::Precondition:
    case NodeKind::SubTree:
        return tickDecorator(n);
    case NodeKind::AlwaysSuccess:
        return NodeStatus::Success;
    case NodeKind::AlwaysFailure:
        return NodeStatus::Failure;
    case NodeKind::SetBlackboard:
    case NodeKind::Script:
        run(node(n).script);
        return NodeStatus::Success;
    case NodeKind::UnsetBlackboard:
        m_entries[static_cast<std::size_t>(node(n).entry)] = {};
        return NodeStatus::Success;
    case NodeKind::Condition:
        return holds(node(n).condition) ? NodeStatus::Success : NodeStatus::Failure;
    case NodeKind::Action:
        break;
    }
    return tickAction(n);
}

// A sequence goes on after success, a fallback after failure.
NodeStatus BehaviorTreeRun::tickInOrder(std::size_t n, NodeStatus pass, bool remembers) {
    Memory& memory = m_memory[n];
    if (memory.status == NodeStatus::Idle) {
        memory.count = 0;
    }
    memory.status = NodeStatus::Running;
    for (std::size_t c = std::max(memory.at, n + 1); c < node(n).end; c = node(c).end) {
        memory.at = c;
        const NodeStatus status = execute(c);
        if (status == NodeStatus::Running) {
            return status;
        }
        if (status == NodeStatus::Skipped) {
            ++memory.count;
        } else if (status != pass) {
            if (remembers) {
                for (std::size_t rest = c; rest < node(n).end; rest = node(rest).end) {
                    reset(rest);
                }
            } else {
                resetChildren(n);
                memory.at = 0;
            }
            return status;
        }
    }
    const bool isSkipped = static_cast<std::size_t>(memory.count) == childCount(n);
    resetChildren(n);
    memory.at = 0;
    memory.count = 0;
    return isSkipped ? NodeStatus::Skipped : pass;
}

NodeStatus BehaviorTreeRun::tickReactive(std::size_t n, NodeStatus pass) {
    m_memory[n].status = NodeStatus::Running;
    bool isSkipped = true;
    for (std::size_t c = n + 1; c < node(n).end; c = node(c).end) {
        const NodeStatus status = execute(c);
        isSkipped &= status == NodeStatus::Skipped;
        if (status == NodeStatus::Running) {
            for (std::size_t other = n + 1; other < node(n).end; other = node(other).end) {
                if (other != c) {
                    reset(other);
                }
            }
            return status;
        }
        if (status == NodeStatus::Skipped) {
            reset(c);
        } else if (status != pass) {
            resetChildren(n);
            return status;
        }
    }
    resetChildren(n);
    return isSkipped ? NodeStatus::Skipped : pass;
}

// Counts from the end if negative: -1 is all children.
NodeStatus BehaviorTreeRun::tickParallel(std::size_t n) {
    const std::size_t children = childCount(n);
    const auto threshold = [&](std::size_t value) {
        const double wanted = number(n, value);
        return wanted < 0.0 ? std::max(static_cast<double>(children) + wanted + 1.0, 0.0) : wanted;
    };
    const double successes = threshold(0);
    const double failures = threshold(1);
    const bool countsFromEnd = number(n, 0) < 0.0;
    m_memory[n].status = NodeStatus::Running;
    std::size_t skipped = 0;
    NodeStatus result = NodeStatus::Running;
    for (std::size_t c = n + 1; c < node(n).end && result == NodeStatus::Running; c = node(c).end) {
        if (!m_memory[c].isOver) {
            const NodeStatus status = execute(c);
            skipped += status == NodeStatus::Skipped ? 1U : 0U;
            m_memory[c].isOver = isCompleted(status);
        }
        std::size_t succeeded = 0;
        std::size_t failed = 0;
        for (std::size_t each = n + 1; each < node(n).end; each = node(each).end) {
            if (m_memory[each].isOver) {
                ++(m_memory[each].status == NodeStatus::Success ? succeeded : failed);
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
        resetChildren(n);
        return result;
    }
    return skipped == children ? NodeStatus::Skipped : NodeStatus::Running;
}

NodeStatus BehaviorTreeRun::tickParallelAll(std::size_t n) {
    const std::size_t children = childCount(n);
    const double wanted = number(n, 0);
    const double most =
        wanted < 0.0 ? std::max(static_cast<double>(children) + wanted + 1.0, 0.0) : wanted;
    m_memory[n].status = NodeStatus::Running;
    std::size_t skipped = 0;
    std::size_t failed = 0;
    std::size_t over = 0;
    for (std::size_t c = n + 1; c < node(n).end; c = node(c).end) {
        if (!m_memory[c].isOver) {
            const NodeStatus status = execute(c);
            skipped += status == NodeStatus::Skipped ? 1U : 0U;
            m_memory[c].isOver = isCompleted(status);
        }
        if (m_memory[c].isOver) {
            ++over;
            failed += m_memory[c].status == NodeStatus::Failure ? 1U : 0U;
        }
    }
    if (skipped == children) {
        return NodeStatus::Skipped;
    }
    if (skipped + over < children) {
        return NodeStatus::Running;
    }
    resetChildren(n);
    return static_cast<double>(failed) >= most ? NodeStatus::Failure : NodeStatus::Success;
}

NodeStatus BehaviorTreeRun::tickIfThenElse(std::size_t n) {
    Memory& memory = m_memory[n];
    memory.status = NodeStatus::Running;
    if (memory.at == 0) {
        const NodeStatus condition = execute(n + 1);
        if (condition == NodeStatus::Running || condition == NodeStatus::Skipped) {
            return condition;
        }
        if (condition == NodeStatus::Failure && childCount(n) < 3) {
            resetChildren(n);
            return condition;
        }
        memory.at = child(n, condition == NodeStatus::Success ? 1 : 2);
    }
    const NodeStatus status = execute(memory.at);
    if (status != NodeStatus::Running) {
        resetChildren(n);
        memory.at = 0;
    }
    return status;
}

NodeStatus BehaviorTreeRun::tickWhileDoElse(std::size_t n) {
    m_memory[n].status = NodeStatus::Running;
    const NodeStatus condition = execute(n + 1);
    if (condition == NodeStatus::Running || condition == NodeStatus::Skipped) {
        return condition;
    }
    const bool isMet = condition == NodeStatus::Success;
    const bool hasElse = childCount(n) == 3;
    NodeStatus status = NodeStatus::Failure;
    if (isMet || hasElse) {
        if (hasElse) {
            reset(child(n, isMet ? 2 : 1));
        }
        status = execute(child(n, isMet ? 1 : 2));
    }
    if (status != NodeStatus::Running) {
        resetChildren(n);
    }
    return status;
}

// The last child is for what no case says.
NodeStatus BehaviorTreeRun::tickSwitch(std::size_t n) {
    Memory& memory = m_memory[n];
    const BlackboardValue variable = valueOf(node(n).values[0]);
    std::size_t match = node(n).values.size() - 1;
    for (std::size_t i = 1; i < node(n).values.size() && variable.isSet(); ++i) {
        if (valueOf(node(n).values[i]).isSameAs(variable)) {
            match = i - 1;
            break;
        }
    }
    const std::size_t chosen = child(n, match);
    if (memory.at != 0 && memory.at != chosen) {
        reset(memory.at);
    }
    memory.status = NodeStatus::Running;
    const NodeStatus status = execute(chosen);
    memory.at = status == NodeStatus::Running ? chosen : 0;
    if (isCompleted(status)) {
        resetChildren(n);
    }
    return status;
}

NodeStatus BehaviorTreeRun::tickDecorator(std::size_t n) {
    Memory& memory = m_memory[n];
    const std::size_t c = n + 1;
    const NodeKind kind = node(n).kind;
    if (kind == NodeKind::RunOnce && memory.isOn) {
        return node(n).thenSkips ? NodeStatus::Skipped : memory.result;
    }
    if (kind == NodeKind::Precondition) {
        memory.isOn = memory.isOn || holds(node(n).condition);
        if (!memory.isOn) {
            return node(n).otherwise;
        }
    }
    memory.status = NodeStatus::Running;
    const NodeStatus status = execute(c);
    if (kind == NodeKind::Precondition) {
        memory.isOn = status == NodeStatus::Running;
    }
    if (!isCompleted(status)) {
        return status;
    }
    reset(c);
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

// Repeat counts successes, RetryUntilSuccessful failures; the other one ends it.
NodeStatus BehaviorTreeRun::tickRepeat(std::size_t n) {
    Memory& memory = m_memory[n];
    const NodeStatus counted =
        node(n).kind == NodeKind::Repeat ? NodeStatus::Success : NodeStatus::Failure;
    const auto isOpen = [&] {
        const double most = number(n, 0);
        return most < 0.0 || memory.count < most;
    };
    memory.status = NodeStatus::Running;
    while (isOpen()) {
        const bool isFirst = m_memory[n + 1].status == NodeStatus::Idle;
        const NodeStatus status = execute(n + 1);
        if (status == NodeStatus::Running) {
            return status;
        }
        reset(n + 1);
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

NodeStatus BehaviorTreeRun::tickTimed(std::size_t n) {
    Memory& memory = m_memory[n];
    const NodeKind kind = node(n).kind;
    const double waitS = number(n, 0) / kMsPerS;
    if (!memory.isOn) {
        memory.isOn = true;
        memory.sinceS = m_nowS;
    }
    memory.status = NodeStatus::Running;
    const bool isOver = m_nowS - memory.sinceS + kClockSlackS >= waitS;
    if (kind == NodeKind::Sleep || (kind == NodeKind::Delay && !isOver)) {
        memory.isOn = !isOver;
        return isOver ? NodeStatus::Success : NodeStatus::Running;
    }
    if (kind == NodeKind::Timeout && waitS > 0.0 && isOver &&
        m_memory[n + 1].status == NodeStatus::Running) {
        memory.isOn = false;
        reset(n + 1);
        return NodeStatus::Failure;
    }
    const NodeStatus status = execute(n + 1);
    if (isCompleted(status)) {
        memory.isOn = false;
        reset(n + 1);
    }
    return status;
}

} // namespace sideline::decision
