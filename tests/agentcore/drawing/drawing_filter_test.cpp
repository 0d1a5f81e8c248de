#include "agentcore/drawing/drawing_filter.h"

#include <gtest/gtest.h>

namespace sideline::drawing {
namespace {

TEST(DrawingFilterTest, ShowsEverythingInitially) {
    DrawingFilter filter;
    EXPECT_TRUE(filter.shows("a:1", "ball"));
    EXPECT_TRUE(filter.shows("", ""));
    filter.isOn = false;
    EXPECT_FALSE(filter.shows("a:1", "ball"));
    EXPECT_FALSE(filter.shows(AgentNote{}));
}

TEST(DrawingFilterTest, HidesPathsOfASender) {
    DrawingFilter filter;
    filter.hide("a:1", "ball");
    EXPECT_FALSE(filter.shows("a:1", "ball"));
    EXPECT_FALSE(filter.shows("a:1", "ball.prediction.far"));
    EXPECT_TRUE(filter.shows("a:1", "ballast"));
    EXPECT_TRUE(filter.shows("a:1", "walk.ball"));
    EXPECT_TRUE(filter.shows("b:2", "ball"));
    EXPECT_TRUE(filter.isHidden("a:1", "ball"));
    EXPECT_FALSE(filter.isHidden("a:1", "ball.prediction"));
    filter.unhide("a:1", "ball");
    EXPECT_TRUE(filter.shows("a:1", "ball.prediction"));
}

TEST(DrawingFilterTest, HidesPathsOfEverySender) {
    DrawingFilter filter;
    filter.hide("", "walk.zmp");
    EXPECT_FALSE(filter.shows("a:1", "walk.zmp"));
    EXPECT_FALSE(filter.shows("b:2", "walk.zmp.left"));
    EXPECT_TRUE(filter.shows("b:2", "walk"));
}

TEST(DrawingFilterTest, HidesUnnamedSetsOfEverySender) {
    DrawingFilter filter;
    filter.hide("", "");
    EXPECT_FALSE(filter.shows("a:1", ""));
    EXPECT_TRUE(filter.shows("a:1", "ball"));
}

TEST(DrawingFilterTest, HidesEverythingOfASender) {
    DrawingFilter filter;
    filter.hide("a:1", "");
    EXPECT_FALSE(filter.shows("a:1", "anything"));
    EXPECT_FALSE(filter.shows("a:1", ""));
    EXPECT_TRUE(filter.shows("b:2", "anything"));
    EXPECT_FALSE(filter.shows(AgentNote{{}, "text", {}, "a:1"}));
    EXPECT_TRUE(filter.shows(AgentNote{{}, "text", {}, "b:2"}));
    filter.unhide("a:1", "");
    EXPECT_TRUE(filter.shows("a:1", "anything"));
}

TEST(DrawingFilterTest, ExpressionsMatchPartsOfNames) {
    DrawingFilter filter;
    ASSERT_TRUE(filter.setPattern("BALL"));
    EXPECT_TRUE(filter.shows("a:1", "my.ball.path"));
    EXPECT_FALSE(filter.shows("a:1", "walk"));
    ASSERT_TRUE(filter.setPattern("^walk\\.(zmp|com)$"));
    EXPECT_TRUE(filter.shows("a:1", "walk.com"));
    EXPECT_FALSE(filter.shows("a:1", "walk.command"));
    filter.hide("", "walk");
    EXPECT_FALSE(filter.shows("a:1", "walk.com")) << "both must agree";
    ASSERT_TRUE(filter.setPattern(""));
    EXPECT_TRUE(filter.shows("a:1", "ball"));
}

TEST(DrawingFilterTest, InvalidExpressionKeepsThePreviousOne) {
    DrawingFilter filter;
    ASSERT_TRUE(filter.setPattern("ball"));
    const auto bad = filter.setPattern("ball(");
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().code, base::ErrorCode::Malformed);
    EXPECT_NE(bad.error().message.find("ball("), std::string::npos);
    EXPECT_FALSE(bad.error().expected.empty());
    EXPECT_EQ(filter.pattern(), "ball");
    EXPECT_FALSE(filter.shows("a:1", "walk"));
    EXPECT_FALSE(filter.setPattern(std::string(10'000, '(')));
}

TEST(DrawingFilterTest, SurvivesLongNames) {
    DrawingFilter filter;
    ASSERT_TRUE(filter.setPattern("(a|b)*c"));
    EXPECT_FALSE(filter.shows("a:1", std::string(200'000, 'a')));
}

TEST(DrawingFilterTest, ComparesByEffect) {
    DrawingFilter one;
    DrawingFilter two;
    one.hide("a", "b");
    EXPECT_FALSE(one == two);
    two.hide("a", "b");
    EXPECT_TRUE(one == two);
    ASSERT_TRUE(one.setPattern("x"));
    EXPECT_FALSE(one == two);
    ASSERT_TRUE(two.setPattern("x"));
    EXPECT_TRUE(one == two);
}

} // namespace
} // namespace sideline::drawing
