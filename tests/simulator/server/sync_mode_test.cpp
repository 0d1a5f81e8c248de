// Sync mode: which agents are waited for, and how unresponsive agents are treated.
#include <atomic>
#include <thread>

#include "simulator/server/server.h"
#include "tests/simulator/server/server_fixture.h"

namespace sideline::simulator::tests {
namespace {

using net::Clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

// An agent in a thread that replies to messages: a player with its own team place.
class SteadyAgent {
public:
    /// @param number 0 to 21: the first eleven are in one team
    /// @param withoutSyn number of initial messages without `(syn)`
    explicit SteadyAgent(std::uint16_t port, int number = 0, int withoutSyn = 0) : m_peer(port) {
        m_peer.say(message(number, 0, withoutSyn));
        m_thread = std::jthread([this, number, withoutSyn](const std::stop_token& stop) {
            while (!stop.stop_requested() && !m_peer.link().closing()) {
                const auto heardNow = m_peer.link().receive(Clock::now() + milliseconds(20));
                if (heardNow && *heardNow) {
                    m_peer.say(message(number, ++heard, withoutSyn));
                }
            }
        });
    }
    std::atomic<int> heard = 0;

private:
    static std::string message(int number, int index, int withoutSyn) {
        std::string words = "(he1 1)";
        if (index == 0) {
            words = fmt::format("(scene rsg/agent/nao/nao_hetero.rsg {})", number % 5);
        } else if (index == 1) {
            words = fmt::format("(init (unum {})(teamname T{}))", number % 11 + 1, number / 11);
        } else if (index == 2) {
            words = fmt::format("(beam {} {} 0)", -1 - number % 11, number / 11 + 1);
        }
        return words + (index < withoutSyn ? "" : "(syn)");
    }
    Peer m_peer;
    std::jthread m_thread;
};

class SyncModeTest : public ServerTest {
protected:
    void openSync(milliseconds answerTimeout = seconds(30), milliseconds budget = milliseconds(0),
                  SyncMode mode = SyncMode::All) {
        ServerSettings settings;
        settings.syncMode = mode;
        settings.sync = {answerTimeout, budget};
        SimulationSettings simulation;
        simulation.solver = Solver::Fast;
        open(settings, simulation);
    }
    /// Whether a cycle may start after all sent messages were received.
    bool mayBegin() { return server->awaitCycle(Clock::now()); }
    /// Sends a message and waits until the server has received it, without a cycle.
    void sayAndBeHeard(Peer& peer, AgentId agent) {
        const std::uint64_t before = server->simulation().answerCount(agent);
        ASSERT_TRUE(peer.say("(he1 1)(syn)"));
        ASSERT_TRUE(serveUntil([&] { return server->simulation().answerCount(agent) > before; }));
    }
    /// Plays a cycle with an agent that is in step.
    void playCycle(Peer& peer, AgentId agent) {
        sayAndBeHeard(peer, agent);
        run(1);
        ASSERT_TRUE(serveUntil([&] { return peer.hear() == 1; }));
    }
    /// Receives the same messages as `starting` and replies to all initial ones but the last.
    /// @return number of messages received so far, with `heard` before this call
    int answerFreeMessages(Peer& starting, AgentId agent, int heard) {
        const int news = starting.hear();
        if (news > 0 && heard + news < 6) {
            sayAndBeHeard(starting, agent);
        }
        return heard + news;
    }
    /// An agent that has received its initial messages and must still reply to the last one.
    Peer inStep() {
        Peer peer = agent();
        peer.say(kScene);
        int heard = 0;
        EXPECT_TRUE(runUntil([&] {
            const int news = peer.hear();
            heard += news;
            if (news > 0 && heard < 6) {
                peer.say("(syn)");
            }
            return heard == 6;
        })) << heard;
        return peer;
    }
    [[nodiscard]] AgentId newestAgent() const { return server->simulation().agents().back().id; }
    [[nodiscard]] static double reportedTimeS(const Peer& peer) {
        const auto percepts = protocol::parsePercepts(peer.last);
        return percepts && percepts->serverTimeS ? *percepts->serverTimeS : -1.0;
    }
};

TEST_F(SyncModeTest, NoAgentMissesACycle) {
    openSync();
    SteadyAgent first(server->agentPort(), 0);
    SteadyAgent second(server->agentPort(), 11);
    ASSERT_TRUE(runUntil([&] { return first.heard > 5 && second.heard > 5; }));
    const int heardByFirst = first.heard;
    const int heardBySecond = second.heard;
    const std::uint64_t cycle = server->simulation().cycleCount();
    run(300);
    EXPECT_EQ(server->simulation().cycleCount(), cycle + 300);
    EXPECT_NEAR(first.heard - heardByFirst, 300, 2);
    EXPECT_NEAR(second.heard - heardBySecond, 300, 2);
    EXPECT_EQ(count("(syn)"), 0) << allLines();
}

TEST_F(SyncModeTest, OnRequestCyclesWaitForSyncingAgentsOnly) {
    openSync(seconds(30), milliseconds(0), SyncMode::Syncing);
    EXPECT_TRUE(mayBegin()) << "time runs without agents";
    Peer silent = agent();
    silent.say(kScene);
    ASSERT_TRUE(runUntil([&] { return silent.hear() > 0; }));
    for (int i = 0; i < 20; ++i) {
        ASSERT_TRUE(mayBegin()) << i;
        run(1);
    }
    EXPECT_TRUE(server->agentWaits().empty());
    Peer syncing = inStep();
    EXPECT_FALSE(mayBegin()) << "it has not answered";
    EXPECT_EQ(server->agentWaits().size(), 1U);
    for (int i = 0; i < 5; ++i) {
        playCycle(syncing, newestAgent());
        EXPECT_FALSE(mayBegin());
    }
}

// As rcssservermj does after 5 s.
TEST_F(SyncModeTest, AServerCanDropSilentAgents) {
    ServerSettings settings;
    settings.syncMode = SyncMode::All;
    settings.sync.answerTimeout = milliseconds(300);
    settings.dropsSilentAgents = true;
    open(settings, {});
    SteadyAgent steady(server->agentPort(), 0);
    ASSERT_TRUE(runUntil([&] { return steady.heard > 5; }));
    Peer silent = agent();
    silent.say(kScene);
    ASSERT_TRUE(runUntil([&] { return silent.isClosed(); }));
    EXPECT_EQ(server->agentCount(), 1U);
    EXPECT_EQ(server->simulation().agents().size(), 1U);
    EXPECT_EQ(count("sent nothing for 300 ms"), 1) << allLines();
    const std::uint64_t cycle = server->simulation().cycleCount();
    run(20);
    EXPECT_EQ(server->simulation().cycleCount(), cycle + 20);
}

TEST_F(SyncModeTest, CountsLateAnswersOfAgentsThatAreNotAwaited) {
    openSync(seconds(30), milliseconds(0), SyncMode::Syncing);
    Peer quick = agent();
    quick.say(kScene);
    int heard = 0;
    const auto answers = [&](Peer& peer, std::string_view text, int every) {
        return runUntil([&, begin = heard] {
            for (int news = peer.hear(); news > 0; --news) {
                if (++heard % every == 0) {
                    peer.say(text);
                }
            }
            return heard - begin >= 30;
        });
    };
    ASSERT_TRUE(answers(quick, "(he1 0)(syn)", 1));
    EXPECT_EQ(server->lateAnswers(), 0U) << "the server waits for it";
    Peer late = agent();
    late.say(kScene);
    std::jthread syncing([&quick](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            const auto message = quick.link().receive(Clock::now() + milliseconds(5));
            if (message && *message) {
                quick.say("(he1 0)(syn)");
            }
        }
    });
    ASSERT_TRUE(answers(late, "(he1 0)", 3));
    EXPECT_GE(server->lateAnswers(), 2U);
    EXPECT_LE(server->lateAnswers(), 10U) << "those of the other agent are punctual";
}

// Like the agents of FC Portugal: they join and wait for a reply, without `(syn)`.
TEST_F(SyncModeTest, FiftyClientsStartWithoutInitialSyn) {
    openSync();
    for (int start = 0; start < 50; ++start) {
        Peer peer = agent();
        ASSERT_TRUE(peer.say(kScene));
        for (int message = 1; message <= 12; ++message) {
            ASSERT_TRUE(runUntil([&] { return peer.hear() > 0; }))
                << "start " << start << ", message " << message << '\n'
                << allLines();
            EXPECT_EQ(peer.link().counters().messagesReceived, static_cast<std::uint64_t>(message))
                << "one message per reply";
            ASSERT_TRUE(peer.say(message < 5 ? "(he1 1)" : "(he1 1)(syn)"));
        }
        peer.link().close();
        ASSERT_TRUE(serveUntil([&] { return server->agentCount() == 0; }));
    }
    EXPECT_EQ(count("sent no (syn)"), 0) << allLines();
}

TEST_F(SyncModeTest, TwentyTwoAgentsJoinARunningGame) {
    openSync();
    std::vector<std::unique_ptr<SteadyAgent>> agents;
    for (int i = 0; i < 22; ++i) {
        agents.push_back(std::make_unique<SteadyAgent>(server->agentPort(), i, i % 6));
        run(3);
    }
    ASSERT_TRUE(runUntil([&] {
        return std::ranges::all_of(agents, [](const auto& agent) { return agent->heard > 20; });
    })) << allLines();
    EXPECT_EQ(count("sent no (syn)"), 0) << allLines();
}

TEST_F(SyncModeTest, DoesNotWaitForStartingAgents) {
    openSync();
    Peer steady = inStep();
    const AgentId steadyId = newestAgent();
    Peer starting = agent();
    ASSERT_TRUE(starting.say(kScene));
    for (int i = 0; i < 5; ++i) { // its robot appears in the second cycle
        playCycle(steady, steadyId);
    }
    ASSERT_TRUE(serveUntil([&] { return starting.hear() >= 3; })) << "regardless of its replies";
    const Clock::time_point begin = Clock::now();
    for (int i = 0; i < 50; ++i) {
        playCycle(steady, steadyId);
    }
    starting.hear();
    EXPECT_LE(starting.link().counters().messagesReceived,
              static_cast<std::uint64_t>(5 + (Clock::now() - begin) / seconds(1)))
        << "nor does it bury it in messages";
    ASSERT_TRUE(starting.say("(he1 1)"));
    ASSERT_TRUE(serveUntil([&] {
        static_cast<void>(server->awaitCycle(Clock::now()));
        return starting.hear() > 0;
    })) << "soon";
    EXPECT_DOUBLE_EQ(reportedTimeS(starting), reportedTimeS(steady)) << "the latest message";
    EXPECT_EQ(lines.size(), 2U) << allLines();
}

TEST_F(SyncModeTest, WaitsForSingleStartingAgentAfterItsFirstPercepts) {
    openSync();
    Peer peer = agent();
    ASSERT_TRUE(peer.say(kScene));
    ASSERT_TRUE(runUntil([&] { return peer.hear() > 0; }));
    const Clock::time_point begin = Clock::now();
    const std::uint64_t cycle = server->simulation().cycleCount();
    while (Clock::now() < begin + milliseconds(100)) {
        if (mayBegin()) {
            server->cycle();
        }
    }
    EXPECT_LE(server->simulation().cycleCount() - cycle,
              static_cast<std::uint64_t>(1 + (Clock::now() - begin) / seconds(1)))
        << "a cycle per timeout while it is silent";
}

TEST_F(SyncModeTest, WaitsForAllAgentsAfterTheStart) {
    openSync(milliseconds(0));
    Peer steady = inStep();
    const AgentId steadyId = newestAgent();
    Peer other = agent();
    ASSERT_TRUE(other.say(fmt::format("{}(syn)", kScene)));
    const AgentId otherId = newestAgent();
    int heard = 0;
    while (heard < 6) { // through its initial messages
        sayAndBeHeard(steady, steadyId);
        run(1);
        ASSERT_TRUE(serveUntil([&] { return steady.hear() == 1; }));
        heard = answerFreeMessages(other, otherId, heard);
    }
    sayAndBeHeard(steady, steadyId);
    EXPECT_FALSE(server->awaitCycle(Clock::now() + milliseconds(50)));
    ASSERT_TRUE(other.say("(he1 1)"));
    EXPECT_FALSE(server->awaitCycle(Clock::now() + milliseconds(50))) << "it has not sent (syn)";
    sayAndBeHeard(other, otherId);
    EXPECT_TRUE(mayBegin());
}

TEST_F(SyncModeTest, ContinuesWithoutHangingAgentAndTakesItBack) {
    openSync(milliseconds(30));
    Peer steady = inStep();
    const AgentId steadyId = newestAgent();
    Peer hanging = agent();
    ASSERT_TRUE(hanging.say(kScene));
    const AgentId hangingId = newestAgent();
    int heard = 0;
    while (count("sent no (syn)") == 0) {
        playCycle(steady, steadyId);
        heard = answerFreeMessages(hanging, hangingId, heard);
    }
    EXPECT_EQ(heard, 6);
    ASSERT_EQ(server->agentWaits().size(), 2U);
    EXPECT_FALSE(server->agentWaits()[0].isSkipped);
    EXPECT_TRUE(server->agentWaits()[1].isSkipped);
    EXPECT_EQ(server->agentWaits()[1].skipCount, 1U);
    for (int i = 0; i < 50; ++i) {
        playCycle(steady, steadyId);
    }
    EXPECT_EQ(count("sent no (syn)"), 1) << "reported once: " << allLines();

    sayAndBeHeard(hanging, hangingId);
    ASSERT_TRUE(serveUntil([&] { return hanging.hear() > 0; }));
    EXPECT_DOUBLE_EQ(reportedTimeS(hanging), reportedTimeS(steady))
        << "it receives what is, not what was";
    sayAndBeHeard(steady, steadyId);
    EXPECT_FALSE(mayBegin()) << "it is waited for again";
    EXPECT_FALSE(server->agentWaits()[1].isSkipped);
    sayAndBeHeard(hanging, hangingId);
    EXPECT_TRUE(mayBegin());
}

TEST_F(SyncModeTest, DoesNotWaitForLeavingAgent) {
    openSync(milliseconds(0));
    Peer steady = inStep();
    const AgentId steadyId = newestAgent();
    {
        SteadyAgent other(server->agentPort());
        ASSERT_TRUE(serveUntil([&] { return server->agentCount() == 2; }));
        while (other.heard < 8) {
            playCycle(steady, steadyId);
        }
    }
    sayAndBeHeard(steady, steadyId);
    EXPECT_TRUE(server->awaitCycle(soon()));
    EXPECT_EQ(server->agentCount(), 1U);
}

TEST_F(SyncModeTest, NextAgentStartsFromTheBeginning) {
    openSync(milliseconds(0));
    { Peer first = inStep(); }
    ASSERT_TRUE(serveUntil([&] { return server->agentCount() == 0; }));
    Peer next = inStep();
    EXPECT_EQ(server->agentWaits().size(), 1U);
    EXPECT_EQ(server->agentWaits()[0].skipCount, 0U);
}

TEST_F(SyncModeTest, BudgetLimitsWaitsForOneAgent) {
    openSync(milliseconds(0), milliseconds(1));
    Peer steady = inStep();
    const AgentId steadyId = newestAgent();
    Peer hanging = agent();
    ASSERT_TRUE(hanging.say(kScene));
    const AgentId hangingId = newestAgent();
    int heard = 0;
    while (heard < 6) {
        playCycle(steady, steadyId);
        heard = answerFreeMessages(hanging, hangingId, heard);
    }
    playCycle(steady, steadyId); // 50 ms later
    EXPECT_EQ(count("more than 1 ms per cycle"), 1) << allLines();
    const auto waits = server->agentWaits();
    ASSERT_EQ(waits.size(), 2U);
    EXPECT_TRUE(waits[1].isSkipped);
    EXPECT_GT(waits[1].meanS, waits[0].meanS);
    EXPECT_GT(waits[1].meanS, 0.001);
}

TEST_F(SyncModeTest, ReplyWithoutWaitCostsNothing) {
    openSync();
    Peer peer = inStep();
    const AgentId id = newestAgent();
    EXPECT_FALSE(server->awaitCycle(Clock::now() + milliseconds(20)));
    for (int i = 0; i < 40; ++i) { // more than the number of averaged cycles
        playCycle(peer, id);
        EXPECT_EQ(server->agentWaits().front().meanS > 0.0, i < 32) << i;
    }
}

TEST_F(SyncModeTest, TimeStopsWithoutAgents) {
    openSync();
    EXPECT_FALSE(server->awaitCycle(Clock::now() + milliseconds(60)));
    Peer peer = inStep();
    EXPECT_LT(reportedTimeS(peer), 0.5) << "it missed no message";
    const double beginS = reportedTimeS(peer);
    const AgentId id = newestAgent();
    for (int i = 0; i < 100; ++i) {
        playCycle(peer, id);
    }
    EXPECT_NEAR(reportedTimeS(peer) - beginS, 2.0, 0.001);
    peer.link().close();
    ASSERT_TRUE(serveUntil([&] { return server->agentCount() == 0; }));
    EXPECT_FALSE(server->awaitCycle(Clock::now() + milliseconds(60)));
}

TEST_F(SyncModeTest, RunsInRealTimeWithMonitorsOnly) {
    openSync();
    Watcher watcher(server->monitorPort());
    ASSERT_TRUE(serveUntil([&] { return server->monitorCount() == 1; }));
    const Clock::time_point begin = Clock::now();
    run(10);
    EXPECT_GE(Clock::now() - begin, milliseconds(9 * 20));
    ASSERT_TRUE(serveUntil([&] { return watcher.peer.hear() > 0; }));
}

TEST_F(SyncModeTest, RunsWithoutAgentsIfConfigured) {
    ServerSettings settings;
    settings.syncMode = SyncMode::All;
    settings.runsWithoutAgents = true;
    open(settings);
    for (int i = 0; i < 100; ++i) {
        ASSERT_TRUE(mayBegin());
        server->cycle();
    }
    EXPECT_EQ(server->simulation().cycleCount(), 100U);
}

TEST_F(SyncModeTest, TrainerEndsTheWaitWithTheMatch) {
    openSync(milliseconds(0));
    Peer trainer(server->monitorPort());
    Peer peer = inStep();
    ASSERT_TRUE(trainer.say("(killsim)"));
    EXPECT_FALSE(server->awaitCycle(soon()));
    EXPECT_TRUE(server->isShutdownRequested());
}

// Without sync mode the server does not wait for a slow reader, and it gets only complete messages.
TEST_F(ServerTest, ResumedReaderGetsCompleteCurrentPercepts) {
    open();
    Peer sleeper = player("Nos", 1);
    sleeper.hear();
    for (int i = 0; i < 30'000; ++i) {
        server->cycle();
    }
    double lastS = 0.0;
    sleeper.onMessage = [&](const std::string& text) {
        const auto percepts = protocol::parsePercepts(text);
        ASSERT_TRUE(percepts && percepts->serverTimeS) << text;
        EXPECT_GT(*percepts->serverTimeS, lastS);
        lastS = *percepts->serverTimeS;
    };
    ASSERT_TRUE(runUntil([&] {
        sleeper.hear();
        return lastS > server->simulation().timeS() - 0.5;
    })) << lastS
        << " of " << server->simulation().timeS();
    EXPECT_LT(sleeper.link().counters().messagesReceived, 30'000U);
}

} // namespace
} // namespace sideline::simulator::tests
