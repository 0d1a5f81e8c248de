#include "agentcore/field/offside.h"

#include <gtest/gtest.h>

namespace sideline::field {
namespace {

TEST(OffsideTest, LineIsAtTheSecondLastOpponent) {
    EXPECT_DOUBLE_EQ(offsideLineM(-3.0, {14.5, 2.0, 9.0, -1.0}), 9.0);
    EXPECT_DOUBLE_EQ(offsideLineM(-3.0, {9.0, 14.5}), 9.0);
    EXPECT_DOUBLE_EQ(offsideLineM(0.0, {7.0, 7.0, 7.0}), 7.0);
}

TEST(OffsideTest, BallAndHalfwayLineMayBeFartherAhead) {
    EXPECT_DOUBLE_EQ(offsideLineM(11.0, {14.5, 2.0, 9.0}), 11.0);
    EXPECT_DOUBLE_EQ(offsideLineM(-3.0, {14.5, -2.0, -6.0}), 0.0);
}

TEST(OffsideTest, OnlyTheBallCountsWithFewerThanTwoOpponents) {
    EXPECT_DOUBLE_EQ(offsideLineM(4.0, {14.5}), 4.0);
    EXPECT_DOUBLE_EQ(offsideLineM(4.0, {}), 4.0);
    EXPECT_DOUBLE_EQ(offsideLineM(-4.0, {}), 0.0);
}

} // namespace
} // namespace sideline::field
