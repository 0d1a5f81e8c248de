// Truncated or damaged logs, logs without their first scene, and files that are no logs: the intact
// parts are shown, and the message names line or byte and what was expected.
#include <cstdlib>

#include <gtest/gtest.h>

#include "logs/match/match_log.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

class DamagedLogTest : public ::testing::Test {
protected:
    std::shared_ptr<MatchLog> open(std::string_view text) {
        tests::writeFile(m_dir / "m.log", text);
        return tests::openAnalyzed(m_dir / "m.log");
    }
    base::Error openError(std::string_view text, const char* name = "m.log") {
        tests::writeFile(m_dir / name, text);
        LogOptions options;
        options.spoolDirectory = m_dir.path();
        const auto log = MatchLog::open(m_dir / name, options);
        EXPECT_FALSE(log);
        return log ? base::Error{} : log.error();
    }
    std::string good = tests::scriptedLog(tests::movingScenes(40), 10);
    tests::TempDir m_dir;
};

std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        result.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return result;
}

std::string join(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) {
        text += line + "\n";
    }
    return text;
}

TEST_F(DamagedLogTest, CutInTheMiddleOfALine) {
    const std::size_t cut = good.size() - 100;
    const auto log = open(std::string_view(good).substr(0, cut));
    ASSERT_NE(log, nullptr);
    EXPECT_EQ(log->index()->frameCount(), 39U);
    ASSERT_EQ(log->analysis()->issues.size(), 1U);
    const LogIssue& issue = log->analysis()->issues[0];
    EXPECT_EQ(issue.severity, LogIssue::Severity::Damage);
    EXPECT_EQ(issue.error.line, 40U);
    EXPECT_EQ(issue.error.file, (m_dir / "m.log").string());
    EXPECT_NE(issue.error.message.find("the log ends within a message"), std::string::npos);
    EXPECT_FALSE(issue.error.expected.empty());
}

TEST_F(DamagedLogTest, AFlippedByteAffectsOnlyItsLine) {
    auto all = lines(good);
    const std::size_t at = all[23].find("SLT") + 1;
    all[23][at] = '\x07';
    const auto log = open(join(all));
    ASSERT_NE(log, nullptr);
    EXPECT_EQ(log->index()->frameCount(), 40U);
    EXPECT_EQ(log->analysis()->damagedFrames, 1U);
    ASSERT_EQ(log->analysis()->issues.size(), 1U);
    const base::Error& error = log->analysis()->issues[0].error;
    EXPECT_EQ(error.line, 24U);
    EXPECT_EQ(error.byteOffset, at);
    EXPECT_EQ(error.message, "byte 0x07 is not text");
    EXPECT_EQ(error.expected, "printable text");
    // The frame has the poses of the preceding one and is marked; the next one is intact again.
    FrameReader reader = log->makeReader();
    EXPECT_TRUE((*reader.frame(23))->health.damaged);
    EXPECT_EQ(reader.state(23)->scene->local, reader.state(22)->scene->local);
    EXPECT_TRUE((*reader.frame(24))->health.good());
}

// Whatever the reader's start, exactly the damaged lines are reported as damaged.
TEST_F(DamagedLogTest, DamageIsTheSameFromACheckpoint) {
    auto all = lines(tests::scriptedLog(tests::movingScenes(60), 0));
    all[16][all[16].find("SLT") + 1] = '\x07';
    const auto log = open(join(all));
    ASSERT_NE(log, nullptr);
    FrameReader reader = log->makeReader();
    EXPECT_TRUE((*reader.frame(16))->health.damaged);
    EXPECT_EQ(reader.decodedLineCount(), 0U) << "a checkpoint is there";
    EXPECT_FALSE((*reader.frame(32))->health.damaged);
    EXPECT_EQ(reader.decodedLineCount(), 0U) << "a checkpoint is there";
    EXPECT_FALSE((*reader.frame(17))->health.damaged);
}

// Changes that preserve the grammar: a unique word, a digit of a rotation.
TEST_F(DamagedLogTest, AFlippedLetterOrDigit) {
    auto all = lines(good);
    const std::size_t word = all[23].find("SLT") + 1;
    all[23][word] = 'M';
    const std::size_t digit = all[31].find("(SLT ") + 5;
    ASSERT_EQ(all[31][digit], '1');
    all[31][digit] = '9';
    const auto log = open(join(all));
    ASSERT_NE(log, nullptr);
    EXPECT_EQ(log->analysis()->damagedFrames, 0U);
    ASSERT_EQ(log->analysis()->issues.size(), 2U);
    const LogIssue& first = log->analysis()->issues[0];
    EXPECT_EQ(first.severity, LogIssue::Severity::Damage);
    EXPECT_EQ(first.error.message, "unknown word 'SMT'");
    EXPECT_EQ(first.error.line, 24U);
    EXPECT_EQ(first.error.byteOffset, word - 1);
    const LogIssue& second = log->analysis()->issues[1];
    EXPECT_EQ(second.severity, LogIssue::Severity::Damage);
    EXPECT_EQ(second.error.message, "the columns of a transform are not a rotation");
    EXPECT_EQ(second.error.line, 32U);
}

TEST_F(DamagedLogTest, WordsOfAnotherServerAreNoDamage) {
    auto all = lines(good);
    for (std::string& line : all) {
        line.insert(1, "(messages (text a))");
    }
    const auto log = open(join(all));
    ASSERT_NE(log, nullptr);
    ASSERT_EQ(log->analysis()->issues.size(), 1U);
    EXPECT_EQ(log->analysis()->issues[0].severity, LogIssue::Severity::Note);
    EXPECT_EQ(log->analysis()->remarkCount, 40U);
}

TEST_F(DamagedLogTest, AMissingFirstScene) {
    auto all = lines(good);
    all.erase(all.begin());
    const auto log = open(join(all));
    ASSERT_NE(log, nullptr);
    EXPECT_EQ(log->index()->frameCount(), 39U);
    ASSERT_EQ(log->analysis()->issues.size(), 1U);
    EXPECT_EQ(log->analysis()->issues[0].error.message, "a difference before the first full scene");
    EXPECT_EQ(log->analysis()->issues[0].error.line, 1U);
    FrameReader reader = log->makeReader();
    EXPECT_TRUE((*reader.frame(3))->health.noScene);
    EXPECT_TRUE((*reader.frame(3))->robots.empty());
    EXPECT_NEAR((*reader.frame(3))->game.timeS, 0.8, 1e-5);
    EXPECT_TRUE((*reader.frame(9))->health.good()); // line 10 is a full scene
    EXPECT_EQ((*reader.frame(9))->robots.size(), 2U);
}

TEST_F(DamagedLogTest, AMissingSceneAfterARobotJoined) {
    auto scenes = tests::movingScenes(30);
    for (std::size_t i = 12; i < 30; ++i) {
        scenes[i].robots.push_back(tests::scriptedRobot(game::Side::Right, 3));
    }
    auto all = lines(tests::scriptedLog(scenes, 20));
    all.erase(all.begin() + 12); // the full scene with the new robot
    const auto log = open(join(all));
    ASSERT_NE(log, nullptr);
    const auto analysis = log->analysis();
    EXPECT_EQ(analysis->outOfSyncFrames, 7U); // up to the next full scene
    ASSERT_EQ(analysis->issues.size(), 1U);   // reported once
    EXPECT_EQ(analysis->issues[0].error.line, 13U);
    EXPECT_EQ(analysis->issues[0].error.expected,
              "a difference with the same tree as the last full scene");
    FrameReader reader = log->makeReader();
    EXPECT_TRUE((*reader.frame(15))->health.outOfSync);
    EXPECT_TRUE((*reader.frame(19))->health.good());
}

TEST_F(DamagedLogTest, GarbageBetweenLines) {
    auto all = lines(good);
    all.insert(all.begin() + 5, "output of a server");
    all.insert(all.begin() + 9, "");
    const auto log = open(join(all));
    ASSERT_NE(log, nullptr);
    EXPECT_EQ(log->index()->frameCount(), 41U);
    ASSERT_EQ(log->analysis()->issues.size(), 1U);
    EXPECT_EQ(log->analysis()->issues[0].error.line, 6U);
    EXPECT_EQ(log->analysis()->issues[0].error.expected, "'(' before the predicates");
}

TEST_F(DamagedLogTest, ADamagedFirstLine) {
    auto all = lines(good);
    all[0][0] = '#';
    const auto log = open(join(all));
    ASSERT_NE(log, nullptr);
    EXPECT_EQ(log->index()->frameCount(), 40U);
    EXPECT_EQ(log->analysis()->issues[0].error.line, 1U);
}

struct NoLogRow {
    const char* name;
    std::string bytes;
    base::ErrorCode code;
    const char* expected;
};

TEST_F(DamagedLogTest, FilesThatAreNoLogs) {
    const NoLogRow rows[] = {
        {"empty.log", "", base::ErrorCode::Truncated, "the file is empty"},
        {"text.log", "Dear diary,\n", base::ErrorCode::UnsupportedFormat,
         "not a monitor log: it starts with \"Dear diary,\\x0a\""},
        {"binary.log",
         std::string("\x7f"
                     "ELF\x02\x01\x01\x00\x00",
                     9),
         base::ErrorCode::UnsupportedFormat, "starts with \"\\x7fELF\\x02\\x01\\x01\\x00\\x00\""},
        {"cut.log", "((time 0)", base::ErrorCode::Truncated, "the log ends within a message"},
        {"broken.gz", "\x1f\x8b\x08 no more", base::ErrorCode::Malformed, "cannot unpack"},
    };
    for (const NoLogRow& row : rows) {
        const base::Error error = openError(row.bytes, row.name);
        EXPECT_NE(error.toString().find(row.expected), std::string::npos)
            << row.name << ": " << error.toString();
        EXPECT_NE(error.toString().find(row.name), std::string::npos) << error.toString();
        if (std::string_view(row.name) != "broken.gz") {
            EXPECT_EQ(error.code, row.code) << row.name;
        }
    }
    LogOptions options;
    const auto missing = MatchLog::open(m_dir / "none.log", options);
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, base::ErrorCode::NotFound);
}

TEST_F(DamagedLogTest, AFileThatShrinksWhileItIsOpen) {
    const auto log = open(good);
    ASSERT_NE(log, nullptr);
    FrameReader reader = log->makeReader();
    ASSERT_TRUE(reader.frame(3));
    std::filesystem::resize_file(m_dir / "m.log", 100);
    const auto frame = reader.frame(30);
    ASSERT_FALSE(frame);
    EXPECT_EQ(frame.error().code, base::ErrorCode::Truncated);
    EXPECT_NE(frame.error().message.find("truncated at byte 100"), std::string::npos);
    EXPECT_TRUE(reader.frame(3)); // frames decoded before are still available
}

// A line that exceeds the memory limit affects only itself, in all kinds of files.
TEST_F(DamagedLogTest, ALineOfSeventyMegabytes) {
    const std::string monster = "((time 9)(x " + std::string(std::size_t{70} << 20U, 'a') + "\n";
    const std::string text = good + monster + good;
    tests::writeFile(m_dir / "m.log", text);
    ASSERT_EQ(std::system(("gzip -1 -k " + (m_dir / "m.log").string()).c_str()), 0);
    for (const char* name : {"m.log", "m.log.gz"}) {
        const auto log = tests::openAnalyzed(m_dir / name);
        ASSERT_NE(log, nullptr);
        const LogIndex& index = *log->index();
        ASSERT_EQ(index.frameCount(), 80U) << name;
        EXPECT_EQ(index.byteCount(), text.size());
        EXPECT_EQ(index.lineNumber(39), 40U);
        EXPECT_EQ(index.lineNumber(40), 42U);
        EXPECT_EQ(index.lineStart(40), good.size() + monster.size());
        ASSERT_EQ(log->analysis()->issues.size(), 1U);
        const LogIssue& issue = log->analysis()->issues[0];
        EXPECT_EQ(issue.severity, LogIssue::Severity::Damage);
        EXPECT_EQ(issue.frame, 39U);
        EXPECT_EQ(issue.error.message, "a line of more than 67108864 bytes was skipped");
        EXPECT_EQ(issue.error.byteOffset, good.size());
        FrameReader reader = log->makeReader();
        for (const FrameNumber frame : {FrameNumber{0}, FrameNumber{17}, FrameNumber{39}}) {
            EXPECT_EQ(reader.state(frame)->scene->local, reader.state(40 + frame)->scene->local);
        }
    }
}

TEST_F(DamagedLogTest, AnEndlessLineAtTheEnd) {
    const auto log = open(good + "((time 9)(x " + std::string(std::size_t{70} << 20U, 'a'));
    ASSERT_NE(log, nullptr);
    EXPECT_EQ(log->index()->frameCount(), 40U);
    EXPECT_TRUE(log->index()->isComplete());
    ASSERT_EQ(log->analysis()->issues.size(), 1U);
    EXPECT_EQ(log->analysis()->issues[0].error.byteOffset, good.size());
}

// As written by editors on other systems.
TEST_F(DamagedLogTest, AByteOrderMarkIsNoDamage) {
    for (const std::string& text : {good, "[0, 2, 1]" + good}) {
        const auto plain = open(text);
        ASSERT_NE(plain, nullptr);
        const auto log = open("\xef\xbb\xbf" + text);
        ASSERT_NE(log, nullptr);
        EXPECT_EQ(log->index()->frameCount(), 40U);
        EXPECT_EQ(log->index()->drawingLineCount(), plain->index()->drawingLineCount());
        EXPECT_TRUE(log->analysis()->issues.empty());
        EXPECT_TRUE((*log->makeReader().frame(0))->health.good());
    }
}

} // namespace
} // namespace sideline::logs
