#include "agentcore/net/reactor.h"

namespace sideline::net {

void Reactor::poll() {
    m_context.restart();
    m_context.poll();
}

// Waits for one handler or for the deadline.
void Reactor::runOne(Clock::time_point deadline) {
    // An earlier alarm stays set: resetting it for many short waits would cost more than occasional
    // spurious wake-ups.
    if (!m_alarm.isPending()) {
        m_timer.expires_at(deadline);
        m_timer.async_wait(m_alarm.begin());
    } else if (m_timer.expiry() > deadline) {
        m_timer.cancel(); // the timer's handler runs next; the next wait sets the timer again
    }
    m_context.restart();
    m_context.run_one();
}

void Reactor::wake() {
    asio::post(m_context, [] {});
}

} // namespace sideline::net
