#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "agentcore/runtime/late_answers.h"

namespace sideline::simulator {

/// The agents whose replies each cycle awaits.
enum class SyncMode : std::uint8_t {
    None,    ///< no agent: real time, as on the real server without sync mode
    Syncing, ///< those that have sent `(syn)`; for all others, time passes as with `None`
    All,     ///< all, as on the real server in sync mode
};

/// Limits on waiting for agents in sync mode.
struct SyncLimits {
    /// Maximum wait for one agent in one cycle; 0 for unlimited, as on the real server.
    std::chrono::milliseconds answerTimeout{10'000};
    /// Maximum wait caused by one agent per cycle, on average over about 50 cycles; 0 for
    /// unlimited, as on the real server.
    std::chrono::milliseconds budget{0};
    /// Number of initial percept messages that require no `(syn)`; 0 in matches with
    /// `Match::awaitsFirstReplies`.
    std::uint64_t freeMessages = runtime::kFreeMessages;
};

/// State of one agent in sync mode: whether cycles wait for it, and whether it may be sent
/// percepts.
///
/// - A starting agent is not waited for (rcssservermj has no such agents: each message,
/// from the first on, requires a reply): the real server runs five cycles (`AgentAspect::IsSynced`
/// of SimSpark 0.3.2). Here it gets five percept messages, one per cycle, regardless of its
/// replies. The sixth follows after it has replied to them, or after a second of silence: a client
/// that starts slowly or initially sends no `(syn)` does not accumulate messages, and is in step
/// from then on.
/// - With `SyncMode::Syncing` an agent that has never sent `(syn)` stays a starting one, and gets
/// every message at once.
/// - Afterwards each percept message requires a `(syn)`, for which the cycle waits. (The real
/// server requires one per cycle: an agent that was late once then stays one cycle late.)
/// - An agent that exceeds the limits is skipped: the match continues without it. It still gets
/// complete, current messages, one per reply or per second, and is waited for again after it has
/// sent `(syn)`.
///
/// Takes times as arguments. A value; one thread at a time.
class AgentSync {
public:
    using Time = std::chrono::steady_clock::time_point;
    using Duration = std::chrono::steady_clock::duration;
    enum class State : std::uint8_t { Starting, InStep, Skipped };

    /// Number of initial percept messages that require no `(syn)`.
    static constexpr std::uint64_t kFreeMessages = runtime::kFreeMessages;
    /// After this time without a reply, an agent that is not waited for gets another message, and a
    /// match that waits for no agent continues.
    static constexpr std::chrono::milliseconds kSilence{1000};

    /// @param mode `Syncing` or `All`
    explicit AgentSync(const SyncLimits& limits, SyncMode mode = SyncMode::All);

    /// Records a percept message to the agent.
    void perceptsSent(Time now);
    /// Records a message from the agent.
    /// @param syns number of `(syn)` in it
    void messageReceived(std::uint64_t syns, Time now);
    /// Includes a skipped agent again after it has caught up.
    void update(Time now);
    /// Records the start of a cycle after waiting this long for the agent, 0 if not at all.
    void startCycle(Duration waited);
    /// Skips the agent: the match continues without it.
    void skip();

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] Time sentAt() const { return m_sentAt; }
    /// Whether the cycle must wait for it.
    [[nodiscard]] bool isMissed() const { return m_state == State::InStep && m_pendingReplies > 0; }
    /// Whether it may be sent percepts: the message is one of the initial ones, all messages were
    /// replied to, or it does not reply at all.
    [[nodiscard]] bool isReady(Time now) const;
    /// Whether it has sent a message since the last cycle and expects the result.
    [[nodiscard]] bool needsCycle(Time now) const { return m_hasNews && hasAnswered(now); }
    /// Maximum wait for it in the present cycle.
    [[nodiscard]] Duration longestWait() const;
    /// Whether the budget, rather than the timeout, limits the wait.
    [[nodiscard]] bool isBudgetShorter() const;

    /// Mean wait over the last cycles, up to 32 of them; 0 before the first.
    [[nodiscard]] Duration meanWait() const;
    [[nodiscard]] std::uint64_t skipCount() const { return m_skipCount; }

private:
    [[nodiscard]] bool hasAnswered(Time now) const;
    // Whether its messages require `(syn)` after the initial ones.
    [[nodiscard]] bool mustSync() const {
        return m_mode == SyncMode::All || m_state != State::Starting || m_hasSentSyn;
    }

    SyncLimits m_limits;
    SyncMode m_mode;
    State m_state = State::Starting;
    std::uint64_t m_sent = 0;
    std::uint64_t m_pendingReplies = 0;
    Time m_sentAt;
    Time m_lastMessageAt;
    bool m_hasRepliedSinceSent = false;
    bool m_hasNews = false;
    bool m_hasSentSyn = false; ///< whether it has sent `(syn)` since it was skipped
    std::uint64_t m_skipCount = 0;
    Duration m_credit; ///< remaining budget
    std::array<Duration, 32> m_waits{};
    std::size_t m_waitCount = 0; ///< total number; the newest wait is at (m_waitCount - 1) % size
};

} // namespace sideline::simulator
