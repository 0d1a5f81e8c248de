#include "agentcore/game/constants.h"

#include <gtest/gtest.h>

namespace sideline::game {
namespace {

TEST(ConstantsTest, ClockAccumulatesLikeTheServer) {
    float theirsS = 0.0F;
    double oursS = 0.0;
    for (int cycle = 1; theirsS < 8191.9F; ++cycle) {
        theirsS += 0.02F;
        oursS = serverClockAfter(oursS);
        ASSERT_EQ(oursS, static_cast<double>(theirsS)) << "cycle " << cycle;
    }
}

TEST(ConstantsTest, HundredCyclesAreTwoSecondsAtAnyTime) {
    for (const double beginS : {0.0, 100.0, 8191.0, 16'384.0, 524'288.0, 1e9}) {
        double timeS = beginS;
        for (int i = 0; i < 100; ++i) {
            timeS = serverClockAfter(timeS);
        }
        EXPECT_NEAR(timeS - beginS, 2.0, 0.0025) << "from " << beginS;
    }
}

TEST(ConstantsTest, RoundsOnlyWhereTheServerClockWorks) {
    EXPECT_EQ(asServerS(0.1), static_cast<double>(0.1F));
    EXPECT_EQ(asServerS(-1000.1), static_cast<double>(-1000.1F));
    EXPECT_EQ(asServerS(8191.99), static_cast<double>(8191.99F));
    EXPECT_EQ(asServerS(8192.01), 8192.01);
    EXPECT_EQ(asServerS(-1e300), -1e300);
}

} // namespace
} // namespace sideline::game
