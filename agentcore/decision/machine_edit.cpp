#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/base/plural.h"
#include "agentcore/decision/decider.h"
#include "agentcore/decision/node_lines.h"

namespace sideline::decision {

namespace {

using base::Expected;

// A state machine: lines `state`, `to`, `entry` and `any`, nested by indentation.
class MachineNodeEditor {
public:
    MachineNodeEditor(NodeLines lines, const NodePlace& place)
        : m_lines(std::move(lines)),
          m_head(m_lines.find(kMachineKind)),
          m_at(place.line == kAnyPlace ? m_lines.find(kAnyGroup) : m_lines.lineOf(place)),
          m_hasPlace(place.line != 0) {}

    Expected<NodeEdit> edit(NodeChange change) {
        const bool hasNode = m_at < m_lines.count();
        if (m_head == m_lines.count() || hasNode != m_hasPlace ||
            (hasNode && (m_at <= m_head || m_lines.code(m_at).empty()))) {
            return noNodeEdit("this line contains no state or transition");
        }
        if (change == NodeChange::AddBelow) {
            return hasNode ? addBelow() : addState(m_head);
        }
        if (!hasNode) {
            return noNodeEdit("no state is selected");
        }
        switch (change) {
        case NodeChange::AddBeside:
            return is("to") ? addTransition(holderOf(m_at))
                            : insertState(m_lines.lastBelow(m_at) + 1, m_lines.indent(m_at),
                                          behaviorOf(m_at));
        case NodeChange::AddTransition:
            return addTransition(is("to") ? holderOf(m_at) : m_at);
        case NodeChange::Delete:
            return is("state") ? removeState() : removeLines({});
        default:
            return move(change == NodeChange::MoveUp ? -1 : 1);
        }
    }

private:
    [[nodiscard]] bool is(std::string_view what) const { return isAt(m_at, what); }
    [[nodiscard]] bool isAt(std::size_t at, std::string_view what) const {
        return m_lines.word(at, 0) == what;
    }
    [[nodiscard]] std::string nameOf(std::size_t state) const {
        return std::string(m_lines.word(state, 1));
    }
    [[nodiscard]] bool hasBehavior(std::size_t state) const {
        return m_lines.word(state, 2) == "do";
    }
    [[nodiscard]] std::string behaviorOf(std::size_t state) const {
        return hasBehavior(state) ? std::string(m_lines.word(state, 3))
                                  : std::string(kIdleBehavior);
    }
    [[nodiscard]] std::size_t holderOf(std::size_t node) const {
        return m_lines.holderOf(node, m_head);
    }
    // Lines directly below a line that begin with a given word.
    [[nodiscard]] std::vector<std::size_t> below(std::size_t holder, std::string_view what) const {
        std::vector<std::size_t> found;
        for (std::size_t at = holder + 1; at < m_lines.count(); ++at) {
            if (isAt(at, what) && holderOf(at) == holder) {
                found.push_back(at);
            }
        }
        return found;
    }
    [[nodiscard]] std::size_t lastOf(std::size_t holder) const {
        if (holder != m_head) {
            return m_lines.lastBelow(holder);
        }
        std::size_t last = m_lines.count();
        while (--last > m_head && m_lines.code(last).empty()) {
        }
        return last;
    }
    // Indentation of the children of a line.
    [[nodiscard]] std::size_t indentIn(std::size_t holder) const {
        for (std::size_t at = holder + 1; at <= lastOf(holder); ++at) {
            if (!m_lines.code(at).empty()) {
                return m_lines.indent(at);
            }
        }
        return m_lines.indent(holder) + kNodeIndent;
    }

    Expected<NodeEdit> addBelow() {
        if (is("to") || is("entry")) {
            return noNodeEdit("a transition cannot contain anything");
        }
        if (is(kAnyGroup)) {
            return addTransition(m_at);
        }
        return hasBehavior(m_at) ? split() : addState(m_at);
    }

    Expected<NodeEdit> addState(std::size_t holder) {
        return insertState(lastOf(holder) + 1, indentIn(holder), kIdleBehavior);
    }

    Expected<NodeEdit> insertState(std::size_t at, std::size_t indent, std::string_view behavior) {
        m_lines.insert(at, {fmt::format("{:{}}state {} do {}", "", indent, freeName(m_lines, "new"),
                                        behavior)});
        return m_lines.edit(at, true, "no transition leads to it yet");
    }

    // Adding states to a state with an action moves the action to the first of them.
    Expected<NodeEdit> split() {
        const std::string behavior = behaviorOf(m_at);
        const std::string line = m_lines.line(m_at);
        const std::size_t indent = m_lines.indent(m_at);
        const std::size_t end = indent + m_lines.code(m_at).size();
        const std::size_t name = line.find(nameOf(m_at), indent + 5) + nameOf(m_at).size();
        const std::string first = freeName(m_lines, nameOf(m_at) + "-itself");
        m_lines.set(m_at, line.substr(0, name) + line.substr(end));
        const std::size_t inner = indentIn(m_at);
        const std::size_t at = m_lines.lastBelow(m_at) + 1;
        m_lines.insert(at, {fmt::format("{:{}}state {} do {}", "", inner, first, behavior)});
        m_lines.insert(at + 1, {fmt::format("{:{}}state {} do {}", "", inner,
                                            freeName(m_lines, "new"), behavior)});
        return m_lines.edit(at + 1, true,
                            fmt::format("its behavior '{}' is now that of the state '{}' inside it",
                                        behavior, first));
    }

    // The target of a new transition: the next sibling state, or any other state.
    [[nodiscard]] std::string targetFor(std::size_t holder) const {
        const auto beside = below(holderOf(holder), "state");
        const auto next = std::ranges::upper_bound(beside, holder);
        if (next != beside.end()) {
            return nameOf(*next);
        }
        if (!beside.empty() && beside.front() != holder) {
            return nameOf(beside.front());
        }
        for (std::size_t at = m_head + 1; at < m_lines.count(); ++at) {
            if (isAt(at, "state") && at != holder) {
                return nameOf(at);
            }
        }
        return nameOf(holder); // a transition to itself restarts the state
    }

    // Adds a transition after the other transitions of the state.
    Expected<NodeEdit> addTransition(std::size_t holder) {
        const std::vector<std::size_t> others = below(holder, "to");
        const std::vector<std::size_t> entries = below(holder, "entry");
        const std::size_t at = is("to")           ? m_at + 1
                               : !others.empty()  ? others.back() + 1
                               : !entries.empty() ? entries.back() + 1
                                                  : holder + 1;
        m_lines.insert(at,
                       {fmt::format("{:{}}to {} when 0", "", indentIn(holder), targetFor(holder))});
        return m_lines.edit(at, true);
    }

    Expected<NodeEdit> removeState() {
        const std::size_t holder = holderOf(m_at);
        if (below(holder, "state").size() == 1) {
            return noNodeEdit(
                holder == m_head
                    ? "it is the only state of the machine"
                    : fmt::format("it is the only state in '{0}': delete '{0}' instead",
                                  nameOf(holder)));
        }
        std::vector<std::string> gone;
        for (std::size_t at = m_at; at <= m_lines.lastBelow(m_at); ++at) {
            if (isAt(at, "state")) {
                gone.push_back(nameOf(at));
            }
        }
        return removeLines(gone);
    }

    // Transitions and entries that lead to deleted states are deleted with them.
    Expected<NodeEdit> removeLines(const std::vector<std::string>& gone) {
        const std::size_t first = m_lines.withComments(m_at);
        const std::size_t last = m_lines.lastBelow(m_at);
        std::size_t transitions = 0;
        for (std::size_t at = m_lines.count(); --at > m_head;) {
            if (at == last) {
                m_lines.remove(first, last);
                at = first;
                continue;
            }
            const bool isTo = isAt(at, "to");
            if ((isTo || isAt(at, "entry")) &&
                std::ranges::find(gone, m_lines.word(at, 1)) != gone.end()) {
                const std::size_t begin = m_lines.withComments(at);
                m_lines.remove(begin, at);
                at = begin;
                transitions += isTo ? 1 : 0;
            }
        }
        return m_lines.edit(m_lines.count(), false,
                            transitions > 0 ? fmt::format("with {} that led to it",
                                                          base::plural(transitions, "transition"))
                                            : std::string());
    }

    Expected<NodeEdit> move(int by) {
        if (is(kAnyGroup)) {
            return noNodeEdit("the group of transitions from any state cannot be moved");
        }
        const auto beside = below(holderOf(m_at), m_lines.word(m_at, 0));
        const auto there = std::ranges::find(beside, m_at) - beside.begin() + by;
        if (there < 0 || there >= std::ssize(beside)) {
            return noNodeEdit(by < 0 ? "it is already the first of its kind there"
                                     : "it is already the last of its kind there");
        }
        return exchangedNodes(std::move(m_lines), m_at, beside[static_cast<std::size_t>(there)]);
    }

    NodeLines m_lines;
    std::size_t m_head; ///< the line that starts with `machine`
    std::size_t m_at;   ///< the node; `count()`: none
    bool m_hasPlace = false;
};

} // namespace

Expected<NodeEdit> editMachineNode(NodeLines lines, const NodePlace& place, NodeChange change) {
    return MachineNodeEditor(std::move(lines), place).edit(change);
}

} // namespace sideline::decision
