#include "agentcore/field/ball_flight.h"

#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace sideline::field {
namespace {

using Eigen::Vector3d;

constexpr double kRadiusM = 0.042;

// Throws on rcssserver3d 0.7.3: along x and up, from the ground; distances after 1, 2, 3, 5 s and
// at the end. Distances are rounded to centimeters, from monitor frames 40 ms apart.
struct Throw {
    double forwardMps;
    double upMps;
    std::array<double, 5> distanceM;
    double highestM; // 0: not measured
};

class BallThrowTest : public ::testing::TestWithParam<Throw> {};

TEST_P(BallThrowTest, MatchesThrowsOnTheServer) {
    const Throw& thrown = GetParam();
    const BallPath path =
        ballFlight({-10.0, 1.0, kRadiusM}, {thrown.forwardMps, 0.0, thrown.upMps});
    ASSERT_TRUE(path.comesToRest);
    constexpr std::array kTimesS = {1.0, 2.0, 3.0, 5.0};
    for (std::size_t i = 0; i < kTimesS.size(); ++i) {
        const auto at = static_cast<std::size_t>(std::lround(kTimesS[i] / 0.02));
        const BallPathPoint& point = path.points[std::min(at, path.points.size() - 1)];
        const double expectedM = thrown.distanceM[i];
        EXPECT_NEAR(point.p_S.x() + 10.0, expectedM, 0.05 * expectedM)
            << thrown.forwardMps << ", " << thrown.upMps << " m/s after " << kTimesS[i] << " s";
        EXPECT_DOUBLE_EQ(point.p_S.y(), 1.0);
    }
    EXPECT_NEAR(path.points.back().p_S.x() + 10.0, thrown.distanceM[4],
                0.005 + 0.02 * thrown.distanceM[4]);
    if (thrown.highestM > 0.0) {
        EXPECT_NEAR(path.highestM, thrown.highestM, 0.005 + 0.02 * thrown.highestM);
    }
}

INSTANTIATE_TEST_SUITE_P(Table, BallThrowTest,
                         ::testing::Values(Throw{0.5, 0, {.22, .30, .32, .34, .34}, .04},
                                           Throw{1, 0, {.45, .60, .65, .67, .68}, 0},
                                           Throw{2, 0, {.92, 1.21, 1.30, 1.35, 1.35}, 0},
                                           Throw{3, 0, {1.34, 1.80, 1.95, 2.02, 2.03}, 0},
                                           Throw{5, 0, {2.26, 3.01, 3.25, 3.37, 3.39}, 0},
                                           Throw{7, 0, {3.20, 4.22, 4.55, 4.72, 4.74}, 0},
                                           Throw{10, 0, {4.48, 6.00, 6.49, 6.74, 6.77}, 0},
                                           Throw{3, 3, {1.72, 2.33, 2.52, 2.62, 2.63}, .43},
                                           Throw{5, 5, {3.15, 4.55, 5.04, 5.27, 5.30}, 1.12},
                                           Throw{7, 7, {4.37, 6.82, 7.82, 8.32, 8.39}, 2.08},
                                           Throw{8, 4, {4.81, 6.81, 7.44, 7.76, 7.80}, .74},
                                           Throw{10, 6, {6.44, 9.50, 10.72, 11.30, 11.37}, 1.56}));

TEST(BallFlightTest, PathRotatesWithTheThrow) {
    const BallPath along = ballFlight({0, 0, kRadiusM}, {5, 0, 2});
    const BallPath across = ballFlight({0, 0, kRadiusM}, {-3, 4, 2});
    ASSERT_EQ(along.points.size(), across.points.size());
    const double reachM = along.points.back().p_S.x();
    EXPECT_NEAR(across.points.back().p_S.x(), -0.6 * reachM, 1e-9);
    EXPECT_NEAR(across.points.back().p_S.y(), 0.8 * reachM, 1e-9);
    EXPECT_DOUBLE_EQ(along.highestM, across.highestM);
}

TEST(BallFlightTest, DroppedBallBouncesAndRestsBelow) {
    const BallPath path = ballFlight({2.0, -3.0, 1.0}, Vector3d::Zero());
    ASSERT_TRUE(path.comesToRest);
    EXPECT_DOUBLE_EQ(path.highestM, 1.0);
    EXPECT_NEAR(path.points.back().p_S.x(), 2.0, 1e-12);
    EXPECT_NEAR(path.points.back().p_S.y(), -3.0, 1e-12);
    EXPECT_NEAR(path.points.back().p_S.z(), kRadiusM, 0.006);
    double secondTopM = 0.0;
    bool hasTouched = false;
    for (const BallPathPoint& point : path.points) {
        hasTouched = hasTouched || point.p_S.z() < kRadiusM;
        secondTopM = hasTouched ? std::max(secondTopM, point.p_S.z()) : 0.0;
    }
    EXPECT_GT(secondTopM, 0.3);
    EXPECT_LT(secondTopM, 0.7);
}

TEST(BallFlightTest, RestingBallIsAtRestImmediately) {
    const BallPath path = ballFlight({1.0, 2.0, 0.0}, Vector3d::Zero());
    EXPECT_TRUE(path.comesToRest);
    ASSERT_EQ(path.points.size(), 1U);
    EXPECT_NEAR(path.points.front().p_S.z(), kRadiusM, 0.001); // not below the ground
}

TEST(BallFlightTest, StopsAtTheTimeLimit) {
    const BallPath path = ballFlight({0, 0, kRadiusM}, {10, 0, 0}, 1.0);
    EXPECT_FALSE(path.comesToRest);
    EXPECT_EQ(path.points.size(), 51U);
    EXPECT_DOUBLE_EQ(path.points.back().timeS, 1.0);
    EXPECT_EQ(ballFlight({0, 0, kRadiusM}, {10, 0, 0}, -3.0).points.size(), 1U);
    EXPECT_LE(ballFlight({0, 0, 1e6}, {10, 0, 0}, 1e300).points.size(), 6001U);
}

TEST(BallFlightTest, InvalidInputHasNoPath) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(ballFlight({kNan, 0, 0}, Vector3d::Zero()).points.empty());
    EXPECT_TRUE(ballFlight({0, 0, 0}, {0, kInfinity, 0}).points.empty());
    EXPECT_TRUE(ballFlight({0, 0, 0}, {1, 0, 0}, kNan).points.empty());
    const BallPath wild = ballFlight({0, 0, kRadiusM}, {1e200, 0, 1e200});
    ASSERT_FALSE(wild.points.empty());
    EXPECT_TRUE(wild.points.back().p_S.allFinite());
}

} // namespace
} // namespace sideline::field
