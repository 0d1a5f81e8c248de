#include "agentcore/decision/decision_why.h"

#include <algorithm>
#include <optional>

namespace sideline::decision {

namespace {

// The node beside another one, below the same parent, that was chosen.
std::optional<std::size_t> chosenBeside(const world::DecisionTrace& trace, std::size_t node) {
    const int depth = trace.nodes[node].depth;
    std::size_t first = node;
    while (first > 0 && trace.nodes[first - 1].depth >= depth) {
        --first;
    }
    for (std::size_t i = first; i < trace.nodes.size() && trace.nodes[i].depth >= depth; ++i) {
        if (trace.nodes[i].depth == depth && trace.nodes[i].isChosen) {
            return i;
        }
    }
    return std::nullopt;
}

bool isActiveBelow(const world::DecisionTrace& trace, std::size_t node) {
    const int depth = trace.nodes[node].depth;
    for (std::size_t i = node; i < trace.nodes.size(); ++i) {
        if (i > node && trace.nodes[i].depth <= depth) {
            return false;
        }
        if (trace.nodes[i].isActive) {
            return true;
        }
    }
    return false;
}

} // namespace

std::vector<std::size_t> pathTo(const world::DecisionTrace& trace, std::size_t node) {
    std::vector<std::size_t> path{node};
    for (std::size_t i = node; i > 0; --i) {
        if (trace.nodes[i - 1].depth < trace.nodes[path.back()].depth) {
            path.push_back(i - 1);
        }
    }
    std::ranges::reverse(path);
    return path;
}

std::vector<std::size_t> termsOf(const world::DecisionTrace& trace, std::size_t node) {
    std::size_t first = 0;
    for (std::size_t i = 0; i < node; ++i) {
        first += trace.nodes[i].terms;
    }
    std::vector<std::size_t> terms;
    const std::size_t end = std::min(first + trace.nodes[node].terms, trace.terms.size());
    for (std::size_t i = first; i < end; ++i) {
        terms.push_back(i);
    }
    return terms;
}

DecisionWhy whyOf(const world::DecisionTrace& trace, std::size_t node) {
    for (const std::size_t each : pathTo(trace, node)) {
        if (trace.nodes[each].isChosen) {
            continue;
        }
        DecisionWhy why;
        why.node = each;
        why.terms = termsOf(trace, each);
        const auto rival = chosenBeside(trace, each);
        if (!(trace.nodes[each].score > 0.0)) {
            why.kind = WhyKind::Fails;
        } else if (rival && trace.nodes[*rival].score >= trace.nodes[each].score) {
            why.kind = WhyKind::Loses;
            why.rival = *rival;
        } else {
            why.kind = WhyKind::DeadEnd;
        }
        return why;
    }
    return {.kind = isActiveBelow(trace, node) ? WhyKind::Active : WhyKind::Waits,
            .node = node,
            .rival = 0,
            .terms = termsOf(trace, node)};
}

} // namespace sideline::decision
