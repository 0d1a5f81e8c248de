#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/decision/decider.h"
#include "agentcore/decision/node_lines.h"

namespace sideline::decision {

namespace {

using base::Expected;

constexpr std::array<std::string_view, 4> kHeads = {"module", "goal", "belief", "resource"};
constexpr std::array<std::string_view, 7> kParts = {"wants", "importance", "when", "do",
                                                    "needs", "effect",     "uses"};

// A network: a module or goal forms a block with the indented lines below it.
class NetworkNodeEditor {
public:
    NetworkNodeEditor(NodeLines lines, const NodePlace& place)
        : m_lines(std::move(lines)),
          m_head(m_lines.find(kNetworkKind)),
          m_at(m_lines.lineOf(place)) {}

    Expected<NodeEdit> edit(NodeChange change) {
        const bool hasNode = m_at < m_lines.count();
        if (m_head == m_lines.count() || (hasNode && (m_at <= m_head || !isHead(m_at)))) {
            return noNodeEdit("this line contains no module, goal, belief or resource");
        }
        if (change == NodeChange::AddTransition) {
            return noNodeEdit("a network has no transitions; they belong to state machines");
        }
        if (!hasNode) {
            if (change != NodeChange::AddBelow) {
                return noNodeEdit("nothing is selected");
            }
            const std::vector<std::size_t> modules = allOf("module");
            if (modules.empty()) {
                return noNodeEdit("the network has no module yet; write the first one");
            }
            m_at = modules.back();
            return add();
        }
        switch (change) {
        case NodeChange::AddBelow:
            return noNodeEdit("parts of a network cannot contain others; edit the lines of this "
                              "one, or add one beside it");
        case NodeChange::AddBeside:
            return add();
        case NodeChange::Delete:
            return remove();
        default:
            return move(change == NodeChange::MoveUp ? -1 : 1);
        }
    }

private:
    [[nodiscard]] bool isHead(std::size_t at) const {
        return std::ranges::find(kHeads, m_lines.word(at, 0)) != kHeads.end();
    }
    [[nodiscard]] std::vector<std::size_t> allOf(std::string_view kind) const {
        std::vector<std::size_t> found;
        for (std::size_t at = m_head + 1; at < m_lines.count(); ++at) {
            if (m_lines.word(at, 0) == kind) {
                found.push_back(at);
            }
        }
        return found;
    }
    [[nodiscard]] std::size_t lastOf(std::size_t head) const {
        std::size_t last = head;
        for (std::size_t at = head + 1; at < m_lines.count(); ++at) {
            if (m_lines.code(at).empty()) {
                continue;
            }
            if (std::ranges::find(kParts, m_lines.word(at, 0)) == kParts.end()) {
                break;
            }
            last = at;
        }
        return last;
    }
    [[nodiscard]] bool isBlank(std::size_t at) const {
        return at < m_lines.count() &&
               m_lines.line(at).find_first_not_of(" \t\r") == std::string::npos;
    }

    // Adds a node after the selected one, separated like the selected node from the one before it.
    Expected<NodeEdit> add() {
        const std::string kind(m_lines.word(m_at, 0));
        const std::string indent(m_lines.indent(m_at), ' ');
        const std::string name = freeName(m_lines, "new");
        std::vector<std::string> lines;
        const std::size_t first = m_lines.withComments(m_at);
        if (first > 0 && isBlank(first - 1) && kind != "belief" && kind != "resource") {
            lines.emplace_back();
        }
        const std::size_t head = lines.size();
        if (kind == "belief") {
            lines.push_back(fmt::format("{}belief {} = ball.known", indent, name));
        } else if (kind == "resource") {
            lines.push_back(fmt::format("{}resource {} 1", indent, name));
        } else {
            lines.push_back(fmt::format("{}{} {}", indent, kind, name));
            const std::string inner =
                lastOf(m_at) > m_at ? std::string(m_lines.indent(m_at + 1), ' ') : indent + "  ";
            if (kind == "module") {
                lines.push_back(fmt::format("{}do {}", inner, kIdleBehavior));
            } else {
                lines.push_back(inner + conditionLine());
                lines.push_back(inner + "importance 0");
            }
        }
        const std::size_t at = lastOf(m_at) + 1;
        m_lines.insert(at, lines);
        return m_lines.edit(at + head, true,
                            kind == "module" ? "no goal requests it until it has an effect"
                                             : std::string());
    }
    [[nodiscard]] std::string conditionLine() const {
        for (std::size_t at = m_at + 1; at <= lastOf(m_at); ++at) {
            if (m_lines.word(at, 0) == "wants") {
                return std::string(m_lines.code(at));
            }
        }
        return "wants new";
    }

    // The lines that name a belief or resource.
    [[nodiscard]] std::string usesOf(const std::string& name) const {
        std::string uses;
        for (std::size_t at = m_head + 1; at < m_lines.count(); ++at) {
            if (at != m_at && names(m_lines.code(at), name)) {
                uses += fmt::format("{}{}", uses.empty() ? "" : ", ", at + 1);
            }
        }
        return uses;
    }
    [[nodiscard]] static bool names(std::string_view code, const std::string& name) {
        constexpr std::string_view kAround = " \t()<>=!~*,";
        for (std::size_t at = code.find(name); at != std::string_view::npos;
             at = code.find(name, at + 1)) {
            const std::size_t end = at + name.size();
            const bool begins = at > 0 && kAround.find(code[at - 1]) != std::string_view::npos;
            if (begins &&
                (end == code.size() || kAround.find(code[end]) != std::string_view::npos)) {
                return true;
            }
        }
        return false;
    }

    Expected<NodeEdit> remove() {
        const std::string kind(m_lines.word(m_at, 0));
        const std::string name(m_lines.word(m_at, 1));
        if (kind == "module" || kind == "goal") {
            if (allOf(kind).size() == 1) {
                return noNodeEdit(fmt::format("it is the only {} of the network", kind));
            }
        } else if (const std::string uses = usesOf(name); !uses.empty()) {
            return noNodeEdit(
                fmt::format("the {} '{}' is still named on line {}", kind, name, uses));
        }
        std::size_t first = m_lines.withComments(m_at);
        const std::size_t last = lastOf(m_at);
        if (first > 0 && isBlank(first - 1) && (last + 1 >= m_lines.count() || isBlank(last + 1))) {
            --first; // removes one of two adjacent blank lines
        }
        m_lines.remove(first, last);
        return m_lines.edit(m_lines.count(), false);
    }

    Expected<NodeEdit> move(int by) {
        const auto all = allOf(m_lines.word(m_at, 0));
        const auto there = std::ranges::find(all, m_at) - all.begin() + by;
        if (there < 0 || there >= std::ssize(all)) {
            return noNodeEdit(by < 0 ? "it is already the first of its kind"
                                     : "it is already the last of its kind");
        }
        const std::size_t other = all[static_cast<std::size_t>(there)];
        const NodeRange range{m_at, lastOf(m_at)};
        const NodeRange otherRange{other, lastOf(other)};
        return exchangedNodes(std::move(m_lines), range, otherRange);
    }

    NodeLines m_lines;
    std::size_t m_head; ///< the line that starts with `network`
    std::size_t m_at;   ///< the node; `count()`: none
};

} // namespace

Expected<NodeEdit> editNetworkNode(NodeLines lines, const NodePlace& place, NodeChange change) {
    return NetworkNodeEditor(std::move(lines), place).edit(change);
}

} // namespace sideline::decision
