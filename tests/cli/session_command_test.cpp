// Runs the real program on session files.
#include <algorithm>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/logs/session/session_files.h"
#include "tests/support/run_program.h"
#include "tests/support/test_files.h"

namespace sideline {
namespace {

using Json = nlohmann::json;
using tests::quoted;
using Result = tests::RunResult;

Result runSession(const std::string& arguments) {
    return tests::runProgram(SIDELINE_PROGRAM, arguments);
}

TEST(SessionCommandTest, InfoReportsWhatIsInASession) {
    const tests::TempDir dir;
    tests::writeSession(dir / "a.session", 2, 100);
    const Result result = runSession("log info --json " + quoted(dir / "a.session"));
    ASSERT_EQ(result.status, 0) << result.out;
    const Json json = Json::parse(result.out);
    EXPECT_EQ(json["kind"], "session");
    EXPECT_EQ(json["complete"], true);
    EXPECT_EQ(json["begunAt"], "2024-05-01T12:00:00Z");
    ASSERT_EQ(json["agents"].size(), 2U);
    EXPECT_EQ(json["agents"][1]["name"], "Testers 2");
    EXPECT_EQ(json["agents"][1]["cycles"], 100);
    EXPECT_EQ(json["agents"][1]["missedCycles"], 0);
    EXPECT_EQ(json["agents"][1]["lateAnswers"], 0);
    EXPECT_EQ(json["agents"][1]["count"]["dropped"], 0);
    EXPECT_EQ(json["counts"]["output line"]["written"], 2);
    EXPECT_EQ(json["counts"]["drawing"]["written"], 1);
    EXPECT_EQ(json["matchLogs"][0]["name"], "match.log");
    EXPECT_EQ(json["matchLogs"][0]["marks"], 50);
    EXPECT_TRUE(json["damage"].empty());
    EXPECT_TRUE(json["missing"].empty());
    const Result text = runSession("log info " + quoted(dir / "a.session"));
    EXPECT_EQ(text.status, 0);
    EXPECT_NE(text.out.find("Testers 1: left 1, type 0; 100 cycles from 0.0 s to 2.0 s, 0 "
                            "missed, 0 late, 0 dropped"),
              std::string::npos)
        << text.out;
}

TEST(SessionCommandTest, StatsAreThoseOfTheMatchBesideASession) {
    const tests::TempDir dir;
    tests::writeSession(dir / "a.session", 2, 100);
    const Result missing = runSession("log stats " + quoted(dir / "a.session") + " 2>&1");
    EXPECT_EQ(missing.status, 2);
    EXPECT_NE(missing.out.find("match.log"), std::string::npos) << missing.out;
    tests::writeFile(dir / "match.log", tests::readUnpacked(tests::sampleLog()));
    const Result result = runSession("log stats --json " + quoted(dir / "a.session"));
    ASSERT_EQ(result.status, 0) << result.out;
    EXPECT_EQ(Json::parse(result.out)["kicks"].size(), 1U);
}

TEST(SessionCommandTest, VerifyPassesOnWholeSessionsAndFailsOnDamagedOnes) {
    const tests::TempDir dir;
    tests::writeSession(dir / "a.session", 8, 2000);
    const Result good = runSession("log verify " + quoted(dir / "a.session"));
    EXPECT_EQ(good.status, 0) << good.out;
    EXPECT_NE(good.out.find("Testers 8: 2000 frames offered, 2000 written, 0 dropped, 2000 read; "
                            "0 gaps"),
              std::string::npos)
        << good.out;
    const Json json = Json::parse(runSession("log verify --json " + quoted(dir / "a.session")).out);
    EXPECT_EQ(json["good"], true);
    EXPECT_EQ(json["counts"]["frame"]["found"], 16000);
    // The frames of half of the chunks are cut off.
    std::filesystem::copy_file(dir / "a.session", dir / "b.session");
    tests::changeSession(dir / "b.session", "UPDATE chunk_data SET blob = substr(blob, 1, 20) "
                                            "WHERE id % 2 = 0");
    const Result damaged = runSession("log verify " + quoted(dir / "b.session"));
    EXPECT_EQ(damaged.status, 1) << damaged.out;
    EXPECT_NE(damaged.out.find("damage: "), std::string::npos) << damaged.out;
    EXPECT_NE(damaged.out.find("table chunk_data, row "), std::string::npos) << damaged.out;
    EXPECT_NE(damaged.out.find("more faults"), std::string::npos) << damaged.out;
    // The file itself is cut.
    std::filesystem::resize_file(dir / "a.session",
                                 std::filesystem::file_size(dir / "a.session") * 2 / 3);
    const Result cut = runSession("log verify --json " + quoted(dir / "a.session"));
    EXPECT_EQ(cut.status, 1) << cut.out;
    const Json rest = Json::parse(cut.out);
    EXPECT_EQ(rest["good"], false);
    EXPECT_GT(rest["counts"]["frame"]["found"], 0) << cut.out;
    EXPECT_LT(rest["counts"]["frame"]["found"], 16000) << cut.out;
}

// A session that lost frames, and one that was not closed and has lost its journal.
TEST(SessionCommandTest, WhatIsMissingIsReportedByEveryCommand) {
    const tests::TempDir dir;
    tests::writeSession(dir / "a.session", 2, 400);
    tests::changeSession(dir / "a.session",
                         "DELETE FROM chunk WHERE agent = 1 AND first_cycle BETWEEN 50 AND 300;"
                         "DELETE FROM chunk_data WHERE id NOT IN (SELECT id FROM chunk)");
    tests::writeSession(dir / "b.session", 2, 100);
    tests::changeSession(dir / "b.session", "DELETE FROM meta WHERE key = 'ended'");
    struct Row {
        const char* file;
        const char* text;
    };
    for (const Row& row :
         {Row{"a.session", "frames are missing (between cycles "},
          {"b.session", "the session was not closed, and its journal b.session-wal is missing"}}) {
        const std::string file = quoted(dir / row.file);
        const Result verified = runSession("log verify " + file);
        EXPECT_EQ(verified.status, 1) << verified.out;
        EXPECT_NE(verified.out.find(std::string("missing: ")), std::string::npos) << verified.out;
        EXPECT_NE(verified.out.find(row.text), std::string::npos) << verified.out;
        EXPECT_NE(verified.out.find("\nnot ok\n"), std::string::npos) << verified.out;
        const Json json = Json::parse(runSession("log verify --json " + file).out);
        EXPECT_EQ(json["good"], false);
        EXPECT_FALSE(json["missing"].empty());
        const Result reported = runSession("log info " + file);
        EXPECT_EQ(reported.status, 1) << reported.out;
        EXPECT_NE(reported.out.find("Missing"), std::string::npos) << reported.out;
        EXPECT_NE(reported.out.find(row.text), std::string::npos) << reported.out;
        const Result exported = runSession("log export " + file +
                                           " --agent 'Testers 2' --signals cycle "
                                           "--csv " +
                                           quoted(dir / (std::string(row.file) + ".csv")));
        EXPECT_EQ(exported.status, 1) << exported.out;
        EXPECT_NE(exported.out.find(row.text), std::string::npos) << exported.out;
    }
}

TEST(SessionCommandTest, ExportsSignalsMessagesAndOutput) {
    const tests::TempDir dir;
    tests::writeSession(dir / "a.session", 2, 100);
    const std::string file = quoted(dir / "a.session");
    const Result result =
        runSession("log export " + file + " --agent 'Testers 2' --csv " + quoted(dir / "s.csv") +
                   " --signals debug.head.errorRad,body.joint.rle4.measuredDeg --stream " +
                   quoted(dir / "s.rec") + " --outputs " + quoted(dir / "o.txt") + " --beliefs " +
                   quoted(dir / "b.jsonl"));
    ASSERT_EQ(result.status, 0) << result.out;
    const std::string csv = tests::readUnpacked(dir / "s.csv");
    EXPECT_EQ(csv.substr(0, csv.find('\n')), "cycle,time_s,game_time_s,debug.head.errorRad,"
                                             "body.joint.rle4.measuredDeg");
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 101);
    EXPECT_EQ(tests::readUnpacked(dir / "o.txt"),
              "0.005\tTesters 1\tout\thello\n0.015\tTesters 1\terr\toh\n");
    EXPECT_EQ(tests::readUnpacked(dir / "b.jsonl"), "{\"time\": 0.02, \"pose\": null}\n");
    // The messages form a regular stream.
    EXPECT_EQ(runSession("log verify " + quoted(dir / "s.rec")).status, 0);
    const Result names = runSession("log export " + file + " --agent 'Testers 1' --list-signals");
    EXPECT_EQ(names.status, 0);
    EXPECT_NE(names.out.find("\nworld.ball.p_F.x\n"), std::string::npos);
    const Result part = runSession("log export " + file +
                                   " --agent 'Testers 1' --csv - --signals cycle --from 1 "
                                   "--to 1.1");
    EXPECT_EQ(std::count(part.out.begin(), part.out.end(), '\n'), 1 + 6) << part.out;
}

struct SessionFailRow {
    std::string arguments;
    const char* expected;
};

TEST(SessionCommandTest, FailsWithAClearMessage) {
    const tests::TempDir dir;
    tests::writeSession(dir / "a.session", 2, 20);
    tests::writeFile(dir / "bad.session", std::string("SQLite format 3\0", 16) + "x");
    const std::string file = quoted(dir / "a.session");
    for (const SessionFailRow& row :
         {SessionFailRow{"log info " + quoted(dir / "bad.session"), "not a session"},
          {"log verify " + quoted(dir / "bad.session"), "not a session"},
          {"log export " + file + " --csv -", "expected --agent with one of 'Testers 1', 'Test"},
          {"log export " + file + " --csv - --agent X", "unknown agent 'X'"},
          {"log export " + file + " --agent 'Testers 1' --csv - --signals no.such",
           "unknown signal 'no.such'"},
          {"log export " + file + " --poses -", "for match logs"},
          {"log export " + file + " --agent 'Testers 1' --csv - --from-frame 3",
           "expected --from and --to, seconds since the start of the session"},
          {"log export " + quoted(tests::sampleLog()) + " --csv -", "for sessions"},
          {"log export " + file + " --outputs " + quoted(dir.path() / "." / "a.session"),
           "will not be overwritten"}}) {
        const Result result = runSession(row.arguments);
        EXPECT_EQ(result.status, 2) << row.arguments << ": " << result.out;
        EXPECT_NE(result.out.find(row.expected), std::string::npos) << result.out;
    }
}

} // namespace
} // namespace sideline
