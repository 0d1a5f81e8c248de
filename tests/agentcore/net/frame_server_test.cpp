#include "agentcore/net/frame_server.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include <gtest/gtest.h>
#include <sys/socket.h>

#include "agentcore/net/asio.h"
#include "tests/agentcore/net/link_fixture.h"

namespace sideline::net {
namespace {

using namespace std::string_literals;
using tests::soon;

class FrameServerTest : public tests::LinkTest {
protected:
    // A raw peer that sends arbitrary bytes, framed or not.
    Tcp::socket rawPeer() {
        Tcp::socket socket(m_context);
        socket.connect({asio::ip::make_address("127.0.0.1"), server->port()});
        const std::size_t before = recorder.ids.size();
        EXPECT_TRUE(run([&] { return recorder.ids.size() > before; }));
        return socket;
    }
    static void sendRaw(Tcp::socket& socket, std::string_view bytes) {
        std::size_t sent = 0;
        while (sent < bytes.size()) {
            sent += socket.send(asio::buffer(bytes.substr(sent)));
        }
    }

private:
    asio::io_context m_context;
};

TEST_F(FrameServerTest, ServesManyClientsInTheOrderOfTheirIds) {
    listen();
    std::vector<FrameClient> clients;
    for (int i = 0; i < 30; ++i) {
        clients.push_back(connect());
    }
    EXPECT_EQ(server->connectionCount(), 30U);
    for (int round = 0; round < 50; ++round) {
        for (std::size_t i = clients.size(); i-- > 0;) {
            ASSERT_TRUE(clients[i].send("(syn) " + std::to_string(i)));
        }
        recorder.order.clear();
        ASSERT_TRUE(run([&] { return recorder.messageCount() == clients.size(); }));
        if (round == 0) {
            EXPECT_TRUE(std::ranges::is_sorted(recorder.ids));
            EXPECT_EQ(recorder.ids.front(), ConnectionId(1));
        }
        for (const ConnectionId id : recorder.ids) {
            EXPECT_EQ(server->send(id, "sense " + std::to_string(id.value())), SendResult::Sent);
        }
        for (std::size_t i = 0; i < clients.size(); ++i) {
            const auto answer = clients[i].receive(soon());
            ASSERT_TRUE(answer && *answer);
            EXPECT_EQ(**answer, "sense " + std::to_string(i + 1));
        }
    }
    for (std::size_t i = 0; i < clients.size(); ++i) {
        const auto& messages = recorder.messages[recorder.ids[i]];
        EXPECT_EQ(messages, std::vector<std::string>(50, "(syn) " + std::to_string(i)));
    }
}

TEST_F(FrameServerTest, PendingDataIsServedInOrderOfIds) {
    listen();
    std::vector<FrameClient> clients;
    for (int i = 0; i < 5; ++i) {
        clients.push_back(connect());
    }
    for (std::size_t i = clients.size(); i-- > 0;) {
        ASSERT_TRUE(clients[i].send("a"));
        ASSERT_TRUE(clients[i].send("b"));
    }
    ASSERT_TRUE(run([&] { return recorder.messageCount() == 10; }));
    EXPECT_TRUE(std::ranges::is_sorted(recorder.order));
}

TEST_F(FrameServerTest, IncompleteLengthDoesNotBlockOthers) {
    listen();
    Tcp::socket silent = rawPeer();
    sendRaw(silent, "\0\0"s);
    FrameClient other = connect();
    ASSERT_TRUE(other.send("(syn)"));
    ASSERT_TRUE(run([&] { return recorder.messageCount() == 1; }));
    EXPECT_EQ(server->connectionCount(), 2U);

    silent.close();
    ASSERT_TRUE(runToClose(recorder.ids.front()));
    const Closing& closing = recorder.closings.at(recorder.ids.front());
    EXPECT_EQ(closing.reason, CloseReason::Broken);
    EXPECT_EQ(closing.error.code, base::ErrorCode::Truncated);
    EXPECT_EQ(closing.error.file, recorder.peers[recorder.ids.front()]);
    EXPECT_EQ(closing.counters.bytesReceived, 2U);
}

TEST_F(FrameServerTest, SplitMessageArrivesComplete) {
    listen();
    Tcp::socket peer = rawPeer();
    std::uint64_t received = 0;
    for (const char byte : "\0\0\0\5(syn)"s) {
        EXPECT_EQ(recorder.messageCount(), 0U);
        sendRaw(peer, {&byte, 1});
        ++received;
        ASSERT_TRUE(
            run([&] { return server->counters(recorder.ids.front())->bytesReceived == received; }));
    }
    EXPECT_EQ(recorder.messages[recorder.ids.front()], std::vector{"(syn)"s});
}

TEST_F(FrameServerTest, AnnouncedLengthOf4GbEndsOnlyThatConnection) {
    listen();
    FrameClient other = connect();
    Tcp::socket peer = rawPeer();
    const ConnectionId id = recorder.ids.back();
    sendRaw(peer, "\0\0\0\5(syn)\377\377\377\377"s);
    ASSERT_TRUE(runToClose(id));
    EXPECT_EQ(recorder.messages[id], std::vector{"(syn)"s});
    EXPECT_EQ(recorder.closings.at(id).reason, CloseReason::BadFrame);
    EXPECT_EQ(recorder.closings.at(id).error.code, base::ErrorCode::LimitExceeded);
    EXPECT_EQ(recorder.closings.at(id).error.byteOffset, 9U);
    EXPECT_EQ(server->connectionCount(), 1U);
    ASSERT_TRUE(other.send("x"));
    EXPECT_TRUE(run([&] { return recorder.messageCount() == 2; }));
}

TEST_F(FrameServerTest, FloodDoesNotStarveOthersAndLosesNothing) {
    listen({.maxMessagesPerPoll = 10});
    Tcp::socket flooder = rawPeer();
    FrameClient other = connect();
    const ConnectionId flood = recorder.ids.front();
    constexpr std::size_t kCount = 10000;
    std::string bytes;
    for (std::size_t i = 0; i < kCount; ++i) {
        bytes += "\0\0\0\5(syn)"s;
    }
    sendRaw(flooder, bytes);
    ASSERT_TRUE(other.send("me too"));

    // The flooder's bytes are pending; a poll reads only a limited part of them.
    ASSERT_TRUE(run([&] { return recorder.messages[recorder.ids.back()].size() == 1; }));
    EXPECT_LT(recorder.messages[flood].size(), 200U);
    const std::size_t before = recorder.messages[flood].size();
    server->poll(recorder);
    EXPECT_LE(recorder.messages[flood].size() - before, 10U);

    ASSERT_TRUE(run([&] { return recorder.messages[flood].size() == kCount; }));
}

TEST_F(FrameServerTest, DeadlineHoldsDuringFlood) {
    listen({.maxMessagesPerPoll = 1});
    Tcp::socket flooder = rawPeer();
    sendRaw(flooder, "\0\0\0\0\0\0\0\0\0\0\0\0"s);
    EXPECT_FALSE(server->runUntil(Clock::now() + std::chrono::milliseconds(5), recorder,
                                  [] { return false; }));
}

TEST_F(FrameServerTest, SlowReaderLosesWholeMessages) {
    listen({.maxQueuedBytes = 200000, .kernelSendBytes = 10000});
    FrameClient lazy = connect();
    const ConnectionId id = recorder.ids.front();
    constexpr int kCount = 20000;
    const std::string filling(1000, ' ');
    int taken = 0;
    for (int i = 0; i < kCount; ++i) {
        taken += server->send(id, std::to_string(i) + filling) != SendResult::Skipped ? 1 : 0;
        ASSERT_LE(server->queuedBytes(id), 200000U);
        server->poll(recorder);
    }
    const LinkCounters counters = *server->counters(id);
    EXPECT_GT(counters.messagesSkipped, 0U);
    EXPECT_EQ(counters.messagesSent, static_cast<std::uint64_t>(taken));
    EXPECT_EQ(counters.messagesSent + counters.messagesSkipped, static_cast<std::uint64_t>(kCount));

    // Messages sent later arrive complete and in order.
    int last = -1;
    for (int i = 0; i < taken; ++i) {
        auto message = lazy.tryReceive();
        while (message && !*message) {
            server->poll(recorder);
            message = lazy.receive(Clock::now() + std::chrono::milliseconds(1));
        }
        ASSERT_TRUE(message) << message.error().toString();
        const std::string text(**message);
        const int number = std::stoi(text);
        ASSERT_GT(number, last);
        ASSERT_EQ(text, std::to_string(number) + filling);
        last = number;
    }
    EXPECT_EQ(server->queuedBytes(id), 0U);
    EXPECT_EQ(server->send(id, "again"), SendResult::Sent);
}

// A client with simple blocking reads: the length with one `recv`, then the rest.
class SimpleReader {
public:
    explicit SimpleReader(Tcp::socket& socket) : m_socket(socket.native_handle()) {
        const timeval limit{20, 0};
        ::setsockopt(m_socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
    }
    // Nothing if there is no data; a partial length is an error.
    std::optional<std::string> read() {
        std::array<unsigned char, 4> length{};
        const auto got = ::recv(m_socket, length.data(), length.size(), MSG_DONTWAIT);
        if (got < 0) {
            return std::nullopt;
        }
        EXPECT_EQ(got, 4) << "a length was cut";
        std::string text(std::size_t{length[2]} << 8U | length[3], '?');
        EXPECT_EQ(::recv(m_socket, text.data(), text.size(), MSG_WAITALL),
                  static_cast<ssize_t>(text.size()));
        return text;
    }

private:
    int m_socket;
};

TEST_F(FrameServerTest, ResumedReaderGetsWholeMessagesAndTheLatest) {
    listen({.slowReader = SlowReader::KeepLatest});
    Tcp::socket peer = rawPeer();
    const ConnectionId id = recorder.ids.front();
    constexpr int kCount = 20000;
    const std::string filling(1001, ' ');
    peer.set_option(asio::socket_base::receive_buffer_size(50'000));
    for (int i = 0; i < kCount; ++i) {
        EXPECT_LE(static_cast<int>(server->send(id, std::to_string(i) + filling)),
                  static_cast<int>(SendResult::Queued));
        ASSERT_LE(server->queuedBytes(id), 1010U) << "one message waits, and no more";
        server->poll(recorder);
    }
    const LinkCounters counters = *server->counters(id);
    EXPECT_GT(counters.messagesSkipped, 0U);
    EXPECT_EQ(counters.messagesSent + counters.messagesSkipped, static_cast<std::uint64_t>(kCount));
    SimpleReader reader(peer);
    std::uint64_t heard = 0;
    int last = -1;
    const auto hear = [&] {
        while (const auto text = reader.read()) {
            ASSERT_GT(std::stoi(*text), last);
            last = std::stoi(*text);
            ASSERT_EQ(*text, std::to_string(last) + filling);
            ++heard;
        }
    };
    // The system holds only complete messages, without action by the server.
    hear();
    ASSERT_EQ(heard, counters.messagesSent - 1);
    ASSERT_TRUE(run([&] { return server->queuedBytes(id) == 0; }));
    hear();
    EXPECT_EQ(last, kCount - 1);
    EXPECT_EQ(server->send(id, "again"), SendResult::Sent);
    EXPECT_EQ(reader.read(), "again");
    EXPECT_EQ(server->counters(id)->messagesSkipped, counters.messagesSkipped);
}

TEST_F(FrameServerTest, PartiallySentMessageIsCompleted) {
    listen({.slowReader = SlowReader::KeepLatest, .kernelSendBytes = 10000});
    FrameClient lazy = connect({.maxMessageBytes = std::size_t{1} << 25U});
    const ConnectionId id = recorder.ids.front();
    const std::string large(2'000'000, 'x');
    EXPECT_EQ(server->send(id, large), SendResult::Queued);
    EXPECT_EQ(server->send(id, "left out"), SendResult::Queued);
    EXPECT_EQ(server->send(id, "latest"), SendResult::Queued);
    std::vector<std::string> heard;
    for (const auto deadline = soon(); heard.size() < 2 && Clock::now() < deadline;) {
        server->poll(recorder);
        const auto message = lazy.tryReceive();
        if (message && *message) {
            heard.emplace_back(**message);
        }
    }
    ASSERT_EQ(heard.size(), 2U);
    EXPECT_EQ(heard[0], large);
    EXPECT_EQ(heard[1], "latest");
    EXPECT_EQ(server->counters(id)->messagesSkipped, 1U);
    EXPECT_EQ(server->counters(id)->messagesSent, 2U);
}

TEST_F(FrameServerTest, OneMessageIsQueuedWithoutQueueSpace) {
    listen({.maxQueuedBytes = 0, .kernelSendBytes = 10000});
    FrameClient lazy = connect();
    const ConnectionId id = recorder.ids.front();
    const std::string message(50000, 'x');
    // The system accepts bytes at its own rate; the first dropped message shows that its buffer is
    // full.
    SendResult result = SendResult::Sent;
    for (int i = 0; i < 10000 && result != SendResult::Skipped; ++i) {
        result = server->send(id, message);
        ASSERT_LE(server->queuedBytes(id), message.size() + 4);
    }
    EXPECT_EQ(result, SendResult::Skipped);
    EXPECT_GT(server->queuedBytes(id), 0U);
}

TEST_F(FrameServerTest, SlowReaderIsDroppedIfConfigured) {
    listen({.maxQueuedBytes = 100000,
            .slowReader = SlowReader::DropConnection,
            .kernelSendBytes = 10000});
    FrameClient lazy = connect();
    const ConnectionId id = recorder.ids.front();
    const std::string message(1000, 'x');
    int sent = 0;
    while (sent < 100000 && server->send(id, message) != SendResult::NotConnected) {
        ++sent;
        ASSERT_LE(server->queuedBytes(id), 100000U);
    }
    EXPECT_LT(sent, 100000);
    EXPECT_TRUE(recorder.closings.empty()) << "the handler is called by polls only";
    ASSERT_TRUE(runToClose(id));
    EXPECT_EQ(recorder.closings.at(id).reason, CloseReason::TooSlow);
    EXPECT_EQ(recorder.closings.at(id).error.code, base::ErrorCode::LimitExceeded);
    EXPECT_EQ(server->connectionCount(), 0U);
}

TEST_F(FrameServerTest, VanishedPeerIsReadToTheEndAndSendingIsSafe) {
    listen();
    auto vanishing = std::make_unique<FrameClient>(connect());
    const ConnectionId id = recorder.ids.front();
    server->send(id, "never read, so that the peer's system resets the connection");
    ASSERT_TRUE(vanishing->send("last words"));
    vanishing.reset();
    // A broken connection shows when sending, as EPIPE without a SIGPIPE.
    for (int i = 0; i < 100; ++i) {
        server->send(id, "anybody?");
    }
    ASSERT_TRUE(runToClose(id));
    EXPECT_EQ(recorder.messages[id], std::vector{"last words"s});
    EXPECT_EQ(recorder.closings.at(id).reason, CloseReason::Broken);
    EXPECT_EQ(server->send(id, "x"), SendResult::NotConnected);
    EXPECT_EQ(server->counters(id), std::nullopt);
}

TEST_F(FrameServerTest, ReportsPeerThatVanishesWithinAMessage) {
    listen();
    Tcp::socket peer = rawPeer();
    sendRaw(peer, "\0\0\0\5(syn)\0\0\0\7(he"s);
    peer.close();
    const ConnectionId id = recorder.ids.front();
    ASSERT_TRUE(runToClose(id));
    EXPECT_EQ(recorder.messages[id], std::vector{"(syn)"s});
    EXPECT_EQ(recorder.closings.at(id).reason, CloseReason::Broken);
    EXPECT_EQ(recorder.closings.at(id).error.message,
              "the stream ends after 3 of the 7 bytes of a message");
}

TEST_F(FrameServerTest, AllMessagesAreDeliveredBeforeTheEnd) {
    listen({.maxMessagesPerPoll = 3});
    auto client = std::make_unique<FrameClient>(connect());
    for (int i = 0; i < 20; ++i) {
        ASSERT_TRUE(client->send("x"));
    }
    client.reset();
    ASSERT_TRUE(runToClose(recorder.ids.front()));
    EXPECT_EQ(recorder.messageCount(), 20U);
    EXPECT_EQ(recorder.closings.at(recorder.ids.front()).reason, CloseReason::ByPeer);
}

// Closes the sender of a message and replies to all others.
class Bouncer : public tests::Recorder {
public:
    explicit Bouncer(FrameServer& server) : m_server(server) {}
    void onMessage(ConnectionId id, std::string_view message) override {
        Recorder::onMessage(id, message);
        m_server.close(id, "not you");
        m_server.send(id, "too late");
        for (const ConnectionId other : ids) {
            m_server.send(other, message);
        }
    }

private:
    FrameServer& m_server;
};

TEST_F(FrameServerTest, HandlerMayCloseAndSend) {
    listen();
    Bouncer bouncer(*server);
    FrameClient first = connectOnly();
    FrameClient second = connectOnly();
    ASSERT_TRUE(server->runUntil(soon(), bouncer, [&] { return bouncer.ids.size() == 2; }));
    ASSERT_TRUE(first.send("one"));
    ASSERT_TRUE(first.send("two"));
    ASSERT_TRUE(server->runUntil(soon(), bouncer, [&] { return !bouncer.closings.empty(); }));
    EXPECT_EQ(bouncer.messageCount(), 1U) << "nothing is heard from a closed connection";
    EXPECT_EQ(**second.receive(soon()), "one");
    EXPECT_FALSE(first.receive(soon()));
    EXPECT_EQ(server->connectionCount(), 1U);
}

TEST_F(FrameServerTest, ReconnectedPeerGetsNewId) {
    listen();
    for (int i = 1; i <= 20; ++i) {
        FrameClient client = connect();
        EXPECT_EQ(recorder.ids.back(), ConnectionId(i));
        ASSERT_TRUE(client.send("hello"));
        client.close();
        ASSERT_TRUE(runToClose(ConnectionId(i)));
        EXPECT_EQ(recorder.messages[ConnectionId(i)].size(), 1U);
    }
    EXPECT_EQ(server->connectionCount(), 0U);
}

TEST_F(FrameServerTest, ExcessConnectionIsClosedImmediately) {
    listen({.maxConnections = 2});
    auto first = std::make_unique<FrameClient>(connect());
    FrameClient second = connect();
    FrameClient third = connectOnly();
    ASSERT_TRUE(run([&] { return server->refusedCount() == 1; }));
    EXPECT_FALSE(third.receive(soon()));
    EXPECT_EQ(recorder.ids.size(), 2U);

    first.reset();
    ASSERT_TRUE(runToClose(ConnectionId(1)));
    FrameClient fourth = connect();
    EXPECT_EQ(server->connectionCount(), 2U);
}

TEST_F(FrameServerTest, ReportsListenError) {
    listen();
    const auto taken = FrameServer::listen({.port = server->port()});
    ASSERT_FALSE(taken);
    EXPECT_EQ(taken.error().toString(),
              "127.0.0.1:" + std::to_string(server->port()) +
                  ": cannot listen: another program is using this port; expected a free port, or 0 "
                  "for any; or stop the other program");
    struct Row {
        const char* address;
        const char* message;
    };
    for (const Row& row :
         {Row{"nowhere", "'nowhere' is not an IP address"}, Row{"", "'' is not an IP address"},
          Row{"192.0.2.1", "this machine does not have this address"}}) {
        const auto listening = FrameServer::listen({.address = row.address});
        ASSERT_FALSE(listening) << row.address;
        EXPECT_EQ(listening.error().code, base::ErrorCode::InvalidArgument);
        EXPECT_NE(listening.error().toString().find(row.message), std::string::npos)
            << listening.error().toString();
    }
}

TEST_F(FrameServerTest, PortCanBeReusedImmediately) {
    listen();
    const std::uint16_t port = server->port();
    FrameClient client = connect();
    server->close(recorder.ids.back(), "restart");
    server.reset();
    const auto again = FrameServer::listen({.port = port});
    EXPECT_TRUE(again) << again.error().toString();
}

TEST_F(FrameServerTest, SupportsIpv6) {
    auto listening = FrameServer::listen({.address = "::1"});
    if (!listening) {
        GTEST_SKIP() << listening.error().toString();
    }
    server.emplace(std::move(*listening));
    auto client = FrameClient::connect("::1", server->port());
    ASSERT_TRUE(client) << client.error().toString();
    ASSERT_TRUE(client->send("(syn)"));
    ASSERT_TRUE(run([&] { return recorder.messageCount() == 1; }));
    EXPECT_EQ(recorder.peers[ConnectionId(1)].substr(0, 6), "[::1]:");
}

TEST_F(FrameServerTest, ListensOnAllNetworks) {
    auto listening = FrameServer::listen({.address = "::"});
    if (!listening) {
        GTEST_SKIP() << listening.error().toString();
    }
    server.emplace(std::move(*listening));
    FrameClient client = connect();
    EXPECT_EQ(recorder.ids.size(), 1U);
}

} // namespace
} // namespace sideline::net
