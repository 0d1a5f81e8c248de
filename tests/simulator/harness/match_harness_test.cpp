// Compares agents in process with agents over TCP, and tests saved and restored matches.
#include "simulator/harness/match_harness.h"

#include <algorithm>
#include <bit>
#include <iterator>
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

// They connect one after the other, as in a real match.
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

// All messages that an agent has received and sent.
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
            // The messages of the last cycle have arrived.
            EXPECT_TRUE(serveUntil([&] {
                return std::ranges::all_of(agents, [&](const auto& agent) {
                    return server->simulation().answerCount(agent->id) == agent->syns;
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

TEST_F(HarnessTest, FourAgentsExchangeTheSameBytesAsOverTcp) {
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

TEST_F(HarnessTest, ResultDoesNotDependOnThreadCount) {
    const std::vector<Talk> one = playInProcess(1);
    const std::vector<Talk> two = playInProcess(2);
    for (std::size_t i = 0; i < kAgents; ++i) {
        EXPECT_EQ(one[i].heard, two[i].heard);
        EXPECT_EQ(one[i].said, two[i].said);
    }
}

TEST_F(HarnessTest, ContinuesIdenticallyFromSavedState) {
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

// A match with all events that percepts can report: messages, collisions, falls, a restart, a ball
// in the air.
class BusyMatch {
public:
    BusyMatch(const SimulationSettings& settings, Messages messages) : m_match(settings) {
        for (int i = 0; i < kAgents; ++i) {
            // One of them keeps using text, to test both kinds together.
            m_match.add(settingsOf(i), std::make_unique<behavior::StandAndLook>(),
                        i == 2 ? Messages::Text : messages);
        }
    }

    void cycle() {
        const auto agent = static_cast<std::size_t>(m_cycle % kAgents);
        if (m_cycle % 37 == 5) {
            m_match.agent(agent).obey(runtime::command::Say{"word" + std::to_string(m_cycle)});
        }
        if (m_cycle == 150) {
            EXPECT_TRUE(m_match.simulation().apply(monitor::SetPlayMode{game::PlayMode::PlayOn}));
        }
        RobotBody* body = m_match.simulation().body(m_match.idOf(agent));
        if (m_cycle % 90 == 80 && body != nullptr) {
            const robot::BodyId torso(std::int32_t{0});
            body->push(torso, body->pose(torso).p, {900.0, 200.0, 0.0});
        }
        if (m_cycle % 100 == 60) {
            monitor::BallCommand ball;
            ball.p_SBall = Eigen::Vector3d(-1.0, 0.5, 0.3);
            ball.velocity_SMps = Eigen::Vector3d(2.0, 1.0, 2.0);
            EXPECT_TRUE(m_match.simulation().apply(ball));
        }
        m_match.cycle();
        ++m_cycle;
    }
    [[nodiscard]] MatchHarness& match() { return m_match; }

private:
    MatchHarness m_match;
    int m_cycle = 0;
};

// All values except times and texts, as bits.
std::vector<std::uint64_t> bitsOf(const world::AgentFrame& frame) {
    std::vector<std::uint64_t> bits;
    const auto add = [&](double value) { bits.push_back(std::bit_cast<std::uint64_t>(value)); };
    const auto addAll = [&](const auto& matrix) {
        for (Eigen::Index i = 0; i < matrix.size(); ++i) {
            add(matrix.data()[i]);
        }
    };
    bits.push_back(frame.cycle);
    add(frame.game.serverTimeS);
    add(frame.game.gameTimeS);
    bits.push_back(frame.game.playMode ? static_cast<std::uint64_t>(*frame.game.playMode) : 99U);
    bits.push_back(frame.counters.unknownPercepts + frame.counters.damagedMessages);
    for (const world::JointBelief& joint : frame.body.joints) {
        addAll(Eigen::Vector4d(joint.measuredRad, joint.expectedRad, joint.targetRad,
                               joint.commandRadPerS));
    }
    addAll(frame.body.gyro_TRadPerS);
    addAll(frame.body.acceleration_TMps2);
    for (const world::ForceBelief& force : frame.body.forces) {
        addAll(force.center_Body);
        addAll(force.force_BodyN);
    }
    addAll(frame.body.pose.X_ST.R);
    addAll(frame.body.pose.X_ST.p);
    addAll(frame.body.pose.covariance);
    addAll(frame.body.pose.velocity_SMps);
    addAll(frame.world.ball.p_F);
    addAll(frame.world.ball.velocity_FMps);
    addAll(frame.world.ball.covariance);
    for (const world::PlayerBelief& player : frame.world.players) {
        bits.push_back(static_cast<std::uint64_t>(player.unum));
        bits.push_back(player.isTeammate ? 1U : 0U);
        addAll(player.p_F);
        addAll(player.velocity_FMps);
        add(player.headingRad);
    }
    for (const world::SeenLine& line : frame.world.lines) {
        addAll(line.from_F);
        addAll(line.to_F);
    }
    for (const world::SeenLandmark& landmark : frame.world.landmarks) {
        addAll(landmark.p_F);
    }
    for (const world::WorldBelief::Heard& heard : frame.world.heard) {
        add(heard.directionRad);
        add(heard.ageS);
        bits.push_back(std::hash<std::string>()(heard.team + ' ' + heard.text));
    }
    return bits;
}

TEST_F(HarnessTest, AgentsWithValuesBehaveIdentically) {
    BusyMatch withText(matchSettings(), Messages::Text);
    SimulationSettings onThreads = matchSettings();
    onThreads.threadCount = 2;
    BusyMatch withValues(onThreads, Messages::Values);
    std::size_t heard = 0;
    std::size_t seen = 0;
    std::size_t forces = 0;
    for (int i = 0; i < kCycles; ++i) {
        withText.cycle();
        withValues.cycle();
        for (std::size_t k = 0; k < kAgents; ++k) {
            const world::AgentFrame& expected = withText.match().frame(k);
            const world::AgentFrame& frame = withValues.match().frame(k);
            ASSERT_EQ(bitsOf(frame), bitsOf(expected)) << "agent " << k << ", cycle " << i;
            ASSERT_EQ(frame.lines, expected.lines);
            ASSERT_EQ(frame.perceptText.empty(), k != 2 || i < 2);
            heard += frame.world.heard.size();
            seen += frame.world.players.size();
            forces += frame.body.forces.size();
        }
        // Moving objects, motor commands and the text of the next percepts.
        ASSERT_EQ(withValues.match().simulation().stateHash(),
                  withText.match().simulation().stateHash())
            << "cycle " << i;
    }
    EXPECT_GT(heard, 50U);
    EXPECT_GT(seen, 1000U);
    EXPECT_GT(forces, 1000U);
}

TEST_F(HarnessTest, AgentsWithValuesContinueFromSavedState) {
    BusyMatch busy(matchSettings(), Messages::Values);
    for (int i = 0; i < 200; ++i) {
        busy.cycle();
    }
    MatchHarness& match = busy.match();
    const auto saved = match.save();
    const std::uint64_t hashThen = match.simulation().stateHash();
    const auto run = [&] {
        std::vector<std::uint64_t> bits;
        for (int i = 0; i < 100; ++i) {
            match.cycle();
            for (std::size_t k = 0; k < kAgents; ++k) {
                std::ranges::copy(bitsOf(match.frame(k)), std::back_inserter(bits));
            }
            bits.push_back(match.simulation().stateHash());
        }
        return bits;
    };
    const std::vector<std::uint64_t> first = run();
    ASSERT_TRUE(match.restore(*saved));
    EXPECT_EQ(match.simulation().stateHash(), hashThen);
    EXPECT_EQ(run(), first);
}

TEST_F(HarnessTest, FallsBackToTextWhereValuesCannotRepresentIt) {
    SimulationSettings settings = matchSettings();
    settings.sensors.groundTruth = true;
    BusyMatch withText(settings, Messages::Text);
    BusyMatch withValues(settings, Messages::Values);
    bool saw = false;
    for (int i = 0; i < 200; ++i) {
        withText.cycle();
        withValues.cycle();
        const world::AgentFrame& frame = withValues.match().frame(0);
        saw = saw || frame.world.hasVision;
        EXPECT_EQ(bitsOf(frame), bitsOf(withText.match().frame(0)));
        EXPECT_EQ(frame.world.hasVision, !frame.perceptText.empty());
    }
    EXPECT_TRUE(saw);
}

TEST_F(HarnessTest, RejectsStateFromBeforeAgentJoined) {
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

TEST_F(HarnessTest, RejectsStateFromBeforeAgentJoinedAndLeft) {
    MatchHarness match(matchSettings());
    match.add(settingsOf(0), nullptr);
    match.cycle();
    const auto saved = match.save();
    match.remove(
        match.add(settingsOf(1), nullptr)); // the simulation has the same number of agents again
    const auto restored = match.restore(*saved);
    ASSERT_FALSE(restored);
    EXPECT_EQ(restored.error().code, base::ErrorCode::InvalidArgument);
}

// The same commands passed directly to the simulation, two cycles after the percepts that they
// reply to.
TEST_F(HarnessTest, ScriptRepliesTakeEffectTwoCyclesLater) {
    constexpr const char* kScene = "(scene rsg/agent/nao/nao_hetero.rsg 0)";
    const auto answerTo = [](std::size_t message) {
        return message == 0 ? std::string("(init (unum 1)(teamname Us))")
                            : "(he1 " + std::to_string(message % 3) + ")";
    };
    MatchHarness match(matchSettings());
    std::vector<std::string> heard;
    const std::size_t script = match.addScript(kScene, [&](std::string_view percepts) {
        heard.emplace_back(percepts);
        return answerTo(heard.size() - 1);
    });
    Simulation alone(matchSettings());
    const AgentId agent = alone.addAgent();
    std::string answer = kScene;
    std::size_t messages = 0;
    for (int i = 0; i < 100; ++i) {
        match.cycle();
        alone.receive(agent, answer);
        const std::string percepts(alone.percepts(agent));
        answer = percepts.empty() ? std::string() : answerTo(messages++);
        alone.cycle();
        ASSERT_EQ(match.simulation().percepts(match.idOf(script)), alone.percepts(agent));
        ASSERT_EQ(heard.size(), messages);
    }
    EXPECT_GT(messages, 90U);
    EXPECT_EQ(match.simulation().stateHash(), alone.stateHash());
    const auto saved = match.save();
    EXPECT_TRUE(match.restore(*saved)) << "also with scripts";
}

TEST_F(HarnessTest, RemovedAgentDisappearsAndOthersContinue) {
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
