#include "agentcore/drawing/drawing_fold.h"

#include <algorithm>
#include <chrono>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/roboviz_client.h"

namespace sideline::drawing {
namespace {

using namespace std::chrono_literals;
namespace rv = tests::roboviz;

struct RecordedDatagram {
    std::chrono::nanoseconds time{0};
    std::string sender;
    std::string bytes;
};

// A static picture, and two agents with moving ones.
std::vector<RecordedDatagram> session(int steps) {
    std::vector<RecordedDatagram> datagrams;
    for (const std::string& bytes : rv::staticPicture()) {
        datagrams.push_back({0s, "127.0.0.1:5000", bytes});
    }
    for (int step = 0; step < steps; ++step) {
        for (const char* sender : {"127.0.0.1:5001", "127.0.0.1:5002"}) {
            for (const std::string& bytes : rv::animatedPicture(step)) {
                datagrams.push_back({step * 40ms, sender, bytes});
            }
        }
    }
    return datagrams;
}

class DrawingFoldTest : public ::testing::Test {
protected:
    DrawingFold makeFold(std::size_t maxBytes) {
        return DrawingFold(
            [this](std::uint64_t step, DrawingBuilder& builder) {
                const RecordedDatagram& datagram = m_datagrams.at(step);
                builder.apply(datagram.sender, datagram.bytes, datagram.time);
            },
            maxBytes);
    }
    DrawingBoardPtr expected(std::uint64_t steps) const {
        DrawingBuilder builder;
        for (const RecordedDatagram& datagram : std::span(m_datagrams).first(steps)) {
            builder.apply(datagram.sender, datagram.bytes, datagram.time);
        }
        return builder.board();
    }
    std::vector<RecordedDatagram> m_datagrams = session(60);
};

TEST_F(DrawingFoldTest, AppliesAListOfDatagrams) {
    const DrawingBoardPtr board = expected(m_datagrams.size());
    EXPECT_EQ(board->sets.size(), 3U + 2U * 3U);
    EXPECT_EQ(board->shapeCount(), 6U + 2U * 15U);
    EXPECT_EQ(board->agentNotes.size(), 2U);
    EXPECT_EQ(board->agentNotes[0].text, "step 59");
    EXPECT_EQ(*expected(0), DrawingBoard{});
}

TEST_F(DrawingFoldTest, IsExactForwardAndBackward) {
    DrawingFold fold = makeFold(1U << 20U);
    const std::uint64_t count = m_datagrams.size();
    for (const std::uint64_t to : {std::uint64_t{0}, count, count - 1, count / 2, count / 2 + 1,
                                   std::uint64_t{3}, std::uint64_t{2}, count - 7, count}) {
        ASSERT_TRUE(fold.seek(to));
        EXPECT_EQ(*fold.builder().board(), *expected(to)) << to;
    }
}

TEST_F(DrawingFoldTest, StepsBackwardAreFast) {
    DrawingFold fold = makeFold(64U << 20U);
    const std::uint64_t count = m_datagrams.size();
    ASSERT_TRUE(fold.seek(count));
    for (std::uint64_t to = count; to-- > count - 100;) {
        const std::uint64_t before = fold.appliedSteps();
        ASSERT_TRUE(fold.seek(to));
        EXPECT_LE(fold.appliedSteps() - before, 32U);
    }
}

TEST_F(DrawingFoldTest, StaysExactWithBoundedMemory) {
    DrawingFold fold = makeFold(60'000);
    const std::uint64_t count = m_datagrams.size();
    ASSERT_TRUE(fold.seek(count));
    std::uint64_t mostApplied = 0;
    for (std::uint64_t to = count; to-- > count - 200;) {
        const std::uint64_t before = fold.appliedSteps();
        ASSERT_TRUE(fold.seek(to));
        mostApplied = std::max(mostApplied, fold.appliedSteps() - before);
    }
    EXPECT_GT(mostApplied, 60U) << "checkpoints were removed";
    for (const std::uint64_t to : {count - 3, std::uint64_t{77}, std::uint64_t{400}}) {
        ASSERT_TRUE(fold.seek(to));
        EXPECT_EQ(*fold.builder().board(), *expected(to)) << to;
    }
    DrawingFold none = makeFold(0);
    ASSERT_TRUE(none.seek(count));
    ASSERT_TRUE(none.seek(100));
    EXPECT_EQ(none.appliedSteps(), count + 100U) << "starts again without checkpoints";
    EXPECT_EQ(*none.builder().board(), *expected(100));
}

TEST_F(DrawingFoldTest, SeeksInParts) {
    DrawingFold fold = makeFold(64U << 20U);
    int calls = 1;
    while (!fold.seek(m_datagrams.size(), 100)) {
        ++calls;
        EXPECT_EQ(fold.position() % 100, 0U);
    }
    EXPECT_EQ(calls, static_cast<int>((m_datagrams.size() + 99) / 100));
    EXPECT_EQ(*fold.builder().board(), *expected(m_datagrams.size()));
}

} // namespace
} // namespace sideline::drawing
