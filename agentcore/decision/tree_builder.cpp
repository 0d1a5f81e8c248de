#include "agentcore/decision/tree_builder.h"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/nearest_name.h"

namespace sideline::decision {

base::Error treeFault(int line, std::string message, std::string expected) {
    return {.code = base::ErrorCode::Malformed,
            .message = std::move(message),
            .expected = std::move(expected),
            .file = {},
            .line = static_cast<std::uint64_t>(line),
            .byteOffset = {}};
}

base::Expected<void> fits(std::string_view text) {
    if (text.size() > kMaxTreeBytes) {
        return tl::unexpected(treeFault(1, "the file is too large",
                                        fmt::format("at most {} KiB", kMaxTreeBytes >> 10U)));
    }
    return {};
}

base::Expected<const Measure*> measureNamed(std::string_view name) {
    if (const Measure* found = findMeasure(name)) {
        return found;
    }
    const std::string_view meant = base::nearestName(name, measureNames());
    return base::failure(
        base::ErrorCode::Malformed, fmt::format("unknown measure or condition '{}'", name),
        meant.empty() ? "one of `sideline decision measures`, or a condition defined above"
                      : fmt::format("{}?", meant));
}

base::Expected<void> TreeBuilder::open(int depth, int line, std::string name) {
    if (m_tree.nodes.size() >= kMaxTreeNodes || static_cast<std::size_t>(depth) >= kMaxTreeDepth) {
        return tl::unexpected(
            treeFault(line, "the tree is too large",
                      fmt::format("at most {} nodes and {} levels", kMaxTreeNodes, kMaxTreeDepth)));
    }
    while (m_open.size() > static_cast<std::size_t>(depth)) {
        m_tree.nodes[m_open.back()].end = m_tree.nodes.size();
        m_open.pop_back();
    }
    if (!m_open.empty() && m_tree.nodes[m_open.back()].behavior >= 0) {
        return tl::unexpected(
            treeFault(line,
                      fmt::format("'{}' has a behavior, so it cannot contain a node",
                                  m_tree.nodes[m_open.back()].name),
                      "nodes only below a node without a behavior"));
    }
    m_open.push_back(m_tree.nodes.size());
    TreeNode node;
    node.name = std::move(name);
    node.line = line;
    node.depth = depth;
    node.firstStep = m_tree.steps.size();
    node.firstTerm = m_tree.terms.size();
    m_tree.nodes.push_back(std::move(node));
    return {};
}

void TreeBuilder::term(TreeTerm term) {
    TreeStep step;
    step.kind = TreeStep::Kind::Term;
    step.term = m_tree.terms.size();
    m_tree.terms.push_back(std::move(term));
    m_tree.steps.push_back(step);
    ++m_tree.nodes.back().termCount;
    ++m_tree.nodes.back().stepCount;
}

void TreeBuilder::number(double value) {
    TreeStep step;
    step.number = value;
    m_tree.steps.push_back(step);
    ++m_tree.nodes.back().stepCount;
}

void TreeBuilder::step(TreeStep::Kind kind) {
    TreeStep step;
    step.kind = kind;
    m_tree.steps.push_back(step);
    ++m_tree.nodes.back().stepCount;
}

base::Expected<void> TreeBuilder::leaf(TreeBehavior behavior) {
    const auto known = std::ranges::find(m_tree.behaviors, behavior.name, &TreeBehavior::name);
    m_tree.nodes.back().behavior = static_cast<int>(known - m_tree.behaviors.begin());
    if (known == m_tree.behaviors.end()) {
        if (m_tree.behaviors.size() >= kMaxTreeBehaviors) {
            return tl::unexpected(treeFault(m_tree.nodes.back().line, "too many behaviors",
                                            fmt::format("at most {}", kMaxTreeBehaviors)));
        }
        m_tree.behaviors.push_back(std::move(behavior));
    }
    return {};
}

base::Expected<void> TreeBuilder::checkSteps(const TreeNode& node) const {
    if (stackHeight(std::span(m_tree.steps).subspan(node.firstStep, node.stepCount)) >
        kMaxTreeDepth) {
        return tl::unexpected(treeFault(node.line, "the condition is nested too deeply",
                                        fmt::format("at most {} levels", kMaxTreeDepth)));
    }
    return {};
}

base::Expected<void> TreeBuilder::finish(int lastLine) {
    if (m_tree.nodes.empty()) {
        return tl::unexpected(treeFault(lastLine, "there is no tree", "at least one node"));
    }
    for (const std::size_t each : m_open) {
        m_tree.nodes[each].end = m_tree.nodes.size();
    }
    m_open.clear();
    for (std::size_t i = 0; i < m_tree.nodes.size(); ++i) {
        const TreeNode& node = m_tree.nodes[i];
        if (node.behavior < 0 && node.end == i + 1) {
            return tl::unexpected(treeFault(node.line,
                                            fmt::format("'{}' leads to no behavior", node.name),
                                            "a behavior, or deeper nodes below it"));
        }
        if (auto checked = checkSteps(node); !checked) {
            return checked;
        }
    }
    return {};
}

} // namespace sideline::decision
