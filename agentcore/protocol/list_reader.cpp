#include "agentcore/protocol/list_reader.h"

#include <fmt/format.h>

#include "agentcore/protocol/message_fault.h"

namespace sideline::protocol {

bool ListReader::checkForm() {
    if (m_isChecked) {
        return true;
    }
    SexprReader reader(m_message, kPerceptLimits);
    while (true) {
        const Token token = reader.next();
        if (token.kind == TokenKind::Error) {
            m_error = reader.error();
            return false;
        }
        if (token.kind == TokenKind::Atom && reader.depth() == 0) {
            m_error = faultAt(base::ErrorCode::Malformed, fmt::format("found \"{}\"", token.text),
                              "a list", token.offset);
            return false;
        }
        if (token.kind == TokenKind::End) {
            m_isChecked = true;
            return true;
        }
    }
}

bool ListReader::skipList(const char* start, std::string_view name, UnreadPercept::Reason reason,
                          const char* expected) {
    if (!checkForm()) {
        return false;
    }
    const std::string_view text = m_cursor.wholeList(start);
    m_unread.push_back(
        {reason, name, text, static_cast<std::size_t>(start - m_message.data()), expected});
    return true;
}

} // namespace sideline::protocol
