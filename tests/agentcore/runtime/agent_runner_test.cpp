// An agent with a scripted server, valid and invalid.
#include "agentcore/runtime/agent_runner.h"

#include <cmath>
#include <memory>
#include <new>
#include <semaphore>
#include <string>

#include <gtest/gtest.h>

#include "agentcore/behavior/stand_and_look.h"
#include "agentcore/net/asio.h"
#include "agentcore/robot/nao.h"
#include "tests/agentcore/runtime/agent_fixture.h"

namespace sideline::runtime {
namespace {

using tests::Clock;
using tests::quickSettings;
using tests::ScriptedServer;

// Turns the head to a fixed angle.
class TurnsHead final : public behavior::Behavior {
public:
    [[nodiscard]] std::string_view name() const override { return "turns its head"; }
    behavior::Status update(const behavior::Context& /*context*/,
                            behavior::ActionRequest& request) override {
        request.targetRad[0] = 1.0;
        request.say = says;
        return behavior::Status::Running;
    }
    [[nodiscard]] std::unique_ptr<behavior::Behavior> clone() const override {
        return std::make_unique<TurnsHead>(*this);
    }
    std::string says;
};

class AgentRunnerTest : public ::testing::Test {
protected:
    void start(AgentSettings settings, std::unique_ptr<behavior::Behavior> behavior = nullptr) {
        runner = std::make_unique<AgentRunner>(std::move(settings), std::move(behavior),
                                               std::vector<world::FrameSink*>{&log});
    }
    void start() { start(quickSettings(server.port())); }
    bool reaches(LinkState link) {
        return server.runUntil([&] { return runner->state().link == link; });
    }
    /// A cycle of a player; returns its reply.
    std::string answer(std::string_view percepts = {}) {
        server.sense(percepts);
        EXPECT_TRUE(server.hear());
        return server.messages.back();
    }
    /// The reply after a command has taken effect.
    template <typename Done>
    bool answers(const Done& done) {
        for (int i = 0; i < 200; ++i) {
            if (done(answer())) {
                return true;
            }
        }
        return false;
    }
    /// Lets pending bytes reach the agent.
    void serveShortly() {
        int rounds = 0;
        EXPECT_TRUE(server.runUntil([&] { return ++rounds > 10; }));
    }
    bool answersWith(std::string_view text) {
        return answers(
            [&](const std::string& said) { return said.find(text) != std::string::npos; });
    }

    ScriptedServer server;
    tests::FrameLog log;
    std::unique_ptr<AgentRunner> runner;
};

// Fails in its tenth cycle.
class Fails final : public behavior::Behavior {
public:
    [[nodiscard]] std::string_view name() const override { return "fails"; }
    behavior::Status update(const behavior::Context& /*context*/,
                            behavior::ActionRequest& /*request*/) override {
        if (++m_cycles == 10) {
            throw std::bad_alloc();
        }
        return behavior::Status::Running;
    }
    [[nodiscard]] std::unique_ptr<behavior::Behavior> clone() const override {
        return std::make_unique<Fails>(*this);
    }

private:
    int m_cycles = 0;
};

TEST_F(AgentRunnerTest, ThrowingBehaviorStopsOnlyItsAgent) {
    start(quickSettings(server.port()), std::make_unique<Fails>());
    ASSERT_TRUE(server.letJoin());
    const bool hasStopped = server.runUntil([&] {
        server.sense({});
        return runner->state().link == LinkState::Stopped;
    });
    ASSERT_TRUE(hasStopped);
    EXPECT_EQ(runner->state().fault,
              "the agent ran out of memory; expected a smaller input, or more free memory");
    runner->post(command::Control{true}); // ignored without an error
}

TEST_F(AgentRunnerTest, JoinsInTheServersOrder) {
    AgentSettings settings = quickSettings(server.port());
    settings.typeNumber = 2;
    settings.beam_F = Eigen::Vector3d(-3.5, 1.25, M_PI_2);
    start(settings);
    ASSERT_TRUE(server.letJoin());
    ASSERT_EQ(server.messages.size(), 3U);
    EXPECT_EQ(server.messages[0], "(scene rsg/agent/nao/nao_hetero.rsg 2)");
    EXPECT_EQ(server.messages[1], "(init (unum 4)(teamname Sideline))");
    EXPECT_NE(server.messages[2].find("(beam -3.5 1.25 90)"), std::string::npos);
    EXPECT_EQ(answer().find("(beam"), std::string::npos);
    ASSERT_TRUE(reaches(LinkState::Playing));
    EXPECT_EQ(runner->state().fault, "");
    EXPECT_EQ(runner->state().connections, 1U);

    ASSERT_TRUE(log.waitFor([](const auto& frame) { return frame.cycle == 2; }));
    const auto frame = log.last();
    EXPECT_EQ(frame->identity.robot.unum.value(), 4);
    EXPECT_EQ(frame->identity.robot.side, game::Side::Left);
    EXPECT_EQ(frame->commandText, server.messages.back());
    EXPECT_EQ(frame->perceptText.substr(0, 19), "(time (now 10.06))(");
    EXPECT_GT(frame->timing.senseToAct.count(), 0);
    const auto taken = runner->takeFrame();
    ASSERT_TRUE(taken);
    EXPECT_EQ((*taken)->cycle, 2U);
    EXPECT_FALSE(runner->takeFrame());
}

TEST_F(AgentRunnerTest, FallenRobotIsBeamedAgainBeforeKickOff) {
    AgentSettings settings = quickSettings(server.port());
    settings.beam_F = Eigen::Vector3d(-3, 0, 0);
    start(settings);
    ASSERT_TRUE(server.letJoin());
    server.acceleration = "9.81 0.00 0.00"; // on its side
    int beams = 0;
    for (int i = 0; i < 250; ++i) {
        beams += answer().find("(beam") == std::string::npos ? 0 : 1;
    }
    EXPECT_GE(beams, 1);
    EXPECT_LE(beams, 2) << "it is given the time to fall down";
}

TEST_F(AgentRunnerTest, EndsMessagesWithSynInSyncMode) {
    AgentSettings settings = quickSettings(server.port());
    settings.isSync = true;
    start(settings);
    ASSERT_TRUE(server.letJoin());
    for (const std::string& message : server.messages) {
        EXPECT_EQ(message.substr(message.size() - 5), "(syn)") << message;
    }
    ASSERT_TRUE(log.waitFor([](const auto& frame) { return frame.cycle == 1; }));
    EXPECT_EQ(log.last()->commandText + "(syn)", server.messages.back());
}

TEST_F(AgentRunnerTest, SaysAndBeamsOnCommand) {
    start();
    ASSERT_TRUE(server.letJoin());
    runner->post(command::Say{"hello"});
    EXPECT_TRUE(answersWith("(say hello)"));
    EXPECT_EQ(answer().find("(say"), std::string::npos) << "it is sent once";
    runner->post(command::Beam{{-1.0, 2.0, 0.0}});
    EXPECT_TRUE(answersWith("(beam -1 2 0)"));

    runner->post(command::Say{"two words"});
    EXPECT_TRUE(answers([&](const std::string&) { return log.hasLine("cannot say 'two words'"); }));
}

TEST_F(AgentRunnerTest, NewBehaviorTakesOver) {
    start();
    ASSERT_TRUE(server.letJoin());
    EXPECT_NE(answer().find("(he1 0)"), std::string::npos);
    auto turning = std::make_shared<TurnsHead>();
    turning->says = "turning";
    runner->post(command::Behave{turning});
    EXPECT_TRUE(answersWith("(say turning)"));
    EXPECT_EQ(server.messages.back().find("(he1 0)"), std::string::npos);
}

TEST_F(AgentRunnerTest, TargetsAreIgnoredWithoutControl) {
    start();
    ASSERT_TRUE(server.letJoin());
    runner->post(command::JointTargets{{{robot::JointId(0), 0.5}}, 0.0});
    runner->post(command::Say{"later"});
    ASSERT_TRUE(answersWith("(say later)"));
    EXPECT_NE(server.messages.back().find("(he1 0)"), std::string::npos);
    runner->post(command::Control{true});
    runner->post(command::JointTargets{{{robot::JointId(0), 0.5}}, 0.1});
    EXPECT_TRUE(answersWith("(he1 0.1)"));
    ASSERT_TRUE(log.waitFor([](const auto& frame) { return frame.decision.isUserControlled; }));
}

TEST_F(AgentRunnerTest, DamagedMessagesAreCountedAndSurvived) {
    start();
    ASSERT_TRUE(server.letJoin());
    server.say("(time (now");
    ASSERT_TRUE(server.hear());
    server.say(std::string("\0\xff((((", 6));
    ASSERT_TRUE(server.hear());
    answer("(XYZ (n what))");
    ASSERT_TRUE(log.waitFor([](const auto& frame) { return frame.counters.unknownPercepts == 1; }));
    EXPECT_EQ(log.last()->counters.damagedMessages, 2U);
    EXPECT_EQ(runner->state().link, LinkState::Playing);
    ASSERT_EQ(log.last()->lines.size(), 1U);
    EXPECT_EQ(log.last()->lines[0], "unknown XYZ percept: (XYZ (n what))");
}

TEST_F(AgentRunnerTest, NanJointKeepsItsLastAngle) {
    start();
    ASSERT_TRUE(server.letJoin());
    const std::size_t knee = robot::naoModel(robot::NaoType::Standard).findJoint("llj4").index();
    answer("(HJ (n llj4) (ax -30.00))");
    const std::string said = answer("(HJ (n llj4) (ax nan))");
    EXPECT_EQ(said.find("nan"), std::string::npos) << said;
    ASSERT_TRUE(log.waitFor([](const auto& frame) { return frame.counters.unknownPercepts == 1; }));
    EXPECT_NEAR(log.last()->body.joints[knee].measuredRad, -30.0 * M_PI / 180.0, 1e-9);
}

TEST_F(AgentRunnerTest, CountsMissedCycles) {
    start();
    ASSERT_TRUE(server.letJoin());
    server.say("(time (now 10.14))(GS (t 0.00) (pm PlayOn))");
    ASSERT_TRUE(server.hear());
    ASSERT_TRUE(log.waitFor([](const auto& frame) { return frame.counters.missedCycles == 4; }));
    EXPECT_EQ(log.last()->game.playMode, game::PlayMode::PlayOn);
}

// Takes as long for a cycle as the test allows.
class Ponders final : public behavior::Behavior {
public:
    explicit Ponders(std::counting_semaphore<>& cycles) : m_cycles(cycles) {}
    [[nodiscard]] std::string_view name() const override { return "ponders"; }
    behavior::Status update(const behavior::Context& /*context*/,
                            behavior::ActionRequest& /*request*/) override {
        m_cycles.acquire();
        return behavior::Status::Running;
    }
    [[nodiscard]] std::unique_ptr<behavior::Behavior> clone() const override {
        return std::make_unique<Ponders>(m_cycles);
    }

private:
    std::counting_semaphore<>& m_cycles;
};

TEST_F(AgentRunnerTest, CountsAnswersAfterTheNextMessage) {
    std::counting_semaphore<> cycles(10);
    start(quickSettings(server.port()), std::make_unique<Ponders>(cycles));
    ASSERT_TRUE(server.letJoin());
    for (int i = 0; i < 8; ++i) { // messages 3 to 10
        answer();
    }
    ASSERT_TRUE(log.waitFor([](const auto& frame) { return frame.cycle == 9; }));
    EXPECT_EQ(log.last()->counters.lateAnswers, 0U);
    while (cycles.try_acquire()) { // cycles before joining decide nothing
    }
    server.sense(); // its answer waits for the semaphore
    server.sense();
    for (int i = 0; i < 20; ++i) { // both have left, also on a busy machine
        serveShortly();
    }
    cycles.release(2);
    ASSERT_TRUE(server.hear(2));
    ASSERT_TRUE(log.waitFor([](const auto& frame) { return frame.cycle == 11; }));
    EXPECT_EQ(log.last()->counters.lateAnswers, 1U) << "the second answer is punctual";
    EXPECT_EQ(log.last()->counters.missedCycles, 0U);
    cycles.release(100); // it may end
}

// Servers send the first messages without waiting, even in sync mode.
TEST_F(AgentRunnerTest, AnswersToTheFirstMessagesAreNeverLate) {
    std::counting_semaphore<> cycles(2);
    start(quickSettings(server.port()), std::make_unique<Ponders>(cycles));
    ASSERT_TRUE(server.letJoin());
    for (int i = 0; i < 4; ++i) { // messages 3 to 6
        server.sense();
    }
    serveShortly();
    cycles.release(100);
    ASSERT_TRUE(server.hear(4));
    ASSERT_TRUE(log.waitFor([](const auto& frame) { return frame.cycle == 5; }));
    EXPECT_EQ(log.last()->counters.lateAnswers, 0U);
}

TEST_F(AgentRunnerTest, SilentServerIsReportedAndAwaited) {
    start();
    ASSERT_TRUE(server.letJoin());
    ASSERT_TRUE(reaches(LinkState::Playing));
    ASSERT_TRUE(reaches(LinkState::Silent));
    EXPECT_NE(runner->state().fault.find("has sent nothing for"), std::string::npos);
    answer();
    ASSERT_TRUE(reaches(LinkState::Playing));
    EXPECT_EQ(runner->state().fault, "");
    EXPECT_EQ(runner->state().connections, 1U);
}

TEST_F(AgentRunnerTest, ReconnectsAfterBrokenLink) {
    start();
    ASSERT_TRUE(server.letJoin());
    ASSERT_TRUE(reaches(LinkState::Playing));
    server.close();
    ASSERT_TRUE(server.letJoin());
    ASSERT_TRUE(reaches(LinkState::Playing));
    EXPECT_EQ(runner->state().connections, 2U);
    answer();
    ASSERT_TRUE(log.waitFor([](const auto& frame) { return frame.counters.reconnects == 1; }));
    EXPECT_EQ(log.last()->identity.robot.side, game::Side::Left);
}

TEST_F(AgentRunnerTest, MissingNumberIsARejection) {
    start();
    ASSERT_TRUE(server.hear());
    server.sense();
    ASSERT_TRUE(server.hear()) << "it asks for its number";
    for (int i = 0; i < 30; ++i) {
        server.sense();
    }
    ASSERT_TRUE(server.runUntil([&] { return server.closed > 0; }));
    ASSERT_TRUE(server.runUntil([&] {
        return runner->state().fault.find("did not assign number 4 in team Sideline") !=
               std::string::npos;
    }));
    EXPECT_EQ(runner->state().connections, 0U);
}

TEST_F(AgentRunnerTest, ImmediateCloseIsARejection) {
    AgentSettings settings = quickSettings(server.port());
    settings.longestRetry = std::chrono::milliseconds(200);
    settings.firstRetry = std::chrono::milliseconds(200);
    start(settings);
    ASSERT_TRUE(server.runUntil([&] { return !server.connections.empty(); }));
    server.close();
    ASSERT_TRUE(reaches(LinkState::Refused));
    EXPECT_NE(runner->state().fault.find("before sending anything"), std::string::npos);
    ASSERT_TRUE(server.letJoin());
    ASSERT_TRUE(reaches(LinkState::Playing));
}

TEST_F(AgentRunnerTest, CloseAfterNumberRequestIsARejection) {
    AgentSettings settings = quickSettings(server.port());
    settings.firstRetry = settings.longestRetry = std::chrono::seconds(10);
    start(settings);
    ASSERT_TRUE(server.hear());
    server.sense();
    ASSERT_TRUE(server.hear());
    server.close();
    ASSERT_TRUE(reaches(LinkState::Refused));
    EXPECT_NE(runner->state().fault.find("when requesting number 4"), std::string::npos);
}

TEST_F(AgentRunnerTest, OtherServerIsAbandoned) {
    AgentSettings settings = quickSettings(server.port());
    settings.firstRetry = settings.longestRetry = std::chrono::seconds(10);
    start(settings);
    ASSERT_TRUE(server.hear());
    for (int i = 0; i < 60; ++i) {
        server.say("((FieldLength 30)(FieldWidth 20))(RSG 0 1)");
    }
    ASSERT_TRUE(reaches(LinkState::Refused));
    EXPECT_NE(runner->state().fault.find("contained no percepts"), std::string::npos);
}

// A server that violates the framing.
class RawServer {
public:
    RawServer() : m_acceptor(m_context, {net::asio::ip::make_address("127.0.0.1"), 0}) {}
    [[nodiscard]] std::uint16_t port() const { return m_acceptor.local_endpoint().port(); }
    void accept() { m_socket.emplace(m_acceptor.accept()); }
    void send(std::string_view bytes) { net::asio::write(*m_socket, net::asio::buffer(bytes)); }
    void close() { m_socket.reset(); }

private:
    net::asio::io_context m_context;
    net::Tcp::acceptor m_acceptor;
    std::optional<net::Tcp::socket> m_socket;
};

TEST_F(AgentRunnerTest, FourGigabyteMessageEndsTheLink) {
    RawServer raw;
    AgentSettings settings = quickSettings(raw.port());
    settings.firstRetry = settings.longestRetry = std::chrono::milliseconds(500);
    start(settings);
    raw.accept();
    raw.send("\xff\xff\xff\xff(time (now");
    ASSERT_TRUE(server.runUntil([&] { return !runner->state().fault.empty(); }));
    EXPECT_NE(runner->state().fault.find("4294967295"), std::string::npos) << runner->state().fault;
    raw.accept(); // it reconnects
}

TEST_F(AgentRunnerTest, IncompleteMessageAtEndIsAnError) {
    RawServer raw;
    AgentSettings settings = quickSettings(raw.port());
    settings.firstRetry = settings.longestRetry = std::chrono::milliseconds(500);
    start(settings);
    raw.accept();
    raw.send(std::string("\0\0\0\x20(time (now", 14));
    ASSERT_TRUE(reaches(LinkState::Silent));
    raw.close();
    ASSERT_TRUE(reaches(LinkState::Refused));
    EXPECT_FALSE(runner->state().fault.empty());
    raw.accept();
}

TEST_F(AgentRunnerTest, WaitsAndReportsWithoutServer) {
    std::uint16_t port = 0;
    {
        const ScriptedServer gone;
        port = gone.port();
    }
    start(quickSettings(port));
    ASSERT_TRUE(reaches(LinkState::Waiting));
    EXPECT_NE(runner->state().fault.find("connection refused"), std::string::npos);
    for (int i = 0; i < 1000; ++i) {
        runner->post(command::JointTargets{{{robot::JointId(0), 0.5}}, 0.0});
    }
    ScriptedServer late(port);
    ASSERT_TRUE(late.letJoin());
    ASSERT_TRUE(late.runUntil([&] { return runner->state().link == LinkState::Playing; }));
}

TEST_F(AgentRunnerTest, StopsQuicklyInEveryState) {
    const auto stopsQuickly = [this] {
        const auto begin = Clock::now();
        runner.reset();
        return Clock::now() - begin < std::chrono::milliseconds(1000); // 50 ms on an idle machine
    };
    AgentSettings slow = quickSettings(server.port());
    slow.firstRetry = slow.longestRetry = slow.silence = std::chrono::seconds(20);
    start(slow);
    ASSERT_TRUE(server.hear());
    EXPECT_TRUE(stopsQuickly()) << "before anything came";

    start(slow);
    ASSERT_TRUE(server.letJoin());
    EXPECT_TRUE(stopsQuickly()) << "without messages";

    start(slow);
    ASSERT_TRUE(server.hear());
    server.close();
    ASSERT_TRUE(reaches(LinkState::Refused));
    EXPECT_TRUE(stopsQuickly()) << "between two attempts";

    slow.host = "192.0.2.1"; // a reserved documentation address
    start(slow);
    EXPECT_TRUE(stopsQuickly()) << "without a reply";
}

TEST_F(AgentRunnerTest, StopIsPermanent) {
    start();
    ASSERT_TRUE(server.letJoin());
    runner->stop();
    ASSERT_TRUE(reaches(LinkState::Stopped));
    ASSERT_TRUE(server.runUntil([&] { return server.closed == 1; }));
}

TEST_F(AgentRunnerTest, InvalidSettingsStopIt) {
    AgentSettings settings = quickSettings(server.port());
    settings.team = "two words";
    start(settings);
    EXPECT_EQ(runner->state().link, LinkState::Stopped);
    EXPECT_NE(runner->state().fault.find("two words"), std::string::npos);
}

} // namespace
} // namespace sideline::runtime
