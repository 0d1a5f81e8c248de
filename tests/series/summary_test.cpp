// Tests the summary of games: tests in schedule order, tables, conditions, the report.
#include "series/summary.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "series/report.h"
#include "series/series_folder.h"
#include "tests/support/test_files.h"

namespace sideline::series {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class SummaryTest : public testing::Test {
protected:
    void SetUp() override {
        for (const char* name : {"a", "b", "c"}) {
            tests::writeFile(m_folder / (std::string(name) + ".toml"),
                             "[[players]]\nnumber = 1\nembedded = true\n");
        }
    }
    SeriesPlan plan(const std::string& more, const std::string& teams = "\"a.toml\", \"b.toml\"") {
        auto settings = parseSeries("sideline-series = 1\nteams = [" + teams + "]\n" + more,
                                    m_folder / "s.toml");
        EXPECT_TRUE(settings) << settings.error().front().toString();
        auto made = planOf(std::move(*settings));
        EXPECT_TRUE(made) << made.error().front().toString();
        return std::move(*made);
    }
    // Makes game `number`, with the goals of the first and second team of its pairing.
    static PlayedGame played(const SeriesPlan& plan, int number, int first, int second,
                             double fallsFirst = 0.0) {
        PlayedGame game{plan.schedule[static_cast<std::size_t>(number) - 1], {}, 0};
        const bool isSwapped = game.game.isSwapped;
        game.result.playedS = 60.0;
        game.result.setScore(isSwapped ? second : first, isSwapped ? first : second);
        game.result.set("falls", isSwapped ? 1.0 : fallsFirst, isSwapped ? fallsFirst : 1.0);
        game.result.set("players", 2.0, 2.0);
        return game;
    }

    tests::TempDir m_folder;
};

TEST_F(SummaryTest, GamesCountForTheTeamWhateverItsSide) {
    const SeriesPlan twoTeams = plan("games = 4\n");
    const SeriesSummary summary = summarize(
        twoTeams,
        {played(twoTeams, 1, 3, 1, 4.0), played(twoTeams, 2, 2, 0, 2.0), played(twoTeams, 3, 1, 1)},
        {});
    ASSERT_EQ(summary.pairings.size(), 1U);
    const PairingSummary& pairing = summary.pairings[0];
    EXPECT_EQ(pairing.wins, 2);
    EXPECT_EQ(pairing.draws, 1);
    EXPECT_EQ(pairing.losses, 0);
    EXPECT_EQ(pairing.goals, 6);
    EXPECT_EQ(pairing.goalsAgainst, 2);
    EXPECT_THAT(pairing.goalDifferences, ElementsAre(2, 2, 0));
    EXPECT_EQ(pairing.steps.size(), 1U); // the second unit lacks a game
    EXPECT_DOUBLE_EQ(pairing.steps[0].mean, 1.0);
    EXPECT_THAT(summary.open, ElementsAre(4));
    EXPECT_EQ(summary.teams[0].points, 7);
    EXPECT_EQ(summary.teams[1].points, 1);
    const logs::SampleMean& falls = summary.teams[0].statistics[statisticIndex("falls")];
    EXPECT_DOUBLE_EQ(falls.mean, 2.0);
    EXPECT_NEAR(falls.error, std::sqrt(4.0 / 3.0), 1e-12);
    EXPECT_TRUE(std::isnan(summary.teams[0].statistics[statisticIndex("kicks")].mean));
}

TEST_F(SummaryTest, TheTestLooksAtGamesInTheirOrder) {
    const SeriesPlan series = plan("games = 40\n");
    std::vector<PlayedGame> games;
    for (int number = 3; number <= 24; ++number) {
        games.push_back(played(series, number, 0, 1));
    }
    // The first game is still running, so none of these count yet.
    EXPECT_THAT(summarize(series, games, {}).pairings[0].steps, IsEmpty());
    games.insert(games.begin(), played(series, 2, 1, 0));
    games.insert(games.begin(), played(series, 1, 0, 1));
    const SeriesSummary summary = summarize(series, games, {});
    EXPECT_EQ(summary.pairings[0].verdict, Verdict::Worse);
    EXPECT_TRUE(summary.isWorse());
    EXPECT_THAT(summary.open, IsEmpty());
    // One even unit, then only losses: games after the decision are surplus.
    EXPECT_EQ(summary.pairings[0].steps.size(), 9U);
    ASSERT_EQ(summary.surplus.size(), 6U);
    EXPECT_EQ(summary.surplus.front(), 19);
    EXPECT_EQ(summary.pairings[0].losses, 17);
    EXPECT_EQ(summary.teams[0].losses, 17);
    // Without early stopping, all games are played.
    const SeriesPlan whole = plan("games = 40\nstop-early = false\n");
    const SeriesSummary all = summarize(whole, games, {});
    EXPECT_EQ(all.pairings[0].verdict, Verdict::Worse);
    EXPECT_THAT(all.surplus, IsEmpty());
    EXPECT_EQ(all.open.size(), 16U);
    EXPECT_EQ(all.pairings[0].steps.size(), 12U);
}

TEST_F(SummaryTest, AUnitWithAGameThatWasGivenUpDoesNotCount) {
    const SeriesPlan series = plan("games = 4\n");
    const SeriesSummary summary = summarize(
        series, {played(series, 2, 1, 0), played(series, 3, 0, 1), played(series, 4, 0, 1)}, {1});
    ASSERT_EQ(summary.pairings[0].steps.size(), 1U);
    EXPECT_DOUBLE_EQ(summary.pairings[0].steps[0].mean, 0.0);
    EXPECT_THAT(summary.open, IsEmpty());
}

TEST_F(SummaryTest, OnlyTheFirstTeamOfTheSeriesCanMakeItWorse) {
    const SeriesPlan series = plan("games = 30\n", "\"a.toml\", \"b.toml\", \"c.toml\"");
    std::vector<PlayedGame> games;
    for (const ScheduledGame& game : series.schedule) {
        const bool isSecondAgainstThird = game.pairing == 2;
        games.push_back(played(series, game.number, 1, isSecondAgainstThird ? 4 : 1));
    }
    const SeriesSummary summary = summarize(series, games, {});
    EXPECT_EQ(summary.pairings[2].verdict, Verdict::Worse);
    EXPECT_EQ(summary.pairings[0].verdict, Verdict::Open);
    EXPECT_FALSE(summary.isWorse());
    const std::string page = reportPage(series, games, {}, summary);
    EXPECT_THAT(page, HasSubstr("<h2>Table</h2>"));
    EXPECT_THAT(page, HasSubstr("b: worse"));
}

TEST_F(SummaryTest, ConditionsAreJudgedOverTheGames) {
    const SeriesPlan series = plan("games = 2\n");
    const std::vector<PlayedGame> games = {played(series, 1, 3, 1, 5.0),
                                           played(series, 2, 0, 1, 2.0)};
    struct Row {
        const char* text;
        double left;
        bool holds;
    };
    const Row rows[] = {
        {"goals_a > 1", 1.5, true},
        {"goals_b == 1", 1.0, true},
        {"goals_left >= 2.5", 2.0, false}, // 3 and 1
        {"goals_right <= 0.5", 0.5, true},
        {"goals != 2.5", 2.5, false},
        {"falls_a_per_player < 1.8", 1.75, true},
        {"falls_per_player < 1.125", 1.125, false},
        {"total_goals_a - total_goals_b > 0", 1.0, true},
        {"least_goals_a >= 1", 0.0, false},
        {"most_falls_a <= 5", 5.0, true},
        {"(goals_a + goals_b) * 2 >= 5", 5.0, true},
        {"games == 2", 2.0, true},
        {"points_a - 1.5 >= 0", 0.0, true},
    };
    for (const Row& row : rows) {
        const auto expectation = Expectation::parse(row.text);
        ASSERT_TRUE(expectation) << expectation.error().toString();
        const auto outcome = expectation->judge(games);
        EXPECT_DOUBLE_EQ(outcome.left, row.left) << row.text;
        EXPECT_EQ(outcome.holds, row.holds) << row.text;
    }
    for (const char* text : {"kicks_a < 100", "kicks_a != 100"}) { // they were not counted
        const auto unknown = Expectation::parse(text);
        ASSERT_TRUE(unknown) << unknown.error().toString();
        EXPECT_FALSE(unknown->judge(games).holds) << text;
    }
    EXPECT_FALSE(Expectation::parse("1 < 2")->judge({}).holds);
}

TEST_F(SummaryTest, TheReportShowsItAllOnOnePage) {
    const SeriesPlan series = plan("name = \"new <b>\"\ngames = 4\nexpect = [\"goals_a >= 9\", "
                                   "\"games > 0\"]\n");
    std::vector<PlayedGame> games = {played(series, 1, 3, 1, 5.0), played(series, 2, 0, 1)};
    games[1].repeats = 1;
    const std::vector<Attempt> attempts = {
        {1, "finished", "", 3.0},
        {2, "hung", "took <too> long", 9.0, "outputs/0002-1.txt"},
        {2, "finished", "", 3.0}};
    const SeriesSummary summary = summarize(series, games, {});
    EXPECT_TRUE(summary.hasFailedExpectation());
    const std::string page = reportPage(series, games, attempts, summary);
    for (const char* text :
         {"new &lt;b&gt;", "2 games of at most 4 played", "a: no difference yet",
          "1 won, 0 drawn, 1 lost; goals 3 : 2; points 3 : 3", "Elo difference 0 (",
          "distribution of goal differences", "fraction of points", "evidence", "does not hold",
          "logs/0002.log.zst", "outputs/0002-1.txt", "took &lt;too&gt; long",
          "prefers-color-scheme:dark", "falls of players"}) {
        EXPECT_THAT(page, HasSubstr(text));
    }
    EXPECT_THAT(page, Not(HasSubstr("<b>new")));
    EXPECT_THAT(page, Not(HasSubstr("http"))); // works offline
    EXPECT_THAT(page, Not(HasSubstr("nan")));
    // An empty series has a report as well.
    EXPECT_THAT(reportPage(series, {}, {}, summarize(series, {}, {})), HasSubstr("no game yet"));
}

TEST_F(SummaryTest, AResultReadsBackAsTheSame) {
    const SeriesPlan series = plan("games = 2\n");
    const GameResult result = played(series, 1, 3, 1, 5.5).result;
    const auto again = resultFrom(textOf(result));
    ASSERT_TRUE(again) << again.error().toString();
    EXPECT_EQ(textOf(*again), textOf(result));
    EXPECT_DOUBLE_EQ(again->value("falls").left, 5.5);
    EXPECT_DOUBLE_EQ(again->value("points").left, 3.0);
    EXPECT_TRUE(std::isnan(again->value("kicks").left));
    for (const char* bad : {"", "{", "[]", "{\"values\": 3}", "{\"values\": {}}"}) {
        EXPECT_FALSE(resultFrom(bad)) << bad;
    }
}

} // namespace
} // namespace sideline::series
