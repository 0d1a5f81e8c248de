#include "agentcore/net/reactor.h"

namespace sideline::net {

void Reactor::poll() {
    m_context.restart();
    m_context.poll();
}

// Waits for one handler, or for the deadline.
void Reactor::runOne(Clock::time_point deadline) {
    // An alarm for an earlier time stays: setting it again for each of many short waits costs more
    // than to be woken in vain now and then.
    if (!m_alarm.isPending()) {
        m_timer.expires_at(deadline);
        m_timer.async_wait(m_alarm.begin());
    } else if (m_timer.expiry() > deadline) {
        m_timer.cancel(); // its handler runs next; who asks again sets it again
    }
    m_context.restart();
    m_context.run_one();
}

void Reactor::wake() {
    asio::post(m_context, [] {});
}

} // namespace sideline::net
