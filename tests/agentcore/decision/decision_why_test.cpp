// Why a node of a decision was taken, or not.
#include "agentcore/decision/decision_why.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sideline::decision {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

world::DecisionNode node(int depth, double score, std::uint32_t terms, bool isChosen = false,
                         bool isActive = false) {
    world::DecisionNode made;
    made.depth = depth;
    made.score = score;
    made.terms = terms;
    made.isChosen = isChosen;
    made.isActive = isActive;
    return made;
}

TEST(DecisionWhyTest, NamesTheOutermostReason) {
    world::DecisionTrace trace;
    trace.maker = "tree test";
    trace.nodes = {node(0, 0.0, 1),       node(1, 0.9, 1), // fails above it
                   node(0, 0.5, 0, true), node(1, 0.4, 0, true, true),
                   node(1, 0.3, 1),       node(0, 0.8, 0),
                   node(1, 0.0, 1), // better, but leads nowhere
                   node(0, 0.5, 0)};
    trace.terms.resize(4);
    EXPECT_EQ(whyOf(trace, 0).kind, WhyKind::Fails);
    const DecisionWhy above = whyOf(trace, 1);
    EXPECT_EQ(above.kind, WhyKind::Fails);
    EXPECT_EQ(above.node, 0U);
    EXPECT_THAT(above.terms, ElementsAre(0U));
    EXPECT_EQ(whyOf(trace, 2).kind, WhyKind::Active);
    EXPECT_EQ(whyOf(trace, 3).kind, WhyKind::Active);
    const DecisionWhy loses = whyOf(trace, 4);
    EXPECT_EQ(loses.kind, WhyKind::Loses);
    EXPECT_EQ(loses.rival, 3U);
    EXPECT_THAT(loses.terms, ElementsAre(2U));
    EXPECT_EQ(whyOf(trace, 6).kind, WhyKind::DeadEnd);
    EXPECT_EQ(whyOf(trace, 6).node, 5U);
    EXPECT_EQ(whyOf(trace, 7).kind, WhyKind::Loses); // a tie
    EXPECT_EQ(whyOf(trace, 7).rival, 2U);
    EXPECT_THAT(pathTo(trace, 4), ElementsAre(2U, 4U));

    trace.nodes[3].isActive = false;
    EXPECT_EQ(whyOf(trace, 3).kind, WhyKind::Waits);
}

TEST(DecisionWhyTest, WhatIsActiveBesideItIsNotBelowIt) {
    world::DecisionTrace trace; // the second one continues until it may be interrupted
    trace.nodes = {node(0, 0.9, 0, true), node(1, 0.5, 0, true), node(0, 0.5, 0, false, true)};
    EXPECT_EQ(whyOf(trace, 0).kind, WhyKind::Waits);
    EXPECT_EQ(whyOf(trace, 1).kind, WhyKind::Waits);
}

TEST(DecisionWhyTest, ADamagedTraceIsNoHarm) {
    world::DecisionTrace trace;
    trace.nodes = {node(5, 0.0, 4'000'000'000), node(-3, 1.0, 7)};
    EXPECT_THAT(termsOf(trace, 0), IsEmpty());
    EXPECT_THAT(termsOf(trace, 1), IsEmpty());
    EXPECT_EQ(whyOf(trace, 1).kind, WhyKind::DeadEnd);
}

} // namespace
} // namespace sideline::decision
