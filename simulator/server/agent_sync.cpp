#include "simulator/server/agent_sync.h"

#include <algorithm>
#include <numeric>

namespace sideline::simulator {

namespace {

// After several percept messages, some agents reply to every message and some only to the last one.
// An agent that has replied once and is then silent for this long belongs to the second kind.
constexpr std::chrono::milliseconds kQuiet{100};
constexpr int kBudgetCycles = 50; // maximum accumulated budget

} // namespace

AgentSync::AgentSync(const SyncLimits& limits, SyncMode mode)
    : m_limits(limits), m_mode(mode), m_credit(limits.budget * kBudgetCycles) {}

void AgentSync::perceptsSent(Time now) {
    if (m_state != State::Skipped && ++m_sent > m_limits.freeMessages && mustSync()) {
        m_state = State::InStep;
        m_pendingReplies = 0; // discards those of the initial messages
    }
    ++m_pendingReplies;
    m_sentAt = now;
    m_hasRepliedSinceSent = false;
}

void AgentSync::messageReceived(std::uint64_t syns, Time now) {
    // Surplus replies do not count for the next message.
    const std::uint64_t answers = m_state == State::InStep ? syns : 1;
    m_pendingReplies -= std::min(m_pendingReplies, answers);
    m_lastMessageAt = now;
    m_hasRepliedSinceSent = true;
    m_hasNews = true;
    m_hasSentSyn = m_hasSentSyn || syns > 0;
}

void AgentSync::update(Time now) {
    if (m_state == State::Skipped && m_hasSentSyn && hasAnswered(now)) {
        m_state = State::InStep;
        m_pendingReplies = 0;
    }
}

void AgentSync::startCycle(Duration waited) {
    m_hasNews = false;
    m_credit = std::min<Duration>(m_credit - std::min(m_credit, waited) + m_limits.budget,
                                  m_limits.budget * kBudgetCycles);
    m_waits[m_waitCount++ % m_waits.size()] = waited;
}

void AgentSync::skip() {
    m_state = State::Skipped;
    m_hasSentSyn = false;
    m_hasRepliedSinceSent = false;
    ++m_skipCount;
}

bool AgentSync::hasAnswered(Time now) const {
    return m_pendingReplies == 0 || (m_hasRepliedSinceSent && now - m_lastMessageAt >= kQuiet);
}

bool AgentSync::isReady(Time now) const {
    if (m_state == State::InStep) {
        return !isMissed();
    }
    const bool isFree =
        m_state == State::Starting && (m_sent < m_limits.freeMessages || !mustSync());
    return isFree || hasAnswered(now) || now - m_sentAt >= kSilence;
}

AgentSync::Duration AgentSync::longestWait() const {
    const Duration answerTimeout =
        m_limits.answerTimeout.count() > 0 ? Duration(m_limits.answerTimeout) : Duration::max();
    return m_limits.budget.count() > 0 ? std::min(answerTimeout, m_credit) : answerTimeout;
}

bool AgentSync::isBudgetShorter() const {
    return m_limits.budget.count() > 0 &&
           (m_limits.answerTimeout.count() == 0 || m_credit < m_limits.answerTimeout);
}

AgentSync::Duration AgentSync::meanWait() const {
    const std::size_t count = std::min(m_waitCount, m_waits.size());
    if (count == 0) {
        return Duration::zero();
    }
    const Duration sum = std::accumulate(
        m_waits.begin(), m_waits.begin() + static_cast<std::ptrdiff_t>(count), Duration::zero());
    return sum / static_cast<Duration::rep>(count);
}

} // namespace sideline::simulator
