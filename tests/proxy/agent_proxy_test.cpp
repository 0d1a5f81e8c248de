// Tests the proxy between agents and servers, and its recordings.
#include "proxy/agent_proxy.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/behavior/stand_and_look.h"
#include "agentcore/net/frame_client.h"
#include "logs/session/agent_recording.h"
#include "logs/session/session_reader.h"
#include "proxy/event_queue.h"
#include "proxy/link_recorder.h"
#include "proxy/recording_folder.h"
#include "tests/agentcore/runtime/agent_fixture.h"
#include "tests/logs/session/session_files.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/test_files.h"

namespace sideline::proxy {
namespace {

using runtime::tests::Clock;
using runtime::tests::ScriptedServer;
using runtime::tests::soon;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

// Collects frames in the order of arrival; complete once the proxy has stopped.
class FrameList : public world::FrameSink {
public:
    void take(const world::AgentFramePtr& frame) override {
        const std::scoped_lock lock(m_mutex);
        // Frames are reused, so a test copies what it compares.
        m_texts[frame->perceptText] = frame->commandText;
        m_last = frame;
        ++m_count;
    }
    [[nodiscard]] std::size_t count() const {
        const std::scoped_lock lock(m_mutex);
        return m_count;
    }
    [[nodiscard]] std::map<std::string, std::string> texts() const {
        const std::scoped_lock lock(m_mutex);
        return m_texts;
    }
    [[nodiscard]] world::AgentFramePtr last() const {
        const std::scoped_lock lock(m_mutex);
        return m_last;
    }

private:
    mutable std::mutex m_mutex;
    std::map<std::string, std::string> m_texts;
    world::AgentFramePtr m_last;
    std::size_t m_count = 0;
};

class ListPlace : public RecordingPlace {
public:
    explicit ListPlace(std::shared_ptr<FrameList> frames) : m_frames(std::move(frames)) {}
    base::Expected<std::shared_ptr<world::FrameSink>> openFrames(
        const std::string& /*name*/, const world::AgentIdentity& /*identity*/,
        std::chrono::nanoseconds /*firstAt*/) override {
        return m_frames;
    }
    base::Expected<std::shared_ptr<MessageSink>> openMessages(const std::string&) override {
        return base::failure(base::ErrorCode::UnsupportedFormat, "only frames", "frames");
    }

private:
    std::shared_ptr<FrameList> m_frames;
};

class AgentProxyTest : public ::testing::Test {
protected:
    AgentProxy& proxy(std::uint16_t server, AgentProxySettings settings = {}) {
        settings.relay.serverPort = server;
        settings.look = std::chrono::milliseconds(1);
        auto started = AgentProxy::start(std::move(settings));
        if (!started) {
            throw std::runtime_error(started.error().toString());
        }
        m_proxy = std::move(*started);
        return *m_proxy;
    }
    // Returns settings that record into the folder of the test.
    AgentProxySettings toFolder(logs::SessionWriterOptions options = {}) {
        AgentProxySettings settings;
        settings.makePlace = [folder = m_folder.path(), options] {
            return std::make_unique<RecordingFolder>(
                RecordingFolder::Settings{folder,
                                          [] {
                                              logs::SessionInfo info;
                                              info.begunSteady = Clock::now().time_since_epoch();
                                              return info;
                                          },
                                          options});
        };
        return settings;
    }
    // Returns all lines so far as one text.
    std::string lines() {
        for (const std::string& line : m_proxy->takeLines()) {
            m_lines += line + "\n";
        }
        return m_lines;
    }
    bool says(const std::string& text) {
        for (const auto deadline = soon(); Clock::now() < deadline; std::this_thread::yield()) {
            if (lines().find(text) != std::string::npos) {
                return true;
            }
        }
        return false;
    }
    net::FrameClient connect() const {
        auto client = net::FrameClient::connect("127.0.0.1", m_proxy->port());
        if (!client) {
            throw std::runtime_error(client.error().toString());
        }
        return std::move(*client);
    }

    tests::TempDir m_folder;
    std::unique_ptr<AgentProxy> m_proxy;

private:
    std::string m_lines;
};

constexpr const char* kScene = "(scene rsg/agent/nao/nao_hetero.rsg 0)";

TEST_F(AgentProxyTest, RecordsWhatTheAgentItselfRecords) {
    std::uint16_t port = 0;
    const auto simulator = runtime::tests::startSimulator(port);
    const auto seen = std::make_shared<FrameList>();
    FrameList own;
    AgentProxySettings settings;
    settings.makePlace = [seen] { return std::make_unique<ListPlace>(seen); };
    const AgentProxy& proxied = proxy(port, std::move(settings));
    {
        runtime::AgentSettings agent = runtime::tests::quickSettings(proxied.port());
        agent.isSync = true;
        agent.silence = std::chrono::seconds(3);
        agent.beam_F = Eigen::Vector3d(-3.0, 1.0, 0.0);
        const runtime::AgentRunner runner(agent, std::make_unique<behavior::StandAndLook>(),
                                          {&own});
        for (const auto deadline = soon(); own.count() < 200 && Clock::now() < deadline;) {
            std::this_thread::yield();
        }
    }
    m_proxy->stop();
    const auto texts = seen->texts();
    int missing = 0; // except for the last message, which may be unanswered
    for (const auto& [percepts, commands] : own.texts()) {
        const auto found = texts.find(percepts);
        missing += found == texts.end() || found->second != commands ? 1 : 0;
    }
    EXPECT_LE(missing, 1);
    EXPECT_GE(seen->count(), own.count());
    const auto last = seen->last();
    ASSERT_TRUE(last);
    EXPECT_EQ(last->identity.team, "Sideline");
    EXPECT_EQ(last->identity.robot, own.last()->identity.robot);
    EXPECT_EQ(last->identity.model, own.last()->identity.model);
    EXPECT_TRUE(world::isObserved(*last));
    const ProxyStatus status = m_proxy->status();
    EXPECT_EQ(status.links, 0U);
    EXPECT_EQ(status.connections, 1U);
    EXPECT_GE(status.messages, 400U);
    EXPECT_EQ(status.dropped, 0U);
    EXPECT_GT(status.delayP50Ms, 0.0);
}

TEST_F(AgentProxyTest, NamesRecordingsByTeamAndNumber) {
    ScriptedServer server;
    proxy(server.port(), toFolder());
    for (int i = 0; i < 2; ++i) {
        net::FrameClient client = connect();
        ASSERT_TRUE(client.send(kScene));
        ASSERT_TRUE(server.hear());
        server.sense();
        ASSERT_TRUE(client.receive(soon()));
        ASSERT_TRUE(client.send("(init (unum 0)(teamname a/b))"));
        ASSERT_TRUE(server.hear());
        server.senseNumber(9, "right"); // the agent requested any number
        ASSERT_TRUE(client.receive(soon()));
        ASSERT_TRUE(client.send("(he1 0.25)(say hi)"));
        ASSERT_TRUE(server.hear());
        server.sense("(hear 1.00 self hi)");
        ASSERT_TRUE(client.receive(soon()));
        client.close();
        ASSERT_TRUE(server.runUntil([&] { return server.closed == i + 1; }));
        ASSERT_TRUE(says(i == 0 ? "a-b-9.session: 3 cycles recorded"
                                : "a-b-9-2.session: 3 cycles recorded"))
            << lines();
    }
    const auto session = logs::SessionReader::open(m_folder / "a-b-9.session");
    ASSERT_TRUE(session) << session.error().toString();
    EXPECT_TRUE((*session)->isComplete());
    const logs::AgentTrack& track = (*session)->agents().at(0);
    EXPECT_EQ(track.name, "a/b 9");
    EXPECT_EQ(track.robot.unum.value(), 9);
    EXPECT_EQ(track.robot.side, game::Side::Right);
    ASSERT_EQ(track.frames, 3U);
    const auto frame = (*session)->frame(track.id, 1);
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->frame->commandText, "(he1 0.25)(say hi)");
    EXPECT_GT(frame->frame->timing.senseToAct.count(), 0);
    EXPECT_EQ((*session)->frame(track.id, 0)->at.count() >= 0, true);
    EXPECT_THAT(lines(), HasSubstr("a/b 9 has disconnected (closed by the agent)"));
}

// An agent of rcssservermj introduces itself in a single message.
TEST_F(AgentProxyTest, RecordsAgentsOfTheOtherServerAsFrames) {
    ScriptedServer server;
    proxy(server.port(), toFolder());
    net::FrameClient client = connect();
    ASSERT_TRUE(client.send("(init T1 Team 3)"));
    ASSERT_TRUE(server.hear());
    for (const char* percepts :
         {"(time (now 3.80))(GS (t 0.0)(pm BeforeKickOff)(tl Other)(tr Team)(sl 0)(sr 0))(HJ (n "
          "q_hj1)(ax 0.0)(vx 0.0))",
          "(time (now 3.82))(HJ (n q_hj1)(ax 5.0)(vx 0.0))"}) {
        server.say(percepts);
        ASSERT_TRUE(client.receive(soon()));
        ASSERT_TRUE(client.send("(he1 12.5 0.0 25.00 0.60 0.0)(syn)"));
        ASSERT_TRUE(server.hear());
        EXPECT_EQ(server.messages.back(), "(he1 12.5 0.0 25.00 0.60 0.0)(syn)");
    }
    client.close();
    ASSERT_TRUE(server.runUntil([&] { return server.closed == 1; }));
    ASSERT_TRUE(says("Team 3 has disconnected")) << lines();
    m_proxy->stop();
    const auto session = logs::SessionReader::open(m_folder / "Team-3.session");
    ASSERT_TRUE(session) << session.error().toString();
    const logs::AgentTrack& track = (*session)->agents().at(0);
    ASSERT_EQ(track.frames, 2U);
    const auto frame = (*session)->frame(track.id, 1);
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->frame->identity.robot.side, game::Side::Right);
    ASSERT_TRUE(frame->frame->identity.model);
    EXPECT_EQ(frame->frame->identity.model->name(), "T1");
    EXPECT_NEAR(frame->frame->body.joints.at(0).targetRad, 12.5 * 3.14159265358979 / 180.0, 1e-6);
    EXPECT_EQ(frame->frame->commandText, "(he1 12.5 0.0 25.00 0.60 0.0)");
}

// Messages of another protocol are recorded byte by byte.
TEST_F(AgentProxyTest, RecordsOtherProtocolsAsTheyAre) {
    ScriptedServer server;
    proxy(server.port(), toFolder());
    net::FrameClient client = connect();
    const std::string binary("\x00\xff(", 3);
    ASSERT_TRUE(client.send("(hello T1 Team 3)"));
    ASSERT_TRUE(server.hear());
    server.say("(time (now 3.81))(GS (t 0)(pm x))");
    ASSERT_TRUE(client.receive(soon()));
    ASSERT_TRUE(client.send(binary));
    ASSERT_TRUE(server.hear());
    EXPECT_EQ(server.messages.back(), binary);
    client.close();
    ASSERT_TRUE(server.runUntil([&] { return server.closed == 1; }));
    ASSERT_TRUE(says("agent-1.rec: 3 messages recorded")) << lines();
    EXPECT_THAT(lines(),
                HasSubstr("its request for a robot has the format of neither SimSpark nor"));
    const auto recording = logs::AgentRecording::read(m_folder / "agent-1.rec");
    ASSERT_TRUE(recording) << recording.error().toString();
    EXPECT_FALSE(recording->damage());
    ASSERT_EQ(recording->messages().size(), 3U);
    EXPECT_EQ(recording->messages()[0].text, "(hello T1 Team 3)");
    EXPECT_EQ(recording->messages()[0].speaker, logs::Speaker::Agent);
    EXPECT_EQ(recording->messages()[1].speaker, logs::Speaker::Server);
    EXPECT_EQ(recording->messages()[2].text, binary);
}

TEST_F(AgentProxyTest, RecordsRobotsItDoesNotKnowAsTheyAre) {
    ScriptedServer server;
    proxy(server.port(), toFolder());
    net::FrameClient client = connect();
    ASSERT_TRUE(client.send("(scene rsg/agent/spider.rsg 8)"));
    ASSERT_TRUE(client.send("(init (unum 1)(teamname Legs))"));
    ASSERT_TRUE(server.hear(2));
    client.close();
    ASSERT_TRUE(server.runUntil([&] { return server.closed == 1; }));
    EXPECT_TRUE(says("unknown robot \"rsg/agent/spider.rsg\""));
    EXPECT_TRUE(says("agent-1.rec: 2 messages recorded"));
}

TEST_F(AgentProxyTest, SaysOnceThatTheServerIsNotThere) {
    std::uint16_t port = 0;
    {
        const ScriptedServer gone;
        port = gone.port();
    }
    proxy(port, toFolder());
    for (int i = 0; i < 3; ++i) {
        net::FrameClient client = connect();
        const auto nothing = client.receive(soon());
        EXPECT_FALSE(nothing) << "it is closed";
    }
    ASSERT_TRUE(says("connection refused"));
    m_proxy->stop();
    const std::string said = lines();
    const auto first = said.find("connection refused");
    EXPECT_EQ(said.find("connection refused", first + 1), std::string::npos) << said;
    EXPECT_THAT(said, HasSubstr("agents are rejected until it is available"));
}

TEST_F(AgentProxyTest, EndsTheRecordingWhereMessagesEnd) {
    ScriptedServer server;
    proxy(server.port(), toFolder());
    net::FrameClient client = connect();
    ASSERT_TRUE(client.send(kScene));
    ASSERT_TRUE(client.send("(init (unum 3)(teamname Cut))"));
    ASSERT_TRUE(server.hear(2));
    server.senseNumber(3);
    ASSERT_TRUE(client.receive(soon()));
    ASSERT_TRUE(client.send(std::string(std::size_t{2} << 20U, 'x'))); // over the limit
    ASSERT_TRUE(says("Cut 3: the agent sends data that is not a message"));
    ASSERT_TRUE(says("its recording ends here"));
    ASSERT_TRUE(says("Cut-3.session: 1 cycle recorded"));
}

// Frames that arrive while the disk is full are counted and reported; the file stays valid.
TEST_F(AgentProxyTest, ReportsAFullDisk) {
    ScriptedServer server;
    logs::SessionWriterOptions options;
    options.maxPages = 30;
    options.memoryBytes = 20'000;
    options.look = std::chrono::milliseconds(1);
    options.commit = std::chrono::milliseconds(1);
    proxy(server.port(), toFolder(options));
    net::FrameClient client = connect();
    ASSERT_TRUE(client.send(kScene));
    ASSERT_TRUE(client.send("(init (unum 3)(teamname Full))"));
    ASSERT_TRUE(server.hear(2));
    base::Rng rng(1);
    server.senseNumber(3);
    for (int i = 0; i < 300; ++i) {
        ASSERT_TRUE(client.receive(soon()));
        std::string noise; // incompressible
        for (int k = 0; k < 1500; ++k) {
            noise += static_cast<char>('a' + rng.below(26));
        }
        ASSERT_TRUE(client.send("(say " + noise + ")"));
        ASSERT_TRUE(server.hear()) << "what is said passes";
        server.sense();
    }
    client.close();
    ASSERT_TRUE(server.runUntil([&] { return server.closed == 1; }));
    ASSERT_TRUE(says("could not be written and are missing")) << lines();
    EXPECT_THAT(lines(), HasSubstr("Full-3.session"));
    m_proxy->stop();
    EXPECT_GT(m_proxy->status().lost, 0U);
    const auto session = logs::SessionReader::open(m_folder / "Full-3.session");
    ASSERT_TRUE(session) << session.error().toString();
    EXPECT_GT((*session)->agents().at(0).frames, 0U);
    EXPECT_EQ(tests::faultsOf(**session), "");
}

TEST_F(AgentProxyTest, ReportsThatMessagesOfOthersCouldNotBeWritten) {
    ScriptedServer server;
    tests::FileSizeLimit limit;
    proxy(server.port(), toFolder());
    net::FrameClient client = connect();
    ASSERT_TRUE(client.send("(hello T1 Team 3)"));
    ASSERT_TRUE(server.hear());
    ASSERT_TRUE(says("agent-1.rec"));
    limit.set(10);
    ASSERT_TRUE(client.send("(beam 1 2 3)"));
    ASSERT_TRUE(says("retrying")) << lines();
    client.close();
    ASSERT_TRUE(server.runUntil([&] { return server.closed == 1; }));
    ASSERT_TRUE(says("agent-1.rec: 1 of 2 messages could not be written and are missing"));
}

TEST_F(AgentProxyTest, CountsMissedCyclesUpToTheLastOne) {
    ScriptedServer server;
    proxy(server.port(), toFolder());
    net::FrameClient client = connect();
    ASSERT_TRUE(client.send(kScene));
    ASSERT_TRUE(client.send("(init (unum 3)(teamname Late))"));
    ASSERT_TRUE(server.hear(2));
    for (int i = 0; i < 3; ++i) { // without an answer
        server.senseNumber(3);
        ASSERT_TRUE(client.receive(soon()));
    }
    m_proxy->stop();
    const ProxyStatus status = m_proxy->status();
    EXPECT_TRUE(status.agents.empty());
    ASSERT_EQ(status.ended.size(), 1U);
    EXPECT_EQ(status.ended[0].name, "Late 3");
    const auto session = logs::SessionReader::open(m_folder / "Late-3.session");
    ASSERT_TRUE(session) << session.error().toString();
    const logs::AgentTrack& track = (*session)->agents().at(0);
    const auto last = (*session)->frame(track.id, track.frames - 1);
    ASSERT_TRUE(last);
    EXPECT_EQ(status.ended[0].cycles, track.frames);
    EXPECT_EQ(status.ended[0].missedCycles, last->frame->counters.missedCycles);
    EXPECT_GE(status.ended[0].missedCycles, 2U);
}

// If the recorder is too slow, the agent continues, and the loss is reported.
TEST_F(AgentProxyTest, CountsWhatHadNoRoom) {
    ScriptedServer server;
    AgentProxySettings settings = toFolder();
    settings.maxQueuedBytes = 10; // less than any message
    proxy(server.port(), std::move(settings));
    net::FrameClient client = connect();
    ASSERT_TRUE(client.send(kScene));
    ASSERT_TRUE(server.hear());
    server.sense();
    ASSERT_TRUE(client.receive(soon()));
    client.close();
    ASSERT_TRUE(server.runUntil([&] { return server.closed == 1; }));
    m_proxy->stop();
    EXPECT_EQ(m_proxy->status().dropped, 2U);
    EXPECT_EQ(m_proxy->status().messages, 2U);
}

ProxyEvent messageOf(int link, std::string text) {
    ProxyEvent event;
    event.link = net::ConnectionId(link);
    event.text = std::move(text);
    return event;
}

TEST(EventQueueTest, ReportsGapsByLink) {
    EventQueue queue(sizeof(ProxyEvent) + 10);
    EXPECT_TRUE(queue.put(messageOf(1, "12345678")));
    EXPECT_FALSE(queue.put(messageOf(1, "123")));
    EXPECT_FALSE(queue.put(messageOf(2, "123")));
    EXPECT_FALSE(queue.put(messageOf(1, "123")));
    ProxyEvent closed;
    closed.kind = ProxyEvent::Kind::Closed;
    closed.link = net::ConnectionId(2);
    closed.text = "longer than all the room that there is";
    EXPECT_TRUE(queue.put(closed)) << "what is no message always has room";
    std::vector<ProxyEvent> events;
    std::stop_source stop;
    stop.request_stop(); // without waiting
    queue.take(events, std::chrono::milliseconds(1), stop.get_token());
    ASSERT_EQ(events.size(), 2U);
    EXPECT_EQ(events[0].droppedBefore, 0U);
    EXPECT_EQ(events[1].droppedBefore, 1U);
    EXPECT_TRUE(queue.put(messageOf(1, "1234567890"))) << "there is room again";
    queue.take(events, std::chrono::milliseconds(1), stop.get_token());
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].droppedBefore, 2U);
}

// The recording contains the position of a gap.
TEST(LinkRecorderTest, NotesAGap) {
    const auto frames = std::make_shared<FrameList>();
    ListPlace place(frames);
    robot::RobotCatalog robots;
    LinkRecorder recorder("agent 1", place, robots, [](const std::string&) {});
    using net::RelayEnd;
    const auto at = [](int ms) { return std::chrono::milliseconds(ms); };
    recorder.take(RelayEnd::Client, kScene, at(0));
    recorder.take(RelayEnd::Server, "(time (now 0.02))(GS (t 0) (pm BeforeKickOff))", at(20));
    recorder.take(RelayEnd::Client, "(init (unum 5)(teamname Gap))", at(25));
    recorder.take(RelayEnd::Client, "(he1 0.5)", at(30)); // the first answer counts
    EXPECT_EQ(recorder.name(), "Gap 5");
    recorder.missed(4);
    recorder.take(RelayEnd::Server, "(time (now 0.08))(GS (t 0) (pm BeforeKickOff))", at(80));
    ASSERT_EQ(frames->count(), 1U);
    EXPECT_THAT(frames->last()->lines,
                Contains(HasSubstr("4 messages around this time could not be recorded")));
    EXPECT_EQ(frames->last()->timing.senseToAct, at(5));
    EXPECT_EQ(frames->last()->commandText, "(init (unum 5)(teamname Gap))(he1 0.5)");
    EXPECT_EQ(recorder.reactions().count(), 1U);
}

TEST(LinkRecorderTest, CountsAnswersAfterTheNextMessage) {
    const auto frames = std::make_shared<FrameList>();
    ListPlace place(frames);
    robot::RobotCatalog robots;
    LinkRecorder recorder("agent 1", place, robots, [](const std::string&) {});
    using net::RelayEnd;
    int ms = 0;
    const auto take = [&](RelayEnd from, const std::string& message) {
        recorder.take(from, message, std::chrono::milliseconds(++ms));
    };
    const auto sense = [&] {
        take(RelayEnd::Server, fmt::format("(time (now {:.2f}))(GS (unum 5) (team left) (t 0) (pm "
                                           "PlayOn))",
                                           0.02 * ms));
    };
    take(RelayEnd::Client, kScene);
    sense();
    take(RelayEnd::Client, "(init (unum 5)(teamname Late))");
    for (int i = 0; i < 6; ++i) {
        sense();
        take(RelayEnd::Client, "(he1 0.5)");
    }
    sense();
    sense(); // before the answer to the previous one
    take(RelayEnd::Client, "(he1 0.5)");
    take(RelayEnd::Client, "(he1 0.5)");
    sense();
    EXPECT_EQ(recorder.counters().lateAnswers, 1U);
    EXPECT_EQ(frames->last()->counters.lateAnswers, 1U);
}

// The agent keeps sending while its server hangs.
TEST(LinkRecorderTest, KeepsABoundedPartOfWhatIsNeverAnswered) {
    const auto frames = std::make_shared<FrameList>();
    ListPlace place(frames);
    robot::RobotCatalog robots;
    using net::RelayEnd;
    const auto at = [](int ms) { return std::chrono::milliseconds(ms); };
    {
        LinkRecorder recorder("agent 1", place, robots, [](const std::string&) {});
        recorder.take(RelayEnd::Client, kScene, at(0));
        recorder.take(RelayEnd::Server, "(time (now 0.02))(GS (t 0) (pm BeforeKickOff))", at(20));
        recorder.take(RelayEnd::Client, "(init (unum 5)(teamname Gap))", at(25));
        const std::string command(1000, ' ');
        for (int i = 0; i < 10'000; ++i) {
            recorder.take(RelayEnd::Client, command, at(30 + i));
        }
        EXPECT_EQ(recorder.reactions().count(), 1U);
    }
    ASSERT_EQ(frames->count(), 1U);
    EXPECT_LE(frames->last()->commandText.size(), 64U * 1024U);
    EXPECT_GT(frames->last()->commandText.size(), 60'000U) << "the first ones are kept";
    EXPECT_THAT(frames->last()->lines,
                Contains(HasSubstr("messages from the agent, which continued while the server was "
                                   "silent")));
}

} // namespace
} // namespace sideline::proxy
