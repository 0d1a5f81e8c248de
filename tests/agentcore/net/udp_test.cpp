#include "agentcore/net/udp.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/agentcore/net/link_fixture.h"

namespace sideline::net {
namespace {

using tests::soon;

UdpReceiver receiver(const UdpReceiverOptions& options = {}) {
    auto opened = UdpReceiver::open(options);
    if (!opened) {
        throw std::runtime_error(opened.error().toString());
    }
    return std::move(*opened);
}

UdpSender sender(std::uint16_t port, const std::string& host = "127.0.0.1") {
    auto opened = UdpSender::open(host, port);
    if (!opened) {
        throw std::runtime_error(opened.error().toString());
    }
    return std::move(*opened);
}

TEST(UdpTest, DatagramsArriveCompleteAndInOrder) {
    UdpReceiver here = receiver();
    UdpSender there = sender(here.port());
    const std::string zeros("a\0b\0", 4);
    EXPECT_TRUE(there.send("first"));
    EXPECT_TRUE(there.send(""));
    EXPECT_TRUE(there.send(zeros));
    for (const std::string& expected : {std::string("first"), std::string(), zeros}) {
        const auto datagram = here.receive(soon());
        ASSERT_TRUE(datagram) << datagram.error().toString();
        ASSERT_TRUE(*datagram);
        EXPECT_EQ((*datagram)->bytes, expected);
        EXPECT_EQ((*datagram)->sender.substr(0, 10), "127.0.0.1:");
    }
    EXPECT_EQ(here.counters().datagrams, 3U);
    EXPECT_EQ(here.counters().bytes, 9U);
    EXPECT_EQ(there.counters().datagrams, 3U);
    EXPECT_EQ(there.peer(), "127.0.0.1:" + std::to_string(here.port()));
}

TEST(UdpTest, TheLongestDatagramFits) {
    UdpReceiver here = receiver();
    UdpSender there = sender(here.port(), "localhost");
    const std::string longest(kMaxDatagramBytes, 'x');
    ASSERT_TRUE(there.send(longest));
    const auto datagram = here.receive(soon());
    ASSERT_TRUE(datagram && *datagram);
    EXPECT_EQ((*datagram)->bytes, longest);

    EXPECT_FALSE(there.send(longest + "x"));
    EXPECT_EQ(there.counters().lost, 1U);
    EXPECT_TRUE(there.send("still alive"));
    EXPECT_EQ((*here.receive(soon()))->bytes, "still alive");
}

TEST(UdpTest, DistinguishesSenders) {
    UdpReceiver here = receiver();
    UdpSender one = sender(here.port());
    UdpSender two = sender(here.port());
    ASSERT_TRUE(one.send("1") && two.send("2") && one.send("1 again"));
    const std::string first((*here.receive(soon()))->sender);
    const std::string second((*here.receive(soon()))->sender);
    const std::string third((*here.receive(soon()))->sender);
    EXPECT_NE(first, second);
    EXPECT_EQ(first, third);
}

TEST(UdpTest, EmptyWaitIsNoError) {
    UdpReceiver here = receiver();
    const auto atOnce = here.tryReceive();
    ASSERT_TRUE(atOnce);
    EXPECT_FALSE(*atOnce);
    const auto later = here.receive(Clock::now() + std::chrono::milliseconds(5));
    ASSERT_TRUE(later);
    EXPECT_FALSE(*later);
}

TEST(UdpTest, MissingReceiverIsNoError) {
    const std::uint16_t port = receiver().port(); // closed again
    UdpSender there = sender(port);
    EXPECT_TRUE(there.send("1"));
    EXPECT_TRUE(there.send("2"));
    UdpReceiver here = receiver({.port = port});
    EXPECT_TRUE(there.send("3"));
    EXPECT_EQ((*here.receive(soon()))->bytes, "3");
}

TEST(UdpTest, ReportsListenError) {
    const UdpReceiver first = receiver();
    const auto taken = UdpReceiver::open({.port = first.port()});
    ASSERT_FALSE(taken);
    EXPECT_NE(taken.error().toString().find("another program is using this port"),
              std::string::npos);

    const auto foreign = UdpReceiver::open({.address = "192.0.2.1"});
    ASSERT_FALSE(foreign);
    EXPECT_EQ(foreign.error().code, base::ErrorCode::InvalidArgument);

    const auto nonsense = UdpReceiver::open({.address = "here"});
    ASSERT_FALSE(nonsense);
    EXPECT_NE(nonsense.error().toString().find("'here' is not an IP address"), std::string::npos);
}

TEST(UdpTest, ReportsUnknownHost) {
    const auto unknown = UdpSender::open("not a host", 32769);
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, base::ErrorCode::NotFound);
    EXPECT_NE(unknown.error().toString().find("not a host"), std::string::npos);
}

} // namespace
} // namespace sideline::net
