#pragma once

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/net/frame_server.h"
#include "tests/support/scene_builder.h"

namespace sideline::tests {

/// The monitor port of a server that sends one scripted scene to every client, and records what the
/// clients send. Works only inside of `poll()`.
class FakeMonitorServer : net::FrameHandler {
public:
    explicit FakeMonitorServer(std::uint16_t port = 0) {
        net::ServerOptions options;
        options.port = port;
        auto server = net::FrameServer::listen(options);
        EXPECT_TRUE(server) << (server ? "" : server.error().toString());
        if (server) {
            m_server = std::make_unique<net::FrameServer>(std::move(*server));
        }
        scene.robots = {scriptedRobot(game::Side::Left, 1, -2.0, 1.0)};
    }
    void poll() { m_server->poll(*this); }
    [[nodiscard]] std::uint16_t port() const { return m_server->port(); }
    /// Sends the current scene to all monitors.
    void sendToAll() {
        for (const net::ConnectionId id : m_monitors) {
            m_server->send(id, fullMessage(scene));
        }
    }

    ScriptedScene scene;
    std::vector<std::string> commands;

private:
    void onConnected(net::ConnectionId id, const std::string& /*peer*/) override {
        m_monitors.push_back(id);
        m_server->send(id, fullMessage(scene));
    }
    void onMessage(net::ConnectionId /*id*/, std::string_view message) override {
        commands.emplace_back(message);
    }
    void onClosed(net::ConnectionId id, const net::Closing& /*closing*/) override {
        std::erase(m_monitors, id);
    }

    std::unique_ptr<net::FrameServer> m_server;
    std::vector<net::ConnectionId> m_monitors;
};

} // namespace sideline::tests
