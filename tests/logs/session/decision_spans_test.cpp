#include "logs/session/decision_spans.h"

#include <chrono>

#include <gtest/gtest.h>

namespace sideline::logs {
namespace {

using std::chrono::milliseconds;

class DecisionSpansTest : public testing::Test {
protected:
    DecisionSpansTest() {
        m_frame.decision.behavior = "tree: attack";
        m_frame.decision.trace.maker = "tree field";
        auto& nodes = m_frame.decision.trace.nodes;
        nodes.resize(3);
        nodes[0].name = "play";
        nodes[1].name = "mine";
        nodes[2].name = "else";
        nodes[1].behavior = "attack";
        nodes[2].behavior = "place";
        nodes[0].isChosen = nodes[1].isChosen = true;
    }
    // Adds frames up to a time, one per cycle.
    void play(milliseconds until) {
        for (; m_at < until; m_at += milliseconds(20)) {
            m_spans.add(m_frame, m_at);
        }
    }

    world::AgentFrame m_frame;
    DecisionSpans m_spans;
    milliseconds m_at{0};
};

TEST_F(DecisionSpansTest, ASpanEndsWithTheNextChange) {
    play(milliseconds(1000));
    ASSERT_EQ(m_spans.spans().size(), 1U);
    const DecisionSpan& span = m_spans.spans().front();
    EXPECT_EQ(span.from, milliseconds(0));
    EXPECT_EQ(span.to, milliseconds(980));
    EXPECT_EQ(span.does, "tree: attack");
    EXPECT_EQ(span.path, "play \u203a mine");
}

TEST_F(DecisionSpansTest, AnotherBehaviorPathOrReasonBeginsOne) {
    play(milliseconds(100));
    m_frame.decision.trace.nodes[1].isChosen = false;
    m_frame.decision.trace.nodes[2].isChosen = true;
    play(milliseconds(200));
    m_frame.decision.behavior = "tree: place"; // the previous one had to end first
    play(milliseconds(300));
    m_frame.decision.reason = "at its position";
    play(milliseconds(400));
    m_frame.decision.isUserControlled = true;
    play(milliseconds(500));
    const auto& spans = m_spans.spans();
    ASSERT_EQ(spans.size(), 5U);
    EXPECT_EQ(spans[1].does, "tree: attack");
    EXPECT_EQ(spans[1].path, "play \u203a else");
    EXPECT_EQ(spans[2].does, "tree: place");
    EXPECT_EQ(spans[3].reason, "at its position");
    EXPECT_EQ(spans[4].does, "by hand");
    for (std::size_t i = 1; i < spans.size(); ++i) {
        EXPECT_EQ(spans[i].from, spans[i - 1].to) << "they join";
    }
}

TEST_F(DecisionSpansTest, AGapIsLeftOpen) {
    play(milliseconds(100));
    m_at += milliseconds(2000);
    play(milliseconds(2200));
    ASSERT_EQ(m_spans.spans().size(), 2U);
    EXPECT_EQ(m_spans.spans()[0].to, milliseconds(80));
    EXPECT_EQ(m_spans.spans()[1].from, milliseconds(2100));
    EXPECT_EQ(m_spans.spans()[1].does, m_spans.spans()[0].does);
}

TEST_F(DecisionSpansTest, ExternalProgramsHaveNoSpans) {
    m_frame.decision = {};
    play(milliseconds(100));
    EXPECT_TRUE(m_spans.spans().empty());
}

} // namespace
} // namespace sideline::logs
