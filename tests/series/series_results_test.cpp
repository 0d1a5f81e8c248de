// Tests reading the results of a series for a comparison.
#include "series/series_results.h"

#include <cmath>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logs/session/sqlite.h"
#include "tests/support/test_files.h"

namespace sideline::series {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const std::string kHeader =
    "game,left,right,swapped,seed,played_s,repeats,goals_left,goals_right,falls_left,falls_right,"
    "news_left\n";

TEST(SeriesResultsTest, ATableIsReadByTheNamesOfItsColumns) {
    const auto rows = resultsFromCsv(
        kHeader + "2,\"New, better\",Old,1,7,300.5,1,3,1,12,,9\n1,Old,\"Say \"\"A\"\"\",0,7,300,0,"
                  "0,0,4,5,9\r\n",
        "results.csv");
    ASSERT_TRUE(rows) << rows.error().toString();
    ASSERT_EQ(rows->size(), 2U);
    EXPECT_EQ((*rows)[0].game, 1);
    EXPECT_EQ((*rows)[0].right, "Say \"A\"");
    const ResultRow& second = (*rows)[1];
    EXPECT_EQ(second.left, "New, better");
    EXPECT_TRUE(second.isSwapped);
    EXPECT_EQ(second.seed, 7U);
    EXPECT_EQ(second.repeats, 1);
    EXPECT_DOUBLE_EQ(second.result.playedS, 300.5);
    EXPECT_EQ(second.result.value("goals").left, 3.0);
    EXPECT_EQ(second.result.value("falls").left, 12.0);
    EXPECT_TRUE(std::isnan(second.result.value("falls").right)) << "an empty field";
    EXPECT_TRUE(std::isnan(second.result.value("passes").left)) << "no such column";
    EXPECT_TRUE(second.log.empty());
}

TEST(SeriesResultsTest, GoalsHaveTheirTimes) {
    const std::vector<GameGoal> goals = {{game::Side::Right, 83.2, 90.52},
                                         {game::Side::Left, 245.0, 252.3}};
    EXPECT_EQ(textOf(goals), "right 83.20 90.52; left 245.00 252.30");
    EXPECT_EQ(goalsFrom(textOf(goals)), goals);
    EXPECT_TRUE(goalsFrom("none 1 2").empty());
    EXPECT_TRUE(goalsFrom("").empty());
    GameResult result;
    result.setScore(1, 1);
    result.goals = goals;
    EXPECT_EQ(resultFrom(textOf(result)).value().goals, goals);
    const auto rows = resultsFromCsv("game,left,right,goals_left,goals_right,goal_times\n"
                                     "1,A,B,1,1,right 83.20 90.52; left 245.00 252.30\n",
                                     "results.csv");
    ASSERT_TRUE(rows) << rows.error().toString();
    EXPECT_EQ(rows->front().result.goals, goals);
}

TEST(SeriesResultsTest, WhatIsNoTableIsReportedWithItsLine) {
    struct Row {
        std::string text;
        const char* expected;
    };
    const Row rows[] = {
        {"", "r.csv:1: no column `game`; expected the results of a series"},
        {"game,left,right,goals_left\n", "r.csv:1: no column `goals_right`"},
        {kHeader + "1,A,B,0,1,300,0,1,0,2,3,0\n2,A\n", "r.csv:3: 2 fields; expected 12"},
        {kHeader + "1,A,B,0,1,300,0,many,0,2,3,0\n",
         "r.csv:2: `goals_left` is \"many\"; expected a number"},
        {kHeader + "1,A,B,0,1,300,0,nan,0,2,3,0\n", "`goals_left` is \"nan\""},
        {kHeader + "1,A,B,0,1,300,0,1e300,0,2,3,0\n", "`goals_left` is \"1e300\""},
        {kHeader + "3e9,A,B,0,1,300,0,1,0,2,3,0\n",
         "r.csv:2: `game` is \"3e9\"; expected a number from 0 to 1e+09"},
        {kHeader + "1,A,B,0,-1,300,0,1,0,2,3,0\n", "`seed` is \"-1\""},
        {kHeader + "1,A,B,0,1,300,-3e9,1,0,2,3,0\n", "`repeats` is \"-3e9\""},
    };
    for (const Row& row : rows) {
        const auto read = resultsFromCsv(row.text, "r.csv");
        ASSERT_FALSE(read) << row.expected;
        EXPECT_THAT(read.error().toString(), HasSubstr(row.expected));
    }
}

TEST(SeriesResultsTest, AFolderIsReadWithItsLogs) {
    const tests::TempDir folder;
    EXPECT_FALSE(isResults(folder.path()));
    EXPECT_THAT(readResults(folder.path()).error().toString(), HasSubstr("has no results"));
    tests::writeFile(folder / "results.csv", kHeader + "1,A,B,0,1,300,0,1,0,2,3,0\n"
                                                       "2,B,A,1,2,300,0,0,0,2,3,0\n");
    fs::create_directory(folder / "logs");
    tests::writeFile(folder / "logs" / "0002.log.zst", "x");
    for (const fs::path& path : {folder.path(), folder / "results.csv"}) {
        EXPECT_TRUE(isResults(path));
        const auto rows = readResults(path);
        ASSERT_TRUE(rows) << rows.error().toString();
        ASSERT_EQ(rows->size(), 2U);
        EXPECT_TRUE(rows->front().log.empty());
        EXPECT_EQ(rows->back().log, folder / "logs" / "0002.log.zst");
    }
    // The database takes precedence over the table.
    {
        auto database =
            logs::Database::open(folder / "results.sqlite", logs::Database::Access::Create);
        ASSERT_TRUE(database);
        ASSERT_TRUE(database->execute(
            "CREATE TABLE games(game INTEGER PRIMARY KEY, left TEXT, right TEXT, swapped INTEGER, "
            "goals_left REAL, goals_right REAL, coffees_left REAL);"
            "INSERT INTO games VALUES(1, 'C', 'D', 0, 4, NULL, 2)"));
    }
    const auto rows = readResults(folder.path());
    ASSERT_TRUE(rows) << rows.error().toString();
    ASSERT_EQ(rows->size(), 1U);
    EXPECT_EQ(rows->front().left, "C");
    EXPECT_EQ(rows->front().result.value("goals").left, 4.0);
    EXPECT_TRUE(std::isnan(rows->front().result.value("goals").right));
    {
        auto database =
            logs::Database::open(folder / "results.sqlite", logs::Database::Access::Create);
        ASSERT_TRUE(database && database->execute("UPDATE games SET game = 1000000000000"));
    }
    EXPECT_THAT(readResults(folder.path()).error().toString(),
                HasSubstr("results.sqlite: `game` is 1000000000000"));
    tests::writeFile(folder / "results.sqlite", "no database");
    EXPECT_THAT(readResults(folder.path()).error().toString(), HasSubstr("results.sqlite"));
}

TEST(SeriesResultsTest, AFailedAttemptNamesThePlayerThatWasLost) {
    EXPECT_EQ(playerFrom("right 11"), (game::PlayerId{game::Side::Right, game::UniformNumber(11)}));
    for (const char* text : {"", "left", "left 0", "left x", "none 2", "unnamed robot"}) {
        EXPECT_FALSE(playerFrom(text)) << text;
    }
    const tests::TempDir folder;
    {
        auto database =
            logs::Database::open(folder / "results.sqlite", logs::Database::Access::Create);
        ASSERT_TRUE(database);
        ASSERT_TRUE(database->execute(
            "CREATE TABLE attempts(game INTEGER, outcome TEXT, reason TEXT, log TEXT);"
            "INSERT INTO attempts VALUES(3, 'failed', 'silent', 'outputs/a.log.zst');"));
    }
    const auto older = readFailedAttempts(folder.path());
    ASSERT_TRUE(older) << older.error().toString();
    ASSERT_EQ(older->size(), 1U);
    EXPECT_FALSE(older->front().player) << "older series do not name it";
    {
        auto database =
            logs::Database::open(folder / "results.sqlite", logs::Database::Access::Create);
        ASSERT_TRUE(database && database->execute("ALTER TABLE attempts ADD COLUMN player TEXT;"
                                                  "UPDATE attempts SET player = 'left 2';"));
    }
    const auto attempts = readFailedAttempts(folder.path());
    ASSERT_TRUE(attempts) << attempts.error().toString();
    EXPECT_EQ(attempts->front().player, (game::PlayerId{game::Side::Left, game::UniformNumber(2)}));
}

} // namespace
} // namespace sideline::series
