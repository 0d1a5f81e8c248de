#include "agentcore/net/frame_client.h"

#include <stop_token>
#include <thread>

#include <gtest/gtest.h>

#include "agentcore/net/asio.h"
#include "tests/agentcore/net/link_fixture.h"

namespace sideline::net {
namespace {

using tests::soon;

class FrameClientTest : public tests::LinkTest {
protected:
    ConnectionId lastId() const { return recorder.ids.back(); }
};

TEST_F(FrameClientTest, ExchangesMessagesInBothDirections) {
    listen();
    FrameClient client = connect();
    ASSERT_TRUE(client.send("(syn)"));
    ASSERT_TRUE(client.send(""));
    ASSERT_TRUE(run([&] { return recorder.messageCount() == 2; }));
    EXPECT_EQ(recorder.messages[lastId()], (std::vector<std::string>{"(syn)", ""}));

    EXPECT_EQ(*client.tryReceive(), std::nullopt);
    EXPECT_EQ(server->send(lastId(), "(time (now 0.02))"), SendResult::Sent);
    EXPECT_EQ(server->send(lastId(), ""), SendResult::Sent);
    EXPECT_EQ(**client.receive(soon()), "(time (now 0.02))");
    EXPECT_EQ(**client.receive(soon()), "");
    EXPECT_EQ(client.counters().bytesReceived, 4U + 17U + 4U);
    EXPECT_EQ(client.counters().messagesReceived, 2U);
    EXPECT_EQ(client.counters().bytesSent, 13U);
    EXPECT_EQ(client.counters().messagesSent, 2U);
    EXPECT_EQ(server->counters(lastId())->bytesReceived, 13U);
    EXPECT_EQ(server->counters(lastId())->bytesSent, 25U);
}

TEST_F(FrameClientTest, ReportsFurtherMessagesWithoutReadingThem) {
    listen();
    FrameClient client = connect();
    EXPECT_EQ(*client.tryReceive(), std::nullopt);
    EXPECT_FALSE(client.hasMore());
    server->send(lastId(), "one");
    EXPECT_EQ(**client.receive(soon()), "one");
    EXPECT_FALSE(client.hasMore());
    server->send(lastId(), "two");
    ASSERT_TRUE(run([&] { return client.hasMore(); })) << "still in the socket";
    EXPECT_EQ(**client.receive(soon()), "two");
    server->send(lastId(), "three");
    server->send(lastId(), "four");
    ASSERT_TRUE(run([&] { return server->counters(lastId())->messagesSent == 4; }));
    EXPECT_EQ(**client.receive(soon()), "three");
    EXPECT_TRUE(client.hasMore());
    EXPECT_EQ(**client.receive(soon()), "four");
    EXPECT_FALSE(client.hasMore());
    client.close();
    EXPECT_FALSE(client.hasMore());
}

TEST_F(FrameClientTest, PassedDeadlineIsNoError) {
    listen();
    FrameClient client = connect();
    const auto nothing = client.receive(Clock::now() + std::chrono::milliseconds(5));
    ASSERT_TRUE(nothing);
    EXPECT_EQ(*nothing, std::nullopt);
    EXPECT_FALSE(client.closing());
}

TEST_F(FrameClientTest, MessagesBeforeTheEndAreDelivered) {
    listen();
    FrameClient client = connect();
    server->send(lastId(), "one");
    server->send(lastId(), "two");
    server->close(lastId(), "the match is over");
    EXPECT_EQ(server->send(lastId(), "three"), SendResult::NotConnected);
    EXPECT_EQ(**client.receive(soon()), "one");
    EXPECT_EQ(**client.receive(soon()), "two");
    for (int i = 0; i < 2; ++i) {
        const auto end = client.receive(soon());
        ASSERT_FALSE(end);
        EXPECT_NE(end.error().toString().find("the peer closed the connection"), std::string::npos);
    }
    ASSERT_TRUE(client.closing());
    EXPECT_EQ(client.closing()->reason, CloseReason::ByPeer);
    EXPECT_EQ(client.closing()->counters.messagesReceived, 2U);
    EXPECT_FALSE(client.send("anybody?"));
    ASSERT_TRUE(runToClose(lastId()));
    EXPECT_EQ(recorder.closings.at(lastId()).reason, CloseReason::ByOwner);
    EXPECT_EQ(recorder.closings.at(lastId()).error.message, "the match is over");
}

TEST_F(FrameClientTest, ReportsTheFirstReason) {
    listen();
    FrameClient client = connect();
    server->close(lastId(), "the match is over");
    ASSERT_FALSE(client.receive(soon()));
    ASSERT_TRUE(client.closing());
    const base::Error first = client.closing()->error;
    client.close();
    EXPECT_EQ(client.closing()->reason, CloseReason::ByPeer);
    EXPECT_EQ(client.closing()->error.toString(), first.toString());
}

TEST_F(FrameClientTest, OversizedMessageEndsTheLink) {
    listen();
    FrameClient client = connect({.maxMessageBytes = 10});
    server->send(lastId(), "0123456789");
    server->send(lastId(), "0123456789!");
    EXPECT_EQ(**client.receive(soon()), "0123456789");
    const auto tooLong = client.receive(soon());
    ASSERT_FALSE(tooLong);
    EXPECT_EQ(tooLong.error().code, base::ErrorCode::LimitExceeded);
    EXPECT_EQ(client.closing()->reason, CloseReason::BadFrame);
    EXPECT_FALSE(client.tryReceive());
}

TEST_F(FrameClientTest, SendingTimesOutIfServerDoesNotRead) {
    listen();
    FrameClient client = connect({.sendTimeout = std::chrono::milliseconds(1)});
    const std::string message(1000000, 'x');
    base::Expected<void> sent;
    for (int i = 0; i < 1000 && sent; ++i) {
        sent = client.send(message);
    }
    ASSERT_FALSE(sent);
    EXPECT_EQ(sent.error().message, "the peer has not read for 1 ms");
    EXPECT_EQ(client.closing()->reason, CloseReason::TooSlow);
}

TEST_F(FrameClientTest, AfterClosingItReceivesNothing) {
    listen();
    FrameClient client = connect();
    client.close();
    client.close();
    EXPECT_EQ(client.closing()->reason, CloseReason::ByOwner);
    EXPECT_FALSE(client.send("x"));
    EXPECT_FALSE(client.receive(soon()));
    ASSERT_TRUE(runToClose(lastId()));
    EXPECT_EQ(recorder.closings.at(lastId()).reason, CloseReason::ByPeer);
}

TEST_F(FrameClientTest, ReportsConnectError) {
    // Bound, so that no other program takes the port, but not listening.
    asio::io_context context;
    const Tcp::acceptor bound = [&context] {
        Tcp::acceptor acceptor(context, Tcp::v4());
        acceptor.bind({asio::ip::make_address("127.0.0.1"), 0});
        return acceptor;
    }();
    const std::uint16_t port = bound.local_endpoint().port();
    const auto refused = FrameClient::connect("127.0.0.1", port);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, base::ErrorCode::NotFound);
    EXPECT_EQ(refused.error().toString(),
              "127.0.0.1:" + std::to_string(port) +
                  ": connection refused; expected a server listening on this port");

    const auto unknown = FrameClient::connect("not a host name", 3100);
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, base::ErrorCode::NotFound);
    EXPECT_NE(unknown.error().toString().find("host 'not a host name' is unknown"),
              std::string::npos);
}

TEST_F(FrameClientTest, MissingAnswerIsATimeout) {
    // With a full backlog the system leaves the next connection pending.
    asio::io_context context;
    Tcp::acceptor full(context, Tcp::v4());
    full.bind({asio::ip::make_address("127.0.0.1"), 0});
    full.listen(0);
    const std::uint16_t port = full.local_endpoint().port();
    std::vector<FrameClient> waiting;
    for (int i = 0; i < 100; ++i) {
        auto client = FrameClient::connect("127.0.0.1", port,
                                           {.connectTimeout = std::chrono::milliseconds(20)});
        if (!client) {
            EXPECT_NE(client.error().toString().find("no answer within 20 ms"), std::string::npos)
                << client.error().toString();
            return;
        }
        waiting.push_back(std::move(*client));
    }
    GTEST_SKIP() << "this system queues every connection";
}

TEST_F(FrameClientTest, DoesNotConnectAfterStop) {
    listen();
    std::stop_source source;
    source.request_stop();
    const auto client =
        FrameClient::connect("127.0.0.1", server->port(), {.stop = source.get_token()});
    const auto byName =
        FrameClient::connect("no such host", server->port(), {.stop = source.get_token()});
    for (const auto* each : {&client, &byName}) {
        ASSERT_FALSE(*each);
        EXPECT_EQ(each->error().code, base::ErrorCode::Canceled);
        EXPECT_NE(each->error().toString().find("canceled"), std::string::npos);
    }
}

TEST_F(FrameClientTest, StopEndsWaits) {
    listen();
    std::stop_source source;
    FrameClient client = connect({.stop = source.get_token()});
    const std::jthread stopper([&source] { source.request_stop(); });
    const auto begin = Clock::now();
    const auto nothing = client.receive(soon());
    ASSERT_TRUE(nothing);
    EXPECT_EQ(*nothing, std::nullopt);
    EXPECT_LT(Clock::now() - begin, std::chrono::seconds(5));

    const std::string message(1000000, 'x');
    base::Expected<void> sent;
    for (int i = 0; i < 1000 && sent; ++i) {
        sent = client.send(message);
    }
    ASSERT_FALSE(sent);
    EXPECT_EQ(sent.error().code, base::ErrorCode::Canceled);
    EXPECT_EQ(client.closing()->reason, CloseReason::ByOwner);
}

TEST_F(FrameClientTest, ReportsTimeOfLastRead) {
    listen();
    FrameClient client = connect();
    const auto before = Clock::now();
    server->send(lastId(), "(time (now 0.02))");
    ASSERT_TRUE(*client.receive(soon()));
    const auto readAt = client.readAt();
    EXPECT_GE(readAt, before);
    EXPECT_LE(readAt, Clock::now());
    EXPECT_EQ(*client.tryReceive(), std::nullopt);
    EXPECT_EQ(client.readAt(), readAt);
}

} // namespace
} // namespace sideline::net
