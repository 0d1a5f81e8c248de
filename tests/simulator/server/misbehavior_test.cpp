// Misbehaving clients: the server keeps running, reports each error once, and the match continues.
#include <limits>

#include "agentcore/base/rng.h"
#include "tests/simulator/server/server_fixture.h"

namespace sideline::simulator::tests {
namespace {

using namespace std::string_literals;

class MisbehaviorTest : public ServerTest {
protected:
    /// Checks that the server still works: a well-behaved agent connects, gets percepts and leaves.
    void expectAllIsWell() {
        Peer good = player("Good", 11);
        good.hear();
        run(10);
        EXPECT_GE(good.hear(), 9);
        const auto percepts = protocol::parsePercepts(good.last);
        EXPECT_TRUE(percepts) << good.last;
        good.link().close();
        EXPECT_TRUE(runUntil([&] { return !find("Good", 11); }));
    }
};

TEST_F(MisbehaviorTest, SilentAgent) {
    open();
    Peer silent = agent();
    run(100);
    expectAllIsWell();
    silent.link().close();
    ASSERT_TRUE(runUntil([&] { return server->agentCount() == 0; }));
    EXPECT_EQ(lines.size(), 4U) << allLines();
}

TEST_F(MisbehaviorTest, AgentWithInvalidFraming) {
    const std::string fourGigabytes = "\377\377\377\377(he1 1)"s;
    const std::string oneGigabyte = "\100\0\0\0(he1 1)"s;
    for (const std::string& bytes :
         {"\0\0"s, "\0\0\0\7(he"s, fourGigabytes, oneGigabyte, "GET / HTTP/1.1\r\n\r\n"s}) {
        open();
        lines.clear();
        {
            RawPeer peer(server->agentPort());
            RawPeer monitor(server->monitorPort());
            peer.send(bytes);
            monitor.send(bytes);
            ASSERT_TRUE(runUntil([&] { return count("agent") + count("monitor") >= 2; }));
            run(20);
        }
        ASSERT_TRUE(runUntil([&] { return server->agentCount() + server->monitorCount() == 0; }));
        EXPECT_EQ(lines.size(), 4U) << "came and went: " << allLines();
        EXPECT_EQ(count("disconnected"), 2) << allLines();
        expectAllIsWell();
        server.reset();
    }
}

TEST_F(MisbehaviorTest, AgentWithInvalidMessages) {
    open();
    Peer peer = player("Nos", 1);
    lines.clear();
    const std::string binary("\1\2\377\0\33[31m"s);
    for (int i = 0; i < 20; ++i) {
        for (const std::string& text : {std::string(),
                                        binary,
                                        "((((((((((((((((((((("s,
                                        ")))"s,
                                        "()"s,
                                        "(he1"s,
                                        "he1 1"s,
                                        "(he1 nan)"s,
                                        "(he1 inf)"s,
                                        "(he1 1e999)"s,
                                        "(he1 1e300)(rle3 -1e300)"s,
                                        "(he1 x)"s,
                                        "(he1 1 2 3 4 5 6 7 8 9 10 11)"s,
                                        "(he1 1 2)"s,
                                        "(jetpack 1)"s,
                                        "(beam nan nan nan)"s,
                                        "(beam 1e300 -1e300 1e300)"s,
                                        "(beam 1)"s,
                                        "(say "s + std::string(500, 'a') + ")"s,
                                        "(say (a))"s,
                                        "(say \33[31m)"s,
                                        "(pass)"s,
                                        "(scene)"s,
                                        "(init)"s,
                                        "(init (unum -1)(teamname A))"s,
                                        "(init (unum 99999999999999)(teamname A))"s}) {
            ASSERT_TRUE(peer.say(text));
        }
        run(2);
        EXPECT_GT(peer.hear(), 0);
        const auto percepts = protocol::parsePercepts(peer.last);
        ASSERT_TRUE(percepts) << peer.last;
    }
    EXPECT_LT(lines.size(), 27U) << "each kind of error once: " << allLines();
    EXPECT_EQ(count("jetpack"), 1) << allLines();
    EXPECT_EQ(count("\33"), 0) << "no agent writes to the terminal";
    EXPECT_EQ(server->agentCount(), 1U);
    expectAllIsWell();
}

TEST_F(MisbehaviorTest, AgentWithUnlimitedNames) {
    open();
    Peer peer = player("Nos", 1);
    lines.clear();
    for (int i = 0; i < 3000; ++i) {
        peer.say(fmt::format("(jetpack{} 1)", i));
        if (i % 10 == 0) {
            run(1);
            peer.hear();
        }
    }
    run(20);
    EXPECT_LE(lines.size(), 100U) << "the number of reports is limited";
    EXPECT_GT(lines.size(), 90U);
    expectAllIsWell();
}

TEST_F(MisbehaviorTest, AgentWithRejectedRequests) {
    open();
    Peer first = player("Nos", 1);
    Peer second = agent();
    second.say(kScene);
    run(4);
    lines.clear();
    second.say("(init (unum 1)(teamname Nos))");
    ASSERT_TRUE(runUntil([&] { return lines.size() == 1; }));
    EXPECT_NE(lines[0].find("1"), std::string::npos);
    second.say("(init (unum 2)(teamname Nos))");
    ASSERT_TRUE(runUntil([&] { return find("Nos", 2).has_value(); }));
    second.say("(init (unum 3)(teamname Nos))");
    ASSERT_TRUE(runUntil([&] { return lines.size() == 2; })) << allLines();
    second.say("(scene rsg/agent/nao/nao_hetero.rsg 1)");
    ASSERT_TRUE(runUntil([&] { return count("second body") == 1; })) << allLines();
    Peer third = agent();
    third.say("(scene /etc/passwd 0)");
    ASSERT_TRUE(runUntil([&] { return count("passwd") == 1; })) << allLines();
    third.say("(init (unum 4)(teamname Nos))");
    ASSERT_TRUE(runUntil([&] { return count("before it has a body") == 1; })) << allLines();
    const std::size_t reported = lines.size();
    second.say("(scene rsg/agent/nao/nao_hetero.rsg 1)(init (unum 3)(teamname Nos))");
    third.say("(init (unum 4)(teamname Nos))");
    run(20);
    EXPECT_EQ(lines.size(), reported) << "reported once: " << allLines();
    Peer stranger = agent();
    stranger.say(kScene);
    Peer other = player("Die", 1);
    stranger.say("(init (unum 1)(teamname Trois))");
    ASSERT_TRUE(runUntil([&] { return count("Trois") + count("third team") > 0; })) << allLines();
}

TEST_F(MisbehaviorTest, TeamWithTooManyRobotsOfOneType) {
    open();
    std::vector<Peer> team;
    for (int i = 1; i <= 7; ++i) {
        team.push_back(player("Nos", i));
    }
    Peer eighth = agent();
    eighth.say(kScene);
    run(4);
    lines.clear();
    eighth.say("(init (unum 8)(teamname Nos))");
    ASSERT_TRUE(runUntil([&] { return !lines.empty(); }));
    run(10);
    EXPECT_EQ(lines.size(), 1U) << allLines();
    EXPECT_NE(lines[0].find("type"), std::string::npos) << allLines();
    EXPECT_FALSE(find("Nos", 8));
}

TEST_F(MisbehaviorTest, MessageFlood) {
    open();
    Peer steady = player("Nos", 1);
    RawPeer flooder(server->agentPort());
    RawPeer rudeTrainer(server->monitorPort());
    std::string flood;
    for (int i = 0; i < 20'000; ++i) {
        flood += std::string("\0\0\0\7(he1 1)", 11);
    }
    std::size_t sent = 0;
    for (int i = 0; i < 100; ++i) {
        sent += flooder.send(flood) + rudeTrainer.send(flood);
        run(1);
    }
    EXPECT_GT(sent, 1'000'000U);
    EXPECT_GE(steady.hear(), 99) << "other agents are not delayed";
    EXPECT_LT(lines.size(), 8U) << allLines();
    expectAllIsWell();
}

TEST_F(MisbehaviorTest, AgentsVanishInAnyPhase) {
    open();
    const std::vector<std::string> life = {
        "",
        kScene,
        "(init (unum 3)(teamname Nos))",
        "(beam -3 0 0)",
        "(he1 1)(lle3 2)(syn)",
        "(say hello)(pass)",
        "\0\0"s,
    };
    for (std::size_t phases = 1; phases <= life.size(); ++phases) {
        for (const int cyclesBetween : {0, 1, 3}) {
            RawPeer peer(server->agentPort());
            for (std::size_t i = 1; i < phases; ++i) {
                peer.send("\0\0\0"s + static_cast<char>(life[i].size()) + life[i]);
                run(cyclesBetween);
            }
        }
        run(1);
    }
    ASSERT_TRUE(runUntil([&] { return server->agentCount() == 0; }));
    EXPECT_EQ(server->simulation().physics().robotCount(), 0U);
    EXPECT_TRUE(server->simulation().agents().empty());
    const auto agents = static_cast<long>(life.size() * 3);
    EXPECT_EQ(count(" connected"), agents) << allLines();
    EXPECT_EQ(count("disconnected"), agents) << allLines();
    EXPECT_EQ(count("the simulator"), 0) << "errors are reported while the name is known";
    expectAllIsWell();
}

TEST_F(MisbehaviorTest, SixtyFourConnectionsAndOneMore) {
    open();
    std::vector<Peer> peers;
    for (int i = 0; i < 64; ++i) {
        peers.emplace_back(server->agentPort());
    }
    ASSERT_TRUE(runUntil([&] { return server->agentCount() == 64; }));
    for (int i = 0; i < 5; ++i) {
        Peer tooMany(server->agentPort());
        ASSERT_TRUE(runUntil([&] { return tooMany.isClosed(); }));
    }
    EXPECT_EQ(count("was rejected"), 1) << "reported once: " << allLines();
    run(5);
    peers.pop_back();
    ASSERT_TRUE(runUntil([&] { return server->agentCount() == 63; }));
    run(2);
    peers.emplace_back(server->agentPort());
    ASSERT_TRUE(runUntil([&] { return server->agentCount() == 64; }));
    Peer tooMany(server->agentPort());
    ASSERT_TRUE(runUntil([&] { return tooMany.isClosed(); }));
    EXPECT_EQ(count("was rejected"), 2) << allLines();
    EXPECT_EQ(lines.size(), 65U + 1U + 2U) << allLines();
}

TEST_F(MisbehaviorTest, MonitorThatDoesNotRead) {
    open();
    std::vector<Peer> team;
    for (int i = 1; i <= 3; ++i) {
        team.push_back(player("Nos", i));
    }
    Watcher sleeper(server->monitorPort());
    Watcher awake(server->monitorPort());
    ASSERT_TRUE(runUntil([&] { return sleeper.peer.hear() > 0 && awake.stamp + 1 > 0; }));
    // Full messages fill its queue fastest; system and server buffer about 14 MB.
    for (int i = 0; i < 2400; ++i) {
        awake.peer.say("(reqfullstate)");
        run(1);
        awake.peer.hear();
        for (Peer& each : team) {
            each.hear();
        }
    }
    awake.peer.hear();
    EXPECT_GE(awake.stamp, 1195U) << "the match continued for the others";
    const std::uint32_t before = sleeper.stamp;
    const int fulls = sleeper.fulls;
    ASSERT_TRUE(runUntil([&] {
        sleeper.peer.hear();
        return sleeper.decoder.game().timeS == awake.decoder.game().timeS && sleeper.stamp > before;
    }));
    for (int i = 0; i < 50; ++i) {
        run(1);
        sleeper.peer.hear();
        awake.peer.hear();
    }
    EXPECT_GT(sleeper.fulls, fulls) << "a full state mended the hole";
    EXPECT_LT(sleeper.stamp + 100, awake.stamp) << "it missed what did not fit into its queue";
    EXPECT_EQ(sleeper.decoder.scene().local, awake.decoder.scene().local);
}

// Agents that connect at the same time have their robots at one position until they join a team;
// and whole teams sometimes beam to one position.
TEST_F(MisbehaviorTest, ElevenAgentsAtOnePosition) {
    open();
    std::vector<Peer> peers;
    for (int i = 0; i < 11; ++i) {
        peers.push_back(agent());
    }
    const auto allAgentsSend = [&](const auto& words) {
        for (std::size_t i = 0; i < peers.size(); ++i) {
            ASSERT_TRUE(peers[i].say(words(static_cast<int>(i))));
        }
    };
    const auto heardBy = [&](std::uint64_t messages) {
        return std::ranges::all_of(peers, [&](Peer& peer) {
            peer.hear();
            return peer.link().counters().messagesReceived >= messages;
        });
    };
    allAgentsSend(
        [](int i) { return fmt::format("(scene rsg/agent/nao/nao_hetero.rsg {})", i % 5); });
    ASSERT_TRUE(runUntil([&] { return heardBy(5); }));
    EXPECT_EQ(count("was moved away"), 9) << allLines();
    allAgentsSend([](int i) { return fmt::format("(init (unum {})(teamname Nos))", i + 1); });
    ASSERT_TRUE(runUntil([&] { return heardBy(15); }));
    allAgentsSend([](int) { return "(beam -3 0 0)"; });
    ASSERT_TRUE(runUntil([&] { return heardBy(40); }));
    for (Peer& peer : peers) {
        EXPECT_TRUE(protocol::parsePercepts(peer.last));
    }
    EXPECT_LE(count("was moved away"), 11) << "each is reported once";
}

} // namespace
} // namespace sideline::simulator::tests
