#include "agentcore/decision/condition_tree.h"

#include <algorithm>

#include <fmt/format.h>

#include "agentcore/base/plural.h"

namespace sideline::decision {

TreeSearch::TreeSearch(ConditionTreePtr tree)
    : m_tree(std::move(tree)),
      m_conditions(*m_tree),
      m_scores(m_tree->nodes.size(), 0.0),
      m_tried(m_tree->nodes.size(), 0),
      m_path(m_tree->nodes.size(), 0) {}

int TreeSearch::choose(const MeasureInput& input) {
    m_conditions.measure(*m_tree, input);
    for (std::size_t i = 0; i < m_tree->nodes.size(); ++i) {
        m_scores[i] = m_conditions.scoreOf(*m_tree, m_tree->nodes[i]);
        if (m_path[i] != 0 && m_scores[i] > 0.0) {
            m_scores[i] += m_tree->stay;
        }
    }
    std::ranges::fill(m_tried, std::uint8_t{0});
    reset();
    return search(0, m_tree->nodes.size());
}

// Recurses no deeper than `kMaxTreeDepth`.
int TreeSearch::search(std::size_t first, std::size_t end) {
    for (;;) {
        std::size_t best = end;
        for (std::size_t i = first; i < end; i = m_tree->nodes[i].end) {
            if (m_tried[i] == 0 && m_scores[i] > 0.0 &&
                (best == end || m_scores[i] > m_scores[best])) {
                best = i;
            }
        }
        if (best == end) {
            return -1;
        }
        m_tried[best] = 1;
        const TreeNode& node = m_tree->nodes[best];
        const int leaf = node.behavior >= 0 ? static_cast<int>(best) : search(best + 1, node.end);
        if (leaf >= 0) {
            m_path[best] = 1;
            return leaf;
        }
    }
}

void TreeSearch::explain(int activeLeaf, world::DecisionTrace& trace) const {
    trace.maker = m_tree->title;
    trace.nodes.resize(m_tree->nodes.size());
    for (std::size_t i = 0; i < trace.nodes.size(); ++i) {
        const TreeNode& node = m_tree->nodes[i];
        world::DecisionNode& into = trace.nodes[i];
        into.name = node.name;
        into.behavior.clear();
        if (node.behavior >= 0) {
            into.behavior = m_tree->behaviors[static_cast<std::size_t>(node.behavior)].name;
        }
        into.depth = node.depth;
        into.line = node.line;
        into.score = roundedToThousandths(m_scores[i]);
        into.isChosen = m_path[i] != 0;
        into.isActive = static_cast<int>(i) == activeLeaf;
        into.terms = static_cast<std::uint32_t>(node.termCount);
    }
    trace.terms.resize(m_tree->terms.size());
    std::size_t count = 0;
    for (const TreeNode& node : m_tree->nodes) {
        m_conditions.explain(*m_tree, node, trace, count);
    }
}

void TreeSearch::decide(const MeasureInput& input, double /*stepS*/, std::span<const Work> /*work*/,
                        std::vector<BehaviorRequest>& requests) {
    if (const int leaf = choose(input); leaf >= 0) {
        requests.push_back({leaf, m_tree->nodes[static_cast<std::size_t>(leaf)].behavior});
    }
}

int TreeSearch::nodeOf(std::size_t behavior) const {
    const auto leaf =
        std::ranges::find(m_tree->nodes, static_cast<int>(behavior), &TreeNode::behavior);
    return static_cast<int>(leaf - m_tree->nodes.begin());
}

std::string TreeSearch::describe() const {
    std::string text = fmt::format("{}, {}, {}\n", base::plural(m_tree->nodes.size(), "node"),
                                   base::plural(m_tree->terms.size(), "condition"),
                                   base::plural(m_tree->behaviors.size(), "behavior"));
    for (const TreeNode& node : m_tree->nodes) {
        text += fmt::format("{:>5}  {:{}}{}", node.line, "", 2 * node.depth, node.name);
        if (node.behavior >= 0) {
            text += "  -> " +
                    decision::describe(m_tree->behaviors[static_cast<std::size_t>(node.behavior)]);
        }
        text += '\n';
    }
    return text;
}

} // namespace sideline::decision
