#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/net/frame_client.h"
#include "agentcore/net/frame_server.h"

namespace sideline::net::tests {

/// Timeout for the slowest machine; only reached on errors.
inline Clock::time_point soon() {
    return Clock::now() + std::chrono::seconds(30);
}

/// Records the events of all connections.
class Recorder : public FrameHandler {
public:
    void onConnected(ConnectionId id, const std::string& peer) override {
        ids.push_back(id);
        peers[id] = peer;
    }
    void onMessage(ConnectionId id, std::string_view message) override {
        messages[id].emplace_back(message);
        order.push_back(id);
    }
    void onClosed(ConnectionId id, const Closing& closing) override {
        closings.insert_or_assign(id, closing);
    }
    [[nodiscard]] std::size_t messageCount() const { return order.size(); }

    std::vector<ConnectionId> ids;
    std::map<ConnectionId, std::string> peers;
    std::map<ConnectionId, std::vector<std::string>> messages;
    std::vector<ConnectionId> order; // senders, message by message
    std::map<ConnectionId, Closing> closings;
};

/// A server with a handler and its clients, in a single thread.
class LinkTest : public ::testing::Test {
protected:
    void listen(const ServerOptions& options = {}) {
        auto listening = FrameServer::listen(options);
        ASSERT_TRUE(listening) << listening.error().toString();
        server.emplace(std::move(*listening));
    }

    FrameClient connectOnly(const ClientOptions& options = {}) const {
        auto client = FrameClient::connect("127.0.0.1", server->port(), options);
        if (!client) {
            throw std::runtime_error(client.error().toString());
        }
        return std::move(*client);
    }

    /// A client accepted by the server; its id is the last of `recorder.ids`.
    FrameClient connect(const ClientOptions& options = {}) {
        const std::size_t before = recorder.ids.size();
        FrameClient client = connectOnly(options);
        EXPECT_TRUE(run([&] { return recorder.ids.size() > before; }));
        return client;
    }

    template <typename Done>
    bool run(const Done& done) {
        return server->runUntil(soon(), recorder, done);
    }

    bool runToClose(ConnectionId id) {
        return run([&] { return recorder.closings.contains(id); });
    }

    std::optional<FrameServer> server;
    Recorder recorder;
};

} // namespace sideline::net::tests
