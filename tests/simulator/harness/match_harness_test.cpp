// Agents in process against the same agents over TCP, and matches that are saved and gone back to.
#include "simulator/harness/match_harness.h"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/behavior/stand_and_look.h"
#include "tests/simulator/server/server_fixture.h"

namespace sideline::simulator::tests {
namespace {

constexpr int kAgents = 4;
constexpr int kCycles = 1000;

runtime::AgentSettings settingsOf(int number) {
    runtime::AgentSettings settings;
    settings.team = number % 2 == 0 ? "Even" : "Odd";
    settings.unum = number + 1;
    settings.typeNumber = number;
    settings.isSync = true;
    settings.beam_F = Eigen::Vector3d(-1.5 - number, 0.5 * number, 0.2 * number);
    return settings;
}

// They come one after the other, as in a real match.
constexpr int joinsIn(int number) {
    return 1 + 7 * number;
}

SimulationSettings matchSettings() {
    SimulationSettings settings;
    settings.rules.beamNoiseXyM = 0.0;
    settings.rules.beamNoiseAngleDeg = 0.0;
    settings.seed = 5;
    return settings;
}

// All that an agent has heard and said.
struct Talk {
    std::vector<std::string> heard;
    std::vector<std::string> said;
};

void note(Talk& talk, const world::AgentFrame& frame) {
    talk.heard.push_back(frame.perceptText);
    talk.said.push_back(frame.commandText);
}

// The same agent at the other end of a socket.
struct RemoteAgent {
    RemoteAgent(std::uint16_t port, const runtime::AgentSettings& settings)
        : peer(port), cycle(settings, std::make_unique<behavior::StandAndLook>()) {
        cycle.connected();
        peer.say(cycle.greeting());
    }
    Peer peer;
    runtime::AgentCycle cycle;
    world::AgentFrame frame;
    AgentId id;
    std::uint64_t syns = 1;
};

class HarnessTest : public ServerTest {
protected:
    std::vector<Talk> playOverTcp() {
        open({}, matchSettings());
        std::vector<std::unique_ptr<RemoteAgent>> agents;
        std::vector<Talk> talks(kAgents);
        for (int i = 0; i < kCycles; ++i) {
            const auto number = static_cast<int>(agents.size());
            if (number < kAgents && i == joinsIn(number)) {
                agents.push_back(
                    std::make_unique<RemoteAgent>(server->agentPort(), settingsOf(number)));
                EXPECT_TRUE(serveUntil([&] { return server->agentCount() == agents.size(); }));
                agents.back()->id = server->simulation().agents().back().id;
            }
            // What was said in the last cycle has come.
            EXPECT_TRUE(serveUntil([&] {
                return std::ranges::all_of(agents, [&](const auto& agent) {
                    return server->simulation().synCount(agent->id) == agent->syns;
                });
            }));
            std::vector<bool> hears;
            for (const auto& agent : agents) {
                hears.push_back(!server->simulation().percepts(agent->id).empty());
            }
            run(1);
            for (std::size_t k = 0; k < agents.size(); ++k) {
                if (hears[k]) {
                    answer(*agents[k], talks[k]);
                }
            }
        }
        return talks;
    }

    static void answer(RemoteAgent& agent, Talk& talk) {
        const auto message = agent.peer.link().receive(soon());
        ASSERT_TRUE(message && *message);
        const std::string senses(**message);
        const auto now = net::Clock::time_point{};
        agent.peer.say(agent.cycle.respond(senses, now, agent.frame));
        agent.cycle.sent(senses, now, agent.frame);
        ++agent.syns;
        note(talk, agent.frame);
    }
};

std::vector<Talk> playInProcess(int threads) {
    SimulationSettings settings = matchSettings();
    settings.threadCount = threads;
    MatchHarness match(settings);
    std::vector<Talk> talks(kAgents);
    std::vector<std::uint64_t> seen(kAgents, 0);
    for (int i = 0; i < kCycles; ++i) {
        const auto number = static_cast<int>(match.agentCount());
        if (number < kAgents && i == joinsIn(number)) {
            match.add(settingsOf(number), std::make_unique<behavior::StandAndLook>());
        }
        match.cycle();
        for (std::size_t k = 0; k < match.agentCount(); ++k) {
            if (match.agent(k).cycleCount() > seen[k]) {
                seen[k] = match.agent(k).cycleCount();
                note(talks[k], match.frame(k));
            }
        }
    }
    return talks;
}

TEST_F(HarnessTest, FourAgentsHearAndSayTheSameBytesAsOverTcp) {
    const std::vector<Talk> overTcp = playOverTcp();
    const std::vector<Talk> inProcess = playInProcess(1);
    for (std::size_t i = 0; i < kAgents; ++i) {
        ASSERT_GT(inProcess[i].heard.size(), 900U);
        ASSERT_EQ(inProcess[i].heard.size(), overTcp[i].heard.size());
        for (std::size_t k = 0; k < inProcess[i].heard.size(); ++k) {
            ASSERT_EQ(inProcess[i].heard[k], overTcp[i].heard[k]) << "agent " << i << ", " << k;
            ASSERT_EQ(inProcess[i].said[k], overTcp[i].said[k]) << "agent " << i << ", " << k;
        }
    }
    EXPECT_NE(inProcess[3].heard.back().find("(pm "), std::string::npos);
    EXPECT_NE(inProcess[3].said.back().find("he1"), std::string::npos) << "it plays";
}

TEST_F(HarnessTest, ThreadsMakeNoDifference) {
    const std::vector<Talk> one = playInProcess(1);
    const std::vector<Talk> two = playInProcess(2);
    for (std::size_t i = 0; i < kAgents; ++i) {
        EXPECT_EQ(one[i].heard, two[i].heard);
        EXPECT_EQ(one[i].said, two[i].said);
    }
}

TEST_F(HarnessTest, GoesOnFromASavedInstantAsTheFirstTime) {
    MatchHarness match(matchSettings());
    for (int i = 0; i < kAgents; ++i) {
        match.add(settingsOf(i), std::make_unique<behavior::StandAndLook>());
    }
    const auto run = [&](int cycles) {
        std::vector<Talk> talks(kAgents);
        for (int i = 0; i < cycles; ++i) {
            match.cycle();
            for (std::size_t k = 0; k < kAgents; ++k) {
                note(talks[k], match.frame(k));
            }
        }
        return talks;
    };
    run(150);
    const auto saved = match.save();
    const std::uint64_t hashThen = match.simulation().stateHash();
    const std::vector<Talk> first = run(300);
    const std::uint64_t hashAfter = match.simulation().stateHash();
    for (int again = 0; again < 2; ++again) {
        ASSERT_TRUE(match.restore(*saved));
        EXPECT_EQ(match.simulation().stateHash(), hashThen);
        const std::vector<Talk> second = run(300);
        for (std::size_t k = 0; k < kAgents; ++k) {
            EXPECT_EQ(first[k].heard, second[k].heard);
            EXPECT_EQ(first[k].said, second[k].said);
        }
        EXPECT_EQ(match.simulation().stateHash(), hashAfter);
    }
}

TEST_F(HarnessTest, AStateFromBeforeAnAgentCameIsRefused) {
    MatchHarness match(matchSettings());
    match.add(settingsOf(0), nullptr);
    match.cycle();
    const auto saved = match.save();
    match.add(settingsOf(1), nullptr);
    match.cycle();
    const auto restored = match.restore(*saved);
    ASSERT_FALSE(restored);
    EXPECT_EQ(restored.error().code, base::ErrorCode::InvalidArgument);
}

TEST_F(HarnessTest, WhoIsRemovedIsGoneAndTheOthersPlayOn) {
    MatchHarness match(matchSettings());
    match.add(settingsOf(0), nullptr);
    match.add(settingsOf(1), nullptr);
    for (int i = 0; i < 20; ++i) {
        match.cycle();
    }
    match.remove(0);
    const std::uint64_t before = match.agent(0).cycleCount();
    const std::uint64_t other = match.agent(1).cycleCount();
    for (int i = 0; i < 20; ++i) {
        match.cycle();
    }
    EXPECT_EQ(match.simulation().agents().size(), 1U);
    EXPECT_EQ(match.agent(0).cycleCount(), before);
    EXPECT_EQ(match.agent(1).cycleCount(), other + 20);
}

} // namespace
} // namespace sideline::simulator::tests
