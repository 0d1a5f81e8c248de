#include "agentcore/decision/node_edit.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/decision/decider.h"
#include "agentcore/decision/eagle_tree.h"
#include "agentcore/decision/node_lines.h"

namespace sideline::decision {

namespace {

using base::Expected;

// A condition tree: the lines indented below a node belong to it.
class TreeNodeEditor {
public:
    TreeNodeEditor(NodeLines lines, const NodePlace& place)
        : m_lines(std::move(lines)), m_head(m_lines.find(kTreeKind)), m_at(m_lines.lineOf(place)) {}

    Expected<NodeEdit> edit(NodeChange change) {
        const bool hasNode = m_at < m_lines.count();
        if (m_head == m_lines.count() ||
            (hasNode && (m_at <= m_head || m_lines.code(m_at).empty()))) {
            return noNodeEdit("this line contains no tree node");
        }
        if (change == NodeChange::AddBelow) {
            return hasNode && isLeaf(m_at) ? split() : addTo(hasNode ? m_at : m_head);
        }
        if (!hasNode) {
            return noNodeEdit("no node is selected");
        }
        m_siblings = below(holder());
        switch (change) {
        case NodeChange::AddBeside:
            return insert(isElse(m_at) ? m_lines.withComments(m_at) : m_lines.lastBelow(m_at) + 1,
                          m_lines.indent(m_at), behaviorOf(m_at));
        case NodeChange::Delete:
            return remove();
        case NodeChange::MoveUp:
        case NodeChange::MoveDown:
            return move(change == NodeChange::MoveUp ? -1 : 1);
        case NodeChange::AddTransition:
        case NodeChange::AddBelow:
            break;
        }
        return noNodeEdit("a tree has no transitions; they belong to state machines");
    }

private:
    [[nodiscard]] bool isElse(std::size_t at) const { return m_lines.word(at, 0) == "else"; }
    // Where `do NAME` begins in the line; npos: an inner node.
    [[nodiscard]] std::size_t doIn(std::size_t at) const {
        const std::string_view code = m_lines.code(at);
        const std::size_t last = code.find_last_of(" \t");
        if (last == std::string_view::npos) {
            return std::string::npos;
        }
        const std::size_t end = code.find_last_not_of(" \t", last);
        const bool isDo = end != std::string_view::npos && end >= 2 &&
                          code.substr(end - 1, 2) == "do" &&
                          (code[end - 2] == ' ' || code[end - 2] == '\t' || code[end - 2] == ')');
        return isDo ? m_lines.indent(at) + end - 1 : std::string::npos;
    }
    [[nodiscard]] bool isLeaf(std::size_t at) const { return doIn(at) != std::string::npos; }
    [[nodiscard]] std::string behaviorOf(std::size_t at) const {
        return isLeaf(at) ? lastWord(at) : std::string(kIdleBehavior);
    }
    [[nodiscard]] std::string lastWord(std::size_t at) const {
        const std::string_view code = m_lines.code(at);
        return std::string(code.substr(code.find_last_of(" \t") + 1));
    }
    [[nodiscard]] std::size_t holder() const { return m_lines.holderOf(m_at, m_head); }
    // The children of a node, or the top-level nodes.
    [[nodiscard]] std::vector<std::size_t> below(std::size_t holder) const {
        std::vector<std::size_t> nodes;
        const std::size_t last = holder == m_head ? m_lines.count() - 1 : m_lines.lastBelow(holder);
        std::optional<std::size_t> indent;
        for (std::size_t at = holder + 1; at <= last; ++at) {
            if (!m_lines.code(at).empty() && m_lines.indent(at) <= indent.value_or(~0UL)) {
                indent = m_lines.indent(at);
                nodes.push_back(at);
            }
        }
        return nodes;
    }

    // Adds a node after the last child, but before an `else`, which is clearest at the end.
    Expected<NodeEdit> addTo(std::size_t holder) {
        std::vector<std::size_t> nodes = below(holder);
        const std::size_t indent =
            nodes.empty() ? m_lines.indent(holder) + kNodeIndent : m_lines.indent(nodes.front());
        if (nodes.size() > 1 && isElse(nodes.back())) {
            nodes.pop_back();
        }
        const bool isBeforeElse = nodes.size() == 1 && isElse(nodes.back());
        return insert(nodes.empty()  ? holder + 1
                      : isBeforeElse ? m_lines.withComments(nodes.back())
                                     : m_lines.lastBelow(nodes.back()) + 1,
                      indent, std::string(kIdleBehavior));
    }

    Expected<NodeEdit> insert(std::size_t at, std::size_t indent, const std::string& behavior) {
        m_lines.insert(at, {std::string(indent, ' ') + "when 0 do " + behavior});
        return m_lines.edit(at, true);
    }

    // Adding nodes below a leaf moves its action into one of them.
    Expected<NodeEdit> split() {
        const std::string behavior = lastWord(m_at);
        const std::string line = m_lines.line(m_at);
        const std::size_t begin = doIn(m_at);
        const std::size_t end = m_lines.indent(m_at) + m_lines.code(m_at).size();
        const std::size_t kept = line.find_last_not_of(" \t", begin - 1) + 1;
        m_lines.set(m_at, line.substr(0, kept) + line.substr(end));
        const std::string indent(m_lines.indent(m_at) + kNodeIndent, ' ');
        m_lines.insert(m_at + 1,
                       {indent + "when 0 do " + behavior, indent + "else do " + behavior});
        return m_lines.edit(m_at + 1, true,
                            fmt::format("its own behavior '{}' is now a node below it", behavior));
    }

    Expected<NodeEdit> remove() {
        if (m_siblings.size() == 1) {
            const std::size_t above = holder();
            return noNodeEdit(
                above == m_head
                    ? "it is the only node of the tree"
                    : fmt::format("it is the only node below '{0}': delete '{0}' instead",
                                  m_lines.code(above)));
        }
        m_lines.remove(m_lines.withComments(m_at), m_lines.lastBelow(m_at));
        return m_lines.edit(m_lines.count(), false);
    }

    Expected<NodeEdit> move(int by) {
        const auto here = std::ranges::find(m_siblings, m_at) - m_siblings.begin();
        const auto there = here + by;
        if (there < 0 || there >= std::ssize(m_siblings)) {
            return noNodeEdit(by < 0 ? "it is already its parent's first child"
                                     : "it is already its parent's last child");
        }
        return exchangedNodes(std::move(m_lines), m_at,
                              m_siblings[static_cast<std::size_t>(there)]);
    }

    NodeLines m_lines;
    std::size_t m_head; ///< the line that starts with `tree`
    std::size_t m_at;   ///< the node; `count()`: none
    std::vector<std::size_t> m_siblings;
};

} // namespace

Expected<NodeEdit> editTreeNode(NodeLines lines, const NodePlace& place, NodeChange change) {
    return TreeNodeEditor(std::move(lines), place).edit(change);
}

Expected<NodeEdit> editNode(std::string_view text, std::string_view kind, const NodePlace& place,
                            NodeChange change) {
    NodeLines lines(text);
    if (place.line > static_cast<int>(lines.count()) || place.line < kAnyPlace) {
        return noNodeEdit("there is no such line");
    }
    if (kind == kMachineKind) {
        return editMachineNode(std::move(lines), place, change);
    }
    if (kind == kNetworkKind) {
        return editNetworkNode(std::move(lines), place, change);
    }
    if (kind == kBehaviorTreeKind) {
        return editXmlNode(text, place, change);
    }
    if (kind == kTreeKind && isEagleTree(text)) {
        return editEagleNode(std::move(lines), place, change);
    }
    if (kind == kTreeKind) {
        return editTreeNode(std::move(lines), place, change);
    }
    return noNodeEdit("a policy has no nodes to change");
}

} // namespace sideline::decision
