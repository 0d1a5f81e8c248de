// The monitor stream of a match of rcssservermj.
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

#include "agentcore/monitor/encoder.h"
#include "agentcore/monitor/monitor_decoder.h"
#include "logs/live/monitor_link.h"
#include "simulator/mujoco/league_feed.h"
#include "simulator/server/server.h"
#include "tests/simulator/mujoco/league_match_fixture.h"
#include "tests/support/agent_record.h"
#include "tests/support/test_files.h"

namespace sideline::simulator::mujoco {

namespace {

using monitor::MessageKind;
using testing::HasSubstr;
using testing::Not;

class LeagueStreamTest : public LeagueMatchTest {
protected:
    void SetUp() override { ASSERT_NO_FATAL_FAILURE(begin()); }
};

std::string subtree(const std::string& message, const std::string& start) {
    const std::size_t at = message.find(start);
    EXPECT_NE(at, std::string::npos);
    int depth = 0;
    for (std::size_t i = at; i < message.size(); ++i) {
        depth += message[i] == '(' ? 1 : message[i] == ')' ? -1 : 0;
        if (depth == 0) {
            return message.substr(at, i + 1 - at);
        }
    }
    return {};
}

// Replaces the numbers of all transforms.
std::string withoutPoses(std::string text) {
    for (std::size_t at = text.find("(SLT "); at != std::string::npos;
         at = text.find("(SLT ", at + 4)) {
        text.erase(at + 4, text.find(')', at) - at - 4);
    }
    return text;
}

// Whether a reader has the transforms of a scene, to the stream's tolerance and digits.
bool hasPoses(const monitor::SceneState& read, const monitor::SceneState& scene) {
    constexpr float kToleranceM = monitor::kTransformTolerance + 0.0001F;
    for (std::size_t slot = 0; slot < scene.local.size(); ++slot) {
        for (std::size_t i = 0; i < scene.local[slot].size(); ++i) {
            if (std::abs(read.local[slot][i] - scene.local[slot][i]) > kToleranceM) {
                return false;
            }
        }
    }
    return true;
}

TEST_F(LeagueStreamTest, DifferencesFollowFullScenes) {
    const AgentId agent = join("Reds", 1);
    LeagueFeed feed(*match);
    monitor::MonitorStream stream;
    monitor::MonitorDecoder decoder;
    std::size_t fullBytes = 0;
    std::size_t differenceBytes = 0;
    int fulls = 0;
    int differences = 0;
    constexpr int kMessages = 300; // 12 s at 25 Hz
    for (int i = 0; i < kMessages; ++i) {
        if (i == 100) {
            join("Blues", 7, "K1");
        }
        match->receive(agent, i < 200 ? holding() : "(lle4 60 0 150 5 0)(rle4 60 0 150 5 0)");
        match->cycle();
        match->cycle();
        feed.update();
        std::string text;
        const MessageKind kind = stream.append(feed.game(), feed.scene(), text);
        const auto read = decoder.decode(text, static_cast<std::uint32_t>(i));
        ASSERT_TRUE(read) << read.error().toString();
        EXPECT_EQ(read->kind, kind);
        EXPECT_FALSE(read->outOfSync) << i;
        EXPECT_TRUE(read->remarks.empty());
        EXPECT_EQ(text.find("(play_modes") != std::string::npos, kind == MessageKind::Full);
        (kind == MessageKind::Full ? fullBytes : differenceBytes) += text.size();
        ++(kind == MessageKind::Full ? fulls : differences);
        EXPECT_TRUE(hasPoses(decoder.scene(), feed.scene())) << i;
    }
    // The first one, one when a robot joins, one every 5 s.
    EXPECT_EQ(fulls, 4);
    EXPECT_EQ(decoder.game().teamRight, "Blues");
    // The real server's with one robot: 17 kB and 1 kB to 5 kB.
    EXPECT_GT(fullBytes / static_cast<std::size_t>(fulls), 15'000U);
    EXPECT_LT(fullBytes / static_cast<std::size_t>(fulls), 32'000U);
    EXPECT_GT(differenceBytes / static_cast<std::size_t>(differences), 500U);
    EXPECT_LT(differenceBytes / static_cast<std::size_t>(differences), 6'000U);
}

TEST_F(LeagueStreamTest, HasTheFormOfTheServer) {
    join("Reds", 1);
    LeagueFeed feed(*match);
    monitor::MonitorStream stream;
    std::string full;
    stream.append(feed.game(), feed.scene(), full);
    EXPECT_THAT(full,
                testing::StartsWith("((RSMP 1 0)((gt 1 0)0.02)((sg 1 0)full(nd TRF(SLT 1.0000 "
                                    "0.0000 "));
    EXPECT_THAT(full, HasSubstr("(nd SMN (setVisible 1)(load StdUnitSphere)(sMat ball)(sSc 0.11 "
                                "0.11 0.11))))(nd TRF"));
    EXPECT_THAT(full, HasSubstr("(rgba 0.800000011920929 0.800000011920929 0.800000011920929 1.0)"
                                "(sSc 0.05 0.05 3.66)"));
    EXPECT_THAT(full, HasSubstr("(nd DSC(agent Reds 1)(nd TRF(SLT "));
    EXPECT_THAT(full,
                HasSubstr("((gs 1 0)(time 0.0)(half 1)(score_left 0)(score_right 0)(play_mode 0)"
                          "(team_left Reds)(team_right <RIGHT>))((ge 1 0)(FieldLength 55)"));
    EXPECT_THAT(full, HasSubstr("(CenterCircleRadius 5.5)(CorderAreaRadius 1)(GoalieAreaLength 4)"
                                "(GoalieAreaWidth 7.3)(PenaltySpotDistance 7.32)"
                                "(PenaltyAreaLength 9)(PenaltyAreaWidth 16.5)))"));
    match->cycle();
    feed.update();
    std::string difference;
    EXPECT_EQ(stream.append(feed.game(), feed.scene(), difference), MessageKind::Difference);
    EXPECT_THAT(difference, testing::StartsWith(
                                "((RSMP 1 0)((gt 1 0)0.04)((sg 1 0)diff(nd(nd(nd(nd)))(nd(nd))"));
    EXPECT_THAT(difference, testing::EndsWith("((gs 1 0)(time 0.0)(half 1)(score_left 0)"
                                              "(score_right 0)(play_mode 0)))"));
    EXPECT_THAT(difference, Not(HasSubstr("DSC")));
}

// The tree of a T1 is that of a recorded match, node by node.
TEST_F(LeagueStreamTest, SceneOfAT1IsThatOfTheServer) {
    SIDELINE_SHARED_OR_SKIP(file, "mj/B-3v3-sync.monitor.rec.xz");
    std::string recorded;
    for (const auto& record : ::sideline::tests::readAgentRecords(file)) {
        if (record.isFromServer && record.message.find("DSC(agent Alpha 1)") != std::string::npos) {
            recorded = record.message;
            break;
        }
    }
    ASSERT_FALSE(recorded.empty());
    join("Alpha", 1);
    const LeagueFeed feed(*match);
    const std::string ours = monitor::encodeFullMessage(feed.game(), feed.scene());
    const std::string robot = "(nd DSC(agent Alpha 1)";
    EXPECT_EQ(withoutPoses(subtree(ours, robot)), withoutPoses(subtree(recorded, robot)));
    // Ball, floors and goals come first; they do not move, except for the ball.
    const auto field = [](const std::string& message) {
        const std::size_t begin =
            message.find("(nd TRF(SLT 1.0000 0.0000 0.0000 0.0000 0.0000 1.0000 "
                         "0.0000 0.0000 0.0000 0.0000 1.0000 0.0000 -27.5000");
        std::string text = message.substr(begin, message.find("(nd DSC(agent") - begin);
        for (std::size_t at = 0; (at = text.find("-0.0000", at)) != std::string::npos;) {
            text.erase(at, 1); // the sign of a zero differs
        }
        return text;
    };
    EXPECT_EQ(field(ours), field(recorded));
}

TEST_F(LeagueStreamTest, MonitorLinkFollowsAServer) {
    Match& played = *match;
    joinIn(played, "Reds", 1);
    auto feed = std::make_unique<LeagueFeed>(*match);
    ServerSettings settings;
    settings.agentPort = 0;
    settings.monitorPort = 0;
    auto opened = Server::open(settings, std::move(match), std::move(feed), [](const auto&) {});
    ASSERT_TRUE(opened) << opened.error().toString();
    Server& server = **opened;
    logs::MonitorLink::Settings link;
    link.host = "127.0.0.1";
    link.port = server.monitorPort();
    logs::MonitorLink monitor(link);
    logs::MonitorLink::State state;
    monitor::MatchFramePtr frame;
    const auto until = [&](const auto& isSo) {
        for (int cycle = 0; cycle < 2000 && !isSo(); ++cycle) {
            server.cycle();
            server.serveUntil(net::Clock::now() + std::chrono::milliseconds(2));
            if (auto news = monitor.takeState()) {
                state = std::move(*news);
            }
            if (auto news = monitor.takeFrame()) {
                frame = std::move(*news);
            }
        }
        return isSo();
    };
    ASSERT_TRUE(until([&] { return state.messages > 20 && frame; }));
    joinIn(played, "Blues", 2);
    ASSERT_TRUE(until([&] { return state.messages > 60 && frame->robots.size() == 2; }));
    EXPECT_TRUE(state.isInSync);
    EXPECT_EQ(state.unfittingMessages, 0U);
    EXPECT_EQ(state.damagedMessages, 0U);
    EXPECT_EQ(frame->game.teamRight, "Blues");
    ASSERT_NE(frame->robots[1].model, nullptr);
    EXPECT_EQ(frame->robots[1].model->name(), "T1");
}

} // namespace

} // namespace sideline::simulator::mujoco
