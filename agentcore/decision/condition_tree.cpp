#include "agentcore/decision/condition_tree.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

namespace sideline::decision {

namespace {

// Recordings keep thousandths in few bytes.
double rounded(double value) {
    constexpr double kParts = 1000.0;
    return std::isfinite(value) ? std::round(value * kParts) / kParts : value;
}

} // namespace

double TreeTerm::truthOf(double value) const {
    if (std::isnan(value)) {
        return 0.0;
    }
    // How far on the side where it holds.
    double inside = 0.0;
    switch (comparison) {
    case Comparison::Truth:
        return std::clamp(value, 0.0, 1.0);
    case Comparison::Equal:
        return value == limit ? 1.0 : 0.0;
    case Comparison::Unequal:
        return value != limit ? 1.0 : 0.0;
    case Comparison::Less:
    case Comparison::AtMost:
        inside = limit - value;
        break;
    case Comparison::More:
    case Comparison::AtLeast:
        inside = value - limit;
        break;
    }
    if (width > 0.0) {
        return std::clamp(0.5 + 0.5 * inside / width, 0.0, 1.0);
    }
    const bool isAtLimit = comparison == Comparison::AtMost || comparison == Comparison::AtLeast;
    return inside > 0.0 || (isAtLimit && inside == 0.0) ? 1.0 : 0.0;
}

TreeSearch::TreeSearch(ConditionTreePtr tree)
    : m_tree(std::move(tree)),
      m_values(m_tree->terms.size(), 0.0),
      m_truths(m_tree->terms.size(), 0.0),
      m_scores(m_tree->nodes.size(), 0.0),
      m_tried(m_tree->nodes.size(), 0),
      m_path(m_tree->nodes.size(), 0) {}

int TreeSearch::choose(const MeasureInput& input) {
    for (std::size_t i = 0; i < m_tree->terms.size(); ++i) {
        const TreeTerm& term = m_tree->terms[i];
        m_values[i] = term.measure->read(
            input, std::span(term.arguments).first(term.measure->argumentCount()));
        m_truths[i] = term.truthOf(m_values[i]);
    }
    for (std::size_t i = 0; i < m_tree->nodes.size(); ++i) {
        m_scores[i] = scoreOf(m_tree->nodes[i]);
        if (m_path[i] != 0 && m_scores[i] > 0.0) {
            m_scores[i] += m_tree->stay;
        }
    }
    std::ranges::fill(m_tried, std::uint8_t{0});
    forget();
    return search(0, m_tree->nodes.size());
}

double TreeSearch::scoreOf(const TreeNode& node) const {
    std::array<double, kMaxTreeDepth> stack{};
    std::size_t height = 0;
    const auto steps = std::span(m_tree->steps).subspan(node.firstStep, node.stepCount);
    for (const TreeStep& step : steps) {
        switch (step.kind) {
        case TreeStep::Kind::Term:
            stack[height++] = m_truths[step.term];
            continue;
        case TreeStep::Kind::Number:
            stack[height++] = step.number;
            continue;
        case TreeStep::Kind::Not:
            stack[height - 1] = 1.0 - stack[height - 1];
            continue;
        default:
            break;
        }
        const double right = stack[--height];
        double& left = stack[height - 1];
        switch (step.kind) {
        case TreeStep::Kind::And:
            left = std::min(left, right);
            break;
        case TreeStep::Kind::Or:
            left = std::max(left, right);
            break;
        case TreeStep::Kind::Times:
            left *= right;
            break;
        default:
            left += right;
            break;
        }
    }
    return stack[0];
}

// No deeper than `kMaxTreeDepth`.
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
        into.score = rounded(m_scores[i]);
        into.isChosen = m_path[i] != 0;
        into.isActive = static_cast<int>(i) == activeLeaf;
        into.terms = static_cast<std::uint32_t>(node.termCount);
    }
    trace.terms.resize(m_tree->terms.size());
    for (std::size_t i = 0; i < trace.terms.size(); ++i) {
        world::DecisionTerm& into = trace.terms[i];
        into.text = m_tree->terms[i].text;
        into.value = rounded(m_values[i]);
        into.truth = rounded(m_truths[i]);
    }
}

std::string describe(const ConditionTree& tree) {
    std::string text;
    for (const TreeNode& node : tree.nodes) {
        text += fmt::format("{:>5}  {:{}}{}", node.line, "", 2 * node.depth, node.name);
        if (node.behavior >= 0) {
            const TreeBehavior& does = tree.behaviors[static_cast<std::size_t>(node.behavior)];
            text += fmt::format("  -> {}", does.name);
            if (does.name != does.registered || !does.settings.empty()) {
                text += fmt::format(" ({}", does.registered);
                for (const auto& [key, value] : does.settings) {
                    text += fmt::format(" {}={}", key, value);
                }
                text += ")";
            }
        }
        text += '\n';
    }
    return text;
}

} // namespace sideline::decision
