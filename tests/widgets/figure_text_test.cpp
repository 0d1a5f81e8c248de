#include <gtest/gtest.h>

#include "widgets/train/figure_text.h"

namespace sideline::widgets {
namespace {

TEST(FigureTextTest, FiguresAreNamedInWordsWithoutTheirUnit) {
    EXPECT_EQ(figureText("endS"), QStringLiteral("End"));
    EXPECT_EQ(figureText("uprightTotalS"), QStringLiteral("Upright total"));
    EXPECT_EQ(figureText("ballMeanMps"), QStringLiteral("Ball mean"));
    EXPECT_EQ(figureText("headShare"), QStringLiteral("Head share"));
    EXPECT_EQ(figureText("selfCollisions"), QStringLiteral("Self collisions"));
    EXPECT_EQ(figureText("S"), QStringLiteral("S"));
    EXPECT_EQ(figureText(""), QString());
}

} // namespace
} // namespace sideline::widgets
