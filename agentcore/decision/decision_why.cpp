#include "agentcore/decision/decision_why.h"

#include <algorithm>
#include <optional>

namespace sideline::decision {

namespace {

// The chosen sibling of a node.
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

// The score of the node with this name below a module; 0 if there is none.
double figureOf(const world::DecisionTrace& trace, std::size_t module, std::string_view name) {
    for (std::size_t i = module + 1;
         i < trace.nodes.size() && trace.nodes[i].depth > trace.nodes[module].depth; ++i) {
        if (trace.nodes[i].name == name) {
            return trace.nodes[i].score;
        }
    }
    return 0.0;
}

// The resource with the highest threshold.
std::optional<std::size_t> highestResource(const world::DecisionTrace& trace) {
    std::optional<std::size_t> highest;
    bool isThere = false;
    for (std::size_t i = 0; i < trace.nodes.size(); ++i) {
        const world::DecisionNode& node = trace.nodes[i];
        if (node.depth == 0) {
            isThere = node.name == kResourcesGroup;
        } else if (isThere && (!highest || node.score > trace.nodes[*highest].score)) {
            highest = i;
        }
    }
    return highest;
}

DecisionWhy whyOfModule(const world::DecisionTrace& trace, std::size_t node) {
    const world::DecisionNode& module = trace.nodes[node];
    DecisionWhy why;
    why.node = node;
    why.terms = termsOf(trace, node);
    if (module.isActive || module.isChosen) {
        why.kind = module.isActive ? WhyKind::Active : WhyKind::Waits;
        return why;
    }
    if (!(figureOf(trace, node, kExecutable) > 0.0)) {
        why.kind = WhyKind::Unmet;
        return why;
    }
    if (!(figureOf(trace, node, kActivation) > 0.0)) {
        why.kind = WhyKind::Unwanted;
        return why;
    }
    std::optional<std::size_t> rival;
    for (std::size_t i = 0; i < trace.nodes.size(); ++i) {
        const world::DecisionNode& other = trace.nodes[i];
        if (other.isLeaf() && other.isChosen &&
            (!rival || other.score > trace.nodes[*rival].score)) {
            rival = i;
        }
    }
    if (rival && trace.nodes[*rival].score >= module.score) {
        why.kind = WhyKind::Loses;
        why.rival = *rival;
        return why;
    }
    why.kind = WhyKind::Waiting;
    why.rival = highestResource(trace).value_or(node);
    return why;
}

// The parent of a node.
std::optional<std::size_t> parentOf(const world::DecisionTrace& trace, std::size_t node) {
    const auto path = pathTo(trace, node);
    return path.size() < 2 ? std::nullopt : std::optional(path[path.size() - 2]);
}

bool isTransition(const world::DecisionNode& node) {
    return !node.isLeaf() && node.name.starts_with(kTransition);
}

std::string_view targetOf(const world::DecisionNode& transition) {
    const std::string_view rest = std::string_view(transition.name).substr(kTransition.size());
    return rest.substr(0, rest.find(' '));
}

std::optional<std::size_t> firedIn(const world::DecisionTrace& trace) {
    for (std::size_t i = 0; i < trace.nodes.size(); ++i) {
        if (trace.nodes[i].isChosen && isTransition(trace.nodes[i])) {
            return i;
        }
    }
    return std::nullopt;
}

// Whether a transition counts in this cycle: its state is active, or was until it fired.
bool isAwake(const world::DecisionTrace& trace, std::size_t transition) {
    const auto state = parentOf(trace, transition);
    if (!state || trace.nodes[*state].isChosen ||
        (trace.nodes[*state].depth == 0 && trace.nodes[*state].name == kAnyGroup)) {
        return true;
    }
    const auto fired = firedIn(trace);
    return fired && parentOf(trace, *fired) == state;
}

DecisionWhy whyOfTransition(const world::DecisionTrace& trace, std::size_t node) {
    const auto fired = firedIn(trace);
    DecisionWhy why{WhyKind::Reached, node, fired.value_or(node), termsOf(trace, node)};
    if (fired == node) {
        why.kind = WhyKind::Fired;
    } else if (!isAwake(trace, node)) {
        why.kind = WhyKind::Asleep;
    } else if (trace.nodes[node].score < kHolds) {
        why.kind = WhyKind::Held;
    } else if (fired) {
        why.kind = WhyKind::Loses;
    }
    return why;
}

DecisionWhy whyOfState(const world::DecisionTrace& trace, std::size_t node) {
    DecisionWhy why{WhyKind::NoWay, node, node, {}};
    if (trace.nodes[node].isChosen) {
        why.kind = isActiveBelow(trace, node) ? WhyKind::Active : WhyKind::Waits;
        return why;
    }
    for (std::size_t i = 0; i < trace.nodes.size(); ++i) {
        const world::DecisionNode& each = trace.nodes[i];
        if (each.isChosen && each.isLeaf()) {
            why.rival = i;
        }
        if (isTransition(each) && targetOf(each) == trace.nodes[node].name && isAwake(trace, i) &&
            (why.kind == WhyKind::NoWay || each.score > trace.nodes[why.node].score)) {
            why.kind = WhyKind::Held;
            why.node = i;
            why.terms = termsOf(trace, i);
        }
    }
    const auto fired = firedIn(trace);
    if (why.kind == WhyKind::Held && fired && trace.nodes[why.node].score >= kHolds) {
        why.kind = WhyKind::Loses;
        why.rival = *fired;
    }
    return why;
}

// The outermost node on the path from the root to a node that was not ticked, and the cause: the
// last sibling that was ticked, or their parent.
DecisionWhy whyOfTreeNode(const world::DecisionTrace& trace, std::size_t node) {
    const auto path = pathTo(trace, node);
    for (std::size_t i = 0; i < path.size(); ++i) {
        const std::size_t each = path[i];
        if (nodeStatus(trace, each) != NodeStatus::Idle) {
            continue;
        }
        DecisionWhy why{WhyKind::Stopped, each, i > 0 ? path[i - 1] : each, termsOf(trace, each)};
        for (std::size_t beside = i > 0 ? path[i - 1] + 1 : each; beside < trace.nodes.size();
             ++beside) {
            if (trace.nodes[beside].depth < trace.nodes[each].depth) {
                break;
            }
            if (trace.nodes[beside].depth == trace.nodes[each].depth &&
                nodeStatus(trace, beside) != NodeStatus::Idle) {
                why.rival = beside;
            }
        }
        return why;
    }
    DecisionWhy why{WhyKind::Returned, node, node, termsOf(trace, node)};
    if (nodeStatus(trace, node) == NodeStatus::Running) {
        why.kind = isActiveBelow(trace, node) ? WhyKind::Active : WhyKind::Waits;
    }
    return why;
}

bool isOfKind(const world::DecisionTrace& trace, std::string_view kind) {
    return trace.maker.starts_with(kind) &&
           (trace.maker.size() == kind.size() || trace.maker[kind.size()] == ' ');
}

} // namespace

bool isNetwork(const world::DecisionTrace& trace) {
    return isOfKind(trace, kNetworkKind);
}

bool isMachine(const world::DecisionTrace& trace) {
    return isOfKind(trace, kMachineKind);
}

bool isBehaviorTree(const world::DecisionTrace& trace) {
    return isOfKind(trace, kBehaviorTreeKind);
}

bool isPolicy(const world::DecisionTrace& trace) {
    return isOfKind(trace, kPolicyKind);
}

NodeStatus nodeStatus(const world::DecisionTrace& trace, std::size_t node) {
    const auto status = std::ranges::find(kStatusScores, trace.nodes[node].score);
    return status == kStatusScores.end() ? NodeStatus::Idle
                                         : static_cast<NodeStatus>(status - kStatusScores.begin());
}

std::vector<std::size_t> failureCauses(const world::DecisionTrace& trace, std::size_t node) {
    std::vector<std::size_t> failed;
    std::vector<std::size_t> succeeded;
    const int depth = trace.nodes[node].depth;
    for (std::size_t i = node + 1; i < trace.nodes.size() && trace.nodes[i].depth > depth; ++i) {
        if (trace.nodes[i].depth != depth + 1) {
            continue;
        }
        const NodeStatus status = nodeStatus(trace, i);
        if (status == NodeStatus::Failure) {
            failed.push_back(i);
        } else if (status == NodeStatus::Success) {
            succeeded.push_back(i);
        }
    }
    return failed.empty() ? succeeded : failed;
}

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
    if (isPolicy(trace)) {
        return {.kind = WhyKind::Figure, .node = node, .rival = 0, .terms = {}};
    }
    if (isNetwork(trace)) {
        for (const std::size_t each : pathTo(trace, node)) {
            if (trace.nodes[each].isLeaf()) {
                return whyOfModule(trace, each);
            }
        }
        return {.kind = WhyKind::Figure, .node = node, .rival = 0, .terms = termsOf(trace, node)};
    }
    if (isBehaviorTree(trace)) {
        return whyOfTreeNode(trace, node);
    }
    if (isMachine(trace)) {
        if (isTransition(trace.nodes[node])) {
            return whyOfTransition(trace, node);
        }
        return trace.nodes[node].name == kAnyGroup
                   ? DecisionWhy{.kind = WhyKind::Figure, .node = node, .rival = 0, .terms = {}}
                   : whyOfState(trace, node);
    }
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
