#include "agentcore/net/relay.h"

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "agentcore/net/acceptor.h"
#include "agentcore/net/reactor.h"
#include "agentcore/net/relay_link.h"
#include "agentcore/net/resolve.h"
#include "agentcore/net/socket_errors.h"

namespace sideline::net {

class Relay::Impl {
public:
    explicit Impl(const RelayOptions& options) : m_options(options), m_acceptor(m_reactor) {}

    base::Expected<void> open();
    void round(Clock::time_point deadline, RelayHandler& handler);
    void wake() {
        m_isWoken = true;
        m_reactor.wake();
    }
    [[nodiscard]] std::uint16_t port() const { return m_acceptor.port(); }
    [[nodiscard]] std::size_t linkCount() const {
        return static_cast<std::size_t>(
            std::ranges::count_if(m_links, [](const auto& each) { return each->isConnected(); }));
    }
    [[nodiscard]] std::uint64_t refusedCount() const { return m_refused; }

private:
    [[nodiscard]] bool hasEvents() const;
    void accept();

    RelayOptions m_options;
    std::vector<asio::ip::address> m_serverAddresses;
    Reactor m_reactor;
    Acceptor m_acceptor;
    std::vector<std::unique_ptr<RelayLink>> m_links; // sorted by ascending id
    std::int32_t m_lastId = 0;
    std::uint64_t m_refused = 0;
    std::atomic<bool> m_isWoken{false};
};

base::Expected<void> Relay::Impl::open() {
    auto addresses = resolve(m_options.serverHost, Clock::now() + m_options.connectTimeout);
    if (!addresses) {
        return tl::unexpected(
            addresses.error().inFile(placeText(m_options.serverHost, m_options.serverPort)));
    }
    m_serverAddresses = std::move(*addresses);
    return m_acceptor.listen(m_options.address, m_options.port);
}

bool Relay::Impl::hasEvents() const {
    return m_isWoken || m_acceptor.hasEvents() ||
           std::ranges::any_of(m_links, [](const auto& each) { return each->hasEvents(); });
}

void Relay::Impl::round(Clock::time_point deadline, RelayHandler& handler) {
    m_acceptor.watch();
    for (const auto& link : m_links) {
        link->watch();
        deadline = std::min(deadline, link->deadline());
    }
    if (deadline != Clock::time_point::min()) {
        // Processes one event at a time: data is forwarded before more is read.
        m_reactor.runUntil(m_acceptor.waitsUntil(deadline), [this] { return hasEvents(); });
    } else {
        m_reactor.poll();
    }
    if (std::ranges::any_of(m_links, [](const auto& each) { return each->hasOlderAnswer(); })) {
        m_reactor.poll();
    }
    m_isWoken = false;
    for (const auto& link : m_links) {
        link->serve(handler);
    }
    std::erase_if(m_links, [](const auto& each) { return each->isOver(); });
    if (m_acceptor.beginRound()) {
        accept();
    }
}

void Relay::Impl::accept() {
    for (int i = 0; i < Acceptor::kMaxPerRound; ++i) {
        auto accepted = m_acceptor.take();
        if (!accepted) {
            return;
        }
        if (m_links.size() >= m_options.maxLinks) {
            ++m_refused;
            continue;
        }
        m_links.push_back(std::make_unique<RelayLink>(ConnectionId(++m_lastId),
                                                      std::move(accepted->socket),
                                                      std::move(accepted->peer), m_options));
        m_links.back()->connect(m_serverAddresses);
    }
}

Relay::Relay(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
Relay::Relay(Relay&& other) noexcept = default;
Relay& Relay::operator=(Relay&& other) noexcept = default;
Relay::~Relay() = default;

base::Expected<Relay> Relay::open(const RelayOptions& options) {
    auto impl = makeWithReactor<Impl>(options);
    if (!impl) {
        return tl::unexpected(std::move(impl.error()));
    }
    if (auto opened = (*impl)->open(); !opened) {
        return tl::unexpected(std::move(opened.error()));
    }
    return Relay(std::move(*impl));
}

std::uint16_t Relay::port() const {
    return m_impl->port();
}

void Relay::pollUntil(Clock::time_point deadline, RelayHandler& handler) {
    m_impl->round(deadline, handler);
}

void Relay::wake() {
    m_impl->wake();
}

std::size_t Relay::linkCount() const {
    return m_impl->linkCount();
}

std::uint64_t Relay::refusedCount() const {
    return m_impl->refusedCount();
}

} // namespace sideline::net
