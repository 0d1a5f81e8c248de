#include "agentcore/decision/node_lines.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace sideline::decision {

namespace {

constexpr std::string_view kLineBlanks = " \t\r";

} // namespace

NodeLines::NodeLines(std::string_view text) {
    for (;;) {
        const std::size_t end = text.find('\n');
        m_lines.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos) {
            return;
        }
        text.remove_prefix(end + 1);
    }
}

std::string_view NodeLines::code(std::size_t at) const {
    std::string_view code = m_lines[at];
    code = code.substr(0, code.find('#'));
    const std::size_t begin = code.find_first_not_of(kLineBlanks);
    if (begin == std::string_view::npos) {
        return {};
    }
    return code.substr(begin, code.find_last_not_of(kLineBlanks) + 1 - begin);
}

std::size_t NodeLines::indent(std::size_t at) const {
    const std::size_t begin = m_lines[at].find_first_not_of(kLineBlanks);
    return begin == std::string::npos ? m_lines[at].size() : begin;
}

std::string_view NodeLines::word(std::size_t at, std::size_t index) const {
    std::string_view rest = code(at);
    for (;;) {
        const std::string_view word = rest.substr(0, rest.find_first_of(kLineBlanks));
        if (index-- == 0 || word.empty()) {
            return word;
        }
        rest.remove_prefix(word.size());
        rest.remove_prefix(std::min(rest.find_first_not_of(kLineBlanks), rest.size()));
    }
}

std::size_t NodeLines::find(std::string_view code) const {
    std::size_t at = 0;
    while (at < count() && this->code(at) != code) {
        ++at;
    }
    return at;
}

std::size_t NodeLines::holderOf(std::size_t at, std::size_t head) const {
    std::size_t above = at;
    while (--above > head) {
        if (!code(above).empty() && indent(above) < indent(at)) {
            return above;
        }
    }
    return head;
}

std::size_t NodeLines::lastBelow(std::size_t at) const {
    std::size_t last = at;
    for (std::size_t next = at + 1; next < count(); ++next) {
        if (code(next).empty()) {
            continue;
        }
        if (indent(next) <= indent(at)) {
            break;
        }
        last = next;
    }
    return last;
}

std::size_t NodeLines::withComments(std::size_t at) const {
    std::size_t first = at;
    while (first > 0) {
        const std::string& above = m_lines[first - 1];
        const std::size_t begin = indent(first - 1);
        if (begin != indent(at) || begin >= above.size() || above[begin] != '#') {
            break;
        }
        --first;
    }
    return first;
}

void NodeLines::insert(std::size_t at, const std::vector<std::string>& lines) {
    m_lines.insert(m_lines.begin() + static_cast<std::ptrdiff_t>(at), lines.begin(), lines.end());
}

void NodeLines::remove(std::size_t first, std::size_t last) {
    m_lines.erase(m_lines.begin() + static_cast<std::ptrdiff_t>(first),
                  m_lines.begin() + static_cast<std::ptrdiff_t>(last) + 1);
}

void NodeLines::exchange(std::size_t firstA, std::size_t lastA, std::size_t firstB,
                         std::size_t lastB) {
    const auto at = [this](std::size_t line) {
        return m_lines.begin() + static_cast<std::ptrdiff_t>(line);
    };
    // Swaps A and B together with the lines between them.
    std::rotate(at(firstA), at(lastA + 1), at(lastB + 1));
    std::rotate(at(firstA), at(firstA + firstB - lastA - 1), at(firstA + lastB - lastA));
}

NodeEdit NodeLines::edit(std::size_t node, bool isNew, std::string note) const {
    NodeEdit edit;
    for (const std::string& each : m_lines) {
        edit.text += each;
        edit.text += '\n';
    }
    edit.text.pop_back();
    edit.place.line = node < count() ? static_cast<int>(node) + 1 : 0;
    edit.isNew = isNew;
    edit.note = std::move(note);
    return edit;
}

NodeEdit exchangedNodes(NodeLines lines, const NodeRange& node, const NodeRange& other) {
    const bool isFirst = node.node < other.node;
    const NodeRange& a = isFirst ? node : other;
    const NodeRange& b = isFirst ? other : node;
    const std::size_t firstA = lines.withComments(a.node);
    const std::size_t firstB = lines.withComments(b.node);
    lines.exchange(firstA, a.last, firstB, b.last);
    return lines.edit(isFirst ? b.last - (a.last - a.node) : firstA + b.node - firstB, false);
}

NodeEdit exchangedNodes(NodeLines lines, std::size_t node, std::size_t other) {
    const NodeRange range{node, lines.lastBelow(node)};
    const NodeRange otherRange{other, lines.lastBelow(other)};
    return exchangedNodes(std::move(lines), range, otherRange);
}

std::string freeName(const NodeLines& lines, std::string_view name) {
    for (int number = 1;; ++number) {
        std::string tried = number == 1 ? std::string(name) : fmt::format("{}-{}", name, number);
        std::size_t at = 0;
        while (at < lines.count() && lines.word(at, 1) != tried) {
            ++at;
        }
        if (at == lines.count()) {
            return tried;
        }
    }
}

tl::unexpected<base::Error> noNodeEdit(std::string message) {
    return base::failure(base::ErrorCode::InvalidArgument, std::move(message));
}

} // namespace sideline::decision
