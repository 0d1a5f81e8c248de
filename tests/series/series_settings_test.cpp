// Tests series files: their meaning and their faults.
#include "series/series_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "series/schedule.h"
#include "series/series_plan.h"
#include "tests/support/test_files.h"

namespace sideline::series {
namespace {

using testing::HasSubstr;

class SeriesSettingsTest : public testing::Test {
protected:
    void SetUp() override {
        for (const char* name : {"a", "b", "c"}) {
            tests::writeFile(m_folder / (std::string(name) + ".toml"),
                             "[[players]]\nnumber = 1\nembedded = true\n");
        }
    }
    auto parse(const std::string& text) { return parseSeries(text, m_folder / "s.toml"); }

    tests::TempDir m_folder;
};

const std::string kHead = "sideline-series = 1\nteams = [\"a.toml\", \"b.toml\"]\n";

TEST_F(SeriesSettingsTest, OmittedKeysHaveTheirDefaultValues) {
    const auto settings = parse(kHead);
    ASSERT_TRUE(settings) << settings.error().front().toString();
    EXPECT_EQ(settings->name, "s");
    EXPECT_EQ(settings->teams.front(), m_folder / "a.toml");
    EXPECT_EQ(settings->games, 20);
    EXPECT_DOUBLE_EQ(settings->minutes, 10.0);
    EXPECT_TRUE(settings->swapsSides && settings->stopsEarly && settings->keepsLogs);
    EXPECT_FALSE(settings->server.isExact || settings->server.isRealTime);
}

// More players and later starts get more time; each limit can be set.
TEST_F(SeriesSettingsTest, TimeLimitsFollowPlayersAndStartDelays) {
    std::string players = "[defaults]\nembedded = true\nstart_delay = 10\n";
    for (int i = 1; i <= 4; ++i) {
        players += "[[players]]\nnumber = " + std::to_string(i) + "\n";
    }
    tests::writeFile(m_folder / "b.toml", players);
    const auto planFor = [&](const std::string& more) {
        const auto settings = parse(kHead + more);
        EXPECT_TRUE(settings) << settings.error().front().toString();
        const auto plan = planOf(*settings);
        EXPECT_TRUE(plan) << plan.error().front().toString();
        return *plan;
    };
    const SeriesPlan plan = planFor("");
    EXPECT_DOUBLE_EQ(plan.joinLimitS(0), 60.0 + 2.0 + 0.2);
    EXPECT_DOUBLE_EQ(plan.joinLimitS(1), 60.0 + 4 * 2.0 + 4 * 10.0);
    EXPECT_DOUBLE_EQ(plan.silenceLimitS(plan.schedule.front()), 30.0 + 5.0);
    EXPECT_DOUBLE_EQ(plan.wallLimitS(), 2400.0 + 60.0 + 62.2 + 108.0);
    const SeriesPlan set =
        planFor("wall-minutes = 3\njoin-seconds = 7\n[server]\ncommand = [\"x\", "
                "\"{agent_port}\", \"{monitor_port}\"]\nstart-seconds = 5\nsilence-seconds = 2\n");
    EXPECT_DOUBLE_EQ(set.joinLimitS(1), 7.0);
    EXPECT_DOUBLE_EQ(set.silenceLimitS(set.schedule.front()), 2.0);
    EXPECT_DOUBLE_EQ(set.settings.server.startS, 5.0);
    EXPECT_DOUBLE_EQ(set.wallLimitS(), 180.0);
    const auto again = parseSeries(textOf(set.settings), "/elsewhere/s.toml");
    ASSERT_TRUE(again) << again.error().front().toString();
    EXPECT_DOUBLE_EQ(again->server.silenceS, 2.0);
    EXPECT_DOUBLE_EQ(again->server.startS, 5.0);
    const auto builtIn = parse(kHead + "[server]\nsilence-seconds = 2\n");
    ASSERT_FALSE(builtIn);
    EXPECT_EQ(builtIn.error().front().message, "`silence-seconds` without a `command`");
}

TEST_F(SeriesSettingsTest, AnotherServerIsACommandWithItsPorts) {
    const std::string command =
        "[server]\ncommand = [\"rcssserver3d\", \"--agent-port={agent_port}\", \"{monitor_port}\", "
        "\"{seed}\"]\n";
    const auto settings = parse(kHead + command);
    ASSERT_TRUE(settings) << settings.error().front().toString();
    EXPECT_TRUE(settings->server.isRealTime) << "its default pace";
    EXPECT_EQ(settings->server.folder, m_folder.path());
    const auto again = parseSeries(textOf(*settings), "/elsewhere/s.toml");
    ASSERT_TRUE(again) << again.error().front().toString();
    EXPECT_EQ(again->server.command, settings->server.command);
    EXPECT_EQ(again->server.folder, m_folder.path());
    const ServerPlaces places{3100, 3200, 17};
    EXPECT_EQ(filledWord("--agent-port={agent_port}", places), "--agent-port=3100");
    EXPECT_EQ(filledWord("{monitor_port}{monitor_port} {seed} {host}", places),
              "32003200 17 {host}");
    struct Row {
        std::string text;
        const char* expected;
    };
    const Row rows[] = {
        {"[server]\ncommand = [\"rcssserver3d\", \"{agent_port}\"]\n",
         "s.toml:4: the command has no {monitor_port}; expected arguments that pass"},
        {"[server]\ncommand = [\"./no\", \"{agent_port}\", \"{monitor_port}\"]\n",
         "there is no program "},
        {command + "exact = true\n", "s.toml:5: `exact` applies only to the built-in server"},
        {command + "folder = \"nowhere\"\n", "s.toml:5: there is no folder"},
        {"[server]\nfolder = \".\"\n", "`folder` without a `command`"},
    };
    for (const Row& row : rows) {
        const auto wrong = parse(kHead + row.text);
        ASSERT_FALSE(wrong) << row.expected;
        EXPECT_THAT(wrong.error().front().toString(), HasSubstr(row.expected));
    }
}

TEST_F(SeriesSettingsTest, TextReadsBackAsTheSame) {
    tests::writeFile(m_folder / "rules.json", "{}");
    const auto settings =
        parse(kHead + "name = \"a \\\"b\\\"\"\ngames = 4\nseed = 7\nminutes = 0.5\nhalves = 1\n"
                      "swap-sides = false\nstop-early = false\nconfidence = 0.9\nparallel = 3\n"
                      "repeats = 0\nwall-minutes = 2\njoin-seconds = 7.5\nlogs = false\nexpect = "
                      "[\"goals_a >= 1\"]\n"
                      "[server]\nexact = true\nnoise = false\nground-truth = true\n"
                      "real-time = true\nrules = \"rules.json\"\nrobots = \".\"\n");
    ASSERT_TRUE(settings) << settings.error().front().toString();
    const auto again = parseSeries(textOf(*settings), "/elsewhere/s.toml");
    ASSERT_TRUE(again) << again.error().front().toString();
    EXPECT_EQ(textOf(*again), textOf(*settings));
    EXPECT_EQ(again->name, "a \"b\"");
    EXPECT_EQ(again->games, 4);
    EXPECT_DOUBLE_EQ(again->wallMinutes, 2.0);
    EXPECT_DOUBLE_EQ(again->joinS, 7.5);
    EXPECT_TRUE(again->server.isExact && again->server.isRealTime);
    const auto simulation = simulationOf(*again, 9);
    ASSERT_TRUE(simulation);
    EXPECT_EQ(simulation->seed, 9U);
    EXPECT_DOUBLE_EQ(simulation->rules.halfTimeS, 30.0);
    EXPECT_TRUE(simulation->rules.hasSingleHalf);
    EXPECT_FALSE(simulation->sensors.visionNoise);
    EXPECT_TRUE(simulation->sensors.groundTruth);
}

TEST_F(SeriesSettingsTest, EachFaultIsReportedWithItsLine) {
    struct Row {
        const char* text;
        const char* error;
    };
    const Row rows[] = {
        {"games = 3\n", "s.toml:3: `games` is 3; expected an even number"},
        {"games = 0\n", "s.toml:3: `games` is 0; expected a whole number from 1"},
        {"gmes = 2\n", "s.toml:3: unknown key `gmes`; expected `games`"},
        {"minutes = \"2\"\n", "s.toml:3: `minutes` is text; expected a number"},
        {"halves = 3\n", "s.toml:3: `halves` is 3; expected a whole number from 1 to 2"},
        {"confidence = 1\n", "s.toml:3: `confidence` is 1; expected a number from 0.5"},
        {"repeats = -1\n", "s.toml:3: `repeats` is -1"},
        {"swap-sides = 1\n", "s.toml:3: `swap-sides` is a whole number; expected true or false"},
        {"[server]\nnoise = 3\n", "s.toml:4: `noise` is a whole number; expected true or false"},
        {"[server]\nrules = \"no.json\"\n", "s.toml:4: there is no file"},
        {"[server]\nrobots = \"no\"\n", "s.toml:4: there is no folder"},
        {"[server]\nfast = true\n", "s.toml:4: server settings have no key `fast`"},
        {"expect = [\"goals_a >= 1\",\n\"gaols_a > 1\"]\n",
         "s.toml:4: `gaols_a > 1`: unknown statistic `gaols_a`; expected games, goals"},
        {"expect = [\"goals_a\"]\n",
         "s.toml:3: `goals_a` is not a condition; expected a comparison"},
        {"expect = [\"1 < goals_a < 3\"]\n", "is not a condition"},
        {"expect = [\"goals_a + > 3\"]\n", "invalid expression"},
        {"= 3\n", "s.toml:3: "},
    };
    for (const Row& row : rows) {
        const auto settings = parse(kHead + row.text);
        ASSERT_FALSE(settings) << row.text;
        EXPECT_THAT(settings.error().front().toString(), HasSubstr(row.error)) << row.text;
    }
    const Row heads[] = {
        {"teams = [\"a.toml\", \"b.toml\"]\n", "the version of the series is missing; expected "
                                               "sideline-series = 1"},
        {"sideline-series = 2\nteams = [\"a.toml\", \"b.toml\"]\n",
         "s.toml:1: unsupported series version 2"},
        {"sideline-series = 1\n", "the teams are missing; expected two to 64 team files"},
        {"sideline-series = 1\nteams = [\"a.toml\"]\n", "s.toml:2: `teams` has 1 files"},
        {"sideline-series = 1\nteams = [\"a.toml\",\n\"x.toml\"]\n",
         "s.toml:3: there is no team file"},
        {"sideline-series = 1\nteams = 4\n", "s.toml:2: `teams` is a whole number"},
    };
    for (const Row& row : heads) {
        const auto settings = parse(row.text);
        ASSERT_FALSE(settings) << row.text;
        EXPECT_THAT(settings.error().front().toString(), HasSubstr(row.error)) << row.text;
    }
    const auto missing = readSeries(m_folder / "none.toml");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().front().code, base::ErrorCode::NotFound);
}

TEST_F(SeriesSettingsTest, RulesThatChangeSidesAreRefused) {
    tests::writeFile(m_folder / "rules.json", R"({"ChangeSidesInSecondHalf": true})");
    const auto plan = planOf(*parse(kHead + "[server]\nrules = \"rules.json\"\n"));
    ASSERT_FALSE(plan);
    EXPECT_THAT(plan.error().front().toString(),
                HasSubstr("rules.json: ChangeSidesInSecondHalf is on in a series"));
}

TEST_F(SeriesSettingsTest, SidesAreSwappedFromGameToGame) {
    const auto settings =
        parse("sideline-series = 1\nteams = [\"a.toml\", \"b.toml\", \"c.toml\"]\ngames = 4\n"
              "seed = 10\n");
    ASSERT_TRUE(settings);
    const std::vector<ScheduledGame> schedule = scheduleOf(*settings);
    ASSERT_EQ(schedule.size(), 12U); // three pairings
    EXPECT_EQ(schedule[0].left, 0U);
    EXPECT_EQ(schedule[0].right, 1U);
    EXPECT_FALSE(schedule[0].isSwapped);
    EXPECT_EQ(schedule[1].left, 1U);
    EXPECT_EQ(schedule[1].right, 0U);
    EXPECT_TRUE(schedule[1].isSwapped);
    EXPECT_EQ(schedule[0].seed, 10U);
    EXPECT_EQ(schedule[1].seed, 11U);
    EXPECT_EQ(schedule[2].seed, 10U); // first seed of another pairing
    EXPECT_EQ(schedule[5].pairing, 2U);
    EXPECT_EQ(schedule[5].unit, 0);
    EXPECT_EQ(schedule[6].pairing, 0U);
    EXPECT_EQ(schedule[6].seed, 12U);
    EXPECT_EQ(schedule[11].number, 12);
}

TEST_F(SeriesSettingsTest, TeamsOfOneNameAreDistinguishedAndChangesAreNoticed) {
    const auto plan = planOf(*parse("sideline-series = 1\nteams = [\"a.toml\", \"a.toml\", "
                                    "\"a.toml\"]\n"));
    ASSERT_TRUE(plan) << plan.error().front().toString();
    EXPECT_EQ(plan->nameOf(1), "a_2");
    EXPECT_EQ(plan->nameOf(2), "a_3");
    EXPECT_NEAR(plan->alpha(), 0.05 / 3.0, 1e-12);
    const std::string before = fingerprintOf(plan->teams[0], {});
    EXPECT_EQ(fingerprintOf(plan->teams[1], {}), before);
    const auto start = m_folder / "a.situation";
    tests::writeFile(start, "one");
    const std::string fromStart = fingerprintOf(plan->teams[0], start);
    EXPECT_NE(fromStart, before) << "a situation to start from counts, too";
    tests::writeFile(start, "another");
    EXPECT_NE(fingerprintOf(plan->teams[0], start), fromStart);
    tests::writeFile(m_folder / "a.toml", "[[players]]\nnumber = 2\nembedded = true\n");
    EXPECT_NE(fingerprintOf(plan->teams[0], {}), before);
}

} // namespace
} // namespace sideline::series
