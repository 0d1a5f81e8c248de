// Runs the real program on valid and on damaged files.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <system_error>
#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include "agentcore/base/rng.h"
#include "tests/support/log_files.h"
#include "tests/support/run_program.h"
#include "tests/support/test_files.h"

namespace sideline {
namespace {

using Json = nlohmann::json;

using tests::quoted;
using Result = tests::RunResult;

Result run(const std::string& arguments) {
    return tests::runProgram(SIDELINE_PROGRAM, arguments);
}

TEST(LogCommandTest, InfoDescribesTheSample) {
    const Result result = run("log info --json " + quoted(tests::sampleLog()));
    ASSERT_EQ(result.status, 0) << result.out;
    const Json json = Json::parse(result.out);
    EXPECT_EQ(json["frames"], 47);
    EXPECT_EQ(json["teams"]["left"], "UTA");
    EXPECT_EQ(json["teams"]["right"], "UTB");
    EXPECT_EQ(json["score"]["left"], 0);
    EXPECT_EQ(json["players"]["left"].size(), 11U);
    EXPECT_EQ(json["playersByType"]["right"]["4"], 2);
    EXPECT_EQ(json["packing"], "xz");
    EXPECT_DOUBLE_EQ(json["stepS"].get<double>(), 0.2);
    EXPECT_EQ(json["damage"]["damagedFrames"], 0);
    const Result text = run("log info " + quoted(tests::sampleLog()));
    EXPECT_EQ(text.status, 0);
    EXPECT_NE(text.out.find("UTA 0 : 0 UTB"), std::string::npos) << text.out;
}

TEST(LogCommandTest, StatsCountAMatch) {
    const std::string sample = quoted(tests::sampleLog());
    const Result table = run("log stats " + sample + " --window 5");
    ASSERT_EQ(table.status, 0) << table.out;
    EXPECT_NE(table.out.find("UTA 0 : 0 UTB"), std::string::npos) << table.out;
    EXPECT_NE(table.out.find("Possession                 100 %"), std::string::npos) << table.out;
    EXPECT_NE(table.out.find("0:21 - 0:25"), std::string::npos) << table.out;
    const Json json = Json::parse(run("log stats --json " + sample).out);
    EXPECT_EQ(json["kicks"].size(), 1U);
    EXPECT_EQ(json["kicks"][0]["player"]["unum"], 3);
    EXPECT_EQ(json["total"]["right"]["fouls"], 1);
    const Json part = Json::parse(run("log stats --json --from 21 --to 25 " + sample).out);
    EXPECT_EQ(part["frames"], 20);
    EXPECT_EQ(part["kicks"].size(), 0U);
    const Result both = run("log stats " + sample + " " + sample);
    EXPECT_NE(both.out.find("1: UTA"), std::string::npos) << both.out;
    EXPECT_NE(both.out.find("2: UTB"), std::string::npos) << both.out;
    EXPECT_EQ(Json::parse(run("log stats --json " + sample + " " + sample).out).size(), 2U);
    const std::string teams = run("log stats --csv teams " + sample).out;
    EXPECT_NE(teams.find("\nmatch,kicks,,1,0\n"), std::string::npos) << teams;
    EXPECT_NE(run("log stats --csv players " + sample).out.find("distance_m"), std::string::npos);
    EXPECT_NE(run("log stats --csv moments " + sample).out.find("\"Kick, "), std::string::npos);
    EXPECT_NE(run("log stats --csv teams " + sample + " " + sample).status, 0);
}

TEST(LogCommandTest, StatsOfWhatIsNoMatchAreRefused) {
    const tests::TempDir dir;
    const auto refused = [&](const std::string& arguments, const std::string& words) {
        const Result result = run("log stats " + arguments + " 2>&1");
        EXPECT_EQ(result.status, 2) << result.out;
        EXPECT_NE(result.out.find(words), std::string::npos) << result.out;
    };
    tests::writeFile(dir / "empty.log", "");
    refused(quoted(dir / "empty.log"), "empty.log");
    tests::writeFile(dir / "noise.log", "no match at all\n");
    refused(quoted(dir / "noise.log"), "noise.log");
    refused(quoted(dir / "absent.log"), "absent.log");
    refused(quoted(tests::sampleLog()) + " --from 500", "no frames in the given interval");
    refused(quoted(tests::sampleLog()) + " --from 5 --to 3", "--to is before --from");
    refused(quoted(tests::sampleLog()) + " --window 0", "--window");
}

TEST(LogCommandTest, EventsCanBeFiltered) {
    const Result all = run("log events --json " + quoted(tests::sampleLog()));
    ASSERT_EQ(all.status, 0) << all.out;
    const Result fouls = run("log events --json --kind foul,kick " + quoted(tests::sampleLog()));
    const Json list = Json::parse(fouls.out);
    ASSERT_EQ(list.size(), 2U);
    EXPECT_EQ(list[0]["kind"], "kick");
    EXPECT_EQ(list[1]["text"], "Charging by UTB 11");
    EXPECT_EQ(list[1]["unum"], 11);
    EXPECT_GT(Json::parse(all.out).size(), list.size());
    EXPECT_EQ(run("log events --kind nonsense " + quoted(tests::sampleLog())).status, 2);
}

TEST(LogCommandTest, VerifyPassesOnWholeLogsAndFailsOnDamagedOnes) {
    EXPECT_EQ(run("log verify " + quoted(tests::sampleLog())).status, 0);
    const tests::TempDir dir;
    std::string text = tests::scriptedLog(tests::movingScenes(50), 10);
    text[text.find("SLT", text.size() / 2) + 1] = '?';
    tests::writeFile(dir / "bad.log", text);
    const Result bad = run("log verify " + quoted(dir / "bad.log"));
    EXPECT_EQ(bad.status, 1);
    EXPECT_NE(bad.out.find("damage: "), std::string::npos) << bad.out;
    EXPECT_NE(bad.out.find("bad.log:"), std::string::npos) << bad.out;
    const Json json = Json::parse(run("log verify --json " + quoted(dir / "bad.log")).out);
    EXPECT_EQ(json["good"], false);
    EXPECT_TRUE(json["jumps"]["different"].empty());
}

TEST(LogCommandTest, ExportsTablesAndCuts) {
    const tests::TempDir dir;
    const Result result =
        run("log export " + quoted(tests::sampleLog()) + " --from-frame 5 --to-frame 20" +
            " --poses " + quoted(dir / "p.csv") + " --joints " + quoted(dir / "j.csv") +
            " --events " + quoted(dir / "e.csv") + " --cut " + quoted(dir / "cut.log.gz"));
    ASSERT_EQ(result.status, 0) << result.out;
    for (const char* name : {"p.csv", "j.csv", "e.csv"}) {
        EXPECT_GT(std::filesystem::file_size(dir / name), 50U) << name;
    }
    const Result info = run("log info --json " + quoted(dir / "cut.log.gz"));
    EXPECT_EQ(Json::parse(info.out)["frames"], 16);
    EXPECT_EQ(run("log verify " + quoted(dir / "cut.log.gz")).status, 0);
    // By game clock, to standard output.
    const Result byTime =
        run("log export " + quoted(tests::sampleLog()) + " --from 25 --to 25.4 --joints -");
    EXPECT_EQ(byTime.status, 0);
    EXPECT_EQ(std::count(byTime.out.begin(), byTime.out.end(), '\n'), 1 + 3 * 22);
}

// The same words mean the same interval in all commands: seconds of game time.
TEST(LogCommandTest, ExportsTheIntervalThatStatsCounts) {
    const std::string sample = quoted(tests::sampleLog());
    const Json stats = Json::parse(run("log stats --json --from 21 --to 25 " + sample).out);
    const Result poses = run("log export --poses - --from 21 --to 25 " + sample);
    ASSERT_EQ(poses.status, 0) << poses.out;
    std::set<std::string> frames; // the first column
    for (std::istringstream rows(poses.out); rows;) {
        std::string row;
        if (std::getline(rows, row) && !row.starts_with("frame")) {
            frames.insert(row.substr(0, row.find(',')));
        }
    }
    EXPECT_NEAR(static_cast<double>(frames.size()), stats["frames"].get<double>(), 1.0);
    const auto refused = [&](const std::string& arguments, const std::string& words) {
        const Result result = run("log export --poses - " + sample + arguments);
        EXPECT_EQ(result.status, 2) << result.out;
        EXPECT_NE(result.out.find(words), std::string::npos) << result.out;
    };
    refused(" --from 500", "--from is after the end of the log; expected at most");
    refused(" --from 5 --to 3", "--to is before --from");
    refused(" --from 5 --from-frame 3", " excludes ");
}

TEST(LogCommandTest, NeverWritesOverTheLogThatItReads) {
    const tests::TempDir folder;
    const std::string bytes = tests::scriptedLog(tests::movingScenes(20), 5);
    tests::writeFile(folder / "match.log", bytes);
    for (const char* what : {"--cut", "--poses", "--events"}) {
        const Result result = run("log export " + quoted(folder / "match.log") + " " + what + " " +
                                  quoted(folder.path() / "." / "match.log"));
        EXPECT_EQ(result.status, 2) << what;
        EXPECT_NE(result.out.find("will not be overwritten"), std::string::npos) << result.out;
        EXPECT_EQ(tests::readUnpacked(folder / "match.log"), bytes) << what;
    }
}

TEST(LogCommandTest, ExportsOfDamagedLogsReportWhatTheyLeaveOut) {
    const tests::TempDir dir;
    std::string text = tests::scriptedLog(tests::movingScenes(50), 10);
    text[text.find("SLT", text.size() / 2) + 1] = '\x07';
    tests::writeFile(dir / "bad.log", text);
    for (const char* what : {"--poses", "--joints", "--events", "--cut"}) {
        const auto out = dir / (std::string("out") + what);
        const Result result =
            run("log export " + quoted(dir / "bad.log") + " " + what + " " + quoted(out));
        EXPECT_EQ(result.status, 1) << what << ": " << result.out;
        EXPECT_NE(result.out.find("sideline: omitted: " + (dir / "bad.log").string() + ":"),
                  std::string::npos)
            << result.out;
        EXPECT_NE(result.out.find("byte 0x07 is not text"), std::string::npos) << result.out;
        EXPECT_GT(std::filesystem::file_size(out), 40U) << what << ": what is good is there";
        // An interval without damage is complete.
        const Result good = run("log export " + quoted(dir / "bad.log") + " --to-frame 9 " + what +
                                " " + quoted(dir / (std::string("good") + what)));
        EXPECT_EQ(good.status, 0) << what << ": " << good.out;
    }
}

TEST(LogCommandTest, UnpacksNoFurtherThanItMay) {
    const tests::TempDir dir;
    tests::writeFile(dir / "long.log", tests::scriptedLog(tests::movingScenes(600), 10));
    ASSERT_GT(std::filesystem::file_size(dir / "long.log"), std::uintmax_t{1} << 20U);
    ASSERT_EQ(std::system(("gzip -1 " + quoted(dir / "long.log")).c_str()), 0);
    EXPECT_EQ(run("log verify " + quoted(dir / "long.log.gz")).status, 0);
    const Result limited = run("log verify --max-unpacked 1 " + quoted(dir / "long.log.gz"));
    EXPECT_EQ(limited.status, 1) << limited.out;
    EXPECT_NE(limited.out.find("the log is longer than 1048576 bytes"), std::string::npos)
        << limited.out;
}

// Truncation at any time: no signal ends a command, and failures report the position.
TEST(LogCommandTest, OutlivesALogThatIsShortenedWhileItIsRead) {
    const tests::TempDir dir;
    const std::string text = tests::scriptedLog(tests::movingScenes(2000), 20);
    const auto file = dir / "m.log";
    base::Rng rng(35);
    int failures = 0;
    for (const char* command : {"log info", "log events", "log verify --jumps 50",
                                "log export --poses -", "log export --cut /dev/null"}) {
        for (int round = 0; round < 5; ++round) {
            std::filesystem::remove(file);
            tests::writeFile(file, text);
            const std::uint64_t looks = rng.below(60000); // about 0 to 200 ms
            const std::uint64_t size = rng.below(text.size());
            std::jthread cutter([&] {
                std::error_code ignored;
                for (std::uint64_t i = 0; i < looks; ++i) {
                    static_cast<void>(std::filesystem::file_size(file, ignored));
                }
                std::filesystem::resize_file(file, size, ignored);
            });
            const Result result = run(std::string(command) + " " + quoted(file));
            cutter.join();
            ASSERT_GE(result.status, 0) << command;
            ASSERT_LE(result.status, 2) << command << ": " << result.out;
            if (result.status == 2) {
                ++failures;
                EXPECT_NE(result.out.find("m.log"), std::string::npos) << result.out;
            }
        }
    }
    RecordProperty("failures", failures);
}

TEST(LogCommandTest, DescribesAMonitorsRecording) {
    SIDELINE_SHARED_OR_SKIP(path, "mj/B-3v3-sync.monitor.rec.xz");
    const Result result = run("log info " + quoted(path));
    EXPECT_EQ(result.status, 0) << result.out;
    EXPECT_NE(result.out.find("1133 every 0.04 s"), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("(T1)"), std::string::npos) << result.out;
    EXPECT_EQ(run("log verify " + quoted(path)).status, 0);
}

struct FailRow {
    const char* arguments;
    int status;
    const char* expected;
};

TEST(LogCommandTest, FailsWithAClearMessage) {
    const FailRow rows[] = {
        {"", 2, "subcommand is required"},
        {"log", 2, "subcommand is required"},
        {"log info", 2, "FILE is required"},
        {"log info /nowhere/x.log", 2, "sideline: /nowhere/x.log: no such file"},
        {"log info /etc/hostname", 2, "not a monitor log"},
        {"log info /", 2, "/: this is a folder; expected a match log"},
        {"log export /nowhere/x.log", 2, "At least 1 option from [--poses"},
        {"log info /dev/zero", 2, "/dev/zero: this is a character device; expected a match log"},
        {"log verify /tmp", 2, "/tmp: this is a folder"},
        {"log export --poses - /dev/zero", 2, "this is a character device"},
    };
    for (const FailRow& row : rows) {
        const Result result = run(row.arguments);
        EXPECT_EQ(result.status, row.status) << row.arguments << ": " << result.out;
        EXPECT_NE(result.out.find(row.expected), std::string::npos) << result.out;
    }
    const tests::TempDir dir; // opening a FIFO without a writer must not block
    ASSERT_EQ(::mkfifo((dir / "fifo").c_str(), 0600), 0);
    for (const char* command : {"log info", "log verify", "log export --csv -", "log events"}) {
        const Result fifo = run(std::string(command) + " " + quoted(dir / "fifo"));
        EXPECT_EQ(fifo.status, 2) << command;
    }
    EXPECT_NE(run("log info " + quoted(dir / "fifo")).out.find("fifo: this is a FIFO (a pipe)"),
              std::string::npos);
    const Result range =
        run("log export --from-frame 40 --to-frame 10 --poses - " + quoted(tests::sampleLog()));
    EXPECT_EQ(range.status, 2);
    EXPECT_NE(range.out.find("are not in this log"), std::string::npos);
    EXPECT_EQ(run("--version").out.substr(0, 9), "sideline ");
    EXPECT_EQ(run("--help").status, 0);
}

// The two shared matches in their original form and in other containers.
TEST(LogCommandTest, SharedMatchesInEveryWrapping) {
    SIDELINE_SHARED_OR_SKIP(two, "match/2v2-150s.log.gz");
    SIDELINE_SHARED_OR_SKIP(eleven, "match/11v11-60s.tar.bz2");
    const tests::TempDir dir;
    for (const auto& match : {two, eleven}) {
        const Json original = Json::parse(run("log info --json " + quoted(match)).out);
        tests::writeFile(dir / "sparkmonitor.log", tests::readUnpacked(match));
        const std::string in = "cd " + quoted(dir.path()) + " && ";
        ASSERT_EQ(std::system((in + "tar czf w.tar.gz sparkmonitor.log && xz -0 -k -f "
                                    "sparkmonitor.log && mv sparkmonitor.log.xz w.log.xz")
                                  .c_str()),
                  0);
        for (const char* name : {"sparkmonitor.log", "w.tar.gz", "w.log.xz"}) {
            const Result info = run("log info --json " + quoted(dir / name));
            ASSERT_EQ(info.status, 0) << info.out;
            const Json json = Json::parse(info.out);
            for (const char* key :
                 {"frames", "durationS", "teams", "score", "playersByType", "events", "bytes"}) {
                EXPECT_EQ(json[key], original[key]) << name << ' ' << key;
            }
            EXPECT_EQ(run("log verify --jumps 100 " + quoted(dir / name)).status, 0) << name;
        }
    }
}

} // namespace
} // namespace sideline
