// Recordings of matches of rcssservermj's family are rerun bit for bit.
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include <gmock/gmock.h>

#include "simulator/league/league.h"
#include "simulator/server/run_recording.h"
#include "simulator/start/start_family.h"
#include "tests/support/agent_record.h"
#include "tests/support/test_files.h"

namespace sideline::simulator {

namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr auto kSituation = R"(sideline-start = 1
play-mode = "KickIn_Right"
time-s = 67.5
[ball]
position-m = [2, 17.9, 0.5]
velocity-m-per-s = [0, -1, 0]
[[robots]]
side = "left"
number = 3
robot = "T1"
place-m = [-3, 1]
[[robots]]
side = "right"
number = 15
robot = "K1"
place-m = [4, -2]
heading-deg = 180
)";

// A match with recorded inputs, as in a server.
class LeagueRunTest : public testing::Test {
protected:
    void begin(const LeagueArguments& arguments) {
        const auto make = leagueMaker(arguments);
        ASSERT_TRUE(make) << make.error().toString();
        auto played = (*make)();
        ASSERT_TRUE(played) << played.error().toString();
        m_played = std::move(*played);
        auto file = base::OutputFile::create(m_run, {.kind = base::OutputKind::Growing});
        ASSERT_TRUE(file) << file.error().toString();
        auto recorder = RunRecorder::begin(std::move(*file), m_played.settings);
        ASSERT_TRUE(recorder) << recorder.error().toString();
        m_recorder.emplace(std::move(*recorder));
    }
    AgentId come(std::string_view init) {
        const AgentId agent = m_played.match->addAgent();
        m_recorder->agentJoined(agent);
        say(agent, init);
        return agent;
    }
    void say(AgentId agent, std::string_view text) {
        m_played.match->receive(agent, text);
        m_recorder->agentMessage(agent, text);
    }
    void train(std::string_view text) {
        m_recorder->trainerMessage(text);
        EXPECT_TRUE(m_played.match->command(text).empty());
    }
    void cycle() {
        m_played.match->cycle();
        static_cast<void>(m_played.match->takeRequests());
        ASSERT_TRUE(m_recorder->endCycle(*m_played.match));
    }
    void end() { ASSERT_TRUE(m_recorder->end(*m_played.match)); }
    [[nodiscard]] base::Expected<RerunReport> again() const {
        RerunOptions options;
        options.playOther = playLeagueRun;
        return rerun(m_run, options);
    }
    void expectSame() {
        const auto report = again();
        ASSERT_TRUE(report) << report.error().toString();
        EXPECT_TRUE(report->isSame()) << report->firstMismatchCycle.value_or(0);
        EXPECT_EQ(report->cycles, m_played.match->cycleCount());
        EXPECT_EQ(report->finalHash, m_played.match->stateHash());
    }

    tests::TempDir m_folder;
    fs::path m_run = m_folder / "run";
    PlayedMatch m_played;
    std::optional<RunRecorder> m_recorder;
};

TEST_F(LeagueRunTest, AMatchFromASituationWithNoisyVisionIsRerun) {
    robot::RobotCatalog robots;
    auto start = parseStartOfAnyFamily(kSituation, "s.situation", robots);
    ASSERT_TRUE(start) << start.error().front().toString();
    LeagueArguments arguments;
    arguments.seed = 0xfedcba9876543210U;
    arguments.perception = "master";
    arguments.start = std::make_shared<const StartSituation>(*start);
    begin(arguments);
    const AgentId first = come("(init T1 Reds 3)");
    const AgentId bad = come("hello");
    cycle();
    const AgentId second = come("(init K1 Blues 15)");
    for (int i = 0; i < 560; ++i) {
        say(first, i % 3 == 0 ? "(he1 20 0 50 2 0)(say 1 aGk=)" : "(lle4 40 0 150 5 0)");
        say(second, "(rle1 -30 0 90 3 0)");
        if (i == 300) {
            train("(ball (pos 3 1 0.5)(vel 2 0 0))(kickOff)");
        }
        cycle();
    }
    EXPECT_FALSE(m_played.match->hasRobot(bad));
    EXPECT_TRUE(m_played.match->hasRobot(second));
    end();
    expectSame();
}

TEST_F(LeagueRunTest, AChangeThatIsNotRecordedIsFound) {
    begin({});
    const AgentId agent = come("(init T1 Reds 3)");
    for (int i = 0; i < 520; ++i) {
        if (i == 250) {
            m_played.match->receive(agent, "(he1 20 0 50 2 0)");
        }
        cycle();
    }
    end();
    const auto report = again();
    ASSERT_TRUE(report) << report.error().toString();
    EXPECT_FALSE(report->isSame());
    EXPECT_EQ(report->firstMismatchCycle.value_or(0), 500U);
}

TEST_F(LeagueRunTest, RunsOfUnknownFamiliesAndSettingsAreRefused) {
    begin({});
    end();
    const auto withoutLeague = rerun(m_run);
    ASSERT_FALSE(withoutLeague);
    EXPECT_THAT(withoutLeague.error().toString(),
                HasSubstr("a run of another server family; expected a run of rcssserver3d"));
    const auto error = [](const char* json) {
        const auto played = playLeagueRun(json);
        return played ? std::string() : played.error().toString();
    };
    EXPECT_THAT(error("{\"family\": \"webots\"}"), HasSubstr("unknown server family 'webots'"));
    EXPECT_THAT(error("{\"family\": \"rcssservermj\"}"), HasSubstr("the settings cannot be read"));
    EXPECT_THAT(error("{"), HasSubstr("the settings cannot be read"));
    std::string json = m_played.settings;
    json.replace(json.find("ssim26"), 6, "beach!");
    EXPECT_THAT(error(json.c_str()), HasSubstr("unknown rule book beach!"));
    json = m_played.settings;
    json.replace(json.size() - 1, 1, ",\"start\":\"sideline-start = 1\"}");
    EXPECT_THAT(error(json.c_str()), HasSubstr("the start situation: there is no ball"));
}

// What an agent of the real server sent, walking by a policy.
TEST_F(LeagueRunTest, TheMessagesOfARecordedAgentAreRerun) {
    SIDELINE_SHARED_OR_SKIP(file, "mj/A-alpha3.agent.rec.xz");
    begin({});
    std::optional<AgentId> agent;
    int sent = 0;
    for (const tests::AgentRecord& record : tests::readAgentRecords(file)) {
        if (record.isFromServer || sent > 1100) {
            continue;
        }
        if (!agent) {
            agent = come(record.message);
        } else {
            say(*agent, record.message);
        }
        cycle();
        ++sent;
    }
    EXPECT_GT(sent, 1000);
    ASSERT_TRUE(agent);
    EXPECT_TRUE(m_played.match->hasRobot(*agent));
    end();
    expectSame();
}

} // namespace

} // namespace sideline::simulator
