#include "agentcore/drawing/drawing_board.h"

#include <gtest/gtest.h>

#include "agentcore/drawing/datagram.h"
#include "tests/support/roboviz_client.h"

namespace sideline::drawing {
namespace {

using namespace std::chrono_literals;
using namespace std::string_view_literals;
namespace rv = tests::roboviz;

constexpr std::string_view kRedBytes = "\xff\x00\x00"sv;
constexpr const char* kOne = "127.0.0.1:4001";
constexpr const char* kTwo = "127.0.0.1:4002";
constexpr const char* kElsewhere = "10.0.0.7:4001";

std::string dot(std::string_view set, double x = 1.0) {
    return rv::point({x, 0, 0}, 5, kRedBytes, set);
}

// `sender set count, ...` of the sets with shapes.
std::string shown(const DrawingBoard& board) {
    std::string text;
    for (const auto& set : board.sets) {
        if (!set->shapes.empty()) {
            text += (text.empty() ? "" : ", ") + set->sender.substr(set->sender.size() - 4) + ' ' +
                    set->name + ' ' + std::to_string(set->shapes.size());
        }
    }
    return text;
}

class DrawingBoardTest : public ::testing::Test {
protected:
    void send(std::string_view sender, std::string_view bytes) {
        m_builder.apply(sender, bytes, m_now);
    }
    std::string shown() const { return drawing::shown(*m_builder.board()); }
    SenderStats statsOf(std::string_view sender) const {
        for (SenderStats& stats : m_builder.stats(m_now).senders) {
            if (stats.sender == sender) {
                return stats;
            }
        }
        ADD_FAILURE() << "no sender " << sender;
        return {};
    }
    std::chrono::nanoseconds m_now = 100s;
    DrawingBuilder m_builder;
};

TEST_F(DrawingBoardTest, ShapesAppearWithTheSwap) {
    send(kOne, dot("a") + dot("a", 2));
    EXPECT_EQ(shown(), "");
    send(kOne, rv::swap("a"));
    EXPECT_EQ(shown(), "4001 a 2");
    send(kOne, dot("a", 3));
    EXPECT_EQ(shown(), "4001 a 2") << "the next picture is not ready yet";
    send(kOne, rv::swap("a"));
    EXPECT_EQ(shown(), "4001 a 1");
    send(kOne, rv::swap("a"));
    EXPECT_EQ(shown(), "") << "twice swapped is cleared";
}

TEST_F(DrawingBoardTest, SwapsByPrefix) {
    send(kOne, dot("l_1") + dot("l_10") + dot("l_11") + dot("k") + dot("m"));
    send(kOne, rv::swap("l_1"));
    EXPECT_EQ(shown(), "4001 l_1 1, 4001 l_10 1, 4001 l_11 1");
    send(kOne, rv::swap("none"));
    send(kOne, rv::swap(""));
    EXPECT_EQ(shown(), "4001 k 1, 4001 m 1") << "the others were swapped twice";
}

TEST_F(DrawingBoardTest, SendersHaveSeparateSets) {
    send(kOne, dot("ball") + rv::swap("ball"));
    send(kTwo, dot("ball") + dot("ball"));
    EXPECT_EQ(shown(), "4001 ball 1");
    send(kTwo, rv::swap("ball"));
    EXPECT_EQ(shown(), "4001 ball 1, 4002 ball 2");
    send(kOne, rv::swap(""));
    EXPECT_EQ(shown(), "4002 ball 2");
}

TEST_F(DrawingBoardTest, SenderWithoutSetsSwapsForAll) {
    send(kOne, dot("ball"));
    send(kTwo, dot("ball") + dot("goal"));
    send(kElsewhere, rv::swap("ball"));
    EXPECT_EQ(shown(), "4001 ball 1, 4002 ball 1");
    send(kElsewhere, rv::swap("") + rv::swap(""));
    EXPECT_EQ(shown(), "");
}

TEST_F(DrawingBoardTest, RestartedAgentReplacesItsOldDrawings) {
    send(kOne, dot("ball") + dot("walk") + rv::swap(""));
    send(kElsewhere, dot("ball") + rv::swap(""));
    m_now += 1s;
    send(kTwo, dot("ball") + dot("ball") + rv::swap(""));
    EXPECT_EQ(shown(), "4001 ball 1, 4001 ball 1, 4001 walk 1, 4002 ball 2")
        << "no sender is silent for long";
    m_now += 5s;
    send(kTwo, dot("ball") + dot("ball") + rv::swap(""));
    EXPECT_EQ(shown(), "4001 ball 1, 4001 walk 1, 4002 ball 2") // the first one has another host
        << "only redrawn sets of the old sender are replaced; other hosts stay";
}

TEST_F(DrawingBoardTest, TextsAboveAgentsBelongToTheAgent) {
    send(kOne, rv::agentAnnotation("one", false, 1, kRedBytes));
    send(kTwo, rv::agentAnnotation("two", true, 1, kRedBytes));
    ASSERT_EQ(m_builder.board()->agentNotes.size(), 2U);
    send(kTwo, rv::agentAnnotation("again", false, 1, kRedBytes));
    const auto board = m_builder.board();
    ASSERT_EQ(board->agentNotes.size(), 2U);
    EXPECT_EQ(board->agentNotes[0], (AgentNote{{false, 1}, "again", {255, 0, 0, 255}, kTwo}));
    send(kOne, rv::clearAgentAnnotation(false, 1) + rv::swap(""));
    EXPECT_EQ(m_builder.board()->agentNotes.size(), 1U);
    send(kOne, rv::clearAgentAnnotation(false, 7));
    EXPECT_EQ(m_builder.board()->agentNotes.size(), 1U);
}

TEST_F(DrawingBoardTest, SelectionsAreCounted) {
    EXPECT_FALSE(m_builder.board()->selected);
    send(kOne, rv::selectAgent(true, 4));
    send(kOne, rv::selectAgent(true, 4));
    EXPECT_EQ(m_builder.board()->selected, (AgentRef{true, 4}));
    EXPECT_EQ(m_builder.board()->selections, 2U);
}

TEST_F(DrawingBoardTest, BoardsAreSnapshotsWithCommonSets) {
    send(kOne, dot("a") + dot("b") + rv::swap(""));
    const auto first = m_builder.board();
    EXPECT_EQ(m_builder.board(), first) << "nothing has changed";
    send(kOne, dot("a"));
    EXPECT_EQ(m_builder.board(), first) << "not shown yet";
    send(kOne, rv::swap("a"));
    const auto second = m_builder.board();
    ASSERT_NE(second, first);
    EXPECT_NE(second->sets[0], first->sets[0]);
    EXPECT_EQ(second->sets[1], first->sets[1]);
    EXPECT_EQ(*second, *first) << "the same picture, drawn again";
    EXPECT_EQ(second->shapeCount(), 2U);
}

TEST_F(DrawingBoardTest, CommandsReproduceTheBoard) {
    send(kOne, dot("l_1") + dot("l_10") + dot("l_1") + rv::swap("") + dot("l_1", 7) + dot("new"));
    send(kOne, rv::agentAnnotation("x", true, 2, kRedBytes) + rv::selectAgent(true, 2));
    DrawingBuilder again;
    std::string bytes;
    for (const Command& command : m_builder.commands()) {
        ASSERT_TRUE(appendCommand(bytes, command));
    }
    again.apply(kOne, bytes, m_now);
    EXPECT_EQ(drawing::shown(*again.board()), "4001 l_1 2, 4001 l_10 1");
    EXPECT_EQ(again.board()->agentNotes, m_builder.board()->agentNotes);
    EXPECT_FALSE(again.board()->selected);
    again.apply(kOne, rv::swap(""), m_now);
    send(kOne, rv::swap(""));
    EXPECT_EQ(drawing::shown(*again.board()), shown());
    EXPECT_TRUE(DrawingBuilder().commands().empty());
}

TEST_F(DrawingBoardTest, ClearRemovesDrawingsButKeepsCounters) {
    send(kOne, dot("a") + rv::swap("") + dot("a") + rv::agentAnnotation("x", false, 1, kRedBytes));
    m_builder.clear();
    EXPECT_EQ(*m_builder.board(), DrawingBoard{});
    EXPECT_EQ(m_builder.stats(m_now).heldBytes, 0U);
    send(kOne, rv::swap("a"));
    EXPECT_EQ(shown(), "");
    EXPECT_EQ(statsOf(kOne).datagrams, 2U);
}

TEST_F(DrawingBoardTest, ErrorsEndTheDatagramAndAreCounted) {
    send(kOne, dot("a") + rv::swap("a") + "\x01\x77" + rv::swap("a"));
    EXPECT_EQ(shown(), "4001 a 1");
    send(kOne, "\x05");
    m_builder.addError(kOne,
                       base::Error{.code = base::ErrorCode::Malformed,
                                   .message = "text",
                                   .expected = {},
                                   .file = {},
                                   .line = {},
                                   .byteOffset = {}},
                       m_now);
    const SenderStats stats = statsOf(kOne);
    EXPECT_EQ(stats.datagrams, 2U);
    EXPECT_EQ(stats.commands, 2U);
    EXPECT_EQ(stats.errors, 3U);
    EXPECT_EQ(stats.lastError->message, "text");
}

TEST_F(DrawingBoardTest, ReportsRatesAndSizes) {
    const std::string picture = dot("a") + rv::swap("a");
    for (int i = 0; i < 250; ++i) {
        m_now += 40ms;
        send(kOne, picture);
        if (i == 25) {
            EXPECT_NEAR(statsOf(kOne).datagramsPerS, 25.0, 2.0) << "soon after the beginning";
        }
    }
    const SenderStats stats = statsOf(kOne);
    EXPECT_NEAR(stats.datagramsPerS, 25.0, 1.0);
    EXPECT_NEAR(stats.bytesPerS, 25.0 * static_cast<double>(picture.size()), 40.0);
    EXPECT_EQ(stats.bytes, 250 * picture.size());
    EXPECT_EQ(stats.shapesShown, 1U);
    EXPECT_EQ(stats.lastAt, m_now);
    EXPECT_EQ(stats.oversized, 0U);
    m_now += 20s;
    EXPECT_LT(statsOf(kOne).datagramsPerS, 0.1);
    std::string large;
    while (large.size() <= 512) {
        large += dot("a");
    }
    send(kOne, large);
    EXPECT_EQ(statsOf(kOne).oversized, 1U);
}

TEST_F(DrawingBoardTest, ReportsSetsThatAreNeverSwapped) {
    send(kOne, dot("lost") + dot("lost") + dot("fine") + rv::swap("fine"));
    EXPECT_TRUE(statsOf(kOne).unswapped.empty()) << "it may still come";
    m_now += 3s;
    const auto unswapped = statsOf(kOne).unswapped;
    ASSERT_EQ(unswapped.size(), 1U);
    EXPECT_EQ(unswapped[0], (std::pair<std::string, std::size_t>("lost", 2)));
    send(kOne, rv::swap("lo"));
    EXPECT_TRUE(statsOf(kOne).unswapped.empty());
}

TEST_F(DrawingBoardTest, NumberOfShapesPerSetIsBounded) {
    m_builder = DrawingBuilder({.maxBytes = 1U << 20U, .maxShapesPerSet = 10});
    for (int i = 0; i < 25; ++i) {
        send(kOne, dot("a", i));
    }
    send(kOne, rv::swap(""));
    EXPECT_EQ(shown(), "4001 a 10");
    EXPECT_EQ(statsOf(kOne).leftOut, 15U);
    EXPECT_EQ(m_builder.stats(m_now).leftOut, 15U);
}

TEST_F(DrawingBoardTest, MemoryIsBounded) {
    constexpr std::size_t kMax = 100'000;
    m_builder = DrawingBuilder({.maxBytes = kMax});
    const std::string text(1000, 'x');
    for (int i = 0; i < 1000; ++i) {
        send(kOne, rv::annotation(text, {1, 2, 3}, kRedBytes, "t" + std::to_string(i % 7)));
        if (i % 50 == 0) {
            send(kOne, rv::swap("t1"));
        }
        ASSERT_LE(m_builder.stats(m_now).heldBytes, kMax);
    }
    EXPECT_GT(statsOf(kOne).leftOut, 500U);
    send(kOne, rv::swap("") + rv::swap(""));
    EXPECT_EQ(m_builder.stats(m_now).heldBytes, 0U) << "and given back";
    send(kOne, dot("t1") + rv::swap("t1"));
    EXPECT_EQ(shown(), "4001 t1 1");
}

TEST_F(DrawingBoardTest, TotalNumberOfShapesIsBounded) {
    m_builder = DrawingBuilder({.maxShapes = 10});
    for (int i = 0; i < 15; ++i) {
        send(i % 2 == 0 ? kOne : kTwo, dot("s" + std::to_string(i)));
    }
    EXPECT_EQ(m_builder.stats(m_now).leftOut, 5U);
    send(kOne, rv::swap(""));
    send(kTwo, rv::swap(""));
    EXPECT_EQ(m_builder.board()->shapeCount(), 10U);
    send(kOne, dot("more"));
    EXPECT_EQ(m_builder.stats(m_now).leftOut, 6U) << "what is shown counts, too";
    for (int i = 0; i < 100; ++i) { // memory is freed each time
        send(kOne, rv::swap("") + dot("s0"));
        send(kTwo, rv::swap(""));
    }
    EXPECT_EQ(m_builder.stats(m_now).leftOut, 6U);
    m_builder.clear();
    for (int i = 0; i < 10; ++i) {
        send(kOne, dot("a"));
    }
    EXPECT_EQ(m_builder.stats(m_now).leftOut, 6U);
    send(kOne, dot("a"));
    EXPECT_EQ(m_builder.stats(m_now).leftOut, 7U);
}

TEST_F(DrawingBoardTest, ReplacedSenderFreesItsShapes) {
    m_builder = DrawingBuilder({.maxShapes = 3, .maxSenders = 1});
    for (const char* sender : {kOne, kTwo, kElsewhere}) {
        m_now += 1s;
        send(sender, dot("a") + rv::swap("a") + dot("a") + dot("b"));
    }
    EXPECT_EQ(m_builder.stats(m_now).leftOut, 0U);
}

TEST_F(DrawingBoardTest, ReplacedSenderDisappearsAndFreesItsMemory) {
    m_builder = DrawingBuilder({.maxSenders = 1});
    send(kOne, dot("a") + rv::swap("a") + dot("b"));
    ASSERT_EQ(shown(), "4001 a 1");
    ASSERT_GT(m_builder.stats(m_now).heldBytes, 0U);
    m_now += 1s;
    send(kTwo, rv::swap("none"));
    EXPECT_EQ(shown(), "");
    EXPECT_EQ(m_builder.stats(m_now).heldBytes, 0U);
}

TEST_F(DrawingBoardTest, ClearFreesSets) {
    m_builder = DrawingBuilder({.maxSets = 3});
    for (int round = 0; round < 2; ++round) {
        m_builder.clear();
        send(kOne, dot("a") + dot("b") + dot("c"));
        EXPECT_EQ(m_builder.stats(m_now).leftOut, 0U);
    }
    send(kOne, dot("d"));
    EXPECT_EQ(m_builder.stats(m_now).leftOut, 1U);
}

TEST_F(DrawingBoardTest, OneSenderCannotUseUpAllSets) {
    m_builder = DrawingBuilder({.maxSets = 20, .maxSetsPerSender = 5});
    for (int i = 0; i < 12; ++i) {
        send(kOne, dot("s" + std::to_string(i)));
    }
    EXPECT_EQ(statsOf(kOne).leftOut, 7U);
    send(kTwo, dot("s") + rv::swap(""));
    EXPECT_EQ(shown(), "4002 s 1");
}

TEST_F(DrawingBoardTest, FloodIsRejectedAndCounted) {
    const std::string datagram = dot("a") + rv::swap("a");
    const double bytesPerS = static_cast<double>(datagram.size()) * 10.0;
    m_builder = DrawingBuilder({.maxBytesPerS = 2.0 * bytesPerS, .maxSenderBytesPerS = bytesPerS});
    for (int i = 0; i < 100; ++i) { // a burst of one second's data
        EXPECT_EQ(m_builder.apply(kOne, datagram, m_now), i < 10) << i;
    }
    EXPECT_EQ(statsOf(kOne).refused, 90U);
    EXPECT_EQ(statsOf(kOne).datagrams, 10U);
    EXPECT_TRUE(m_builder.apply(kTwo, datagram, m_now)) << "another sender is not concerned";
    m_now += 250ms;
    int taken = 0;
    for (int i = 0; i < 100; ++i) {
        taken += m_builder.apply(kOne, datagram, m_now) ? 1 : 0;
    }
    EXPECT_EQ(taken, 2) << "a quarter of a second's worth";
    m_now += 3600s;
    taken = 0;
    for (const char* sender : {kOne, kTwo, kElsewhere}) {
        for (int i = 0; i < 100; ++i) {
            taken += m_builder.apply(sender, datagram, m_now) ? 1 : 0;
        }
    }
    EXPECT_EQ(taken, 20) << "in total at most twice the rate of one sender";
    EXPECT_EQ(m_builder.stats(m_now).refused, 90U + 98U + 280U);
    EXPECT_GT(statsOf(kOne).datagramsPerS, 1.0) << "rates count the received datagrams";
}

TEST_F(DrawingBoardTest, TypicalTeamTrafficIsAccepted) {
    m_builder = DrawingBuilder(networkDrawingLimits());
    const std::string datagram = dot("a", 1) + dot("b", 2) + std::string(400, 'x');
    for (int cycle = 0; cycle < 500; ++cycle, m_now += 20ms) { // 22 agents, four times per cycle
        for (int agent = 0; agent < 22 * 4; ++agent) {
            ASSERT_TRUE(
                m_builder.apply("127.0.0.1:" + std::to_string(4000 + agent % 22), datagram, m_now));
        }
    }
    EXPECT_EQ(m_builder.stats(m_now).refused, 0U);
}

TEST_F(DrawingBoardTest, UnusedNamesAreRemoved) {
    m_builder = DrawingBuilder({.maxSets = 20});
    for (int i = 0; i < 500; ++i) {
        const std::string name = "frame." + std::to_string(i);
        send(kOne, rv::swap("frame") + dot(name) + rv::swap(name));
        ASSERT_EQ(shown(), "4001 " + name + " 1");
        ASSERT_LE(m_builder.board()->sets.size(), 20U);
    }
    EXPECT_EQ(statsOf(kOne).leftOut, 0U);
    for (int i = 0; i < 30; ++i) {
        send(kOne, dot("full." + std::to_string(i)));
    }
    EXPECT_GT(statsOf(kOne).leftOut, 9U);
    send(kOne, dot(std::string(600, 'n')) + rv::swap("n"));
    EXPECT_EQ(shown().find("nnn"), std::string::npos) << "a name beyond all bounds";
}

TEST_F(DrawingBoardTest, LongestSilentSenderIsReplaced) {
    m_builder = DrawingBuilder({.maxSenders = 3});
    for (int i = 0; i < 3; ++i) {
        m_now += 1s;
        send("h" + std::to_string(i) + ":4000", dot("a") + rv::swap(""));
    }
    m_now += 1s;
    send("h0:4000", dot("a") + rv::swap(""));
    send("h9:4009", dot("b") + rv::swap(""));
    const DrawingStats stats = m_builder.stats(m_now);
    ASSERT_EQ(stats.senders.size(), 3U);
    EXPECT_EQ(stats.senders[0].sender, "h0:4000");
    EXPECT_EQ(stats.senders[1].sender, "h2:4000");
    EXPECT_EQ(stats.forgottenSenders, 1U);
    EXPECT_EQ(shown(), "4000 a 1, 4000 a 1, 4009 b 1");
}

TEST_F(DrawingBoardTest, CopiesAreIndependent) {
    send(kOne, dot("a"));
    DrawingBuilder copy = m_builder;
    send(kOne, rv::swap("a"));
    EXPECT_EQ(shown(), "4001 a 1");
    EXPECT_EQ(drawing::shown(*copy.board()), "");
    copy.apply(kOne, dot("a") + rv::swap("a"), m_now);
    EXPECT_EQ(drawing::shown(*copy.board()), "4001 a 2");
    EXPECT_EQ(shown(), "4001 a 1");
}

} // namespace
} // namespace sideline::drawing
