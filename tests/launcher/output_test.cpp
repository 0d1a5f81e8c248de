#include "launcher/output.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace sideline::launcher {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view kBad = "\xEF\xBF\xBD";

TEST(CleanTextTest, KeepsWhatCanBeShown) {
    struct Row {
        std::string_view bytes;
        std::string text;
    };
    const std::string bad(kBad);
    for (const Row& row : std::vector<Row>{
             {"plain", "plain"},
             {"a\tb", "a\tb"},
             {"a\x01\x7f"
              "b",
              "ab"},
             {"T\xC3\xBCr \xE2\x82\xAC \xF0\x9F\x98\x80",
              "T\xC3\xBCr \xE2\x82\xAC \xF0\x9F\x98\x80"},
             {"\xFF", bad},
             {"\xC3", bad},                               // truncated
             {"\xC0\xAF", bad + bad},                     // overlong
             {"\xE0\x80\x80", bad + bad + bad},           // overlong
             {"\xED\xA0\x80", bad + bad + bad},           // surrogate
             {"\xF4\x90\x80\x80", bad + bad + bad + bad}, // beyond Unicode
             {"\x1B[1;31mred\x1B[0m.", "red."},
             {"\x1B[", ""},
             {"\x1B", ""},
             {"\x1B(Bx", "Bx"},
         }) {
        EXPECT_EQ(cleanText(row.bytes), row.text);
    }
}

TEST(LineTextTest, ALineThatWasOverwrittenShowsItsEnd) {
    EXPECT_EQ(lineText("10 %\r20 %\r", false), "20 %");
    EXPECT_EQ(lineText("dos\r", false), "dos");
    EXPECT_EQ(lineText("abc", true), "abc \xE2\x80\xA6");
}

std::vector<std::string> linesOf(LineSplitter& splitter, std::string_view bytes) {
    std::vector<std::string> lines;
    splitter.feed(bytes, [&](std::string_view line, bool isCut) {
        lines.push_back(std::string(line) + (isCut ? "!" : ""));
    });
    return lines;
}

TEST(LineSplitterTest, PiecesMakeLines) {
    LineSplitter splitter;
    EXPECT_EQ(linesOf(splitter, "one\ntw"), std::vector<std::string>{"one"});
    EXPECT_TRUE(splitter.hasRest());
    EXPECT_EQ(linesOf(splitter, "o\n\nthree\n"), (std::vector<std::string>{"two", "", "three"}));
    EXPECT_FALSE(splitter.hasRest());
    EXPECT_TRUE(linesOf(splitter, "rest").empty());
    std::string rest;
    splitter.flush([&](std::string_view line, bool) { rest = line; });
    EXPECT_EQ(rest, "rest");
    splitter.flush([&](std::string_view, bool) { FAIL() << "there is nothing any more"; });
}

TEST(LineSplitterTest, LongLinesAreCutAndTheNextOneIsWhole) {
    LineSplitter splitter;
    for (int i = 0; i < 100; ++i) {
        EXPECT_TRUE(linesOf(splitter, std::string(1000, 'x')).empty());
    }
    const auto lines = linesOf(splitter, "\nnext\n");
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0], std::string(kMaxLineBytes, 'x') + "!");
    EXPECT_EQ(lines[1], "next");
    const auto atOnce = linesOf(splitter, std::string(kMaxLineBytes + 1, 'y') + "\nz\n");
    ASSERT_EQ(atOnce.size(), 2U);
    EXPECT_EQ(atOnce[0].back(), '!');
    EXPECT_EQ(atOnce[1], "z");
}

class FloodGateTest : public ::testing::Test {
protected:
    void put(Clock::time_point at, int number) {
        m_gate.put({.number = 0, .at = at, .stream = Stream::Out, .text = std::to_string(number)},
                   m_take);
    }
    FloodGate m_gate{{.linesPerSecond = 3, .newestLines = 2}};
    std::vector<std::string> m_out;
    FloodGate::Take m_take = [this](OutputLine line) { m_out.push_back(line.text); };
    Clock::time_point m_start{100s};
};

TEST_F(FloodGateTest, LetsAFewLinesThroughAtOnce) {
    for (int i = 0; i < 3; ++i) {
        put(m_start + i * 10ms, i);
    }
    EXPECT_EQ(m_out, (std::vector<std::string>{"0", "1", "2"}));
    EXPECT_EQ(m_gate.nextTick(), Clock::time_point::max());
    put(m_start + 1100ms, 3);
    EXPECT_EQ(m_out.back(), "3");
    EXPECT_EQ(m_gate.skippedLines(), 0U);
}

TEST_F(FloodGateTest, OfAFloodTheNewestComeAtTheEndOfTheSecond) {
    for (int i = 0; i < 100; ++i) {
        put(m_start + i * 1ms, i);
    }
    EXPECT_EQ(m_out.size(), 3U);
    EXPECT_EQ(m_gate.nextTick(), m_start + 1s);
    m_gate.tick(m_start + 999ms, m_take);
    EXPECT_EQ(m_out.size(), 3U);
    m_gate.tick(m_start + 1s, m_take);
    EXPECT_EQ(m_out, (std::vector<std::string>{
                         "0", "1", "2", "95 lines omitted: more than 3 per second", "98", "99"}));
    EXPECT_EQ(m_gate.skippedLines(), 95U);
}

TEST_F(FloodGateTest, WhatIsLeftOutIsReportedOnce) {
    for (int i = 0; i < 100; ++i) {
        put(m_start + i * 1ms, i);
    }
    m_gate.tick(m_start + 1s, m_take);
    m_out.clear();
    for (int i = 100; i < 105; ++i) { // three pass, two are held, none is omitted
        put(m_start + 2s + i * 1ms, i);
    }
    m_gate.tick(m_start + 4s, m_take);
    m_gate.tick(m_start + 5s, m_take);
    EXPECT_EQ(m_out, (std::vector<std::string>{"100", "101", "102", "103", "104"}));
    EXPECT_EQ(m_gate.skippedLines(), 95U);
}

TEST(OutputRingTest, KeepsTheNewestAndNumbersThem) {
    OutputRing ring;
    EXPECT_EQ(ring.newest(), nullptr);
    EXPECT_TRUE(ring.after(0).empty());
    for (std::size_t i = 0; i < kKeptLines + 10; ++i) {
        ring.add({.number = 0, .at = {}, .stream = Stream::Out, .text = std::to_string(i)});
    }
    EXPECT_EQ(ring.count(), kKeptLines + 10);
    EXPECT_EQ(ring.newest()->number, kKeptLines + 10);
    const auto all = ring.after(0);
    ASSERT_EQ(all.size(), kKeptLines);
    EXPECT_EQ(all.front().text, "10");
    const auto last = ring.after(kKeptLines + 8);
    ASSERT_EQ(last.size(), 2U);
    EXPECT_EQ(last[0].number, kKeptLines + 9);
    EXPECT_TRUE(ring.after(kKeptLines + 10).empty());
    EXPECT_TRUE(ring.after(kKeptLines + 999).empty());
}

} // namespace
} // namespace sideline::launcher
