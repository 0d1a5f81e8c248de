// Tests recorded programs: they receive the proxy's port and are distinguished by name.
#include "launcher/recorded_player.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/net/frame_server.h"
#include "agentcore/robot/nao.h"
#include "launcher/team_runner.h"
#include "tests/launcher/launcher_support.h"

namespace sideline::launcher {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using tests::kLong;
using tests::scriptPlayer;
using tests::teamOf;

// Collects the recordings of all players.
struct Recorded : public world::FrameSink {
    void take(const world::AgentFramePtr& frame) override {
        const std::scoped_lock lock(mutex);
        commands.push_back(frame->commandText);
        percepts.push_back(frame->perceptText);
    }
    std::mutex mutex;
    std::vector<std::string> names;
    std::vector<std::string> commands;
    std::vector<std::string> percepts;
};

class TestPlace : public proxy::RecordingPlace {
public:
    explicit TestPlace(std::shared_ptr<Recorded> recorded) : m_recorded(std::move(recorded)) {}
    base::Expected<std::shared_ptr<world::FrameSink>> openFrames(
        const std::string& name, const world::AgentIdentity& /*identity*/,
        std::chrono::nanoseconds /*firstAt*/) override {
        const std::scoped_lock lock(m_recorded->mutex);
        m_recorded->names.push_back(name);
        return m_recorded;
    }
    base::Expected<std::shared_ptr<proxy::MessageSink>> openMessages(const std::string&) override {
        return base::failure(base::ErrorCode::UnsupportedFormat, "only frames", "frames");
    }

private:
    std::shared_ptr<Recorded> m_recorded;
};

// A server that sends a message after the second message, or after each.
class Server : public net::FrameHandler {
public:
    Server() : m_server(*net::FrameServer::listen({})) {}
    void onConnected(net::ConnectionId, const std::string&) override {}
    void onMessage(net::ConnectionId id, std::string_view message) override {
        messages.emplace_back(message);
        if (messages.size() == 2 || answersAll) {
            m_server.send(id, "(time (now 1.00))(GS (unum 6) (team left) (t 0) (pm PlayOn))");
        }
    }
    void onClosed(net::ConnectionId, const net::Closing&) override { ++closed; }
    bool runUntil(const std::function<bool()>& isSo) {
        return m_server.runUntil(Clock::now() + kLong, *this, [&] {
            // The players write from other threads.
            m_server.pollUntil(Clock::now() + std::chrono::milliseconds(5), *this);
            return isSo();
        });
    }
    [[nodiscard]] std::uint16_t port() const { return m_server.port(); }

    std::vector<std::string> messages;
    int closed = 0;
    bool answersAll = false;

private:
    net::FrameServer m_server;
};

class RecordedPlayerTest : public ::testing::Test {
protected:
    TeamRunner& run(TeamFile team) {
        m_settings.supervisor = SIDELINE_KEEPER;
        m_settings.sinks = {&m_heard};
        m_runner = std::make_unique<TeamRunner>(std::move(team), m_settings);
        m_runner->startAll();
        return *m_runner;
    }
    void recordTo(const std::shared_ptr<Recorded>& recorded) {
        m_settings.recordings = [recorded](const TeamFile&, const PlayerSpec&) {
            return std::make_unique<TestPlace>(recorded);
        };
    }
    std::string notes() {
        std::string text;
        for (const OutputLine& line : m_heard.lines(0)) {
            text += line.stream == Stream::Note ? line.text + "\n" : "";
        }
        return text;
    }

    tests::Listener m_heard;
    TeamRunnerSettings m_settings;
    std::unique_ptr<TeamRunner> m_runner;
};

// A shell player: three messages, then one after the server's.
constexpr const char* kRecordedPlayer = R"(
say() { printf "\\x00\\x00\\x00\\x$(printf %02x ${#1})%s" "$1" >&3; }
exec 3<>/dev/tcp/{host}/{port}
say '(scene rsg/agent/nao/nao_hetero.rsg 2)'
say '(init (unum 6)(teamname Team))'
head -c 40 <&3 > /dev/null
say '(he1 0.5)'
echo said on {port}
read -t 20 never <&3
)";

TEST_F(RecordedPlayerTest, AProgramIsRecordedThroughItsPort) {
    Server server;
    const auto recorded = std::make_shared<Recorded>();
    recordTo(recorded);
    PlayerSpec player = scriptPlayer(kRecordedPlayer, 6);
    player.isRecorded = true;
    TeamFile team = teamOf({player});
    team.port = server.port();
    run(std::move(team));
    ASSERT_TRUE(server.runUntil([&] { return server.messages.size() == 3; })) << notes();
    EXPECT_THAT(server.messages, ElementsAre("(scene rsg/agent/nao/nao_hetero.rsg 2)",
                                             "(init (unum 6)(teamname Team))", "(he1 0.5)"));
    const std::string said = m_heard.waitForLine(0, "said on ");
    EXPECT_NE(said, "said on " + std::to_string(server.port()));
    m_runner->stopAll();
    ASSERT_TRUE(server.runUntil([&] { return server.closed == 1; }));
    ASSERT_TRUE(m_runner->waitUntilIdle(Clock::now() + kLong));
    EXPECT_THAT(recorded->names, ElementsAre("Team 6"));
    EXPECT_THAT(recorded->commands, ElementsAre("(he1 0.5)"));
    EXPECT_THAT(notes(), HasSubstr("an agent has connected from 127.0.0.1:"));
    EXPECT_TRUE(m_runner->status().players[0].missedCycles);
}

TEST_F(RecordedPlayerTest, OthersGoToTheServerThemselves) {
    const auto recorded = std::make_shared<Recorded>();
    recordTo(recorded);
    TeamFile team = teamOf({scriptPlayer("echo port {port}")});
    team.port = 4567;
    run(std::move(team));
    EXPECT_EQ(m_heard.waitForLine(0, "port"), "port 4567");
    EXPECT_TRUE(recorded->names.empty());
}

TEST_F(RecordedPlayerTest, SaysWhyItIsNotRecorded) {
    PlayerSpec player = scriptPlayer("echo port {port}");
    player.isRecorded = true;
    TeamFile team = teamOf({player});
    team.port = 4567;
    run(team); // without a maker of recordings
    EXPECT_EQ(m_heard.waitForLine(0, "port"), "port 4567");
    EXPECT_THAT(notes(), HasSubstr("recordings are not available here"));
    ASSERT_TRUE(m_runner->waitUntilIdle(Clock::now() + kLong));
    // The program would search for the proxy on another machine.
    recordTo(std::make_shared<Recorded>());
    team.host = "far.example";
    run(team);
    ASSERT_TRUE(m_heard.waitForPhase(0, PlayerPhase::CouldNotStart));
    EXPECT_THAT(m_runner->status().players[0].reason, HasSubstr("does not receive the host"));
}

TEST_F(RecordedPlayerTest, BuiltInAgentsAreRecordedToo) {
    Server server;
    const auto recorded = std::make_shared<Recorded>();
    recordTo(recorded);
    PlayerSpec player;
    player.number = 3;
    player.isEmbedded = true;
    player.isRecorded = true;
    player.typeNumber = 0;
    player.model = robot::naoModel(robot::NaoType::Standard).shared();
    player.startDelay = std::chrono::milliseconds(0);
    m_settings.embedded = agentFactory(m_settings.recordings);
    TeamFile team = teamOf({player});
    team.port = server.port();
    run(std::move(team));
    server.answersAll = true;
    ASSERT_TRUE(server.runUntil([&] {
        const std::scoped_lock lock(recorded->mutex);
        return recorded->percepts.size() > 2;
    }));
    EXPECT_THAT(recorded->names, ElementsAre("Team 3"));
}

} // namespace
} // namespace sideline::launcher
