#include "widgets/decide/graph_draft.h"

#include <algorithm>
#include <map>
#include <string>

#include <fmt/format.h>

#include "agentcore/decision/decision_why.h"

namespace sideline::widgets {

namespace {

using decision::NodeChange;

// Identifies a node in two versions of a file by its line and its name; below a module, by its name
// and that of the module.
std::vector<std::string> keysOf(const world::DecisionTrace& trace, const LineMap* lines) {
    std::vector<std::string> keys;
    std::map<std::string, int> times;
    const bool isNetwork = decision::isNetwork(trace);
    std::string owner;
    for (const world::DecisionNode& node : trace.nodes) {
        const int line = lines == nullptr ? node.line : lines->now(node.line);
        std::string key;
        if (isNetwork && node.depth >= 2) {
            key = fmt::format("{}/{}/{}", owner, node.depth, node.name);
        } else {
            key = line > 0 || node.line == 0 ? fmt::format("{}|{}", line, node.name)
                                             : fmt::format("gone|{}", node.line);
            owner = key;
        }
        const int time = times[key]++;
        keys.push_back(time == 0 ? key : fmt::format("{}#{}", key, time));
    }
    return keys;
}

void takeFigures(world::DecisionTrace& into, std::size_t node, const world::DecisionTrace& from,
                 std::size_t played) {
    const world::DecisionNode& source = from.nodes[played];
    into.nodes[node].score = source.score;
    into.nodes[node].isChosen = source.isChosen;
    into.nodes[node].isActive = source.isActive;
    const auto terms = decision::termsOf(into, node);
    const auto given = decision::termsOf(from, played);
    for (std::size_t i = 0; i < std::min(terms.size(), given.size()); ++i) {
        if (into.terms[terms[i]].text == from.terms[given[i]].text) {
            into.terms[terms[i]] = from.terms[given[i]];
        }
    }
}

// The recorded decisions may come from a version whose lines are unknown. In that case, names that
// are unique on both sides are sufficient.
void pairByNames(GraphDraft& draft, const world::DecisionTrace& played) {
    const auto names = [](const world::DecisionTrace& trace) {
        std::map<std::string, std::vector<std::size_t>> nodes;
        for (std::size_t i = 0; i < trace.nodes.size(); ++i) {
            nodes[trace.nodes[i].name].push_back(i);
        }
        return nodes;
    };
    const auto known = names(played);
    for (const auto& [name, nodes] : names(draft.trace)) {
        const auto found = known.find(name);
        if (nodes.size() == 1 && found != known.end() && found->second.size() == 1) {
            draft.played[nodes.front()] = static_cast<int>(found->second.front());
        }
    }
}

} // namespace

bool haveSameShape(const world::DecisionTrace& a, const world::DecisionTrace& b) {
    // An action of a behavior tree may do different things depending on its ports.
    const bool isXml = decision::isBehaviorTree(a);
    return a.maker == b.maker &&
           std::ranges::equal(
               a.nodes, b.nodes, [&](const world::DecisionNode& x, const world::DecisionNode& y) {
                   return x.name == y.name && x.depth == y.depth && x.terms == y.terms &&
                          x.isLeaf() == y.isLeaf() && (isXml || x.behavior == y.behavior);
               });
}

int activeNodeOf(const world::DecisionTrace& trace) {
    const auto active = std::ranges::find(trace.nodes, true, &world::DecisionNode::isActive);
    return active != trace.nodes.end() ? static_cast<int>(active - trace.nodes.begin()) : -1;
}

GraphDraft GraphDraft::of(const world::DecisionTrace& text, const world::DecisionTrace& played,
                          const LineMap& lines) {
    GraphDraft draft;
    draft.trace = text;
    draft.trace.fault = played.fault;
    draft.isNew.assign(text.nodes.size(), 1);
    draft.played.assign(text.nodes.size(), -1);
    std::map<std::string, std::size_t> known;
    const std::vector<std::string> playedKeys = keysOf(played, &lines);
    for (std::size_t i = 0; i < playedKeys.size(); ++i) {
        known.emplace(playedKeys[i], i);
    }
    const std::vector<std::string> keys = keysOf(text, nullptr);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const auto found = known.find(keys[i]);
        if (found == known.end()) {
            continue;
        }
        draft.played[i] = static_cast<int>(found->second);
    }
    pairByNames(draft, played);
    for (std::size_t i = 0; i < draft.played.size(); ++i) {
        if (draft.played[i] >= 0) {
            draft.isNew[i] = 0;
            takeFigures(draft.trace, i, played, static_cast<std::size_t>(draft.played[i]));
        }
    }
    return draft;
}

int GraphDraft::nodeOf(int playedNode) const {
    const auto found = std::ranges::find(played, playedNode);
    return playedNode >= 0 && found != played.end() ? static_cast<int>(found - played.begin()) : -1;
}

std::vector<NodeOffer> NodeOffers::of(const world::DecisionTrace& trace, int node) {
    std::vector<NodeOffer> offers;
    if (trace.isEmpty() || decision::isPolicy(trace)) {
        return offers;
    }
    const auto add = [&](NodeChange change, const QString& text, const char* key) {
        offers.push_back({change, text, QString::fromLatin1(key)});
    };
    const bool isNode = node >= 0 && node < static_cast<int>(trace.nodes.size());
    const auto index = static_cast<std::size_t>(std::max(node, 0));
    const auto& nodes = trace.nodes;
    const bool isHolder =
        isNode && index + 1 < nodes.size() && nodes[index + 1].depth > nodes[index].depth;
    if (decision::isNetwork(trace)) {
        if (!isNode || nodes[index].depth == 0) {
            add(NodeChange::AddBelow, tr("Add a module"), "Ins");
            return offers;
        }
        if (nodes[index].depth > 1) {
            return offers;
        }
        std::size_t group = index;
        while (nodes[group].depth > 0) {
            --group;
        }
        const std::string& kind = nodes[group].name;
        add(NodeChange::AddBeside,
            kind == "modules"   ? tr("Add a module")
            : kind == "goals"   ? tr("Add a goal")
            : kind == "beliefs" ? tr("Add a belief")
                                : tr("Add a resource"),
            "Ins");
    } else if (decision::isMachine(trace)) {
        const bool isTransition = isNode && nodes[index].name.starts_with(decision::kTransition);
        const bool isAny = isNode && nodes[index].name == decision::kAnyGroup;
        if (!isNode) {
            add(NodeChange::AddBelow, tr("Add a state"), "Ins");
            return offers;
        }
        if (isAny) {
            add(NodeChange::AddTransition, tr("Add a transition from any state"), "T");
            add(NodeChange::Delete, tr("Delete, with its transitions"), "Del");
            return offers;
        }
        if (isTransition) {
            add(NodeChange::AddTransition, tr("Add a transition"), "T");
        } else {
            add(NodeChange::AddTransition, tr("Add a transition from this state"), "T");
            add(NodeChange::AddBelow, tr("Add a state inside"), "Ins");
            add(NodeChange::AddBeside, tr("Add a state beside this one"), "Shift+Ins");
        }
    } else {
        const bool isXml = decision::isBehaviorTree(trace);
        if (!isNode) {
            if (!isXml) {
                add(NodeChange::AddBelow, tr("Add a node on the top level"), "Ins");
            }
            return offers;
        }
        if (!isXml || isHolder) {
            add(NodeChange::AddBelow, tr("Add a node below"), "Ins");
        }
        if (isXml && nodes[index].depth == 0) {
            return offers;
        }
        add(NodeChange::AddBeside, tr("Add a node beside this one"), "Shift+Ins");
    }
    add(NodeChange::MoveUp, tr("Move up"), "Alt+Up");
    add(NodeChange::MoveDown, tr("Move down"), "Alt+Down");
    add(NodeChange::Delete, isHolder ? tr("Delete with children") : tr("Delete"), "Del");
    return offers;
}

} // namespace sideline::widgets
