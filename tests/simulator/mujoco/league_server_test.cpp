// A server of rcssservermj's family under its clients: surplus messages, silence, floods, garbage.
#include <atomic>
#include <thread>
#include <vector>

#include "simulator/mujoco/league_feed.h"
#include "simulator/mujoco/league_simulation.h"
#include "tests/simulator/server/server_fixture.h"

namespace sideline::simulator::tests {
namespace {

using net::Clock;
using std::chrono::milliseconds;

class LeagueServerTest : public ServerTest {
protected:
    void openSync(milliseconds answerTimeout = std::chrono::seconds(30)) {
        auto created = mujoco::LeagueSimulation::create({});
        ASSERT_TRUE(created) << created.error().toString();
        league = created->get();
        auto feed = std::make_unique<mujoco::LeagueFeed>(*league);
        ServerSettings settings;
        settings.agentPort = 0;
        settings.monitorPort = 0;
        settings.syncMode = SyncMode::All;
        settings.sync.answerTimeout = answerTimeout;
        settings.dropsSilentAgents = true;
        auto opened = Server::open(settings, std::move(*created), std::move(feed),
                                   [this](const std::string& line) { lines.push_back(line); });
        ASSERT_TRUE(opened) << opened.error().toString();
        server = std::move(*opened);
    }
    // An agent that has its first percepts and owes the reply.
    Peer joined(int unum) {
        Peer peer = agent();
        peer.say(fmt::format("(init T1 Alpha {})", unum));
        EXPECT_TRUE(runUntil([&] { return peer.hear() > 0; }));
        return peer;
    }
    [[nodiscard]] double torsoXM() const {
        return league->world()
            .pose(league->players().front().robot, robot::BodyId(std::size_t{0}))
            .p.x();
    }
    [[nodiscard]] bool mayBegin() { return server->awaitCycle(Clock::now()); }

    mujoco::LeagueSimulation* league = nullptr;
};

// As `collect_actions` of rcsssmj 0.2.1, which takes one message from the agent's queue.
TEST_F(LeagueServerTest, SurplusMessagesAreExecutedInLaterCycles) {
    openSync();
    Peer peer = joined(1);
    EXPECT_FALSE(mayBegin()) << "it owes a reply";
    peer.say("(beam -2 0 0)");
    peer.say("(beam -4 0 0)");
    peer.say("(beam -6 0 0)");
    peer.say("(syn)");
    server->serveUntil(Clock::now() + milliseconds(200));
    for (const double expectedM : {-2.0, -4.0, -6.0, -6.0}) {
        ASSERT_TRUE(mayBegin()) << expectedM << " m: a message is left for this cycle";
        server->cycle();
        EXPECT_NEAR(torsoXM(), expectedM, 0.01);
    }
    server->serveUntil(Clock::now() + milliseconds(50));
    EXPECT_FALSE(mayBegin()) << "all messages are used";
    EXPECT_EQ(peer.hear(), 4) << "each cycle has its percepts";
}

TEST_F(LeagueServerTest, TheMatchContinuesBesideSilenceFloodsAndGarbage) {
    openSync(milliseconds(500));
    std::atomic<int> replies = 0;
    Peer good = joined(1);
    good.say("(syn)");
    const std::jthread answering([&](const std::stop_token& stop) {
        while (!stop.stop_requested() && !good.link().closing()) {
            const auto heard = good.link().receive(Clock::now() + milliseconds(20));
            if (heard && *heard) {
                good.say("(syn)");
                ++replies;
            }
        }
    });
    Peer flooding = joined(2);
    for (int i = 0; i < 3000; ++i) {
        flooding.say("(beam -5 1 0)");
    }
    RawPeer garbage(server->agentPort());
    garbage.send(std::string("\xff\xff\xff\xff garbage", 12));
    Peer unreadable(server->agentPort());
    unreadable.say("))((\x01 init");
    Peer silent = joined(3);
    ASSERT_TRUE(runUntil([&] { return silent.isClosed() && unreadable.isClosed(); })) << allLines();
    EXPECT_EQ(count("sent nothing for 500 ms"), 1) << allLines();
    EXPECT_EQ(count("sends more than one message per cycle"), 1) << allLines();
    const int before = replies;
    const std::uint64_t cycle = league->cycleCount();
    run(200);
    EXPECT_EQ(league->cycleCount(), cycle + 200);
    EXPECT_NEAR(replies - before, 200, 3);
    EXPECT_EQ(league->players().size(), 2U) << "the flooding one plays on, one message per cycle";
    EXPECT_FALSE(flooding.isClosed());
}

} // namespace
} // namespace sideline::simulator::tests
