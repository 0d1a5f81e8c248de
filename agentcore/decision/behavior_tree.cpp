#include "agentcore/decision/behavior_tree.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/plural.h"

namespace sideline::decision {

using behavior::Status;

BehaviorTreeRun::BehaviorTreeRun(BehaviorTreePtr tree)
    : m_tree(std::move(tree)),
      m_conditions(*m_tree),
      m_memory(m_tree->nodes.size()),
      m_shown(m_tree->nodes.size(), NodeStatus::Idle),
      m_entries(m_tree->entries.size()) {
    reset();
}

void BehaviorTreeRun::reset() {
    std::ranges::fill(m_memory, Memory{});
    std::ranges::fill(m_shown, NodeStatus::Idle);
    std::ranges::transform(m_tree->entries, m_entries.begin(),
                           [](const auto& entry) { return entry.second; });
}

void BehaviorTreeRun::decide(const MeasureInput& input, double stepS, std::span<const Work> work,
                             std::vector<Wish>& wishes) {
    const Cycle cycle{{input.frame, input.field, m_entries}, work};
    m_cycle = &cycle;
    m_nowS += stepS;
    m_conditions.measure(*m_tree, cycle.input); // also for what is not ticked
    for (std::size_t n = 0; n < m_shown.size(); ++n) {
        m_shown[n] = NodeStatus::Idle;
    }
    const NodeStatus result = execute(0);
    for (std::size_t n = 0; n < m_shown.size(); ++n) {
        if (m_shown[n] == NodeStatus::Idle) { // from an earlier cycle
            m_shown[n] = m_memory[n].status;
        }
    }
    if (result == NodeStatus::Success || result == NodeStatus::Failure) {
        m_memory[0].status = NodeStatus::Idle;
    }
    m_isNew = false;
    m_cycle = nullptr;
    for (std::size_t n = 0; n < m_memory.size(); ++n) {
        const int behavior = m_memory[n].behavior;
        if (behavior >= 0 && std::ranges::find(wishes, behavior, &Wish::behavior) == wishes.end()) {
            wishes.push_back({static_cast<int>(n), behavior, m_memory[n].run});
        }
    }
}

NodeStatus BehaviorTreeRun::tickAction(std::size_t n) {
    Memory& memory = m_memory[n];
    if (memory.behavior < 0) {
        const int behavior = variantOf(n);
        if (behavior < 0) {
            return NodeStatus::Failure; // an entry that it reads holds nothing yet
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
    return own->status == Status::Done ? NodeStatus::Success : NodeStatus::Failure;
}

int BehaviorTreeRun::variantOf(std::size_t n) const {
    const auto fits = [&](const ActionVariant& variant) {
        return std::ranges::equal(
            variant.values, node(n).entries, [&](const BlackboardValue& value, int entry) {
                return value.isSameAs(m_entries[static_cast<std::size_t>(entry)]);
            });
    };
    const auto found = std::ranges::find_if(node(n).does, fits);
    return found == node(n).does.end() ? -1 : found->behavior;
}

// What another action has begun goes on, as long as nobody has begun it anew.
void BehaviorTreeRun::begin(std::size_t n, int behavior) {
    Memory& memory = m_memory[n];
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

int BehaviorTreeRun::nodeOf(std::size_t behavior) const {
    const auto does = static_cast<int>(behavior);
    const auto running = std::ranges::find(m_memory, does, &Memory::behavior);
    if (running != m_memory.end()) {
        return static_cast<int>(running - m_memory.begin());
    }
    const auto asks = std::ranges::find_if(m_tree->nodes, [&](const BtNode& each) {
        return std::ranges::find(each.does, does, &ActionVariant::behavior) != each.does.end();
    });
    return static_cast<int>(asks - m_tree->nodes.begin());
}

bool BehaviorTreeRun::hasSameShape(const BehaviorTree& other) const {
    return std::ranges::equal(m_tree->nodes, other.nodes, [](const BtNode& a, const BtNode& b) {
        return a.kind == b.kind && a.depth == b.depth;
    });
}

// A tree with the same nodes goes on where the older one stands, another one begins anew. Entries
// keep what they hold either way.
void BehaviorTreeRun::follow(const Decider& before) {
    const auto* old = dynamic_cast<const BehaviorTreeRun*>(&before);
    if (old == nullptr) {
        return;
    }
    m_nowS = old->m_nowS;
    m_lastRun = old->m_lastRun;
    m_isNew = true;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const auto& [name, initial] = m_tree->entries[i];
        for (std::size_t k = 0; k < old->m_entries.size(); ++k) {
            const auto& [oldName, oldInitial] = old->m_tree->entries[k];
            const BlackboardValue& value = old->m_entries[k];
            if (oldName != name || value.isSameAs(oldInitial)) {
                continue;
            }
            if (value.text < 0) {
                m_entries[i] = value;
            } else {
                const auto text = std::ranges::find(
                    m_tree->texts, old->m_tree->texts[static_cast<std::size_t>(value.text)]);
                if (text != m_tree->texts.end()) {
                    m_entries[i] = {.text = static_cast<int>(text - m_tree->texts.begin())};
                }
            }
        }
    }
    if (!hasSameShape(*old->m_tree)) {
        return;
    }
    m_memory = old->m_memory;
    for (std::size_t n = 0; n < m_memory.size(); ++n) {
        Memory& memory = m_memory[n];
        if (memory.behavior < 0) {
            continue;
        }
        const TreeBehavior& does =
            old->m_tree->behaviors[static_cast<std::size_t>(memory.behavior)];
        const int behavior = variantOf(n);
        if (behavior >= 0 && m_tree->behaviors[static_cast<std::size_t>(behavior)].isSameAs(does)) {
            memory.behavior = behavior;
        } else { // it begins as it is set now
            memory.behavior = -1;
        }
    }
}

void BehaviorTreeRun::explain(std::span<const Work> work, world::DecisionTrace& trace) const {
    trace.maker = m_tree->title;
    trace.nodes.resize(m_tree->nodes.size());
    std::size_t terms = 0;
    for (std::size_t n = 0; n < trace.nodes.size(); ++n) {
        const BtNode& from = node(n);
        const Memory& memory = m_memory[n];
        world::DecisionNode& into = trace.nodes[n];
        into.name = from.name;
        into.behavior.clear();
        if (!from.does.empty()) {
            const int does = memory.behavior < 0 ? from.does.front().behavior : memory.behavior;
            into.behavior = m_tree->behaviors[static_cast<std::size_t>(does)].name;
        }
        into.depth = from.depth;
        into.line = from.line;
        into.score = kStatusScores[static_cast<std::size_t>(m_shown[n])];
        into.isChosen = m_shown[n] == NodeStatus::Running;
        into.isActive = std::ranges::any_of(work, [&](const Work& each) {
            return each.node == static_cast<int>(n) ||
                   (each.behavior == memory.behavior && each.run == memory.run);
        });
        const std::size_t before = terms;
        for (const int condition : from.before) {
            if (condition >= 0) {
                m_conditions.explain(
                    *m_tree, m_tree->conditions[static_cast<std::size_t>(condition)], trace, terms);
            }
        }
        if (from.condition >= 0) {
            m_conditions.explain(*m_tree,
                                 m_tree->conditions[static_cast<std::size_t>(from.condition)],
                                 trace, terms);
        }
        into.terms = static_cast<std::uint32_t>(terms - before);
    }
    trace.terms.resize(terms);
}

std::string BehaviorTreeRun::describe() const {
    std::string text = fmt::format("{}, {}, {}, {}\n", base::plural(m_memory.size(), "node"),
                                   base::plural(m_tree->terms.size(), "condition"),
                                   base::plural(m_entries.size(), "name") + " on the blackboard",
                                   base::plural(m_tree->behaviors.size(), "behavior"));
    for (const BtNode& each : m_tree->nodes) {
        text += fmt::format("{:>5}  {:{}}{}", each.line, "", 2 * each.depth, each.name);
        for (const ActionVariant& variant : each.does) {
            const TreeBehavior& does =
                m_tree->behaviors[static_cast<std::size_t>(variant.behavior)];
            if (does.name != each.name) {
                text += fmt::format("  -> {}", does.name);
            }
        }
        text += '\n';
    }
    return text;
}

} // namespace sideline::decision
