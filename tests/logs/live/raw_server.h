#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <poll.h>

#include "agentcore/net/asio.h"
#include "tests/support/framed.h"

namespace sideline::tests {

namespace asio = net::asio;

/// A monitor port that sends bytes chosen by the test, to one monitor at a time. Active only during
/// its functions.
class RawServer {
public:
    /// @param greeting sent to each new connection
    explicit RawServer(std::string greeting, std::uint16_t port = 0)
        : m_greeting(std::move(greeting)), m_acceptor(m_io) {
        const asio::ip::tcp::endpoint where(asio::ip::address_v4::loopback(), port);
        m_acceptor.open(where.protocol());
        m_acceptor.set_option(asio::socket_base::reuse_address(true));
        m_acceptor.bind(where);
        m_acceptor.listen();
    }
    [[nodiscard]] std::uint16_t port() const { return m_acceptor.local_endpoint().port(); }

    void send(std::string_view bytes) {
        boost::system::error_code failed; // a disconnected monitor
        while (m_peer && !bytes.empty() && !failed) {
            bytes.remove_prefix(
                m_peer->write_some(asio::buffer(bytes.data(), bytes.size()), failed));
        }
    }
    void hangUp() { m_peer.reset(); }

    /// Waits briefly for a connection or data from the monitor.
    void poll() {
        std::array<pollfd, 2> events{{{m_acceptor.native_handle(), POLLIN, 0},
                                      {m_peer ? m_peer->native_handle() : -1, POLLIN, 0}}};
        if (::poll(events.data(), events.size(), 2) <= 0) {
            return;
        }
        if (events[1].revents != 0) {
            std::array<char, 4096> bytes{};
            boost::system::error_code failed;
            const std::size_t count = m_peer->read_some(asio::buffer(bytes), failed);
            received.append(bytes.data(), count);
            if (failed) {
                m_peer.reset();
            }
        }
        if (events[0].revents != 0) {
            m_peer.emplace(m_acceptor.accept());
            ++connections;
            send(m_greeting);
        }
    }
    /// Polls until a condition holds. @return false after a timeout
    template <typename IsSo>
    bool runUntil(const IsSo& isSo) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
        while (!isSo()) {
            if (std::chrono::steady_clock::now() > end) {
                return false;
            }
            poll();
        }
        return true;
    }
    [[nodiscard]] int countReceived(std::string_view text) const {
        int count = 0;
        for (std::size_t at = received.find(text); at != std::string::npos;
             at = received.find(text, at + 1)) {
            ++count;
        }
        return count;
    }

    std::string received;
    int connections = 0;

private:
    std::string m_greeting;
    asio::io_context m_io;
    asio::ip::tcp::acceptor m_acceptor;
    std::optional<asio::ip::tcp::socket> m_peer;
};

} // namespace sideline::tests
