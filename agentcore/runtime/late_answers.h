#pragma once

#include <cstdint>

namespace sideline::runtime {

/// Number of messages at the start of a connection that a server sends without waiting for answers,
/// even in sync mode. Late answers to them are not counted.
inline constexpr std::uint64_t kFreeMessages = 5;

/// Counts late answers of an agent by the order of its messages and the server's, as a server or a
/// proxy sees them.
///
/// The first answer after several messages from the server is late: it was meant for an earlier
/// one, and its commands take effect after their cycle. In sync mode the server waits for each
/// answer, so none is late. Messages that are never answered are not late but missed. An agent that
/// stays exactly one message behind is counted once, since its later answers appear punctual.
class LateAnswers {
public:
    /// Records a message from the server to the agent.
    void serverSent() {
        ++m_messages;
        ++m_unanswered;
    }
    /// Records a message from the agent. @return whether it is a late answer
    bool agentSent() {
        const bool isLate = m_unanswered > 1 && m_messages - m_unanswered >= kFreeMessages;
        m_unanswered = 0;
        return isLate;
    }

private:
    std::uint64_t m_messages = 0;
    std::uint64_t m_unanswered = 0; ///< messages from the server since the agent's last message
};

} // namespace sideline::runtime
