#include "studio/session/drawing_link.h"

#include <utility>

namespace sideline::studio {

namespace {

// Maximum wait for a datagram before the stop request is checked.
constexpr std::chrono::milliseconds kDrawingReceiveTimeout{50};

std::chrono::nanoseconds now() {
    return net::Clock::now().time_since_epoch();
}

} // namespace

base::Expected<std::unique_ptr<DrawingLink>> DrawingLink::open(const Settings& settings, Tap tap) {
    net::UdpReceiverOptions options;
    options.address = settings.address;
    options.port = settings.port;
    auto receiver = net::UdpReceiver::open(options);
    if (!receiver) {
        return tl::unexpected(receiver.error());
    }
    return std::unique_ptr<DrawingLink>(
        new DrawingLink(std::move(*receiver), settings.address, std::move(tap)));
}

DrawingLink::DrawingLink(net::UdpReceiver receiver, std::string address, Tap tap)
    : m_address(std::move(address)),
      m_port(receiver.port()),
      m_tap(std::move(tap)),
      m_receiver(std::move(receiver)),
      m_builder(drawing::networkDrawingLimits()),
      m_worker(
          "receiving drawings", [this](const std::stop_token& stop) { work(stop); },
          [this](const base::Error& error) {
              const std::scoped_lock lock(m_mutex);
              m_fault = error.toString();
          }) {}

DrawingLink::~DrawingLink() = default;

drawing::DrawingBoardPtr DrawingLink::board() const {
    const std::scoped_lock lock(m_mutex);
    return m_builder.board();
}

drawing::DrawingStats DrawingLink::stats() const {
    const std::scoped_lock lock(m_mutex);
    drawing::DrawingStats stats = m_builder.stats(now());
    stats.unrecorded = m_unrecorded;
    return stats;
}

void DrawingLink::clear() {
    const std::scoped_lock lock(m_mutex);
    m_builder.clear();
}

std::string DrawingLink::fault() const {
    const std::scoped_lock lock(m_mutex);
    return m_fault;
}

void DrawingLink::work(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        const auto datagram = m_receiver.receive(net::Clock::now() + kDrawingReceiveTimeout);
        if (!datagram) {
            const std::scoped_lock lock(m_mutex);
            m_fault = datagram.error().toString();
            return;
        }
        if (!*datagram) {
            continue;
        }
        const auto at = now();
        bool isTaken = false;
        {
            const std::scoped_lock lock(m_mutex);
            isTaken = m_builder.apply((*datagram)->sender, (*datagram)->bytes, at);
        }
        if (m_tap && isTaken && !m_tap((*datagram)->sender, (*datagram)->bytes, at)) {
            const std::scoped_lock lock(m_mutex);
            ++m_unrecorded;
        }
    }
}

} // namespace sideline::studio
