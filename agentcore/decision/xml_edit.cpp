#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/decision/node_lines.h"

namespace sideline::decision {

namespace {

using base::Expected;

constexpr std::string_view kXmlBlanks = " \t\r\n";
constexpr std::string_view kTreeTag = "BehaviorTree";

// The position of an element in the text.
struct XmlElement {
    std::string_view tag;
    std::size_t begin = 0;   // offset of its first `<`
    std::size_t openEnd = 0; // past the `>` of its first tag
    std::size_t end = 0;     // past the whole element
    int parent = -1;
    bool isShut = false; // `<tag/>`
};

// The elements of an XML text, in order; incomplete if the text is not well-formed.
std::vector<XmlElement> elementsOf(std::string_view text) {
    std::vector<XmlElement> all;
    std::vector<int> open;
    const auto behind = [&](std::string_view what, std::size_t from) {
        const std::size_t at = text.find(what, from);
        return at == std::string_view::npos ? text.size() : at + what.size();
    };
    for (std::size_t at = text.find('<'); at < text.size(); at = text.find('<', at)) {
        const std::string_view rest = text.substr(at);
        if (rest.starts_with("<!--")) {
            at = behind("-->", at + 4);
        } else if (rest.starts_with("<![CDATA[")) {
            at = behind("]]>", at);
        } else if (rest.starts_with("<?")) {
            at = behind("?>", at);
        } else if (rest.starts_with("<!")) {
            at = behind(">", at);
        } else if (rest.starts_with("</")) {
            at = behind(">", at);
            if (!open.empty()) {
                all[static_cast<std::size_t>(open.back())].end = at;
                open.pop_back();
            }
        } else {
            std::size_t end = at + 1;
            for (char quote = 0; end < text.size() && (quote != 0 || text[end] != '>'); ++end) {
                const char sign = text[end];
                if (quote != 0 ? sign == quote : sign == '"' || sign == '\'') {
                    quote = quote != 0 ? '\0' : sign;
                }
            }
            XmlElement element;
            element.tag = rest.substr(1, rest.find_first_of(" \t\r\n/>") - 1);
            element.begin = at;
            element.openEnd = std::min(end + 1, text.size());
            element.end = element.openEnd;
            element.parent = open.empty() ? -1 : open.back();
            element.isShut = end > 0 && text[std::min(end, text.size()) - 1] == '/';
            if (!element.isShut) {
                open.push_back(static_cast<int>(all.size()));
            }
            all.push_back(element);
            at = element.openEnd;
        }
    }
    return all;
}

class XmlNodeEditor {
public:
    explicit XmlNodeEditor(std::string_view text) : m_text(text), m_all(elementsOf(text)) {}

    Expected<NodeEdit> edit(const NodePlace& place, NodeChange change) {
        if (change == NodeChange::AddTransition) {
            return noNodeEdit("a behavior tree has no transitions; they belong to state machines");
        }
        if (place.line == 0) {
            return noNodeEdit(change == NodeChange::AddBelow
                                  ? "a tree has one node at its top: select a node first"
                                  : "no node is selected");
        }
        const std::optional<std::size_t> found = elementAt(place);
        if (!found) {
            return noNodeEdit("no node of a behavior tree begins on this line");
        }
        m_at = *found;
        const XmlElement& parent = m_all[static_cast<std::size_t>(element().parent)];
        if (change != NodeChange::AddBelow && parent.tag == kTreeTag) {
            return noNodeEdit("it is the only node at the top of its tree, which needs one");
        }
        switch (change) {
        case NodeChange::AddBelow:
            return addBelow();
        case NodeChange::AddBeside:
            return insert(element().end, indentOf(element().begin), parent.tag);
        case NodeChange::Delete:
            return remove();
        default:
            return move(change == NodeChange::MoveUp ? -1 : 1);
        }
    }

private:
    [[nodiscard]] const XmlElement& element() const { return m_all[m_at]; }
    [[nodiscard]] int lineOf(std::string_view text, std::size_t at) const {
        return 1 + static_cast<int>(std::count(
                       text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    }
    [[nodiscard]] bool isNode(std::size_t index) const {
        if (m_all[index].parent < 0) {
            return false;
        }
        for (int at = m_all[index].parent; at >= 0;
             at = m_all[static_cast<std::size_t>(at)].parent) {
            if (m_all[static_cast<std::size_t>(at)].tag == kTreeTag) {
                return true;
            }
        }
        return false;
    }
    [[nodiscard]] std::optional<std::size_t> elementAt(const NodePlace& place) const {
        std::vector<std::size_t> here;
        for (std::size_t i = 0; i < m_all.size(); ++i) {
            if (isNode(i) && lineOf(m_text, m_all[i].begin) == place.line) {
                here.push_back(i);
            }
        }
        if (here.empty()) {
            return std::nullopt;
        }
        return here[static_cast<std::size_t>(place.ordinal) % here.size()];
    }
    [[nodiscard]] std::vector<std::size_t> below(int parent) const {
        std::vector<std::size_t> children;
        for (std::size_t i = 0; i < m_all.size(); ++i) {
            if (m_all[i].parent == parent) {
                children.push_back(i);
            }
        }
        return children;
    }
    // The start of a position's line if only blanks precede the position in it.
    [[nodiscard]] std::optional<std::size_t> lineBegin(std::size_t at) const {
        const std::size_t before =
            at == 0 ? std::string_view::npos : m_text.find_last_not_of(" \t\r", at - 1);
        if (before == std::string_view::npos) {
            return 0;
        }
        return m_text[before] == '\n' ? std::optional(before + 1) : std::nullopt;
    }
    // The indentation of an element; if it does not begin its line, that of the enclosing element.
    [[nodiscard]] std::string indentOf(std::size_t at) const {
        if (const auto begin = lineBegin(at)) {
            return std::string(m_text.substr(*begin, at - *begin));
        }
        const std::size_t line = m_text.rfind('\n', at) + 1;
        return std::string(m_text.substr(line, m_text.find_first_not_of(" \t", line) - line));
    }
    // The start of an element, including the comments directly above it that have lines of their
    // own.
    [[nodiscard]] std::size_t withComments(std::size_t begin) const {
        auto line = lineBegin(begin);
        while (line && *line >= 4) {
            const std::size_t above = m_text.find_last_not_of(" \t\r", *line - 2);
            if (above == std::string_view::npos || above < 2 ||
                m_text.substr(above - 2, 3) != "-->") {
                break;
            }
            const std::size_t comment = m_text.rfind("<!--", above);
            const auto first =
                comment == std::string_view::npos ? std::nullopt : lineBegin(comment);
            if (!first) {
                break;
            }
            begin = comment;
            line = first;
        }
        return begin;
    }

    Expected<NodeEdit> addBelow() {
        if (element().tag == "SubTree" || element().tag == "SubTreePlus") {
            return noNodeEdit(
                "its nodes belong to the tree that it names: add below the top node of that tree");
        }
        const std::vector<std::size_t> children = below(static_cast<int>(m_at));
        if (children.empty()) {
            return noNodeEdit(
                fmt::format("<{}> cannot contain nodes: add a node beside it", element().tag));
        }
        const XmlElement& last = m_all[children.back()];
        return insert(last.end, indentOf(last.begin), element().tag);
    }

    // Inserts a node that has no effect on its siblings.
    Expected<NodeEdit> insert(std::size_t at, const std::string& indent, std::string_view parent) {
        const bool isFallback = parent.find("Fallback") != std::string_view::npos;
        std::string text(m_text.substr(0, at));
        text += "\n" + indent;
        const std::size_t node = text.size();
        text += isFallback ? "<AlwaysFailure/>" : "<AlwaysSuccess/>";
        text += m_text.substr(at);
        return made(std::move(text), node, true);
    }

    [[nodiscard]] NodeEdit made(std::string text, std::size_t node, bool isNew) const {
        NodeEdit edit;
        edit.place.line = lineOf(text, node);
        for (const XmlElement& each : elementsOf(text)) {
            edit.place.ordinal +=
                each.begin < node && lineOf(text, each.begin) == edit.place.line ? 1 : 0;
        }
        edit.text = std::move(text);
        edit.isNew = isNew;
        return edit;
    }

    Expected<NodeEdit> remove() {
        if (below(element().parent).size() == 1) {
            return noNodeEdit(fmt::format("it is the only node below <{0}>: delete <{0}> instead",
                                          m_all[static_cast<std::size_t>(element().parent)].tag));
        }
        std::size_t begin = withComments(element().begin);
        std::size_t end = element().end;
        const std::size_t next = m_text.find_first_not_of(" \t\r", end);
        const bool isLast = next == std::string_view::npos || m_text[next] == '\n';
        if (const auto line = lineBegin(begin); line && isLast && *line > 0) {
            begin = *line - 1; // including the preceding line end
            end = next == std::string_view::npos ? m_text.size() : next;
        }
        NodeEdit edit;
        edit.text = std::string(m_text.substr(0, begin)) + std::string(m_text.substr(end));
        return edit;
    }

    Expected<NodeEdit> move(int by) {
        const auto beside = below(element().parent);
        const auto there = std::ranges::find(beside, m_at) - beside.begin() + by;
        if (there < 0 || there >= std::ssize(beside)) {
            return noNodeEdit(by < 0 ? "it is already its parent's first child"
                                     : "it is already its parent's last child");
        }
        const std::size_t other = beside[static_cast<std::size_t>(there)];
        const XmlElement& a = m_all[std::min(m_at, other)];
        const XmlElement& b = m_all[std::max(m_at, other)];
        const std::size_t firstA = withComments(a.begin);
        const std::size_t firstB = withComments(b.begin);
        const auto part = [this](std::size_t from, std::size_t to) {
            return std::string(m_text.substr(from, to - from));
        };
        const std::string gap = part(a.end, firstB);
        std::string text = part(0, firstA) + part(firstB, b.end) + gap;
        const std::size_t nowA = text.size() + a.begin - firstA;
        text += part(firstA, a.end) + std::string(m_text.substr(b.end));
        return made(std::move(text), m_at < other ? nowA : firstA + b.begin - firstB, false);
    }

    std::string_view m_text;
    std::vector<XmlElement> m_all;
    std::size_t m_at = 0;
};

} // namespace

Expected<NodeEdit> editXmlNode(std::string_view text, const NodePlace& place, NodeChange change) {
    return XmlNodeEditor(text).edit(place, change);
}

} // namespace sideline::decision
