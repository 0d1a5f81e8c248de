#include "agentcore/world/tilt_filter.h"

#include <cmath>
#include <limits>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "agentcore/math/angles.h"

namespace sideline::world {
namespace {

using Eigen::Vector3d;

constexpr double kTiltStepS = 0.02;
const Vector3d kNoAcceleration = Vector3d::Zero();

// A filter after some time of vertical gravity.
TiltFilter upright() {
    TiltFilter filter;
    for (int i = 0; i < 100; ++i) {
        filter.update(Vector3d::Zero(), {0.0, 0.0, 9.81}, kTiltStepS);
    }
    return filter;
}

double forwardRad(const TiltFilter& filter) {
    return tiltForwardRad(filter.up_T());
}

double leftRad(const TiltFilter& filter) {
    return tiltLeftRad(filter.up_T());
}

// Rotates the filter by its gyro only.
void turn(TiltFilter& filter, const Vector3d& turn_TRad, int cycles = 50) {
    for (int i = 0; i < cycles; ++i) {
        filter.update(turn_TRad / (cycles * kTiltStepS), kNoAcceleration, kTiltStepS);
    }
}

TEST(TiltFilterTest, StartsWithMeanOfReadings) {
    TiltFilter filter;
    const double nan = std::nan("");
    for (const Vector3d& nothing :
         {Vector3d(0.0, 0.0, 0.0), Vector3d(nan, 0.0, 9.81), Vector3d(0.0, 30.0, 0.0)}) {
        filter.update(Vector3d::Zero(), nothing, kTiltStepS);
        EXPECT_EQ(filter.up_T(), Vector3d::UnitZ());
    }
    const auto tilted = [](double rad) -> Vector3d {
        return 9.81 * Vector3d(0.0, -std::sin(rad), std::cos(rad));
    };
    filter.update({0.0, 0.0, 0.3}, tilted(0.8), kTiltStepS); // impact on the ground
    EXPECT_NEAR(forwardRad(filter), 0.8, 1e-9);
    for (int i = 0; i < 11; ++i) {
        filter.update(Vector3d(0.0, 0.0, i % 2 == 0 ? -0.4 : 0.4), tilted(0.1), kTiltStepS);
    }
    EXPECT_NEAR(forwardRad(filter), 0.158, 0.02) << "one of twelve";
    EXPECT_NEAR(leftRad(filter), 0.0, 0.02);
}

// Measurements of type 1 after joining, rad/s and m/s2: its legs bend while it bounces, and the
// first reading that resembles gravity points 27 degrees forward where the torso leans back by 11.
TEST(TiltFilterTest, MovesBeforeTheFirstReading) {
    struct Row {
        double gyroX;
        double y;
        double z;
        double leanDeg; // true, at the time of the gyro's reading
    };
    TiltFilter filter;
    for (const Row& row :
         {Row{-0.19, 0.0, 4.8, -0.2}, Row{-2.59, -0.5, 6.4, -3.2}, Row{-2.67, -3.3, 12.8, -6.2},
          Row{-2.77, 0.4, 4.3, -9.4}, Row{-2.90, 0.9, 4.8, -12.7}, Row{-3.06, 1.2, 5.3, -16.2},
          Row{0.18, 1.4, 5.7, -16.0}, Row{1.86, 3.5, 7.0, -13.9}, Row{2.38, 1.3, 7.4, -11.2},
          Row{0.02, 1.2, 7.9, -11.1}}) {
        filter.update({row.gyroX, 0.0, 0.0}, {0.0, row.y, row.z}, kTiltStepS);
        EXPECT_NEAR(std::abs(math::degFromRad(forwardRad(filter))), std::abs(row.leanDeg), 1.0);
    }
}

TEST(TiltFilterTest, ABodyThatWasPlacedUprightBelievesIt) {
    TiltFilter filter;
    for (int i = 0; i < 100; ++i) {
        filter.update(Vector3d::Zero(), {0.0, -9.81, 0.0}, kTiltStepS);
    }
    filter.placeUpright();
    EXPECT_EQ(filter.up_T(), Vector3d::UnitZ());
    // It lands on one foot.
    filter.update({0.1, 0.0, 0.0}, {0.0, 4.0, 9.0}, kTiltStepS);
    EXPECT_NEAR(forwardRad(filter), 0.0, 0.01);
    for (int i = 0; i < 25; ++i) { // the server did not place it after all
        filter.update(Vector3d::Zero(), {0.0, -9.81, 0.0}, kTiltStepS);
    }
    EXPECT_NEAR(forwardRad(filter), 0.5 * math::kPi, 0.02);
}

// A robot beamed slightly into the ground bounces: measurements of type 1 after joining.
TEST(TiltFilterTest, DoesNotStartUpsideDown) {
    TiltFilter filter;
    for (const double zMps2 : {29.4, 30.2, -10.6, 30.2, 1.9, 5.8, -9.6}) {
        filter.update(Vector3d::Zero(), {0.0, 0.0, zMps2}, kTiltStepS);
        EXPECT_EQ(filter.up_T(), Vector3d::UnitZ()) << zMps2;
    }
    // A lying robot starts with its true direction.
    filter.update(Vector3d::Zero(), {0.0, -9.81, -0.5}, kTiltStepS);
    EXPECT_NEAR(forwardRad(filter), 0.5 * math::kPi, 0.1);
    // A later reversal is accepted.
    TiltFilter turned = upright();
    for (int i = 0; i < 40; ++i) {
        turned.update(Vector3d::Zero(), {0.0, 0.0, -9.81}, kTiltStepS);
    }
    EXPECT_LT(turned.up_T().z(), -0.5);
}

TEST(TiltFilterTest, RestartsAfterRepositioning) {
    const Vector3d onFront = {0.0, -9.81, 0.0};
    TiltFilter filter = upright();
    for (int i = 0; i < 25; ++i) {
        filter.update(Vector3d::Zero(), onFront, kTiltStepS);
    }
    EXPECT_NEAR(forwardRad(filter), 0.5 * math::kPi, 0.02) << "half a second of lying";
    // Also while moving, but not for a lateral impact.
    for (const int cycles : {8, 25}) {
        TiltFilter moving = upright();
        for (int i = 0; i < cycles; ++i) {
            moving.update(Vector3d(0.0, 0.0, i % 2 == 0 ? -1.0 : 1.0), onFront, kTiltStepS);
        }
        EXPECT_EQ(forwardRad(moving) > 1.4, cycles == 25) << forwardRad(moving);
    }
    // Upside down: the sum of both directions is zero.
    TiltFilter opposite = upright();
    for (int i = 0; i < 200; ++i) {
        opposite.update(Vector3d::Zero(), {0.0, 1e-9, -9.81}, kTiltStepS);
        ASSERT_NEAR(opposite.up_T().norm(), 1.0, 1e-9);
    }
}

// The referee, a trainer or a beam turns a falling robot upright, which the gyro does not measure.
TEST(TiltFilterTest, RestartsSoonerWhenHardlyRotating) {
    const auto fallingBy = [](double rad) {
        TiltFilter filter = upright();
        turn(filter, {-rad, 0.0, 0.0});
        return filter;
    };
    TiltFilter stands = fallingBy(0.7);
    for (int i = 0; i < 8; ++i) { // still settling
        stands.update({i % 2 == 0 ? -0.4 : 0.4, 0.0, 0.0}, {0.0, 0.0, i % 2 == 0 ? 8.0 : 11.0},
                      kTiltStepS);
    }
    EXPECT_NEAR(forwardRad(stands), 0.0, 0.02);
    // A foot rests for a few cycles of a walk and measures its own deceleration.
    TiltFilter walks = upright();
    for (int i = 0; i < 60; ++i) {
        const bool isCalm = i % 6 != 0;
        walks.update({0.0, 0.0, isCalm ? 0.4 : 2.0}, {0.0, 5.0, 8.5}, kTiltStepS);
    }
    EXPECT_LT(std::abs(forwardRad(walks)), 0.2);
}

TEST(TiltFilterTest, GyroAloneTracksRotation) {
    TiltFilter forward = upright();
    turn(forward, {-0.7, 0.0, 0.0});
    EXPECT_NEAR(forwardRad(forward), 0.7, 1e-9);
    EXPECT_NEAR(leftRad(forward), 0.0, 1e-9);
    TiltFilter left = upright();
    turn(left, {0.0, -0.5, 0.0});
    EXPECT_NEAR(leftRad(left), 0.5, 1e-9);
    EXPECT_NEAR(forwardRad(left), 0.0, 1e-9);
    turn(forward, Vector3d(0.0, -std::sin(0.7), std::cos(0.7)) * 0.5 * math::kPi);
    EXPECT_NEAR(forwardRad(forward), 0.7, 1e-9) << "about the true vertical the tilt stays";
    turn(forward, {0.7, 0.0, 0.0});
    EXPECT_TRUE(forward.up_T().isApprox(Vector3d::UnitZ(), 1e-9));
}

TEST(TiltFilterTest, UpVectorRotatesOppositeToTheBody) {
    TiltFilter filter = upright();
    Eigen::Matrix3d R_STorso = Eigen::Matrix3d::Identity();
    for (const Vector3d& turn_T :
         {Vector3d(0.3, -0.4, 1.2), Vector3d(-1.0, 0.2, 0.1), Vector3d(0.2, 2.0, -0.5)}) {
        turn(filter, turn_T, 30);
        R_STorso = R_STorso * Eigen::AngleAxisd(turn_T.norm(), turn_T.normalized());
    }
    EXPECT_TRUE(filter.up_T().isApprox(R_STorso.row(2).transpose(), 1e-9));
}

TEST(TiltFilterTest, AccelerometerCorrectsSlowly) {
    const Vector3d acceleration = 9.81 * Vector3d(0.0, -std::sin(0.2), std::cos(0.2));
    const Vector3d gyro(0.0, 0.0, 0.3); // during a walk
    TiltFilter filter = upright();
    filter.update(gyro, acceleration, kTiltStepS);
    EXPECT_GT(forwardRad(filter), 0.0);
    EXPECT_LT(forwardRad(filter), 0.01) << "a step of a walk does not turn it";
    for (int i = 0; i < 1000; ++i) {
        filter.update(gyro * (i % 2 == 0 ? -1.0 : 1.0), acceleration, kTiltStepS);
    }
    EXPECT_NEAR(forwardRad(filter), 0.2, 0.005) << "a drift is gone after 20 s";
    EXPECT_NEAR(filter.up_T().norm(), 1.0, 1e-12);
}

// Measurements of type 0 that joined and bent its legs: four readings at rest, then these.
TEST(TiltFilterTest, BendingLegsKeepsEarlierReadings) {
    TiltFilter filter;
    for (const double zMps2 : {7.3, 8.0, 8.7, 9.2}) {
        filter.update(Vector3d::Zero(), {0.0, 0.0, zMps2}, kTiltStepS);
    }
    for (int i = 0; i < 8; ++i) {
        filter.update({i % 2 == 0 ? -2.0 : 2.0, 0.0, 0.0}, {-1.2, 2.3, 7.2}, kTiltStepS);
    }
    EXPECT_LT(std::abs(forwardRad(filter)), 0.02);
    // If the first readings come from a fall, the next ones take precedence.
    TiltFilter falling;
    falling.update({-0.4, 0.0, 0.0}, {0.0, 9.81, 0.0}, kTiltStepS);
    for (int i = 0; i < 2; ++i) {
        falling.update({i % 2 == 0 ? 2.0 : -2.0, 0.0, 0.0}, {0.0, 0.0, 9.81}, kTiltStepS);
    }
    EXPECT_NEAR(forwardRad(falling), -0.5, 0.1) << "one of three";
}

TEST(TiltFilterTest, SingleRestCycleIsNotRest) {
    const Vector3d sideways = 9.7 * Vector3d(0.0, -std::sin(0.25), std::cos(0.25));
    TiltFilter walking = upright();
    for (int i = 0; i < 60; ++i) {
        const bool isStill = i % 3 != 0;
        walking.update({0.0, 0.0, isStill ? 0.1 : 1.0}, isStill ? sideways : kNoAcceleration,
                       kTiltStepS);
    }
    EXPECT_LT(forwardRad(walking), 0.06);
    TiltFilter standing = upright();
    for (int i = 0; i < 30; ++i) {
        standing.update(Vector3d::Zero(), sideways, kTiltStepS);
    }
    EXPECT_NEAR(forwardRad(standing), 0.25, 0.01);
}

TEST(TiltFilterTest, ImpactsAndFreeFallAreIgnored) {
    TiltFilter filter = upright();
    for (const double sizeMps2 : {0.5, 6.7, 13.0, 40.0}) {
        for (int i = 0; i < 100; ++i) {
            filter.update(Vector3d::Zero(), {0.0, sizeMps2, 0.0}, kTiltStepS);
        }
        EXPECT_EQ(forwardRad(filter), 0.0) << sizeMps2;
    }
    filter.update(Vector3d::Zero(), {0.0, 11.0, 0.0}, kTiltStepS);
    EXPECT_LT(forwardRad(filter), 0.0);
}

TEST(TiltFilterTest, IgnoresNonFiniteReadings) {
    const double nan = std::nan("");
    const double infinity = std::numeric_limits<double>::infinity();
    TiltFilter filter = upright();
    turn(filter, {-0.3, 0.1, 0.0});
    const Vector3d before = filter.up_T();
    for (const double bad : {nan, infinity, -infinity, 1e200}) {
        filter.update({bad, 0.0, 0.0}, {0.0, bad, 9.81}, kTiltStepS);
    }
    EXPECT_TRUE(filter.up_T().isApprox(before, 1e-12));
    filter.update({-1.0, 0.0, 0.0}, {nan, nan, nan}, kTiltStepS);
    EXPECT_GT(forwardRad(filter), 0.3) << "the other sense still counts";
}

} // namespace
} // namespace sideline::world
