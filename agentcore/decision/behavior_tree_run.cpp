#include "agentcore/decision/behavior_tree_run.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "agentcore/base/plural.h"
#include "agentcore/behavior/same_class.h"

namespace sideline::decision {

void BehaviorTreeRun::decide(const MeasureInput& input, double stepS, std::span<const Work> work,
                             std::vector<BehaviorRequest>& requests) {
    m_ticker.tick(input, stepS, work);
    for (std::size_t n = 0; n < tree().nodes.size(); ++n) {
        const NodeMemory& memory = m_ticker.memories()[n];
        if (memory.behavior >= 0 &&
            std::ranges::find(requests, memory.behavior, &BehaviorRequest::behavior) ==
                requests.end()) {
            requests.push_back({static_cast<int>(n), memory.behavior, memory.run});
        }
    }
}

int BehaviorTreeRun::nodeOf(std::size_t behavior) const {
    const auto does = static_cast<int>(behavior);
    const auto memories = m_ticker.memories();
    const auto running = std::ranges::find(memories, does, &NodeMemory::behavior);
    if (running != memories.end()) {
        return static_cast<int>(running - memories.begin());
    }
    const auto asks = std::ranges::find_if(tree().nodes, [&](const BtNode& each) {
        return std::ranges::find(each.does, does, &ActionVariant::behavior) != each.does.end();
    });
    return static_cast<int>(asks - tree().nodes.begin());
}

void BehaviorTreeRun::follow(const Decider& before) {
    if (const auto* old = behavior::asClass<BehaviorTreeRun>(before)) {
        m_ticker.follow(old->m_ticker);
    }
}

void BehaviorTreeRun::explain(std::span<const Work> work, world::DecisionTrace& trace) const {
    trace.maker = tree().title;
    trace.nodes.resize(tree().nodes.size());
    std::size_t terms = 0;
    for (std::size_t n = 0; n < trace.nodes.size(); ++n) {
        const BtNode& from = tree().nodes[n];
        const NodeMemory& memory = m_ticker.memories()[n];
        world::DecisionNode& into = trace.nodes[n];
        into.name = from.name;
        into.behavior.clear();
        if (!from.does.empty()) {
            const int does = memory.behavior < 0 ? from.does.front().behavior : memory.behavior;
            into.behavior = tree().behaviors[static_cast<std::size_t>(does)].name;
        }
        into.depth = from.depth;
        into.line = from.file.empty() ? from.line : 0; // line numbers refer to the tree's own file
        into.score = kStatusScores[static_cast<std::size_t>(status(n))];
        into.isChosen = status(n) == NodeStatus::Running;
        into.isActive = std::ranges::any_of(work, [&](const Work& each) {
            return each.node == static_cast<int>(n) ||
                   (each.behavior == memory.behavior && each.run == memory.run);
        });
        const std::size_t before = terms;
        const auto add = [&](int condition) {
            if (condition >= 0) {
                m_ticker.conditions().explain(
                    tree(), tree().conditions[static_cast<std::size_t>(condition)], trace, terms);
            }
        };
        std::ranges::for_each(from.before, add);
        add(from.condition);
        if (!memory.report.empty() && status(n) == NodeStatus::Failure) {
            trace.terms.resize(std::max(trace.terms.size(), terms + 1));
            world::DecisionTerm& report = trace.terms[terms++];
            report.text = kReport;
            report.text += memory.report;
            report.value = std::numeric_limits<double>::quiet_NaN();
            report.truth = 0.0;
        }
        into.terms = static_cast<std::uint32_t>(terms - before);
    }
    trace.terms.resize(terms);
}

std::string BehaviorTreeRun::describe() const {
    std::string text =
        fmt::format("{}, {}, {}, {}\n", base::plural(tree().nodes.size(), "node"),
                    base::plural(tree().terms.size(), "condition"),
                    base::plural(tree().entries.size(), "name") + " on the blackboard",
                    base::plural(tree().behaviors.size(), "behavior"));
    for (const BtNode& each : tree().nodes) {
        text += fmt::format("{:>5}  {:{}}{}", each.file.empty() ? std::to_string(each.line) : "",
                            "", 2 * each.depth, each.name);
        for (const ActionVariant& variant : each.does) {
            const TreeBehavior& does = tree().behaviors[static_cast<std::size_t>(variant.behavior)];
            if (does.name != each.name) {
                text += fmt::format("  -> {}", does.name);
            }
        }
        text += each.file.empty() ? std::string("\n")
                                  : fmt::format("  ({}:{})\n", each.file, each.line);
    }
    return text;
}

} // namespace sideline::decision
