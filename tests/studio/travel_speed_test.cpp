// Speed of a robot, measured from the positions it believes.
#include "studio/workspaces/live/travel_speed.h"

#include <cmath>

#include <gtest/gtest.h>

namespace sideline::studio {
namespace {

using Eigen::Vector2d;

TEST(TravelSpeedTest, IgnoresTheOscillationOfSteps) {
    TravelSpeed speed;
    std::optional<double> last;
    for (int cycle = 0; cycle <= 200; ++cycle) {
        const double timeS = 0.02 * cycle;
        // 1.8 m/s, oscillating with every step of 0.25 s, with a lateral sway.
        const double phase = 2.0 * M_PI * timeS / 0.25;
        const auto now =
            speed.follow(timeS, {1.8 * timeS + 0.02 * std::sin(phase), 0.01 * std::cos(phase)});
        EXPECT_EQ(now.has_value(), timeS >= 0.2499) << timeS;
        if (timeS > 0.6) {
            ASSERT_TRUE(now);
            EXPECT_NEAR(*now, 1.8, 0.02) << timeS;
        }
        last = now;
    }
    EXPECT_EQ(speed.follow(4.0, {1.8 * 4.0, 0.01}), last) << "repeated time";
}

TEST(TravelSpeedTest, RestartsAfterAPlacementOrATimeJump) {
    TravelSpeed speed;
    const auto walk = [&](double fromS, Vector2d from) {
        std::optional<double> now;
        for (int cycle = 0; cycle <= 40; ++cycle) {
            now = speed.follow(fromS + 0.02 * cycle, from + Vector2d(0.0, 0.5 * 0.02 * cycle));
        }
        return now;
    };
    ASSERT_TRUE(walk(0.0, {0.0, 0.0}));
    EXPECT_FALSE(speed.follow(0.82, {-3.0, 0.0})) << "the referee has moved it";
    EXPECT_NEAR(walk(0.84, {-3.0, 0.0}).value_or(0.0), 0.5, 1e-6);
    EXPECT_FALSE(speed.follow(9.0, {-3.0, 0.4})) << "a gap";
    EXPECT_FALSE(speed.follow(2.0, {-3.0, 0.4})) << "back in time";
    EXPECT_NEAR(walk(2.0, {-3.0, 0.4}).value_or(0.0), 0.5, 1e-6);
    speed.reset();
    EXPECT_FALSE(speed.follow(2.82, {-3.0, 0.8}));
}

} // namespace
} // namespace sideline::studio
