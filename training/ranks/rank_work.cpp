#include "training/ranks/rank_work.h"

#include <algorithm>
#include <thread>

#include <fmt/format.h>

namespace sideline::training {

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point time) {
    return std::chrono::duration<double>(Clock::now() - time).count();
}

class RankLoop {
public:
    RankLoop(RankLink& link, RankWork& work, const RankTimeouts& timeouts)
        : m_link(link), m_work(work), m_timeouts(timeouts) {}

    base::Expected<void> run();

private:
    bool receive();
    void handle(const RankMessage& message);
    void begin(const std::string& setup);
    void send(const RankMessage& message) {
        m_sent = Clock::now();
        m_link.send(0, bytesOf(message));
    }
    void fail(const base::Error& error);
    void leave();

    RankLink& m_link;
    RankWork& m_work;
    RankTimeouts m_timeouts;
    Clock::time_point m_heard = Clock::now();
    Clock::time_point m_sent = Clock::now();
    std::optional<base::Error> m_fault;
    std::uint32_t m_capacity = 0; ///< 0 before the setup, and after one that failed
    bool m_isFinished = false;
};

void RankLoop::fail(const base::Error& error) {
    if (!m_fault) {
        m_fault = error;
        send({.word = RankWord::Failed, .payload = error.toString()});
    }
}

void RankLoop::begin(const std::string& setup) {
    const auto capacity = m_work.begin(setup);
    m_capacity = capacity.value_or(0);
    if (capacity) {
        send({.word = RankWord::Ready, .capacity = m_capacity});
    } else {
        fail(capacity.error());
    }
}

void RankLoop::handle(const RankMessage& message) {
    switch (message.word) {
    case RankWord::Setup:
        begin(message.payload);
        break;
    case RankWord::Work:
        if (m_capacity > 0) {
            m_work.add(message);
        }
        break;
    case RankWord::Drop:
        if (m_capacity > 0) {
            m_work.drop();
            send({.word = RankWord::Ready, .capacity = m_capacity});
        }
        break;
    case RankWord::Finish:
        m_isFinished = true;
        break;
    default:
        break;
    }
}

// Returns whether there was a message other than heartbeats.
bool RankLoop::receive() {
    bool hasNews = false;
    while (const auto packet = m_link.receive()) {
        m_heard = Clock::now();
        if (const auto message = rankMessageFrom(packet->bytes)) {
            hasNews = hasNews || message->word != RankWord::Alive;
            handle(*message);
        }
    }
    return hasNews;
}

base::Expected<void> RankLoop::run() {
    constexpr std::chrono::microseconds kMinPause(50);
    constexpr std::chrono::microseconds kMaxPause(500);
    constexpr std::chrono::microseconds kMaxIdlePause(5000); // used after a second without messages
    std::chrono::microseconds pause = kMinPause;
    Clock::time_point busy = Clock::now();
    while (!m_isFinished) {
        bool hasNews = receive();
        if (m_capacity > 0) {
            hasNews |= m_work.sendResults([this](const RankMessage& message) { send(message); });
            if (const auto fault = m_work.fault()) {
                fail(*fault);
            }
        }
        if (since(m_sent) > m_timeouts.heartbeatS) {
            send({.word = RankWord::Alive});
        }
        if (since(m_heard) > m_timeouts.orphanS) {
            m_link.leave(false);
            return base::failure(base::ErrorCode::Io,
                                 fmt::format("rank 0 has been silent for {:.0f} s; this rank ends",
                                             m_timeouts.orphanS),
                                 "a running rank 0; --resume continues the run");
        }
        if (hasNews) {
            pause = kMinPause;
            busy = Clock::now();
            continue;
        }
        pause = std::min(2 * pause, since(busy) > 1.0 ? kMaxIdlePause : kMaxPause);
        if (m_capacity > 0 && !m_fault) {
            m_work.wait(pause);
        } else {
            std::this_thread::sleep_for(pause);
        }
    }
    m_work.end();
    leave();
    return m_fault ? tl::unexpected(*m_fault) : base::Expected<void>();
}

// Answers Finish and leaves the link, together with the others if all of them answer.
void RankLoop::leave() {
    send({.word = RankWord::Farewell});
    const Clock::time_point begin = Clock::now();
    bool isDismissed = false;
    bool isTogether = false;
    while (!isDismissed && since(begin) < 2.0 * m_timeouts.farewellS) {
        if (const auto packet = m_link.receive()) {
            const auto message = rankMessageFrom(packet->bytes);
            isTogether = message && message->word == RankWord::Leave;
            isDismissed = isTogether || (message && message->word == RankWord::Part);
        } else {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    m_link.leave(isTogether);
}

} // namespace

base::Expected<void> workForRankZero(RankLink& link, RankWork& work, const RankTimeouts& timeouts) {
    return RankLoop(link, work, timeouts).run();
}

} // namespace sideline::training
