#pragma once

#include "agentcore/net/asio.h"
#include "agentcore/net/link.h"
#include "agentcore/net/operation.h"

namespace sideline::net {

/// Boost.Asio's reactor for the sockets of one link or server, without a thread of its own: the
/// handlers of their operations run inside the functions here, in the thread that calls them.
///
/// Nothing is allocated after warm-up. One thread at a time, except for `wake`.
class Reactor {
public:
    [[nodiscard]] asio::io_context& context() { return m_context; }

    /// Runs the handlers that are ready. Never waits.
    void poll();

    /// Runs handlers, and waits for them, until `done()` holds; from `deadline` on only what is
    /// ready.
    /// @param done called before the first handler, and after each
    /// @return what `done()` said last
    template <typename Done>
    bool runUntil(Clock::time_point deadline, const Done& done) {
        while (!done()) {
            if (deadline == Clock::time_point::min() || Clock::now() >= deadline) {
                poll();
                return done();
            }
            runOne(deadline);
        }
        return true;
    }

    /// Lets `runUntil` ask again whether it is done. Any thread; may allocate.
    void wake();

private:
    void runOne(Clock::time_point deadline);

    asio::io_context m_context{1}; // one thread runs it
    asio::steady_timer m_timer{m_context};
    Operation m_alarm; // when m_timer expires
};

} // namespace sideline::net
