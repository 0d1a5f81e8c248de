#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/decision/eagle_levels.h"
#include "agentcore/decision/eagle_tree.h"
#include "agentcore/decision/node_lines.h"

namespace sideline::decision {

namespace {

using base::Expected;

constexpr std::size_t kNowhere = ~std::size_t{0};

// A node and the lines of the level below it.
struct EagleNode {
    std::size_t line = 0;
    int level = 1;                 // its level
    std::size_t holder = kNowhere; // parent of the node; `kNowhere`: none
    std::size_t open = kNowhere;   // first line of the level below it
    std::size_t last = 0;          // last line of that level
    bool isEnded = true;           // whether that level ends with a line of its own
};

// Assigns lines to nodes as the reader does.
struct EagleShape {
    std::vector<EagleNode> nodes;
    std::vector<std::size_t> doubles; // repeated ends

    [[nodiscard]] static std::optional<EagleShape> of(const NodeLines& lines);
    [[nodiscard]] std::vector<std::size_t> below(std::size_t holder) const {
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (nodes[i].holder == holder) {
                found.push_back(i);
            }
        }
        return found;
    }

private:
    bool take(std::size_t at, int level);
    void close(std::size_t at, int level);

    std::vector<std::size_t> m_open; // nodes with open levels; the first is the root
    std::size_t m_before = 0;        // the previous non-empty line
    std::size_t m_closed = kNowhere; // the node whose level ended there
    EagleLevels m_levels;
};

std::optional<EagleShape> EagleShape::of(const NodeLines& lines) {
    EagleShape shape;
    for (std::size_t at = 0; at < lines.count(); ++at) {
        if (lines.code(at).empty()) {
            continue;
        }
        if (lines.word(at, 0).starts_with('-')) {
            const auto level = eagleLevelOf(lines.word(at, 0));
            if (!level || !shape.take(at, *level)) {
                return std::nullopt;
            }
        } else if (shape.m_open.empty()) {
            return std::nullopt;
        } else {
            EagleNode node;
            node.line = node.last = at;
            node.level = static_cast<int>(shape.m_open.size());
            node.holder = shape.m_open.back();
            shape.nodes.push_back(node);
            shape.m_levels.takeNode();
        }
        shape.m_before = at;
    }
    return shape.m_open.empty() ? std::optional(shape) : std::nullopt;
}

bool EagleShape::take(std::size_t at, int level) {
    switch (m_levels.take(level)) {
    case EagleLevels::Line::Opens:
        m_open.push_back(nodes.empty() ? kNowhere : nodes.size() - 1);
        if (!nodes.empty()) {
            nodes.back().open = at;
        }
        return true;
    case EagleLevels::Line::Ends:
        close(at, level);
        return true;
    case EagleLevels::Line::EndsTwice:
        doubles.push_back(at);
        if (m_closed != kNowhere) {
            nodes[m_closed].last = at;
        }
        return true;
    case EagleLevels::Line::Misplaced:
        break;
    }
    return false;
}

// Ends a level and, with it, all deeper open levels.
void EagleShape::close(std::size_t at, int level) {
    while (static_cast<int>(m_open.size()) > level) {
        EagleNode& inner = nodes[m_open.back()];
        inner.isEnded = false;
        inner.last = m_before;
        m_open.pop_back();
    }
    m_closed = m_open.back();
    m_open.pop_back();
    if (m_closed != kNowhere) {
        nodes[m_closed].last = at;
    }
}

// The form of Eagle Knights: a node is a number and a name; a line `-N` precedes and follows its
// children.
class EagleNodeEditor {
public:
    explicit EagleNodeEditor(NodeLines lines) : m_lines(std::move(lines)) {}

    Expected<NodeEdit> edit(const NodePlace& place, NodeChange change) {
        const std::size_t line = m_lines.lineOf(place);
        const bool hasNode = line < m_lines.count();
        if (!find(line) || (hasNode && m_at == kNowhere)) {
            return noNodeEdit("this line contains no tree node");
        }
        if (change == NodeChange::AddTransition) {
            return noNodeEdit("a tree has no transitions; they belong to state machines");
        }
        if (change == NodeChange::AddBelow) {
            return hasNode && node().open == kNowhere ? split() : addBehind(lastBelow(m_at));
        }
        if (!hasNode) {
            return noNodeEdit("no node is selected");
        }
        switch (change) {
        case NodeChange::AddBeside:
            return addBehind(m_at);
        case NodeChange::Delete:
            return remove();
        default:
            return move(change == NodeChange::MoveUp ? -1 : 1);
        }
    }

private:
    [[nodiscard]] const EagleNode& node() const { return m_shape.nodes[m_at]; }
    [[nodiscard]] std::size_t lastBelow(std::size_t holder) const {
        const auto below = m_shape.below(holder);
        return below.empty() ? kNowhere : below.back();
    }

    bool find(std::size_t line) {
        auto shape = EagleShape::of(m_lines);
        if (!shape || shape->nodes.empty()) {
            return false;
        }
        m_shape = std::move(*shape);
        const auto found = std::ranges::find(m_shape.nodes, line, &EagleNode::line);
        m_at = found != m_shape.nodes.end()
                   ? static_cast<std::size_t>(found - m_shape.nodes.begin())
                   : kNowhere;
        return true;
    }

    // Implied ends are written out before anything is added after them.
    void endLevels(std::size_t index) {
        const EagleNode ended = m_shape.nodes[index];
        if (ended.isEnded) {
            return;
        }
        const std::size_t kept = m_at != kNowhere ? node().line : m_lines.count();
        std::vector<std::size_t> inner = {index};
        for (std::size_t last = lastBelow(index); last != kNowhere && !m_shape.nodes[last].isEnded;
             last = lastBelow(last)) {
            inner.push_back(last);
        }
        const std::size_t twice = nextLine(nextLine(ended.last));
        if (std::ranges::find(m_shape.doubles, twice) != m_shape.doubles.end()) {
            m_lines.remove(twice, twice); // the end that implied this one
        }
        for (const std::size_t each : inner) {
            const EagleNode& open = m_shape.nodes[each];
            m_lines.insert(ended.last + 1, {levelLine(m_lines.indent(open.open), open.level + 1)});
        }
        m_note = fmt::format("the end of level {} was missing and has been added", ended.level + 1);
        find(kept);
    }

    // The next non-empty line.
    [[nodiscard]] std::size_t nextLine(std::size_t at) const {
        while (++at < m_lines.count() && m_lines.code(at).empty()) {
        }
        return at;
    }
    [[nodiscard]] static std::string levelLine(std::size_t indent, int level) {
        return fmt::format("{:{}}-{}", "", indent, level);
    }
    [[nodiscard]] static std::string nodeLine(std::size_t indent, std::string_view number,
                                              std::string_view name) {
        return fmt::format("{:{}}{} {}", "", indent, number, name);
    }
    // Indentation of children, as elsewhere in the file.
    [[nodiscard]] std::pair<std::size_t, std::size_t> indentsBelow(std::size_t indent) const {
        for (std::size_t i = 0; i + 1 < m_shape.nodes.size(); ++i) {
            if (const EagleNode& each = m_shape.nodes[i]; each.open != kNowhere) {
                const std::size_t outer = m_lines.indent(each.line);
                const auto deeper = [&](std::size_t line) {
                    return indent + std::max(m_lines.indent(line), outer) - outer;
                };
                return {deeper(each.open), deeper(m_shape.nodes[i + 1].line)};
            }
        }
        return {indent, indent};
    }
    [[nodiscard]] std::vector<std::string> never(std::size_t indent, const std::string& number,
                                                 int level, std::string_view behavior) const {
        const auto [ends, inner] = indentsBelow(indent);
        return {nodeLine(indent, number, kEagleNever), levelLine(ends, level + 1),
                nodeLine(inner, number + "1", behavior), levelLine(ends, level + 1)};
    }

    Expected<NodeEdit> addBehind(std::size_t index) {
        const std::size_t line = m_shape.nodes[index].line;
        endLevels(index);
        find(line);
        const std::string number(m_lines.word(line, 0));
        const std::size_t at = node().last + 1;
        m_lines.insert(at, never(m_lines.indent(line), number, node().level, kIdleBehavior));
        return m_lines.edit(
            at, true,
            fmt::format("{}{}'{}' never holds; replace it with the name of a condition", m_note,
                        m_note.empty() ? "" : "; ", kEagleNever));
    }

    // Adding nodes below a behavior turns its action into one of them.
    Expected<NodeEdit> split() {
        const std::string line = m_lines.line(node().line);
        const std::string number(m_lines.word(node().line, 0));
        const std::string name(m_lines.word(node().line, 1));
        const std::size_t place = line.find(name, m_lines.indent(node().line) + number.size());
        const auto [ends, inner] = indentsBelow(m_lines.indent(node().line));
        const int level = node().level + 1;
        m_lines.set(node().line, line.substr(0, place) + std::string(kEagleAlways) +
                                     line.substr(place + name.size()));
        std::vector<std::string> lines = never(inner, number + "1", level, name);
        lines.insert(lines.begin(), levelLine(ends, level));
        lines.push_back(nodeLine(inner, number + "1", name));
        lines.push_back(levelLine(ends, level));
        m_lines.insert(node().line + 1, lines);
        return m_lines.edit(node().line + 2, true,
                            fmt::format("its own behavior '{}' is now a node below it", name));
    }

    Expected<NodeEdit> remove() {
        if (m_shape.below(node().holder).size() == 1) {
            return noNodeEdit(
                node().holder == kNowhere
                    ? "it is the only node of the tree"
                    : fmt::format("it is the only node below '{0}': delete '{0}' instead",
                                  m_lines.word(m_shape.nodes[node().holder].line, 1)));
        }
        m_lines.remove(m_lines.withComments(node().line), node().last);
        return m_lines.edit(m_lines.count(), false);
    }

    Expected<NodeEdit> move(int by) {
        auto siblings = m_shape.below(node().holder);
        const auto there = std::ranges::find(siblings, m_at) - siblings.begin() + by;
        if (there < 0 || there >= std::ssize(siblings)) {
            return noNodeEdit(by < 0 ? "it is already its parent's first child"
                                     : "it is already its parent's last child");
        }
        endLevels(siblings.back());
        siblings = m_shape.below(node().holder);
        const EagleNode& other = m_shape.nodes[siblings[static_cast<std::size_t>(there)]];
        NodeEdit edit = exchangedNodes(std::move(m_lines), NodeRange{node().line, node().last},
                                       NodeRange{other.line, other.last});
        edit.note = m_note;
        return edit;
    }

    NodeLines m_lines;
    EagleShape m_shape;
    std::size_t m_at = kNowhere; ///< the node
    std::string m_note;
};

} // namespace

Expected<NodeEdit> editEagleNode(NodeLines lines, const NodePlace& place, NodeChange change) {
    return EagleNodeEditor(std::move(lines)).edit(place, change);
}

} // namespace sideline::decision
