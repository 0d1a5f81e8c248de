#include "agentcore/decision/tree_scanner.h"

namespace sideline::decision {

namespace {

constexpr std::string_view kSpaces = " \t\r";
constexpr std::string_view kSigns = "()<>=!~*,";

std::string_view trimmedEnd(std::string_view text) {
    const std::size_t last = text.find_last_not_of(kSpaces);
    return last == std::string_view::npos ? std::string_view() : text.substr(0, last + 1);
}

} // namespace

TreeScanner::TreeScanner(std::string_view line) : m_line(line.substr(0, line.find('#'))) {
    m_indent = m_line.find_first_not_of(kSpaces);
    if (m_indent == std::string_view::npos) {
        m_indent = m_line.size();
    }
    m_hasTab = m_line.substr(0, m_indent).find('\t') != std::string_view::npos;
    advance();
}

void TreeScanner::advance() {
    m_at += m_next.size();
    const std::size_t begin = m_line.find_first_not_of(kSpaces, m_at);
    if (begin == std::string_view::npos) {
        m_at = m_line.size();
        m_next = {};
        return;
    }
    m_at = begin;
    std::size_t length = 1;
    if (kSigns.find(m_line[begin]) == std::string_view::npos) {
        const std::size_t end = m_line.find_first_of(" \t\r()<>=!~*,", begin);
        length = (end == std::string_view::npos ? m_line.size() : end) - begin;
    } else if (begin + 1 < m_line.size() && m_line[begin + 1] == '=' &&
               std::string_view("<>!").find(m_line[begin]) != std::string_view::npos) {
        length = 2;
    }
    m_next = m_line.substr(begin, length);
}

std::string_view TreeScanner::take() {
    const std::string_view word = m_next;
    advance();
    return word;
}

bool TreeScanner::takeIf(std::string_view word) {
    if (m_next.empty() || m_next != word) {
        return false;
    }
    advance();
    return true;
}

std::string_view TreeScanner::rest() const {
    return trimmedEnd(m_line.substr(m_at));
}

std::string_view TreeScanner::between(std::size_t from, std::size_t to) const {
    return trimmedEnd(m_line.substr(from, to - from));
}

} // namespace sideline::decision
