#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "agentcore/world/ball_filter.h"

namespace sideline::world {
namespace {

using Eigen::Vector3d;

constexpr double kStepS = 0.02;

// A ball that rolls out as the server's does, seen in every third cycle.
Vector3d rolled(double speedMps, double timeS) {
    return {speedMps / 1.085 * (1.0 - std::exp(-1.085 * timeS)), 0.0, 0.042};
}

TEST(BallFilterTest, LearnsTheSpeedOfARollingBall) {
    BallFilter filter;
    double timeS = 0.0;
    for (int cycle = 0; cycle < 60; ++cycle, timeS += kStepS) {
        filter.predict(kStepS);
        if (cycle % 3 == 0) {
            filter.see(rolled(2.0, timeS), 3.0);
        }
    }
    const double speedMps = 2.0 * std::exp(-1.085 * timeS);
    EXPECT_NEAR(filter.ball().velocity_FMps.x(), speedMps, 0.15);
    EXPECT_NEAR(filter.ball().velocity_FMps.y(), 0.0, 0.01);
    EXPECT_NEAR(filter.ball().p_F.x(), rolled(2.0, timeS).x(), 0.03);
}

TEST(BallFilterTest, PredictsWhereARollingBallStops) {
    BallFilter filter;
    double timeS = 0.0;
    for (int cycle = 0; cycle < 300; ++cycle, timeS += kStepS) {
        filter.predict(kStepS);
        if (cycle % 3 == 0 && cycle < 60) {
            filter.see(rolled(2.0, timeS), 3.0);
        }
    }
    EXPECT_NEAR(filter.ball().p_F.x(), rolled(2.0, timeS).x(), 0.1);
    EXPECT_LT(filter.ball().velocity_FMps.norm(), 0.05);
    EXPECT_NEAR(filter.ball().ageS, timeS - 58 * kStepS, 0.03);
}

TEST(BallFilterTest, TakesAKickAtOnce) {
    BallFilter filter;
    for (int cycle = 0; cycle < 60; ++cycle) {
        filter.predict(kStepS);
        filter.see({0.0, 0.0, 0.042}, 3.0);
    }
    for (int cycle = 0; cycle < 9; ++cycle) {
        filter.predict(kStepS);
        if (cycle % 3 == 2) {
            filter.see(rolled(4.0, (cycle + 1) * kStepS), 3.0);
        }
    }
    EXPECT_NEAR(filter.ball().p_F.x(), rolled(4.0, 9 * kStepS).x(), 0.1);
    EXPECT_GT(filter.ball().velocity_FMps.x(), 2.0);
}

TEST(BallFilterTest, AThrownBallFallsAndDoesNotSinkIn) {
    BallFilter filter;
    filter.see({0.0, 0.0, 1.0}, 3.0);
    for (int cycle = 0; cycle < 100; ++cycle) {
        filter.predict(kStepS);
        EXPECT_GE(filter.ball().p_F.z(), 0.042);
    }
    EXPECT_NEAR(filter.ball().p_F.z(), 0.042, 1e-9);
    EXPECT_EQ(filter.ball().velocity_FMps.z(), 0.0);
}

TEST(BallFilterTest, IsForgottenWhereItShouldHaveBeenSeen) {
    BallFilter filter;
    filter.see({1.0, 0.0, 0.042}, 3.0);
    for (int i = 0; i < 4; ++i) {
        filter.miss();
        EXPECT_TRUE(filter.ball().isKnown);
    }
    filter.miss();
    EXPECT_FALSE(filter.ball().isKnown);
}

TEST(BallFilterTest, IsForgottenAfterAWhile) {
    BallFilter filter;
    filter.see({1.0, 0.0, 0.042}, 3.0);
    for (int i = 0; i < 14 * 50; ++i) {
        filter.predict(kStepS);
    }
    EXPECT_TRUE(filter.ball().isKnown);
    for (int i = 0; i < 2 * 50; ++i) {
        filter.predict(kStepS);
    }
    EXPECT_FALSE(filter.ball().isKnown);
}

TEST(BallFilterTest, PassesOverWhatIsNotFinite) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    BallFilter filter;
    filter.see({nan, 0.0, 0.0}, 1.0);
    filter.see({0.0, 0.0, 0.0}, nan);
    EXPECT_FALSE(filter.ball().isKnown);
    filter.see({1.0, 0.0, 0.042}, 1.0);
    filter.predict(nan);
    EXPECT_TRUE(filter.ball().p_F.allFinite());
}

} // namespace
} // namespace sideline::world
