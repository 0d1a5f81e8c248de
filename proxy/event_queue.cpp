#include "proxy/event_queue.h"

#include <algorithm>
#include <utility>

namespace sideline::proxy {

bool EventQueue::put(ProxyEvent event) {
    const std::scoped_lock lock(m_mutex);
    const auto dropped =
        std::ranges::find(m_dropped, event.link, [](const auto& each) { return each.first; });
    const bool isMessage = event.kind == ProxyEvent::Kind::Message;
    const std::size_t bytes = isMessage ? sizeof event + event.text.size() : 0;
    if (isMessage && m_bytes + bytes > m_maxBytes) {
        if (dropped == m_dropped.end()) {
            m_dropped.emplace_back(event.link, 1);
        } else {
            ++dropped->second;
        }
        return false;
    }
    if (dropped != m_dropped.end()) {
        event.droppedBefore = dropped->second;
        m_dropped.erase(dropped);
    }
    m_bytes += bytes;
    m_events.push_back(std::move(event));
    return true;
}

void EventQueue::take(std::vector<ProxyEvent>& events, std::chrono::milliseconds pause,
                      const std::stop_token& stop) {
    events.clear();
    std::unique_lock lock(m_mutex);
    m_never.wait_for(lock, stop, pause, [] { return false; });
    std::swap(events, m_events);
    m_bytes = 0;
}

} // namespace sideline::proxy
