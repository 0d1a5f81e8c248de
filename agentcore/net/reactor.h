#pragma once

#include "agentcore/net/asio.h"
#include "agentcore/net/link.h"
#include "agentcore/net/operation.h"

namespace sideline::net {

/// Boost.Asio's reactor for the sockets of one link or server, without its own thread: handlers run
/// inside the functions here, in the calling thread.
///
/// Nothing is allocated after warm-up. One thread at a time, except for `wake`.
class Reactor {
public:
    [[nodiscard]] asio::io_context& context() { return m_context; }

    /// Runs the handlers that are ready. Never blocks.
    void poll();

    /// Runs handlers and waits for further ones until `done()` holds; after `deadline` runs only
    /// those that are ready.
    /// @param done called before the first handler and after each
    /// @return the last result of `done()`
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

    /// Makes `runUntil` evaluate its condition again. Any thread; may allocate.
    void wake();

private:
    void runOne(Clock::time_point deadline);

    asio::io_context m_context{1}; // run by a single thread
    asio::steady_timer m_timer{m_context};
    Operation m_alarm; // ends when m_timer expires
};

} // namespace sideline::net
