#include "simulator/server/agent_sync.h"

#include <algorithm>
#include <numeric>

namespace sideline::simulator {

namespace {

// Of an agent that was sent several messages: some answer every message, some only the last one.
// Who has answered one and is silent for this long is of the second kind.
constexpr std::chrono::milliseconds kQuiet{100};
constexpr int kBudgetCycles = 50; // that can be saved up

} // namespace

AgentSync::AgentSync(const SyncLimits& limits)
    : m_limits(limits), m_credit(limits.budget * kBudgetCycles) {}

void AgentSync::sensesSent(Time now) {
    if (m_state != State::LeftBehind && ++m_sent > kFreeMessages) {
        m_state = State::InStep;
        m_unanswered = 0; // the free ones
    }
    ++m_unanswered;
    m_sentAt = now;
    m_hasSpokenSinceSent = false;
}

void AgentSync::spoke(std::uint64_t syns, Time now) {
    // What is answered more often than it was sent does not count for the next message.
    const std::uint64_t answers = m_state == State::InStep ? syns : 1;
    m_unanswered -= std::min(m_unanswered, answers);
    m_spokeAt = now;
    m_hasSpokenSinceSent = true;
    m_hasNews = true;
    m_hasSaidSyn = m_hasSaidSyn || syns > 0;
}

void AgentSync::update(Time now) {
    if (m_state == State::LeftBehind && m_hasSaidSyn && hasAnswered(now)) {
        m_state = State::InStep;
        m_unanswered = 0;
    }
}

void AgentSync::cycleBegins(Duration waited) {
    m_hasNews = false;
    m_credit = std::min<Duration>(m_credit - std::min(m_credit, waited) + m_limits.budget,
                                  m_limits.budget * kBudgetCycles);
    m_waits[m_waitCount++ % m_waits.size()] = waited;
}

void AgentSync::leaveBehind() {
    m_state = State::LeftBehind;
    m_hasSaidSyn = false;
    m_hasSpokenSinceSent = false;
    ++m_timesLeftBehind;
}

bool AgentSync::hasAnswered(Time now) const {
    return m_unanswered == 0 || (m_hasSpokenSinceSent && now - m_spokeAt >= kQuiet);
}

bool AgentSync::isReady(Time now) const {
    if (m_state == State::InStep) {
        return !isMissed();
    }
    const bool isFree = m_state == State::Starting && m_sent < kFreeMessages;
    return isFree || hasAnswered(now) || now - m_sentAt >= kSilence;
}

AgentSync::Duration AgentSync::longestWait() const {
    const Duration patience =
        m_limits.patience.count() > 0 ? Duration(m_limits.patience) : Duration::max();
    return m_limits.budget.count() > 0 ? std::min(patience, m_credit) : patience;
}

bool AgentSync::isBudgetShorter() const {
    return m_limits.budget.count() > 0 &&
           (m_limits.patience.count() == 0 || m_credit < m_limits.patience);
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
