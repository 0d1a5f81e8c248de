#include "agentcore/net/frame_server.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/base/assert.h"
#include "agentcore/net/acceptor.h"
#include "agentcore/net/asio.h"
#include "agentcore/net/connection.h"
#include "agentcore/net/reactor.h"
#include "agentcore/net/socket_errors.h"

namespace sideline::net {

class FrameServer::Impl {
public:
    explicit Impl(const ServerOptions& options) : m_options(options), m_acceptor(m_reactor) {}

    base::Expected<void> listen() { return m_acceptor.listen(m_options.address, m_options.port); }
    void round(Clock::time_point deadline, FrameHandler& handler);
    Connection* find(ConnectionId id);

    [[nodiscard]] std::uint16_t port() const { return m_acceptor.port(); }
    [[nodiscard]] std::uint64_t refusedCount() const { return m_refused; }
    [[nodiscard]] const auto& connections() const { return m_connections; }

private:
    [[nodiscard]] bool hasBacklog() const;
    [[nodiscard]] bool hasEvents() const;
    void wait(Clock::time_point deadline);
    void accept(FrameHandler& handler);
    void reap(FrameHandler& handler);

    ServerOptions m_options;
    Reactor m_reactor;
    Acceptor m_acceptor;
    std::vector<std::unique_ptr<Connection>> m_connections; // sorted by ascending id
    std::int32_t m_lastId = 0;
    std::uint64_t m_refused = 0;
    bool m_inRound = false;
};

Connection* FrameServer::Impl::find(ConnectionId id) {
    const auto at = std::lower_bound(m_connections.begin(), m_connections.end(), id,
                                     [](const auto& connection, ConnectionId requested) {
                                         return connection->id() < requested;
                                     });
    const bool found = at != m_connections.end() && (*at)->id() == id && (*at)->isOpen();
    return found ? at->get() : nullptr;
}

bool FrameServer::Impl::hasBacklog() const {
    return std::ranges::any_of(m_connections, [](const auto& each) { return each->hasBacklog(); });
}

bool FrameServer::Impl::hasEvents() const {
    return m_acceptor.hasEvents() ||
           std::ranges::any_of(m_connections, [](const auto& each) { return each->hasEvents(); });
}

void FrameServer::Impl::wait(Clock::time_point deadline) {
    m_acceptor.watch();
    std::ranges::for_each(m_connections, [](const auto& each) { each->watch(); });
    if (deadline != Clock::time_point::min() && !hasBacklog()) {
        m_reactor.runUntil(m_acceptor.waitsUntil(deadline), [this] { return hasEvents(); });
    }
    // Serves all connections with events in the same round, in the order of ids.
    m_reactor.poll();
}

void FrameServer::Impl::round(Clock::time_point deadline, FrameHandler& handler) {
    SIDELINE_ASSERT(!m_inRound); // a handler must not poll
    m_inRound = true;
    wait(deadline);
    // Handlers may close connections here, but connections are added and removed only after the
    // loop.
    for (const auto& connection : m_connections) {
        connection->serve(handler);
    }
    reap(handler);
    if (m_acceptor.beginRound()) {
        accept(handler);
    }
    m_inRound = false;
}

void FrameServer::Impl::reap(FrameHandler& handler) {
    for (;;) {
        const auto ended = std::find_if(m_connections.begin(), m_connections.end(),
                                        [](const auto& each) { return !each->isOpen(); });
        if (ended == m_connections.end()) {
            return;
        }
        const std::unique_ptr<Connection> connection = std::move(*ended);
        m_connections.erase(ended);
        handler.onClosed(connection->id(), connection->closing());
    }
}

void FrameServer::Impl::accept(FrameHandler& handler) {
    for (int i = 0; i < Acceptor::kMaxPerRound; ++i) {
        auto accepted = m_acceptor.take();
        if (!accepted) {
            return;
        }
        if (m_connections.size() >= m_options.maxConnections) {
            ++m_refused;
            continue;
        }
        if (m_options.kernelSendBytes > 0) {
            error_code ignored;
            accepted->socket.set_option(
                asio::socket_base::send_buffer_size(static_cast<int>(m_options.kernelSendBytes)),
                ignored);
        }
        m_connections.push_back(std::make_unique<Connection>(ConnectionId(++m_lastId),
                                                             std::move(accepted->socket),
                                                             std::move(accepted->peer), m_options));
        handler.onConnected(m_connections.back()->id(), m_connections.back()->peer());
    }
}

FrameServer::FrameServer(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
FrameServer::FrameServer(FrameServer&& other) noexcept = default;
FrameServer& FrameServer::operator=(FrameServer&& other) noexcept = default;
FrameServer::~FrameServer() = default;

base::Expected<FrameServer> FrameServer::listen(const ServerOptions& options) {
    SIDELINE_ASSERT(options.maxMessagesPerPoll > 0);
    auto impl = makeWithReactor<Impl>(options);
    if (!impl) {
        return tl::unexpected(std::move(impl.error()));
    }
    if (auto listening = (*impl)->listen(); !listening) {
        return tl::unexpected(std::move(listening.error()));
    }
    return FrameServer(std::move(*impl));
}

std::uint16_t FrameServer::port() const {
    return m_impl->port();
}

void FrameServer::pollUntil(Clock::time_point deadline, FrameHandler& handler) {
    m_impl->round(deadline, handler);
}

SendResult FrameServer::send(ConnectionId id, std::string_view payload) {
    Connection* connection = m_impl->find(id);
    return connection ? connection->send(payload) : SendResult::NotConnected;
}

void FrameServer::close(ConnectionId id, std::string why) {
    if (Connection* connection = m_impl->find(id)) {
        connection->close(std::move(why));
    }
}

std::size_t FrameServer::connectionCount() const {
    return static_cast<std::size_t>(std::count_if(m_impl->connections().begin(),
                                                  m_impl->connections().end(),
                                                  [](const auto& each) { return each->isOpen(); }));
}

std::uint64_t FrameServer::refusedCount() const {
    return m_impl->refusedCount();
}

std::optional<LinkCounters> FrameServer::counters(ConnectionId id) const {
    const Connection* connection = m_impl->find(id);
    return connection ? std::optional(connection->counters()) : std::nullopt;
}

std::size_t FrameServer::queuedBytes(ConnectionId id) const {
    const Connection* connection = m_impl->find(id);
    return connection ? connection->queuedBytes() : 0;
}

} // namespace sideline::net
