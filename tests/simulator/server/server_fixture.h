#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agentcore/monitor/monitor_decoder.h"
#include "agentcore/net/asio.h"
#include "agentcore/net/frame_client.h"
#include "agentcore/protocol/percepts.h"
#include "simulator/server/server.h"

namespace sideline::simulator::tests {

inline constexpr auto kScene = "(scene rsg/agent/nao/nao_hetero.rsg 0)";

/// Timeout for the slowest machine; only reached on errors.
inline net::Clock::time_point soon() {
    return net::Clock::now() + std::chrono::seconds(30);
}

/// A client for either port.
class Peer {
public:
    explicit Peer(std::uint16_t port) : m_link(connect(port)) {}

    /// False if the link is closed.
    bool say(std::string_view text) { return m_link.send(text).has_value(); }
    /// Receives all pending messages and keeps the last one.
    int hear() {
        int count = 0;
        while (true) {
            const auto message = m_link.tryReceive();
            if (!message || !*message) {
                return count;
            }
            last = **message;
            ++count;
            if (onMessage) {
                onMessage(last);
            }
        }
    }
    [[nodiscard]] net::FrameClient& link() { return m_link; }
    [[nodiscard]] bool isClosed() {
        hear();
        return m_link.closing().has_value();
    }

    std::string last;
    std::function<void(const std::string&)> onMessage;

private:
    static net::FrameClient connect(std::uint16_t port) {
        auto link = net::FrameClient::connect("127.0.0.1", port);
        if (!link) {
            throw std::runtime_error(link.error().toString());
        }
        return std::move(*link);
    }
    net::FrameClient m_link;
};

/// A client that violates the framing.
class RawPeer {
public:
    explicit RawPeer(std::uint16_t port) : m_socket(m_context) {
        m_socket.connect({net::asio::ip::make_address("127.0.0.1"), port});
        m_socket.non_blocking(true);
    }
    /// Sends as much as possible without blocking; returns the number of bytes.
    std::size_t send(std::string_view bytes) {
        std::size_t sent = 0;
        net::error_code fault;
        while (sent < bytes.size() && !fault) {
            sent += m_socket.send(net::asio::buffer(bytes.substr(sent)), 0, fault);
        }
        return sent;
    }

private:
    net::asio::io_context m_context;
    net::Tcp::socket m_socket;
};

/// Reads a monitor's stream and checks every message against the protocol.
class Watcher {
public:
    explicit Watcher(std::uint16_t port) : peer(port) {
        peer.onMessage = [this](const std::string& message) {
            const auto report = decoder.decode(message, stamp++);
            ASSERT_TRUE(report) << report.error().toString();
            EXPECT_FALSE(report->outOfSync) << report->outOfSync->toString();
            EXPECT_TRUE(report->remarks.empty());
            fulls += report->kind == monitor::MessageKind::Full ? 1 : 0;
        };
    }
    Peer peer;
    monitor::MonitorDecoder decoder;
    std::uint32_t stamp = 0;
    int fulls = 0;
};

/// A server on free local ports, driven cycle by cycle by the test.
class ServerTest : public ::testing::Test {
protected:
    void open(ServerSettings settings = {}, SimulationSettings simulation = {}) {
        settings.agentPort = 0;
        settings.monitorPort = 0;
        simulation.rules.beamNoiseXyM = 0.0;
        simulation.rules.beamNoiseAngleDeg = 0.0;
        auto opened = Server::open(settings, simulation,
                                   [this](const std::string& line) { lines.push_back(line); });
        ASSERT_TRUE(opened) << opened.error().toString();
        server = std::move(*opened);
    }
    void run(int cycles) {
        for (int i = 0; i < cycles; ++i) {
            ASSERT_TRUE(server->awaitCycle(soon()));
            server->cycle();
        }
    }
    /// Runs cycles until a condition holds; false if it never does.
    template <typename Done>
    bool runUntil(const Done& done) {
        for (const auto deadline = soon(); !done();) {
            if (net::Clock::now() > deadline) {
                return false;
            }
            // In sync mode, other agents may have to reply first.
            if (server->awaitCycle(net::Clock::now() + std::chrono::milliseconds(1))) {
                server->cycle();
            }
        }
        return true;
    }
    /// Receives messages, without simulating, until a condition holds.
    template <typename Done>
    bool serveUntil(const Done& done) {
        for (const auto deadline = soon(); !done();) {
            if (net::Clock::now() > deadline) {
                return false;
            }
            server->serveUntil(net::Clock::now() + std::chrono::milliseconds(1));
        }
        return true;
    }
    /// Waits for an agent to be known to the server.
    Peer agent() {
        const std::size_t before = server->agentCount();
        Peer peer(server->agentPort());
        EXPECT_TRUE(serveUntil([&] { return server->agentCount() > before; }));
        return peer;
    }
    /// Waits for an agent with a robot and a number.
    Peer player(std::string_view team, int unum) {
        Peer peer = agent();
        peer.say(kScene);
        EXPECT_TRUE(runUntil([&] { return peer.hear() > 0; }));
        peer.say(fmt::format("(init (unum {})(teamname {}))", unum, team));
        EXPECT_TRUE(runUntil([&] {
            peer.hear();
            return find(team, unum).has_value();
        }));
        return peer;
    }
    [[nodiscard]] std::optional<AgentInfo> find(std::string_view team, int unum) const {
        for (const AgentInfo& info : server->simulation().agents()) {
            if (info.team == team && info.player.unum.value() == unum) {
                return info;
            }
        }
        return std::nullopt;
    }
    /// Log lines that contain a text.
    [[nodiscard]] long count(std::string_view text) const {
        return std::ranges::count_if(
            lines, [&](const std::string& line) { return line.find(text) != std::string::npos; });
    }
    [[nodiscard]] std::string allLines() const {
        std::string all;
        for (const std::string& line : lines) {
            all += line + '\n';
        }
        return all;
    }

    std::vector<std::string> lines;
    std::unique_ptr<Server> server;
};

} // namespace sideline::simulator::tests
