#include "studio/session/belief_link.h"

#include <utility>

namespace sideline::studio {

namespace {

// Maximum wait for a datagram before the stop request is checked.
constexpr std::chrono::milliseconds kBeliefReceiveTimeout{50};

} // namespace

base::Expected<std::unique_ptr<BeliefLink>> BeliefLink::open(const std::string& address,
                                                             std::uint16_t port, Tap tap) {
    net::UdpReceiverOptions options;
    options.address = address;
    options.port = port;
    auto receiver = net::UdpReceiver::open(options);
    if (!receiver) {
        return tl::unexpected(receiver.error());
    }
    return std::unique_ptr<BeliefLink>(new BeliefLink(std::move(*receiver), std::move(tap)));
}

BeliefLink::BeliefLink(net::UdpReceiver receiver, Tap tap)
    : m_port(receiver.port()),
      m_tap(std::move(tap)),
      m_receiver(std::move(receiver)),
      m_worker(
          "receiving beliefs", [this](const std::stop_token& stop) { work(stop); },
          [this](const base::Error& error) {
              const std::scoped_lock lock(m_mutex);
              m_fault = error.toString();
          }) {}

BeliefLink::~BeliefLink() = default;

std::vector<evaluation::BeliefMessage> BeliefLink::take() {
    std::deque<evaluation::BeliefMessage> waiting;
    {
        const std::scoped_lock lock(m_mutex);
        std::swap(waiting, m_waiting);
    }
    return {std::make_move_iterator(waiting.begin()), std::make_move_iterator(waiting.end())};
}

BeliefLink::Stats BeliefLink::stats() const {
    const std::scoped_lock lock(m_mutex);
    return m_stats;
}

std::string BeliefLink::fault() const {
    const std::scoped_lock lock(m_mutex);
    return m_fault;
}

void BeliefLink::work(const std::stop_token& stop) {
    net::Clock::time_point secondBegan = net::Clock::now();
    std::uint64_t inSecond = 0;
    std::uint64_t tooMany = 0;
    while (!stop.stop_requested()) {
        const auto datagram = m_receiver.receive(net::Clock::now() + kBeliefReceiveTimeout);
        if (!datagram) {
            const std::scoped_lock lock(m_mutex);
            m_fault = datagram.error().toString();
            return;
        }
        const auto now = net::Clock::now();
        if (now - secondBegan >= std::chrono::seconds(1)) {
            secondBegan = now;
            inSecond = 0;
        }
        if (*datagram && ++inSecond > kMaxPerSecond) {
            ++tooMany;
        } else if (*datagram) {
            takeDatagram(**datagram);
        }
        countLost(tooMany);
    }
}

void BeliefLink::countLost(std::uint64_t tooMany) {
    const std::scoped_lock lock(m_mutex);
    m_stats.lost = m_receiver.counters().lost + tooMany + m_dropped;
}

void BeliefLink::takeDatagram(const net::Datagram& datagram) {
    auto message = evaluation::parseBelief(datagram.bytes);
    if (message && !message->timeS) {
        message = base::failure(base::ErrorCode::InvalidArgument, "no time given",
                                "time: server time, as in (time (now T))");
    }
    if (message && m_tap) {
        m_tap(datagram.sender, datagram.bytes, net::Clock::now().time_since_epoch());
    }
    const std::scoped_lock lock(m_mutex);
    if (!message) {
        ++m_stats.bad;
        m_stats.lastFault = std::string(datagram.sender) + ": " + message.error().toString();
        return;
    }
    ++m_stats.good;
    m_waiting.push_back(std::move(*message));
    if (m_waiting.size() > kMaxWaiting) {
        m_waiting.pop_front();
        ++m_dropped;
    }
}

} // namespace sideline::studio
