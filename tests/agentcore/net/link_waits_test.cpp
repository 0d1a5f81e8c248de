// Ends of objects during waits: connections, sends, reads and timers.
#include <algorithm>
#include <fstream>
#include <memory>
#include <sstream>
#include <stop_token>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "agentcore/net/asio.h"
#include "agentcore/net/udp.h"
#include "tests/agentcore/net/link_fixture.h"
#include "tests/support/allocation_guard.h"

namespace sideline::net {
namespace {

using namespace std::string_literals;
using tests::soon;

constexpr std::chrono::seconds kAtOnce{10}; // far below `kForEver`, even on the slowest machine
constexpr std::chrono::seconds kForEver{60};

// A server without the framing protocol.
class RawServer {
public:
    explicit RawServer(int backlog = 8) : m_acceptor(m_context, Tcp::v4()) {
        m_acceptor.bind({asio::ip::make_address("127.0.0.1"), 0});
        m_acceptor.listen(backlog);
    }
    [[nodiscard]] std::uint16_t port() const { return m_acceptor.local_endpoint().port(); }
    Tcp::socket accept() { return m_acceptor.accept(); }

private:
    asio::io_context m_context;
    Tcp::acceptor m_acceptor;
};

FrameClient connectTo(std::uint16_t port, const ClientOptions& options = {}) {
    auto client = FrameClient::connect("127.0.0.1", port, options);
    if (!client) {
        throw std::runtime_error(client.error().toString());
    }
    return std::move(*client);
}

// Whether a local connection attempt to `port` is pending.
bool isAwaited(std::uint16_t port) {
    std::ifstream table("/proc/net/tcp");
    std::string line;
    while (std::getline(table, line)) {
        std::istringstream words(line);
        std::string number;
        std::string local;
        std::string remote;
        std::string state;
        words >> number >> local >> remote >> state;
        const bool isToPort =
            remote.size() == 13 && std::stoi(remote.substr(9), nullptr, 16) == port;
        if (isToPort && state == "02") { // SYN sent
            return true;
        }
    }
    return false;
}

// Uses up the program's remaining file descriptors during its life.
class NoMoreDescriptors {
public:
    NoMoreDescriptors() {
        ::getrlimit(RLIMIT_NOFILE, &m_before);
        const int next = ::dup(0);
        ::close(next);
        rlimit none = m_before;
        none.rlim_cur = static_cast<rlim_t>(next);
        ::setrlimit(RLIMIT_NOFILE, &none);
    }
    ~NoMoreDescriptors() { ::setrlimit(RLIMIT_NOFILE, &m_before); }

private:
    rlimit m_before{};
};

// Only counts, so it allocates nothing.
class Counter : public FrameHandler {
public:
    void onConnected(ConnectionId newId, const std::string& /*peer*/) override { id = newId; }
    void onMessage(ConnectionId /*id*/, std::string_view /*message*/) override { ++messages; }
    void onClosed(ConnectionId /*id*/, const Closing& /*closing*/) override { isClosed = true; }

    ConnectionId id{0};
    std::size_t messages = 0;
    bool isClosed = false;
};

class LinkWaitsTest : public tests::LinkTest {};

TEST_F(LinkWaitsTest, StopEndsUnansweredConnect) {
    RawServer full(0); // one connection beyond its backlog stays pending
    std::vector<FrameClient> queued;
    const ClientOptions quick{.connectTimeout = std::chrono::milliseconds(20)};
    for (int i = 0; i < 100; ++i) {
        auto client = FrameClient::connect("127.0.0.1", full.port(), quick);
        if (!client) {
            break;
        }
        queued.push_back(std::move(*client));
    }
    if (queued.size() == 100) {
        GTEST_SKIP() << "this system queues every connection";
    }
    std::stop_source source;
    const std::jthread stopper([&](const std::stop_token& isOver) {
        while (!isAwaited(full.port()) && !isOver.stop_requested()) {
            std::this_thread::yield();
        }
        source.request_stop();
    });
    const auto begin = Clock::now();
    const auto client = FrameClient::connect(
        "127.0.0.1", full.port(), {.connectTimeout = kForEver, .stop = source.get_token()});
    ASSERT_FALSE(client);
    EXPECT_EQ(client.error().code, base::ErrorCode::Canceled);
    EXPECT_LT(Clock::now() - begin, kAtOnce);
}

TEST_F(LinkWaitsTest, StopEndsUnreadSend) {
    RawServer raw;
    std::stop_source source;
    FrameClient client =
        connectTo(raw.port(), {.sendTimeout = kForEver, .stop = source.get_token()});
    Tcp::socket deaf = raw.accept();
    const std::jthread stopper([&](const std::stop_token& isOver) {
        while (deaf.available() == 0 && !isOver.stop_requested()) {
            std::this_thread::yield();
        }
        source.request_stop();
    });
    const auto begin = Clock::now();
    const std::string large(std::size_t{64} << 20U, 'x'); // more than any system buffers
    const auto sent = client.send(large);
    ASSERT_FALSE(sent);
    EXPECT_EQ(sent.error().code, base::ErrorCode::Canceled);
    EXPECT_EQ(client.closing()->reason, CloseReason::ByOwner);
    EXPECT_GT(client.counters().bytesSent, 0U);
    EXPECT_LT(client.counters().bytesSent, large.size());
    EXPECT_LT(Clock::now() - begin, kAtOnce);
}

TEST_F(LinkWaitsTest, DataArrivingDuringSendIsReceivedAfterwards) {
    RawServer raw;
    FrameClient client = connectTo(raw.port());
    Tcp::socket peer = raw.accept();
    EXPECT_EQ(*client.tryReceive(), std::nullopt); // the client reads from here on
    const std::string large(std::size_t{16} << 20U, 'x');
    const std::jthread reader([&] {
        while (peer.available() == 0) {
            std::this_thread::yield();
        }
        asio::write(peer, asio::buffer("\0\0\0\5(syn)"s));
        std::string received(large.size() + 4, '?');
        asio::read(peer, asio::buffer(received));
        EXPECT_EQ(received.substr(4), large) << "the frame is whole";
    });
    const auto before = Clock::now();
    ASSERT_TRUE(client.send(large));
    EXPECT_EQ(**client.receive(soon()), "(syn)");
    EXPECT_GE(client.readAt(), before);
}

TEST_F(LinkWaitsTest, ServerThatVanishesWithinAMessage) {
    for (const bool isReset : {false, true}) {
        RawServer raw;
        FrameClient client = connectTo(raw.port());
        Tcp::socket peer = raw.accept();
        asio::write(peer, asio::buffer("\0\0\0\5(syn)\0\0\0\7(he"s));
        EXPECT_EQ(**client.receive(soon()), "(syn)");
        EXPECT_EQ(*client.tryReceive(), std::nullopt); // waits for the rest
        peer.set_option(asio::socket_base::linger(isReset, 0));
        peer.close();
        const auto cut = client.receive(soon());
        ASSERT_FALSE(cut);
        EXPECT_EQ(cut.error().code, isReset ? base::ErrorCode::Io : base::ErrorCode::Truncated);
        EXPECT_EQ(client.closing()->reason, CloseReason::Broken);
        EXPECT_EQ(client.closing()->counters.bytesReceived, 16U);
        EXPECT_FALSE(client.send("anybody?"));
    }
}

TEST_F(LinkWaitsTest, DeadlinesAreIndependent) {
    listen();
    FrameClient client = connect();
    // A distant deadline that was not reached does not delay a near one.
    server->send(recorder.ids.back(), "sense");
    EXPECT_EQ(**client.receive(Clock::now() + kForEver), "sense");
    EXPECT_EQ(*client.receive(Clock::now() + kForEver / 1000), std::nullopt);
    auto begin = Clock::now();
    EXPECT_EQ(*client.receive(begin + std::chrono::milliseconds(5)), std::nullopt);
    EXPECT_GE(Clock::now() - begin, std::chrono::milliseconds(5));
    EXPECT_LT(Clock::now() - begin, kAtOnce);
    // A near deadline that was not reached does not end a distant one.
    server->send(recorder.ids.back(), "sense");
    EXPECT_EQ(**client.receive(Clock::now() + std::chrono::milliseconds(30)), "sense");
    begin = Clock::now();
    EXPECT_EQ(*client.receive(begin + std::chrono::milliseconds(60)), std::nullopt);
    EXPECT_GE(Clock::now() - begin, std::chrono::milliseconds(60));
    // A deadline in the past still returns pending data.
    server->send(recorder.ids.back(), "act");
    EXPECT_EQ(**client.receive(Clock::now()), "act");

    begin = Clock::now();
    server->pollUntil(begin + std::chrono::milliseconds(5), recorder);
    EXPECT_GE(Clock::now() - begin, std::chrono::milliseconds(5));
    EXPECT_LT(Clock::now() - begin, kAtOnce);
}

TEST_F(LinkWaitsTest, NoEventsAfterDestruction) {
    listen({.slowReader = SlowReader::KeepLatest, .kernelSendBytes = 10000});
    FrameClient first = connect();
    FrameClient second = connect();
    const ConnectionId lazy = recorder.ids.back();
    const std::string message(100000, 'x');
    for (int i = 0; i < 100; ++i) { // waits for writability, data and a deadline
        server->send(lazy, message);
        server->pollUntil(Clock::now() + std::chrono::microseconds(10), recorder);
    }
    ASSERT_GT(server->queuedBytes(lazy), 0U);
    EXPECT_EQ(*first.receive(Clock::now() + std::chrono::milliseconds(1)), std::nullopt);
    first.close();
    EXPECT_FALSE(first.receive(soon()));
    EXPECT_FALSE(first.tryReceive());
    second = connect(); // the previous one is destroyed with all its waits
    server->close(lazy, "enough");
    ASSERT_TRUE(run([&] { return recorder.closings.size() == 2; }));
    EXPECT_EQ(recorder.closings.at(lazy).reason, CloseReason::ByOwner);
    ASSERT_TRUE(second.send("(syn)"));
    ASSERT_TRUE(run([&] { return recorder.messageCount() == 1; }));
    EXPECT_EQ(server->connectionCount(), 1U);

    for (int i = 0; i < 100; ++i) {
        server->send(recorder.ids.back(), message);
        server->poll(recorder);
    }
    server.reset();
    while (const auto rest = second.receive(soon())) {
        ASSERT_TRUE(*rest) << "the end is detected immediately";
        EXPECT_EQ(**rest, message);
    }
    EXPECT_NE(second.closing()->reason, CloseReason::ByOwner);
}

TEST_F(LinkWaitsTest, LinkAllocatesNothingAfterWarmUp) {
    listen();
    Counter counter;
    FrameClient client = connectOnly();
    ASSERT_TRUE(server->runUntil(soon(), counter, [&] { return counter.id.value() > 0; }));
    const std::string percepts(2048, 'x');
    const auto cycles = [&](std::size_t count) {
        const std::size_t end = counter.messages + count;
        bool isWhole = true;
        while (isWhole && counter.messages < end) {
            const std::size_t before = counter.messages;
            server->send(counter.id, percepts);
            const auto sense = client.receive(soon());
            isWhole = sense && *sense && client.send(**sense) &&
                      server->runUntil(soon(), counter, [&] { return counter.messages > before; });
            // Without data, so that timers are set and expire.
            isWhole = isWhole && client.receive(Clock::now() + std::chrono::microseconds(50));
            server->pollUntil(Clock::now() + std::chrono::microseconds(50), counter);
        }
        return isWhole;
    };
    ASSERT_TRUE(cycles(100));
    const sideline::tests::AllocationGuard guard;
    const bool isWhole = cycles(1000);
    const std::uint64_t allocations = guard.count();
    EXPECT_TRUE(isWhole);
    EXPECT_EQ(allocations, 0U) << "in 1000 cycles";
}

TEST_F(LinkWaitsTest, ReceiverAllocatesNothingAfterWarmUp) {
    auto here = UdpReceiver::open();
    ASSERT_TRUE(here) << here.error().toString();
    auto there = UdpSender::open("127.0.0.1", here->port());
    ASSERT_TRUE(there) << there.error().toString();
    const auto talk = [&](int count) {
        bool isWhole = true;
        for (int i = 0; i < count && isWhole; ++i) {
            isWhole = there->send("first") && there->send("second");
            const auto first = here->receive(soon());
            isWhole = isWhole && first && *first && (*first)->bytes == "first";
            const auto second = here->receive(soon());
            isWhole = isWhole && second && *second && (*second)->bytes == "second";
            isWhole = isWhole && here->receive(Clock::now() + std::chrono::microseconds(50));
        }
        return isWhole;
    };
    ASSERT_TRUE(talk(100));
    const sideline::tests::AllocationGuard guard;
    const bool isWhole = talk(1000);
    const std::uint64_t allocations = guard.count();
    EXPECT_TRUE(isWhole);
    EXPECT_EQ(allocations, 0U) << "in 1000 cycles";
}

TEST_F(LinkWaitsTest, NoDescriptorsLeftIsAnError) {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "the sanitizer looks at exceptions through descriptors of its own";
#endif
    listen();
    const NoMoreDescriptors none;
    const auto client = FrameClient::connect("127.0.0.1", server->port());
    const auto another = FrameServer::listen({});
    const auto receiver = UdpReceiver::open();
    const auto sender = UdpSender::open("127.0.0.1", 1);
    ASSERT_FALSE(client || another || receiver || sender);
    for (const base::Error& error :
         {client.error(), another.error(), receiver.error(), sender.error()}) {
        EXPECT_EQ(error.code, base::ErrorCode::Io);
        EXPECT_NE(error.message.find("cannot create a socket"), std::string::npos) << error.message;
    }
}

TEST_F(LinkWaitsTest, ConnectionWithoutDescriptorsIsAcceptedLater) {
    listen();
    FrameClient client = connectOnly();
    {
        const NoMoreDescriptors none;
        const auto begin = Clock::now();
        for (int i = 0; i < 3; ++i) {
            server->poll(recorder);
        }
        server->pollUntil(begin + std::chrono::milliseconds(5), recorder);
        EXPECT_GE(Clock::now() - begin, std::chrono::milliseconds(5)) << "it does not spin";
        EXPECT_EQ(server->connectionCount(), 0U);
    }
    ASSERT_TRUE(client.send("(syn)"));
    EXPECT_TRUE(run([&] { return recorder.messageCount() == 1; }));
}

} // namespace
} // namespace sideline::net
