// A monitor link with servers of various behaviors.
#include "logs/live/monitor_link.h"

#include <stdexcept>

#include <gtest/gtest.h>

#include "tests/logs/live/raw_server.h"
#include "tests/support/log_files.h"
#include "tests/support/rsmp_builder.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

using std::chrono::milliseconds;
using tests::RawServer;

class MonitorLinkTest : public ::testing::Test {
protected:
    MonitorLinkTest() {
        RingOptions options;
        options.directory = m_dir.path();
        auto ring = LiveRing::create(options);
        EXPECT_TRUE(ring);
        m_ring = *ring;
    }
    void connect(milliseconds silence = milliseconds(60000)) {
        m_server.emplace(tests::framed(full(0)));
        start(m_server->port(), silence);
    }
    void start(std::uint16_t port, milliseconds silence = milliseconds(60000)) {
        MonitorLink::Settings settings;
        settings.host = "127.0.0.1";
        settings.port = port;
        settings.retry = milliseconds(5);
        settings.longestRetry = milliseconds(20);
        settings.silence = silence;
        settings.ring = m_ring;
        settings.observer = [this](const LinkMessage& message) { m_lastObserved = message.frame; };
        m_link.emplace(settings);
    }
    std::string full(std::size_t i) const { return tests::fullMessage(m_scenes[i]); }
    std::string difference(std::size_t i) const {
        return tests::diffMessage(m_scenes[i - 1], m_scenes[i]);
    }
    // Runs the server until the link's state and frame satisfy a condition.
    template <typename IsSo>
    bool until(const IsSo& isSo) {
        return m_server->runUntil([&] {
            if (auto state = m_link->takeState()) {
                m_state = std::move(*state);
            }
            if (auto frame = m_link->takeFrame()) {
                m_frame = std::move(*frame);
            }
            return isSo();
        });
    }
    bool isInSync() {
        return until([&] { return m_state.isConnected && m_state.isInSync && m_frame; });
    }
    // Ends the server; its port has no listener afterward.
    bool untilServerIsGone() {
        m_server.emplace("");
        return until([&] { return m_state.connections == 1 && !m_state.isConnected; });
    }
    double ballX() const { return m_frame ? m_frame->ball->X_SBall.p.x() : -1e9; }

    tests::TempDir m_dir;
    std::vector<tests::ScriptedScene> m_scenes = tests::movingScenes(200, 0.04);
    std::shared_ptr<LiveRing> m_ring;
    std::atomic<std::uint32_t> m_lastObserved = 0;
    std::optional<RawServer> m_server;
    std::optional<MonitorLink> m_link;
    MonitorLink::State m_state;
    monitor::MatchFramePtr m_frame;
};

TEST_F(MonitorLinkTest, ShowsAndRecordsFromTheMiddleOfAMatch) {
    connect();
    ASSERT_TRUE(isInSync());
    EXPECT_EQ(m_frame->index, 0U);
    EXPECT_EQ(m_frame->robots.size(), 2U);
    for (std::size_t i = 1; i < 100; ++i) {
        m_server->send(tests::framed(difference(i)));
    }
    ASSERT_TRUE(until([&] { return m_frame->index == 99 && m_state.ring.frames == 100; }));
    EXPECT_NEAR(m_frame->recordTimeS, 99 * 0.04, 1e-6);
    EXPECT_NEAR(ballX(), m_scenes[99].p_SBall.x(), 0.006);
    EXPECT_EQ(m_state.messages, 100U);
    EXPECT_EQ(m_state.damagedMessages + m_state.unfittingMessages, 0U);
    EXPECT_EQ(m_state.fullStateRequests, 0U);
    EXPECT_EQ(m_state.fault, "");
    EXPECT_GT(m_state.speed, 0.0);
    EXPECT_TRUE(m_state.isClockRunning);
    EXPECT_EQ(m_lastObserved, 99U);
    const auto log = m_ring->recording();
    ASSERT_TRUE(log->waitForFrames(100));
    FrameReader reader = log->makeReader();
    const auto recorded = *reader.frame(99);
    EXPECT_EQ(recorded->recordTimeS, m_frame->recordTimeS);
    EXPECT_TRUE(*recorded->scene == *m_frame->scene);
}

TEST_F(MonitorLinkTest, DetectsRcssservermj) {
    const std::vector<tests::RsmpScene> scenes = tests::rsmpMovingScenes(90);
    m_server.emplace(tests::framed(tests::rsmpFull(scenes[0])));
    start(m_server->port());
    ASSERT_TRUE(isInSync());
    EXPECT_EQ(m_frame->robots.size(), 2U);
    for (std::size_t i = 1; i < 90; ++i) {
        m_server->send(tests::framed(tests::rsmpDiff(scenes[i - 1], scenes[i])));
    }
    ASSERT_TRUE(until([&] { return m_frame->index == 89 && m_state.ring.frames == 90; }));
    EXPECT_NEAR(m_frame->recordTimeS, 89 * 0.04, 1e-6);
    EXPECT_EQ(m_frame->game.scoreLeft, 1);
    EXPECT_TRUE(m_state.isClockRunning);
    EXPECT_EQ(m_state.fault, "");
    const auto log = m_ring->recording();
    ASSERT_TRUE(log->waitForFrames(90));
    FrameReader reader = log->makeReader();
    const auto recorded = *reader.frame(89);
    EXPECT_EQ(recorded->recordTimeS, m_frame->recordTimeS);
    EXPECT_TRUE(*recorded->scene == *m_frame->scene);
}

TEST_F(MonitorLinkTest, WaitsForThePeriodicFullSceneOfRcssservermj) {
    std::vector<tests::RsmpScene> scenes = tests::rsmpMovingScenes(20);
    tests::RsmpScene alone = scenes[0];
    alone.robots.pop_back();
    m_server.emplace(tests::framed(tests::rsmpFull(alone)));
    start(m_server->port());
    ASSERT_TRUE(isInSync());
    // A robot joins: it appears in the differences, but not in the scene.
    m_server->send(tests::framed(tests::rsmpDiff(alone, scenes[1])));
    for (std::size_t i = 2; i < 10; ++i) {
        m_server->send(tests::framed(tests::rsmpDiff(scenes[i - 1], scenes[i])));
    }
    ASSERT_TRUE(until([&] { return m_state.unfittingMessages == 9; }));
    EXPECT_FALSE(m_state.isInSync);
    EXPECT_NE(m_state.fault.find("waiting for the next full scene"), std::string::npos);
    m_server->send(tests::framed(tests::rsmpFull(scenes[10])));
    ASSERT_TRUE(isInSync());
    EXPECT_EQ(m_state.fault, "");
    EXPECT_EQ(m_frame->robots.size(), 2U);
    EXPECT_EQ(m_state.fullStateRequests, 0U);
    EXPECT_EQ(m_server->received, ""); // that server does not support such requests
}

TEST_F(MonitorLinkTest, ReportsUnreadableMessagesOfRcssservermj) {
    const std::vector<tests::RsmpScene> scenes = tests::rsmpMovingScenes(20);
    std::string newer = tests::rsmpFull(scenes[0]);
    newer.replace(newer.find("(RSMP 1 0)"), 10, "(RSMP 2 0)");
    m_server.emplace(tests::framed(newer));
    start(m_server->port());
    ASSERT_TRUE(until([&] { return m_state.damagedMessages == 1; }));
    EXPECT_NE(m_state.fault.find("unsupported version 2 of 'RSMP'"), std::string::npos)
        << m_state.fault;
    // Garbage, a valid message, a partial one: the valid one is shown.
    m_server->send(tests::framed("((RSMP 1 0)((gt 1 0)x"));
    m_server->send(tests::framed(tests::rsmpFull(scenes[1])));
    ASSERT_TRUE(isInSync());
    const std::string full = tests::rsmpFull(scenes[2]);
    m_server->send(tests::framed(full.substr(0, full.size() / 2)));
    ASSERT_TRUE(until([&] { return m_state.damagedMessages == 3; }));
    EXPECT_FALSE(m_state.isInSync);
    // After a reconnect, the stream begins with a full scene.
    m_server->hangUp();
    ASSERT_TRUE(until([&] { return m_state.connections >= 2; }));
    m_server->send(tests::framed(tests::rsmpFull(scenes[3])));
    EXPECT_TRUE(isInSync());
}

TEST_F(MonitorLinkTest, AnInternalFaultIsReportedAndTheLinkRestarted) {
    m_server.emplace(tests::framed(full(0)));
    std::atomic<int> observed = 0;
    MonitorLink::Settings settings;
    settings.host = "127.0.0.1";
    settings.port = m_server->port();
    settings.retry = milliseconds(500); // time to observe the state in between
    settings.observer = [&](const LinkMessage& /*message*/) {
        if (++observed == 1) {
            throw std::runtime_error("no luck");
        }
    };
    m_link.emplace(settings);
    std::string fault;
    ASSERT_TRUE(until([&] {
        fault = m_state.fault.empty() ? fault : m_state.fault;
        return m_state.isConnected && m_state.isInSync && m_state.connections == 2;
    }));
    EXPECT_EQ(fault, "the link failed: no luck");
}

TEST_F(MonitorLinkTest, RequestsAFullSceneAfterAMismatch) {
    connect();
    ASSERT_TRUE(isInSync());
    for (int i = 0; i < 50; ++i) {
        m_server->send(tests::framed("((time 0.04))(RDS 0 1)((nd)(nd)(nd)(nd)(nd))"));
    }
    ASSERT_TRUE(until([&] { return m_state.unfittingMessages == 50; }));
    EXPECT_FALSE(m_state.isInSync);
    EXPECT_NE(m_state.fault.find("does not match"), std::string::npos);
    ASSERT_TRUE(until([&] { return m_server->countReceived("(reqfullstate)") > 0; }));
    EXPECT_LE(m_server->countReceived("(reqfullstate)"), 2) << "not for every message";
    m_server->send(tests::framed(full(7)));
    EXPECT_TRUE(isInSync());
    EXPECT_EQ(m_state.fault, "");
}

TEST_F(MonitorLinkTest, AnInitialDifferenceIsNoScene) {
    m_server.emplace(tests::framed(difference(5)));
    start(m_server->port());
    ASSERT_TRUE(until([&] { return m_server->countReceived("(reqfullstate)") == 1; }));
    EXPECT_FALSE(m_state.isInSync);
    EXPECT_TRUE(m_frame == nullptr || m_frame->health.noScene);
    m_server->send(tests::framed(full(6)));
    ASSERT_TRUE(isInSync());
    ASSERT_TRUE(until([&] { return m_state.ring.frames == 1; }));
    EXPECT_EQ(m_state.ring.lostMessages, 1U);
}

TEST_F(MonitorLinkTest, GarbageIsCountedAndNotRecorded) {
    connect();
    ASSERT_TRUE(isInSync());
    for (const std::string_view garbage : {std::string_view("\0\xff\xfe garbage \n )))", 19),
                                           std::string_view("((time"), std::string_view("")}) {
        m_server->send(tests::framed(garbage));
    }
    ASSERT_TRUE(until([&] { return m_state.damagedMessages == 3; }));
    EXPECT_TRUE(m_state.isConnected);
    EXPECT_FALSE(m_state.isInSync);
    EXPECT_NE(m_state.fault.find("unreadable message"), std::string::npos);
    EXPECT_TRUE(m_frame->health.damaged);
    EXPECT_EQ(m_frame->robots.size(), 2U) << "the last picture stays";
    m_server->send(tests::framed(difference(1)));
    ASSERT_TRUE(until([&] { return m_state.messages == 5; }));
    EXPECT_FALSE(m_state.isInSync) << "the damaged message may have changed the scene";
    m_server->send(tests::framed(full(2)));
    ASSERT_TRUE(isInSync());
    ASSERT_TRUE(until([&] { return m_state.ring.frames == 3; }));
    m_ring->finish();
    m_ring->recording()->waitUntilAnalyzed();
    EXPECT_EQ(m_ring->recording()->analysis()->damagedFrames, 0U);
}

TEST_F(MonitorLinkTest, AMessageOfFourGigabytesEndsTheConnection) {
    connect();
    ASSERT_TRUE(isInSync());
    m_server->send(std::string_view("\xff\xff\xff\xff((time", 10));
    ASSERT_TRUE(until([&] { return !m_state.fault.empty() || m_state.connections > 1; }));
    ASSERT_TRUE(until([&] { return m_state.connections == 2 && m_state.isInSync; }));
    EXPECT_EQ(m_server->connections, 2);
}

TEST_F(MonitorLinkTest, ATruncatedMessageIsReportedAndTheLinkReconnects) {
    connect();
    ASSERT_TRUE(isInSync());
    const std::string message = tests::framed(full(1));
    m_server->send(message.substr(0, message.size() / 2));
    m_server->hangUp();
    std::string fault;
    ASSERT_TRUE(until([&] {
        fault = !m_state.isConnected && !m_state.fault.empty() ? m_state.fault : fault;
        return m_state.connections == 2 && m_state.isInSync;
    }));
    ASSERT_TRUE(until([&] { return m_state.ring.frames == 2; }));
    EXPECT_NEAR(ballX(), m_scenes[0].p_SBall.x(), 0.006);
}

TEST_F(MonitorLinkTest, ASilentServerIsReported) {
    connect(milliseconds(30));
    ASSERT_TRUE(until([&] { return m_state.isSilent; }));
    EXPECT_TRUE(m_state.isConnected);
    EXPECT_NE(m_state.fault.find("no message for"), std::string::npos);
    m_server->send(tests::framed(full(1)));
    EXPECT_TRUE(until([&] { return m_state.messages == 2; }));
    EXPECT_TRUE(until([&] { return m_state.fault.find("no message") == 0 || !m_state.isSilent; }));
}

TEST_F(MonitorLinkTest, TheRecordingContinuesAfterAReconnect) {
    connect();
    ASSERT_TRUE(isInSync());
    for (std::size_t i = 1; i < 30; ++i) {
        m_server->send(tests::framed(difference(i)));
    }
    ASSERT_TRUE(until([&] { return m_state.ring.frames == 30; }));
    const std::uint16_t port = m_server->port();
    m_server.emplace(tests::framed(full(100)), port); // killed and restarted
    ASSERT_TRUE(until([&] { return m_state.connections == 2 && m_state.isInSync; }));
    for (std::size_t i = 101; i < 120; ++i) {
        m_server->send(tests::framed(difference(i)));
    }
    ASSERT_TRUE(until([&] { return m_state.ring.frames == 50 && m_frame->index == 49; }));
    const auto log = m_ring->recording();
    m_ring->finish();
    log->waitUntilAnalyzed();
    EXPECT_EQ(log->analysis()->damagedFrames, 0U);
    EXPECT_EQ(log->analysis()->outOfSyncFrames, 0U);
    EXPECT_EQ(log->index()->frameCount(), 50U);
    for (FrameNumber n = 1; n < 50; ++n) {
        EXPECT_GT(log->index()->recordTimeS(n), log->index()->recordTimeS(n - 1)) << n;
    }
    FrameReader reader = log->makeReader();
    EXPECT_TRUE(*(*reader.frame(49))->scene == *m_frame->scene);
}

TEST_F(MonitorLinkTest, ALostServerIsReported) {
    connect();
    ASSERT_TRUE(isInSync());
    ASSERT_TRUE(untilServerIsGone());
    EXPECT_FALSE(m_state.isInSync);
    EXPECT_NE(m_state.fault, "");
    EXPECT_EQ(m_state.speed, 0.0);
}

TEST_F(MonitorLinkTest, CommandsToALostServerAreDiscarded) {
    connect();
    ASSERT_TRUE(isInSync());
    const std::uint16_t port = m_server->port();
    ASSERT_TRUE(untilServerIsGone());
    m_link->send(monitor::DropBall{});
    int attempts = 0; // the state is reported after each; the first of these may have ended before
    ASSERT_TRUE(m_server->runUntil([&] {
        attempts += m_link->takeState() ? 1 : 0;
        return attempts == 3;
    }));
    m_server.emplace(tests::framed(full(0)), port);
    ASSERT_TRUE(until([&] { return m_state.connections == 2 && m_state.isInSync; }));
    m_link->send(monitor::RequestFullState{});
    ASSERT_TRUE(until([&] { return m_server->countReceived("(reqfullstate)") == 1; }));
    EXPECT_EQ(m_server->countReceived("(dropBall)"), 0);
}

TEST_F(MonitorLinkTest, ADifferenceOfTheNextServerIsNotAppliedToTheSceneOfTheLast) {
    connect();
    ASSERT_TRUE(isInSync());
    const std::uint16_t port = m_server->port();
    m_server.emplace(tests::framed(difference(1)), port); // killed and restarted
    ASSERT_TRUE(until([&] { return m_server->countReceived("(reqfullstate)") == 1; }));
    EXPECT_EQ(m_frame->index, 1U);
    EXPECT_TRUE(m_frame->health.noScene);
    EXPECT_TRUE(m_frame->robots.empty());
}

TEST_F(MonitorLinkTest, ReportsAnUnreachableServer) {
    m_server.emplace("");
    const std::uint16_t port = m_server->port();
    m_server.emplace(""); // another port: the first one has no listener now
    start(port);
    ASSERT_TRUE(until([&] { return !m_state.fault.empty(); }));
    EXPECT_FALSE(m_state.isConnected);
    EXPECT_EQ(m_state.connections, 0);
    EXPECT_NE(m_state.fault.find(std::to_string(port)), std::string::npos) << m_state.fault;
}

TEST_F(MonitorLinkTest, SendsCommands) {
    connect();
    ASSERT_TRUE(isInSync());
    m_link->send(monitor::DropBall{});
    EXPECT_TRUE(until([&] { return m_server->countReceived("(dropBall)") == 1; }));
}

} // namespace
} // namespace sideline::logs
