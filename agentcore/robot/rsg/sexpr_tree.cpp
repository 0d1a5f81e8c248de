#include "agentcore/robot/rsg/sexpr_tree.h"

#include <algorithm>
#include <utility>

#include "agentcore/base/input_file.h"

namespace sideline::robot::rsg {

namespace {

using base::Error;
using base::ErrorCode;

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

class TreeReader {
public:
    explicit TreeReader(std::string_view text) : m_text(text) {}

    base::Expected<std::vector<Sexpr>> read(std::size_t maxCount) {
        // Stack of open lists; the first one contains the top level.
        std::vector<Sexpr> open(1);
        open.front().isList = true;
        const auto isDone = [&] {
            return open.size() == 1 && open.front().items.size() >= maxCount;
        };
        for (skipBlanks(); m_pos < m_text.size() && !isDone(); skipBlanks()) {
            const char c = m_text[m_pos];
            if (c == '(') {
                if (open.size() > kMaxListDepth) {
                    return fault(ErrorCode::LimitExceeded, "lists are nested too deeply", m_line);
                }
                open.push_back({.isList = true, .text = {}, .items = {}, .line = m_line});
                ++m_pos;
            } else if (c == ')') {
                if (open.size() == 1) {
                    return fault(ErrorCode::Malformed, "an unmatched )", m_line);
                }
                Sexpr list = std::move(open.back());
                open.pop_back();
                open.back().items.push_back(std::move(list));
                ++m_pos;
            } else {
                auto atom = readAtom();
                if (!atom) {
                    return tl::unexpected(atom.error());
                }
                open.back().items.push_back(std::move(*atom));
            }
        }
        if (open.size() > 1) {
            return fault(ErrorCode::Truncated, "a list is not closed", open.back().line);
        }
        return std::move(open.front().items);
    }

private:
    static tl::unexpected<Error> fault(ErrorCode code, const char* message, std::uint64_t line) {
        auto failed = base::failure(code, message, "lists in parentheses");
        failed.value().line = line;
        return failed;
    }

    void skipBlanks() {
        while (m_pos < m_text.size() && (isBlank(m_text[m_pos]) || m_text[m_pos] == ';')) {
            if (m_text[m_pos] == ';') {
                m_pos = std::min(m_text.find('\n', m_pos), m_text.size());
            } else {
                m_line += m_text[m_pos++] == '\n' ? 1U : 0U;
            }
        }
    }

    base::Expected<Sexpr> readAtom() {
        Sexpr atom{.text = {}, .items = {}, .line = m_line};
        const char first = m_text[m_pos];
        if (first == '"' || first == '\'') {
            const std::size_t end = m_text.find(first, m_pos + 1);
            if (end == std::string_view::npos) {
                return fault(ErrorCode::Truncated, "a quote is not closed", m_line);
            }
            atom.isQuoted = true;
            atom.text = m_text.substr(m_pos + 1, end - m_pos - 1);
            for (const char c : atom.text) {
                m_line += c == '\n' ? 1U : 0U;
            }
            m_pos = end + 1;
            return atom;
        }
        const std::size_t begin = m_pos;
        while (m_pos < m_text.size() && !endsAtom(m_text[m_pos])) {
            if (static_cast<unsigned char>(m_text[m_pos]) < 0x20U) {
                return fault(ErrorCode::Malformed, "found a byte that is not text", m_line);
            }
            ++m_pos;
        }
        atom.text = m_text.substr(begin, m_pos - begin);
        return atom;
    }

    static bool endsAtom(char c) {
        return isBlank(c) || c == '(' || c == ')' || c == ';' || c == '"';
    }

    std::string_view m_text;
    std::size_t m_pos = 0;
    std::uint64_t m_line = 1;
};

} // namespace

base::Expected<std::vector<Sexpr>> parseSexprs(std::string_view text, std::size_t maxCount) {
    if (text.size() > kMaxSceneBytes) {
        return base::failure(ErrorCode::LimitExceeded, "the file is too long");
    }
    return TreeReader(base::withoutByteOrderMark(text)).read(maxCount);
}

} // namespace sideline::robot::rsg
