#include "agentcore/decision/tree_ticker.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "agentcore/decision/script_values.h"

namespace sideline::decision {

using behavior::Status;

namespace {

enum Before : std::uint8_t { FailureIf, SuccessIf, SkipIf, While };
enum After : std::uint8_t { OnSuccess, OnFailure, Post, OnHalted };

bool isCompleted(NodeStatus status) {
    return status == NodeStatus::Success || status == NodeStatus::Failure;
}

bool haveSameShape(const BehaviorTree& a, const BehaviorTree& b) {
    return std::ranges::equal(a.nodes, b.nodes, [](const BtNode& one, const BtNode& other) {
        return one.kind == other.kind && one.depth == other.depth;
    });
}

} // namespace

TreeTicker::TreeTicker(BehaviorTreePtr tree)
    : m_tree(std::move(tree)),
      m_conditions(*m_tree),
      m_memory(m_tree->nodes.size()),
      m_shown(m_tree->nodes.size(), NodeStatus::Idle),
      m_ended(m_tree->nodes.size(), NodeStatus::Idle),
      m_entries(m_tree->entries.size()),
      m_writes(m_tree->entries.size()) {
    reset();
}

void TreeTicker::reset() {
    std::ranges::fill(m_memory, NodeMemory{});
    std::ranges::fill(m_shown, NodeStatus::Idle);
    std::ranges::fill(m_ended, NodeStatus::Idle);
    std::ranges::transform(m_tree->entries, m_entries.begin(),
                           [](const auto& entry) { return entry.second; });
    std::ranges::transform(m_entries, m_writes.begin(),
                           [](const BlackboardValue& value) { return value.isSet() ? 1 : 0; });
}

void TreeTicker::tick(const MeasureInput& input, double stepS, std::span<const Work> work) {
    const Cycle cycle{{input.frame, input.field, m_entries}, work};
    m_cycle = &cycle;
    m_nowS += stepS;
    m_conditions.measure(*m_tree, cycle.input); // measured also for nodes that are not ticked
    std::ranges::fill(m_shown, NodeStatus::Idle);
    const NodeStatus result = execute(0);
    for (std::size_t n = 0; n < m_shown.size(); ++n) {
        if (m_shown[n] == NodeStatus::Idle) { // shows the status from an earlier cycle
            m_shown[n] = m_memory[n].status;
        }
    }
    for (std::size_t n = 0; n < m_shown.size(); ++n) {
        for (std::size_t c = n + 1; isCompleted(m_shown[n]) && c < node(n).end; c = node(c).end) {
            m_shown[c] = m_shown[c] == NodeStatus::Idle ? m_ended[c] : m_shown[c];
        }
    }
    if (isCompleted(result)) {
        m_memory[0].status = NodeStatus::Idle;
    }
    m_isNew = false;
    m_cycle = nullptr;
}

NodeStatus TreeTicker::execute(std::size_t n) {
    if (m_memory[n].status == NodeStatus::Idle) {
        for (std::size_t c = n + 1; c < node(n).end; c = node(c).end) {
            m_ended[c] = NodeStatus::Idle;
        }
    }
    m_memory[n].report.clear();
    NodeStatus status = precondition(n);
    if (status == NodeStatus::Idle) {
        status = tickNode(*this, n);
    }
    if (isCompleted(status)) {
        run(node(n).after[status == NodeStatus::Success ? OnSuccess : OnFailure]);
        run(node(n).after[Post]);
    }
    if (status != NodeStatus::Skipped) {
        m_memory[n].status = status;
    }
    m_shown[n] = status;
    m_ended[n] = isCompleted(status) ? status : NodeStatus::Idle;
    return status;
}

// Returns Idle if no precondition decides.
NodeStatus TreeTicker::precondition(std::size_t n) {
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

// A node that was running loses its position; only a sequence with memory, `RunOnce` and nodes that
// watch an entry keep their state.
void TreeTicker::halt(std::size_t n) {
    const bool catches = node(n).kind == NodeKind::TryCatch && node(n).option && !m_memory[n].isOn;
    if (catches) {
        resetChildren(n);
        execute(lastChildOf(n));
    }
    resetChildren(n);
    const NodeMemory old = m_memory[n];
    m_memory[n] = {};
    if (node(n).kind == NodeKind::SequenceWithMemory) {
        m_memory[n].at = old.at;
        m_memory[n].count = old.count;
    } else if (node(n).kind == NodeKind::RunOnce) {
        m_memory[n].isOn = old.isOn;
        m_memory[n].result = old.result;
    }
    m_memory[n].writes = old.writes;
    run(node(n).after[OnHalted]);
}

void TreeTicker::reset(std::size_t n) {
    if (m_memory[n].status == NodeStatus::Running) {
        halt(n);
    }
    m_memory[n].status = NodeStatus::Idle;
    m_memory[n].isOver = false;
}

std::size_t TreeTicker::lastChildOf(std::size_t n) const {
    std::size_t c = n + 1;
    while (node(c).end < node(n).end) {
        c = node(c).end;
    }
    return c;
}

void TreeTicker::resetChildren(std::size_t n) {
    for (std::size_t c = n + 1; c < node(n).end; c = node(c).end) {
        reset(c);
    }
}

NodeStatus TreeTicker::tickAction(std::size_t n) {
    NodeMemory& memory = m_memory[n];
    if (memory.behavior < 0) {
        const int behavior = variantOf(n);
        if (behavior < 0) {
            return NodeStatus::Failure; // an entry that the condition reads has no value yet
        }
        begin(n, behavior);
        return NodeStatus::Running;
    }
    const auto own = std::ranges::find_if(m_cycle->work, [&](const Work& each) {
        return each.behavior == memory.behavior && each.run == memory.run;
    });
    if (own == m_cycle->work.end() || own->status == Status::Running) {
        return NodeStatus::Running;
    }
    memory.behavior = -1;
    if (own->status == Status::Done) {
        return NodeStatus::Success;
    }
    memory.report = own->report;
    return NodeStatus::Failure;
}

int TreeTicker::variantOf(std::size_t n) const {
    const auto fits = [&](const ActionVariant& variant) {
        return std::ranges::equal(
            variant.values, node(n).entries, [&](const BlackboardValue& value, int entry) {
                return value.isSameAs(m_entries[static_cast<std::size_t>(entry)]);
            });
    };
    const auto found = std::ranges::find_if(node(n).does, fits);
    return found == node(n).does.end() ? -1 : found->behavior;
}

// A behavior that another action has started continues, unless it has been restarted.
void TreeTicker::begin(std::size_t n, int behavior) {
    NodeMemory& memory = m_memory[n];
    memory.behavior = behavior;
    for (std::size_t other = 0; other < m_memory.size(); ++other) {
        if (other != n && m_memory[other].behavior == behavior) {
            memory.run = m_memory[other].run;
            return;
        }
    }
    const auto working = std::ranges::find(m_cycle->work, behavior, &Work::behavior);
    if (working != m_cycle->work.end() && working->status == Status::Running &&
        (m_isNew || working->node != static_cast<int>(n))) {
        memory.run = working->run;
        return;
    }
    memory.run = ++m_lastRun;
}

bool TreeTicker::holds(int condition) {
    const NodeCondition& expression = m_tree->conditions[static_cast<std::size_t>(condition)];
    run(expression.before);
    m_conditions.measure(*m_tree, expression, m_cycle->input); // entries may change within a tick
    return m_conditions.scoreOf(*m_tree, expression) >= kHolds;
}

BlackboardValue TreeTicker::valueOf(const NodeValue& value) const {
    return value.entry >= 0 ? m_entries[static_cast<std::size_t>(value.entry)] : value.literal;
}

void TreeTicker::set(int entry, const BlackboardValue& value) {
    m_entries[static_cast<std::size_t>(entry)] =
        std::isinf(value.number) ? BlackboardValue() : value;
    ++m_writes[static_cast<std::size_t>(entry)];
}

void TreeTicker::unset(int entry) {
    m_entries[static_cast<std::size_t>(entry)] = {};
    m_writes[static_cast<std::size_t>(entry)] = 0;
}

void TreeTicker::run(const NodeScript& script) {
    const auto assignments = std::span(m_tree->assignments).subspan(script.first, script.count);
    for (const NodeAssignment& each : assignments) {
        set(each.entry, decision::valueOf(*m_tree, each.value, m_cycle->input));
    }
}

// Converts a value from an older version of the tree, whose strings have other indices.
BlackboardValue TreeTicker::adopted(const TreeTicker& old, const BlackboardValue& value) const {
    if (value.text < 0) {
        return value;
    }
    const auto text =
        std::ranges::find(m_tree->texts, old.m_tree->texts[static_cast<std::size_t>(value.text)]);
    return text == m_tree->texts.end()
               ? BlackboardValue()
               : BlackboardValue{.text = static_cast<int>(text - m_tree->texts.begin())};
}

void TreeTicker::followEntries(const TreeTicker& old) {
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const auto& [name, initial] = m_tree->entries[i];
        for (std::size_t k = 0; k < old.m_entries.size(); ++k) {
            const auto& [oldName, oldInitial] = old.m_tree->entries[k];
            if (oldName != name) {
                continue;
            }
            m_writes[i] = old.m_writes[k];
            const BlackboardValue value = adopted(old, old.m_entries[k]);
            const bool isLost = old.m_entries[k].isSet() && !value.isSet();
            if (!old.m_entries[k].isSameAs(oldInitial) && !isLost) {
                m_entries[i] = value;
            }
        }
    }
}

void TreeTicker::follow(const TreeTicker& old) {
    m_nowS = old.m_nowS;
    m_lastRun = old.m_lastRun;
    m_isNew = true;
    followEntries(old);
    if (!haveSameShape(*m_tree, *old.m_tree)) {
        return;
    }
    m_memory = old.m_memory;
    for (std::size_t n = 0; n < m_memory.size(); ++n) {
        NodeMemory& memory = m_memory[n];
        memory.queue = adopted(old, memory.queue);
        if (memory.behavior < 0) {
            continue;
        }
        const TreeBehavior& does = old.m_tree->behaviors[static_cast<std::size_t>(memory.behavior)];
        const int behavior = variantOf(n);
        const bool isSame =
            behavior >= 0 && m_tree->behaviors[static_cast<std::size_t>(behavior)].isSameAs(does);
        memory.behavior = isSame ? behavior : -1; // otherwise the action starts with the current
                                                  // values
    }
}

} // namespace sideline::decision
