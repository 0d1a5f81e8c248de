#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace sideline::simulator {

/// For how long sync mode waits for agents.
struct SyncLimits {
    /// Longest wait for one agent in one cycle; 0 for any time, as the real server.
    std::chrono::milliseconds patience{10'000};
    /// What one agent may let everybody wait in a cycle, on average over about 50 of them; 0 for
    /// any time, as the real server.
    std::chrono::milliseconds budget{0};
};

/// Where one agent stands in sync mode: whether a cycle waits for it, and what it is sent.
///
/// - An agent that starts is not waited for: the real server lets five cycles pass
///   (`AgentAspect::IsSynced` of SimSpark 0.3.2). Here it gets five messages of senses, one a
///   cycle, whatever it answers. The sixth comes when they are answered, or after a second of
///   silence: so a client that is slow to start, or says no `(syn)` at first, is not buried in
///   messages, and is in step from then on.
/// - Afterwards each message of senses wants a `(syn)`, and the cycle waits for it. (The real
///   server wants one per cycle, as its source reads: an agent that once was late then acts a cycle
///   late forever.)
/// - An agent that is waited for beyond the limits is left behind: the match continues without it.
/// It
///   still gets whole, current messages, one for each answer or one a second, and is waited for
///   again once it has said `(syn)`.
///
/// Times are handed in. A value; one thread at a time.
class AgentSync {
public:
    using Time = std::chrono::steady_clock::time_point;
    using Duration = std::chrono::steady_clock::duration;
    enum class State : std::uint8_t { Starting, InStep, LeftBehind };

    /// Messages of senses that need no `(syn)`.
    static constexpr std::uint64_t kFreeMessages = 5;
    /// After this long without an answer an agent that is not waited for gets another message; and
    /// a match in which nobody is waited for continues.
    static constexpr std::chrono::milliseconds kSilence{1000};

    explicit AgentSync(const SyncLimits& limits);

    /// A message of senses went to the agent.
    void sensesSent(Time now);
    /// A message came from the agent.
    /// @param syns how many `(syn)` were in it
    void spoke(std::uint64_t syns, Time now);
    /// Takes an agent back that was left behind and has caught up.
    void update(Time now);
    /// A cycle begins after waiting for the agent for so long, 0 if not at all.
    void cycleBegins(Duration waited);
    /// The match continues without it.
    void leaveBehind();

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] Time sentAt() const { return m_sentAt; }
    /// Whether the cycle has to wait for it.
    [[nodiscard]] bool isMissed() const { return m_state == State::InStep && m_unanswered > 0; }
    /// Whether it may be sent something: the message is one of the free ones, or nothing that
    /// it was sent waits for an answer, or it does not answer at all.
    [[nodiscard]] bool isReady(Time now) const;
    /// Whether it has said something since the last cycle, and waits for what comes of it.
    [[nodiscard]] bool wantsCycle(Time now) const { return m_hasNews && hasAnswered(now); }
    /// How long the present cycle may wait for it.
    [[nodiscard]] Duration longestWait() const;
    /// Whether it is the budget, not the patience, that ends the wait.
    [[nodiscard]] bool isBudgetShorter() const;

    /// Waits of the last cycles, up to 32 of them; 0 before the first.
    [[nodiscard]] Duration meanWait() const;
    [[nodiscard]] std::uint64_t timesLeftBehind() const { return m_timesLeftBehind; }

private:
    [[nodiscard]] bool hasAnswered(Time now) const;

    SyncLimits m_limits;
    State m_state = State::Starting;
    std::uint64_t m_sent = 0;
    std::uint64_t m_unanswered = 0;
    Time m_sentAt;
    Time m_spokeAt;
    bool m_hasSpokenSinceSent = false;
    bool m_hasNews = false;
    bool m_hasSaidSyn = false; ///< since it was left behind
    std::uint64_t m_timesLeftBehind = 0;
    Duration m_credit; ///< of its budget
    std::array<Duration, 32> m_waits{};
    std::size_t m_waitCount = 0; ///< ever; the newest is at (m_waitCount - 1) % size
};

} // namespace sideline::simulator
