#include "logs/match/drawings.h"

#include <fstream>

#include <gtest/gtest.h>

#include "logs/match/log_export.h"
#include "tests/support/log_files.h"
#include "tests/support/roboviz_client.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

namespace rv = tests::roboviz;
using drawing::DrawingBoard;
using drawing::DrawingBoardPtr;

TEST(DrawingPrefixTest, IsWrittenAsRoboVizDoes) {
    std::string line;
    appendDrawingPrefix(line, rv::swap("anim"));
    EXPECT_EQ(line, "[0, 0, 97, 110, 105, 109, 0]");
    appendDrawingPrefix(line, "\xff\x80\x7f");
    EXPECT_EQ(line, "[0, 0, 97, 110, 105, 109, 0][-1, -128, 127]");
    appendDrawingPrefix(line, "");
    EXPECT_TRUE(line.ends_with("[]"));
}

TEST(DrawingPrefixTest, ReadsBackEveryByte) {
    std::string all;
    for (int i = 0; i < 256; ++i) {
        all.push_back(static_cast<char>(static_cast<unsigned char>(i)));
    }
    std::string line;
    const std::vector<std::string> datagrams = {all, "", rv::swap("x"), std::string(3000, '\x7f')};
    for (const std::string& datagram : datagrams) {
        appendDrawingPrefix(line, datagram);
    }
    const std::size_t length = line.size();
    line += "((time 1)(RDS 0 1)";
    const DrawingPrefix prefix = readDrawingPrefix(line);
    EXPECT_FALSE(prefix.error);
    EXPECT_EQ(prefix.datagrams, datagrams);
    EXPECT_EQ(messageOffset(line), length);
    EXPECT_TRUE(readDrawingPrefix("((time 1))").datagrams.empty());
    EXPECT_TRUE(readDrawingPrefix("").datagrams.empty());
    EXPECT_EQ(readDrawingPrefix("[0,0 , 255 ] [ 1]((t").datagrams,
              (std::vector<std::string>{std::string("\0\0\xff", 3), "\1"}));
}

TEST(DrawingPrefixTest, ErrorsHaveByteOffsetAndExpectation) {
    struct Row {
        const char* line;
        std::size_t good;
        std::uint64_t byte;
        const char* message;
    };
    for (const Row& row : {Row{"[1, 2][3, 400](", 1, 10, "invalid byte"},
                           {"[1, -129](", 0, 4, "invalid byte"},
                           {"[1, x](", 0, 4, "invalid byte"},
                           {"[1 2](", 0, 3, "damaged"},
                           {"[1, 2", 0, 5, "does not end"},
                           {"[1,", 0, 3, "does not end"},
                           {"[", 0, 1, "does not end"},
                           {"[1](", 1, 0, ""},
                           {"[99999999999999999999]", 0, 1, "invalid byte"}}) {
        const DrawingPrefix prefix = readDrawingPrefix(row.line);
        EXPECT_EQ(prefix.datagrams.size(), row.good) << row.line;
        if (*row.message == '\0') {
            EXPECT_FALSE(prefix.error) << row.line;
            continue;
        }
        ASSERT_TRUE(prefix.error) << row.line;
        EXPECT_EQ(prefix.error->byteOffset, row.byte) << row.line;
        EXPECT_NE(prefix.error->message.find(row.message), std::string::npos) << row.line;
        EXPECT_FALSE(prefix.error->expected.empty());
    }
    std::string tooLong;
    appendDrawingPrefix(tooLong, std::string(70'000, 'x'));
    ASSERT_TRUE(readDrawingPrefix(tooLong).error);
    EXPECT_EQ(readDrawingPrefix(tooLong).error->code, base::ErrorCode::LimitExceeded);
}

class DrawingReaderTest : public ::testing::Test {
protected:
    // A log with a static picture at the beginning, and one that moves in every third line.
    static std::string drawnLog(int count) {
        std::string text = tests::scriptedLog(tests::movingScenes(count, 0.04), 15);
        std::string result;
        std::size_t at = 0;
        for (int line = 0; line < count; ++line) {
            if (line == 2) {
                for (const std::string& datagram : rv::staticPicture()) {
                    appendDrawingPrefix(result, datagram);
                }
            }
            if (line >= 5 && line % 3 == 0) {
                for (const std::string& datagram : rv::animatedPicture(line)) {
                    appendDrawingPrefix(result, datagram);
                }
            }
            const std::size_t end = text.find('\n', at) + 1;
            result += text.substr(at, end - at);
            at = end;
        }
        return result;
    }
    void open(const std::string& text) {
        tests::writeFile(m_dir / "drawn.log", text);
        m_log = tests::openAnalyzed(m_dir / "drawn.log");
        ASSERT_NE(m_log, nullptr);
    }
    static DrawingBoardPtr boardAt(DrawingReader& reader, FrameNumber frame) {
        const auto reached = reader.seek(frame);
        EXPECT_TRUE(reached && *reached);
        return reader.board();
    }
    // Computed without the reader, from the text alone.
    static DrawingBoardPtr expectedAt(int frame) {
        drawing::DrawingBuilder builder;
        for (int line = 0; line <= frame; ++line) {
            std::vector<std::string> datagrams;
            if (line == 2) {
                datagrams = rv::staticPicture();
            }
            if (line >= 5 && line % 3 == 0) {
                datagrams = rv::animatedPicture(line);
            }
            for (const std::string& datagram : datagrams) {
                builder.apply(DrawingReader::kSender, datagram, {});
            }
        }
        return builder.board();
    }
    tests::TempDir m_dir;
    std::shared_ptr<MatchLog> m_log;
};

TEST_F(DrawingReaderTest, IsExactForwardAndBackwardAndAfterJumps) {
    open(drawnLog(300));
    ASSERT_EQ(m_log->index()->frameCount(), 300U);
    EXPECT_TRUE(m_log->index()->isComplete());
    EXPECT_TRUE(m_log->analysis()->issues.empty());
    DrawingReader reader(m_log->parts());
    EXPECT_TRUE(reader.hasDrawings());
    for (int frame = 0; frame < 40; ++frame) {
        EXPECT_EQ(*boardAt(reader, static_cast<FrameNumber>(frame)), *expectedAt(frame)) << frame;
    }
    for (int frame = 40; frame-- > 0;) {
        EXPECT_EQ(*boardAt(reader, static_cast<FrameNumber>(frame)), *expectedAt(frame)) << frame;
    }
    for (const int frame : {299, 6, 150, 149, 298, 0}) {
        EXPECT_EQ(*boardAt(reader, static_cast<FrameNumber>(frame)), *expectedAt(frame)) << frame;
    }
    EXPECT_TRUE(boardAt(reader, 1)->sets.empty());
    EXPECT_EQ(boardAt(reader, 2)->shapeCount(), 6U);
    EXPECT_EQ(boardAt(reader, 299)->agentNotes.at(0).text, "step 297");
}

TEST_F(DrawingReaderTest, LinesWithoutDrawingsCostNothing) {
    open(drawnLog(300));
    DrawingReader reader(m_log->parts());
    (void)boardAt(reader, 299);
    EXPECT_EQ(reader.readLines(), 1U + 98U);
    const DrawingBoardPtr last = boardAt(reader, 299);
    EXPECT_EQ(boardAt(reader, 298), last) << "nothing changed between the two";
    EXPECT_EQ(reader.readLines(), 99U);
    (void)boardAt(reader, 296);
    EXPECT_LE(reader.readLines(), 99U + 32U);
}

TEST_F(DrawingReaderTest, SeeksFarInPartsAndFollowsAGrowingIndex) {
    const std::string text = drawnLog(300);
    open(text);
    DrawingReader reader(m_log->parts());
    auto reached = reader.seek(299, 50);
    ASSERT_TRUE(reached);
    EXPECT_FALSE(*reached);
    reached = reader.seek(299, 50);
    EXPECT_TRUE(reached && *reached);

    IndexBuilder builder("m.log");
    const std::size_t half = text.find('\n', text.size() / 2) + 1;
    builder.feed(std::string_view(text).substr(0, half));
    LogParts parts = m_log->parts();
    parts.index = builder.snapshot();
    const FrameNumber known = parts.index->frameCount();
    DrawingReader growing(parts);
    (void)boardAt(growing, known - 1);
    builder.feed(std::string_view(text).substr(half));
    parts.index = builder.snapshot();
    growing.setParts(parts);
    EXPECT_EQ(*boardAt(growing, 299), *expectedAt(299));
    EXPECT_EQ(*boardAt(growing, 20), *expectedAt(20));
}

TEST_F(DrawingReaderTest, DamageIsCountedAndNamesItsLine) {
    std::string text = drawnLog(30);
    const std::size_t line3 = text.find('\n', text.find('\n') + 1) + 1;
    ASSERT_EQ(text[line3], '[');
    text.replace(line3 + 1, 1, "x"); // in the static picture's first datagram
    open(text);
    DrawingReader reader(m_log->parts());
    EXPECT_TRUE(boardAt(reader, 2)->sets.empty());
    const drawing::DrawingStats stats = reader.stats();
    ASSERT_EQ(stats.senders.size(), 1U);
    EXPECT_EQ(stats.senders[0].errors, 1U);
    ASSERT_TRUE(stats.senders[0].lastError);
    EXPECT_EQ(stats.senders[0].lastError->line, 3U);
    EXPECT_EQ(stats.senders[0].lastError->byteOffset, 1U);
    EXPECT_NE(stats.senders[0].lastError->file.find("drawn.log"), std::string::npos);
    EXPECT_EQ(boardAt(reader, 29)->sets.size(), 3U) << "what comes later is drawn";
}

TEST_F(DrawingReaderTest, AClipOfALogShowsWhatWasDrawnBefore) {
    open(drawnLog(300));
    for (const FrameNumber first : {100U, 60U}) { // the second is a full scene
        FrameReader reader = m_log->makeReader();
        auto file = base::OutputFile::create(m_dir / "cut.log", {.mayReplace = true});
        ASSERT_TRUE(cutLog(reader, {first, 200}, std::move(*file), {}));
        const auto cut = tests::openAnalyzed(m_dir / "cut.log");
        ASSERT_NE(cut, nullptr);
        EXPECT_TRUE(cut->analysis()->issues.empty());
        DrawingReader drawings(cut->parts());
        DrawingReader whole(m_log->parts());
        for (const FrameNumber n : {first, first + 1, first + 2, first + 50}) {
            EXPECT_EQ(*boardAt(drawings, n - first), *boardAt(whole, n)) << n;
        }
    }
}

TEST_F(DrawingReaderTest, ALogWithoutDrawingsHasNone) {
    open(tests::scriptedLog(tests::movingScenes(20), 5));
    DrawingReader reader(m_log->parts());
    EXPECT_FALSE(reader.hasDrawings());
    EXPECT_EQ(*boardAt(reader, 10), DrawingBoard{});
    EXPECT_EQ(reader.readLines(), 0U);
}

TEST_F(DrawingReaderTest, ATruncatedFileIsAnError) {
    open(drawnLog(30));
    DrawingReader reader(m_log->parts());
    std::filesystem::resize_file(m_dir / "drawn.log", 100);
    const auto reached = reader.seek(20);
    ASSERT_FALSE(reached);
    EXPECT_EQ(reached.error().code, base::ErrorCode::Truncated);
}

} // namespace
} // namespace sideline::logs
