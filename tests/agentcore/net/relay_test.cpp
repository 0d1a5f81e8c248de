#include "agentcore/net/relay.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/base/worker.h"
#include "agentcore/net/asio.h"
#include "tests/support/framed.h"

namespace sideline::net {
namespace {

using sideline::tests::framed;

constexpr auto kLong = std::chrono::seconds(30);

// Records the traffic of a relay.
class Heard : public RelayHandler {
public:
    void onOpened(ConnectionId id, const std::string& peer) override {
        change([&] { peers[id] = peer; });
    }
    void onMessage(ConnectionId id, RelayEnd from, std::string_view message,
                   Clock::time_point readAt, Clock::time_point passedAt) override {
        change([&] {
            messages[{id, from}].emplace_back(message);
            isInOrder = isInOrder && readAt <= passedAt;
        });
    }
    void onUnframed(ConnectionId /*id*/, RelayEnd from, const base::Error& error) override {
        change([&] { unframed[from].push_back(error.toString()); });
    }
    void onClosed(ConnectionId id, const RelayClosing& closing) override {
        change([&] { closings.emplace(id, closing); });
    }
    void onRefused(const std::string& /*peer*/, const base::Error& error) override {
        change([&] { refusals.push_back(error.toString()); });
    }

    template <typename Done>
    [[nodiscard]] bool wait(const Done& done) {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, kLong, done);
    }

    /// Timeout for a busy machine.
    void pause() {
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, std::chrono::milliseconds(300), [] { return false; });
    }

    std::map<ConnectionId, std::string> peers;
    std::map<std::pair<ConnectionId, RelayEnd>, std::vector<std::string>> messages;
    std::map<RelayEnd, std::vector<std::string>> unframed;
    std::map<ConnectionId, RelayClosing> closings;
    std::vector<std::string> refusals;
    bool isInOrder = true;

private:
    template <typename Change>
    void change(const Change& apply) {
        const std::scoped_lock lock(m_mutex);
        apply();
        m_changed.notify_all();
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
};

const ConnectionId kFirst(1);

// A relay in its own thread, in front of a server simulated by the test with plain sockets.
class RelayTest : public ::testing::Test {
protected:
    void SetUp() override { openServer(0); }
    void TearDown() override {
        m_worker.requestStop();
        if (m_relay) {
            m_relay->wake();
        }
    }

    void openServer(std::uint16_t port) {
        m_server.emplace(m_context, Tcp::endpoint(asio::ip::address_v4::loopback(), port), true);
        m_serverPort = m_server->local_endpoint().port();
    }
    void closeServer() { m_server.reset(); }

    void relay(RelayOptions options = {}) {
        options.serverPort = m_serverPort;
        auto opened = Relay::open(options);
        ASSERT_TRUE(opened) << opened.error().toString();
        m_relay.emplace(std::move(*opened));
        m_worker = base::Worker(
            "the relay",
            [this](const std::stop_token& stop) {
                while (!stop.stop_requested()) {
                    m_relay->pollUntil(Clock::now() + kLong, heard);
                }
            },
            [](const base::Error& error) { ADD_FAILURE() << error.toString(); });
    }

    Tcp::socket connect() {
        Tcp::socket client(m_context);
        client.connect(Tcp::endpoint(asio::ip::address_v4::loopback(), m_relay->port()));
        return client;
    }
    Tcp::socket accept() { return m_server->accept(); }

    static void write(Tcp::socket& socket, std::string_view bytes) {
        asio::write(socket, asio::buffer(bytes));
    }
    static std::string read(Tcp::socket& socket, std::size_t bytes) {
        std::string got(bytes, '\0');
        error_code fault;
        got.resize(asio::read(socket, asio::buffer(got), fault));
        return got;
    }
    // Until the other side closes its sending direction.
    static std::string readAll(Tcp::socket& socket) {
        std::string got;
        std::array<char, 4096> block{};
        error_code fault;
        while (!fault) {
            const std::size_t bytes = socket.read_some(asio::buffer(block), fault);
            got.append(block.data(), bytes);
        }
        return got;
    }

    Heard heard;
    std::optional<Relay> m_relay;

private:
    asio::io_context m_context;
    std::optional<Tcp::acceptor> m_server;
    std::uint16_t m_serverPort = 0;
    base::Worker m_worker; // last: uses the relay
};

std::vector<std::string> randomMessages(std::uint64_t seed) {
    base::Rng rng(seed);
    std::vector<std::string> messages;
    for (int i = 0; i < 300; ++i) {
        const auto kind = rng.below(20);
        const std::size_t bytes = kind == 0   ? 0
                                  : kind == 1 ? 150'000 + rng.below(100'000)
                                              : rng.below(3000);
        std::string& message = messages.emplace_back(bytes, '\0');
        for (char& letter : message) {
            letter = static_cast<char>(rng.below(256));
        }
    }
    return messages;
}

std::string streamOf(const std::vector<std::string>& messages) {
    std::string bytes;
    for (const std::string& message : messages) {
        bytes += framed(message);
    }
    return bytes;
}

void writeInPieces(Tcp::socket& socket, std::string_view bytes, std::uint64_t seed) {
    base::Rng rng(seed);
    while (!bytes.empty()) {
        const std::size_t most = rng.below(4) == 0 ? 60'000 : 700;
        const std::size_t piece = std::min(bytes.size(), std::size_t{1} + rng.below(most));
        asio::write(socket, asio::buffer(bytes.substr(0, piece)));
        bytes.remove_prefix(piece);
    }
    socket.shutdown(Tcp::socket::shutdown_send);
}

TEST_F(RelayTest, ForwardsEveryByteInBothDirections) {
    relay();
    Tcp::socket client = connect();
    Tcp::socket server = accept();
    const auto said = randomMessages(1);
    const auto answered = randomMessages(2);
    const std::string up = streamOf(said);
    const std::string down = streamOf(answered);
    std::thread fromClient([&] { writeInPieces(client, up, 3); });
    std::thread fromServer([&] { writeInPieces(server, down, 4); });
    std::string atClient;
    std::thread intoClient([&] { atClient = readAll(client); });
    const std::string atServer = readAll(server);
    fromClient.join();
    fromServer.join();
    intoClient.join();
    EXPECT_TRUE(atServer == up);
    EXPECT_TRUE(atClient == down);
    ASSERT_TRUE(heard.wait([&] { return heard.closings.contains(kFirst); }));
    EXPECT_TRUE((heard.messages[{kFirst, RelayEnd::Client}] == said));
    EXPECT_TRUE((heard.messages[{kFirst, RelayEnd::Server}] == answered));
    EXPECT_TRUE(heard.isInOrder);
    const RelayClosing& closing = heard.closings.at(kFirst);
    EXPECT_EQ(closing.client.bytes, up.size());
    EXPECT_EQ(closing.client.messages, said.size());
    EXPECT_EQ(closing.server.bytes, down.size());
}

TEST_F(RelayTest, KeepsTwentyTwoAgentsApart) {
    relay();
    std::vector<Tcp::socket> clients;
    std::vector<Tcp::socket> servers;
    for (int i = 0; i < 22; ++i) {
        clients.push_back(connect());
        servers.push_back(accept());
    }
    for (std::size_t i = 0; i < clients.size(); ++i) {
        write(clients[i], framed("(init " + std::to_string(i) + ")"));
    }
    for (std::size_t i = 0; i < servers.size(); ++i) {
        const std::string requested = framed("(init " + std::to_string(i) + ")");
        EXPECT_EQ(read(servers[i], requested.size()), requested);
        write(servers[i], framed("(time " + std::to_string(i) + ")"));
    }
    for (std::size_t i = 0; i < clients.size(); ++i) {
        const std::string requested = framed("(time " + std::to_string(i) + ")");
        EXPECT_EQ(read(clients[i], requested.size()), requested);
    }
    EXPECT_TRUE(heard.wait([&] { return heard.messages.size() == 44; }));
}

// A client that closed its sending direction still receives the server's last data.
TEST_F(RelayTest, ForwardsTheEndOfTheClient) {
    relay();
    Tcp::socket client = connect();
    Tcp::socket server = accept();
    write(client, framed("last words"));
    client.shutdown(Tcp::socket::shutdown_send);
    EXPECT_EQ(readAll(server), framed("last words"));
    write(server, framed("still here"));
    EXPECT_EQ(read(client, framed("still here").size()), framed("still here"));
    server.close();
    EXPECT_EQ(readAll(client), "");
    ASSERT_TRUE(heard.wait([&] { return heard.closings.contains(kFirst); }));
    EXPECT_EQ(heard.closings.at(kFirst).by, RelayEnd::Client);
}

TEST_F(RelayTest, ForwardsTheEndOfTheServer) {
    relay();
    Tcp::socket client = connect();
    Tcp::socket server = accept();
    write(server, framed("game over"));
    server.shutdown(Tcp::socket::shutdown_send);
    EXPECT_EQ(readAll(client), framed("game over"));
    write(client, framed("good game"));
    EXPECT_EQ(read(server, framed("good game").size()), framed("good game"));
    client.close();
    EXPECT_EQ(readAll(server), "");
    ASSERT_TRUE(heard.wait([&] { return heard.closings.contains(kFirst); }));
    EXPECT_EQ(heard.closings.at(kFirst).by, RelayEnd::Server);
    // The relay keeps listening.
    Tcp::socket next = connect();
    Tcp::socket other = accept();
    write(next, framed("me too"));
    EXPECT_EQ(read(other, framed("me too").size()), framed("me too"));
}

// As left by a program that is killed with unread messages.
TEST_F(RelayTest, ForwardsAReset) {
    relay();
    for (const bool isClient : {true, false}) {
        Tcp::socket client = connect();
        Tcp::socket server = accept();
        Tcp::socket& killed = isClient ? client : server;
        Tcp::socket& left = isClient ? server : client;
        const std::size_t opened = isClient ? 1 : 2;
        ASSERT_TRUE(heard.wait([&] { return heard.peers.size() == opened; }));
        write(left, framed("not to be read"));
        killed.set_option(asio::socket_base::linger(true, 0));
        killed.close();
        EXPECT_EQ(readAll(left), "");
        // Data is no longer accepted, and the link ends although this end stays open.
        error_code fault;
        for (int i = 0; i < 1000 && !fault; ++i) {
            asio::write(left, asio::buffer(framed("anybody?")), fault);
        }
        EXPECT_TRUE(heard.wait([&] { return heard.closings.size() == opened; }));
    }
}

TEST_F(RelayTest, ReportsUnreachableServer) {
    relay();
    closeServer();
    Tcp::socket client = connect();
    EXPECT_EQ(readAll(client), "");
    ASSERT_TRUE(heard.wait([&] { return heard.refusals.size() == 1; }));
    EXPECT_NE(heard.refusals[0].find("connection refused"), std::string::npos) << heard.refusals[0];
    EXPECT_TRUE(heard.peers.empty());
}

TEST_F(RelayTest, ForwardsUnframedData) {
    RelayOptions options;
    options.maxMessageBytes = 1000;
    relay(options);
    Tcp::socket client = connect();
    Tcp::socket server = accept();
    const std::string garbage = "GET / HTTP/1.1\r\n\r\n" + std::string(200'000, 'x');
    write(client, framed("good") + garbage);
    client.shutdown(Tcp::socket::shutdown_send);
    EXPECT_TRUE(readAll(server) == framed("good") + garbage);
    // The other direction is still parsed.
    write(server, framed("what?"));
    EXPECT_EQ(read(client, framed("what?").size()), framed("what?"));
    ASSERT_TRUE(heard.wait([&] { return heard.unframed.size() == 1; }));
    EXPECT_EQ(heard.unframed[RelayEnd::Client].size(), 1U);
    ASSERT_TRUE(heard.wait([&] { return heard.messages.size() == 2; }));
    EXPECT_EQ((heard.messages[{kFirst, RelayEnd::Client}]), std::vector<std::string>{"good"});
}

// An end that does not read slows the other one down, as without a relay; the relay does not
// accumulate data.
TEST_F(RelayTest, SlowsSenderDownToReader) {
    relay();
    Tcp::socket client = connect();
    Tcp::socket server = accept();
    const std::string bytes = framed(std::string(std::size_t{48} << 20U, 'x'));
    std::atomic<std::size_t> sent{0};
    std::thread writer([&] {
        while (sent < bytes.size()) {
            sent += client.write_some(asio::buffer(bytes.data() + sent, bytes.size() - sent));
        }
        client.shutdown(Tcp::socket::shutdown_send);
    });
    // Nothing is read: the writer stops when the system buffers are full.
    for (std::size_t before = 1; before != sent;) {
        before = sent;
        heard.pause();
    }
    EXPECT_LT(sent, bytes.size() / 2);
    EXPECT_TRUE(readAll(server) == bytes);
    writer.join();
}

TEST_F(RelayTest, RejectsExcessLinks) {
    RelayOptions options;
    options.maxLinks = 1;
    relay(options);
    Tcp::socket first = connect();
    Tcp::socket server = accept();
    Tcp::socket second = connect();
    EXPECT_EQ(readAll(second), "");
    write(first, framed("mine"));
    EXPECT_EQ(read(server, framed("mine").size()), framed("mine"));
    EXPECT_EQ(m_relay->refusedCount(), 1U);
}

TEST(RelayOpenTest, ReportsOpenErrors) {
    RelayOptions options;
    options.address = "nowhere";
    const auto noAddress = Relay::open(options);
    ASSERT_FALSE(noAddress);
    EXPECT_EQ(noAddress.error().code, base::ErrorCode::InvalidArgument);
    RelayOptions first;
    const auto open = Relay::open(first);
    ASSERT_TRUE(open);
    first.port = open->port();
    const auto taken = Relay::open(first);
    ASSERT_FALSE(taken);
    EXPECT_NE(taken.error().toString().find("another program is using this port"),
              std::string::npos);
}

} // namespace
} // namespace sideline::net
