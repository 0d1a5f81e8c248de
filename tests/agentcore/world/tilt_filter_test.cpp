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

// A filter that has felt gravity from above for a while.
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

// Turns the filter by its gyro alone.
void turn(TiltFilter& filter, const Vector3d& turn_TRad, int cycles = 50) {
    for (int i = 0; i < cycles; ++i) {
        filter.update(turn_TRad / (cycles * kTiltStepS), kNoAcceleration, kTiltStepS);
    }
}

TEST(TiltFilterTest, BeginsWithTheMeanOfWhatItFeels) {
    TiltFilter filter;
    const double nan = std::nan("");
    for (const Vector3d& nothing :
         {Vector3d(0.0, 0.0, 0.0), Vector3d(nan, 0.0, 9.81), Vector3d(0.0, 30.0, 0.0)}) {
        filter.update({3.0, 0.0, 0.0}, nothing, kTiltStepS);
        EXPECT_EQ(filter.up_T(), Vector3d::UnitZ());
    }
    const auto tilted = [](double rad) -> Vector3d {
        return 9.81 * Vector3d(0.0, -std::sin(rad), std::cos(rad));
    };
    filter.update({0.0, 0.0, 1.0}, tilted(0.8), kTiltStepS); // as it hit the ground
    EXPECT_NEAR(forwardRad(filter), 0.8, 1e-9);
    for (int i = 0; i < 11; ++i) {
        filter.update(Vector3d(0.0, 0.0, i % 2 == 0 ? -0.4 : 0.4), tilted(0.1), kTiltStepS);
    }
    EXPECT_NEAR(forwardRad(filter), 0.158, 0.02) << "one of twelve";
    EXPECT_NEAR(leftRad(filter), 0.0, 0.02);
}

// A robot that is beamed a little into the ground bounces: measured of type 1 as it joined.
TEST(TiltFilterTest, DoesNotBeginUpsideDown) {
    TiltFilter filter;
    for (const double zMps2 : {29.4, 30.2, -10.6, 30.2, 1.9, 5.8, -9.6}) {
        filter.update(Vector3d::Zero(), {0.0, 0.0, zMps2}, kTiltStepS);
        EXPECT_EQ(filter.up_T(), Vector3d::UnitZ()) << zMps2;
    }
    // Who lies begins as it lies.
    filter.update(Vector3d::Zero(), {0.0, -9.81, -0.5}, kTiltStepS);
    EXPECT_NEAR(forwardRad(filter), 0.5 * math::kPi, 0.1);
    // Later, who is turned over is believed.
    TiltFilter turned = upright();
    for (int i = 0; i < 40; ++i) {
        turned.update(Vector3d::Zero(), {0.0, 0.0, -9.81}, kTiltStepS);
    }
    EXPECT_LT(turned.up_T().z(), -0.5);
}

TEST(TiltFilterTest, WhoWasPutDownDifferentlyBeginsAnew) {
    const Vector3d onFront = {0.0, -9.81, 0.0};
    TiltFilter filter = upright();
    for (int i = 0; i < 25; ++i) {
        filter.update(Vector3d::Zero(), onFront, kTiltStepS);
    }
    EXPECT_NEAR(forwardRad(filter), 0.5 * math::kPi, 0.02) << "half a second of lying";
    // While it moves as well, but not for a hit from the side.
    for (const int cycles : {8, 25}) {
        TiltFilter moving = upright();
        for (int i = 0; i < cycles; ++i) {
            moving.update(Vector3d(0.0, 0.0, i % 2 == 0 ? -1.0 : 1.0), onFront, kTiltStepS);
        }
        EXPECT_EQ(forwardRad(moving) > 1.4, cycles == 25) << forwardRad(moving);
    }
    // Head over heels: the sum of both beliefs is nothing.
    TiltFilter opposite = upright();
    for (int i = 0; i < 200; ++i) {
        opposite.update(Vector3d::Zero(), {0.0, 1e-9, -9.81}, kTiltStepS);
        ASSERT_NEAR(opposite.up_T().norm(), 1.0, 1e-9);
    }
}

// The referee, a trainer or a beam puts a robot upright that was falling: no gyro tells of it.
TEST(TiltFilterTest, WhoWasPutUprightKnowsItAsSoonAsItHardlyTurns) {
    const auto fallingBy = [](double rad) {
        TiltFilter filter = upright();
        turn(filter, {-rad, 0.0, 0.0});
        return filter;
    };
    TiltFilter stands = fallingBy(0.7);
    for (int i = 0; i < 8; ++i) { // it still settles
        stands.update({i % 2 == 0 ? -0.4 : 0.4, 0.0, 0.0}, {0.0, 0.0, i % 2 == 0 ? 8.0 : 11.0},
                      kTiltStepS);
    }
    EXPECT_NEAR(forwardRad(stands), 0.0, 0.02);
    // A foot rests for a few cycles of a walk, and feels itself brake.
    TiltFilter walks = upright();
    for (int i = 0; i < 60; ++i) {
        const bool isCalm = i % 6 != 0;
        walks.update({0.0, 0.0, isCalm ? 0.4 : 2.0}, {0.0, 5.0, 8.5}, kTiltStepS);
    }
    EXPECT_LT(std::abs(forwardRad(walks)), 0.2);
}

TEST(TiltFilterTest, TheGyroAloneFollowsATurn) {
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

TEST(TiltFilterTest, AnyAxisTurnsTheUpVectorBackwards) {
    TiltFilter filter = upright();
    Eigen::Matrix3d R_STorso = Eigen::Matrix3d::Identity();
    for (const Vector3d& turn_T :
         {Vector3d(0.3, -0.4, 1.2), Vector3d(-1.0, 0.2, 0.1), Vector3d(0.2, 2.0, -0.5)}) {
        turn(filter, turn_T, 30);
        R_STorso = R_STorso * Eigen::AngleAxisd(turn_T.norm(), turn_T.normalized());
    }
    EXPECT_TRUE(filter.up_T().isApprox(R_STorso.row(2).transpose(), 1e-9));
}

TEST(TiltFilterTest, TheAccelerometerCorrectsSlowly) {
    const Vector3d acceleration = 9.81 * Vector3d(0.0, -std::sin(0.2), std::cos(0.2));
    const Vector3d gyro(0.0, 0.0, 0.3); // it walks
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

// As measured of type 0 as it joined and bent its legs: four readings at rest, then such as these.
TEST(TiltFilterTest, WhoBendsTheLegsKeepsWhatItFeltBefore) {
    TiltFilter filter;
    for (const double zMps2 : {7.3, 8.0, 8.7, 9.2}) {
        filter.update(Vector3d::Zero(), {0.0, 0.0, zMps2}, kTiltStepS);
    }
    for (int i = 0; i < 8; ++i) {
        filter.update({i % 2 == 0 ? -2.0 : 2.0, 0.0, 0.0}, {-1.2, 2.3, 7.2}, kTiltStepS);
    }
    EXPECT_LT(std::abs(forwardRad(filter)), 0.02);
    // Whose first readings are of a fall takes the next for better.
    TiltFilter falling;
    falling.update({-2.0, 0.0, 0.0}, {0.0, 9.81, 0.0}, kTiltStepS);
    for (int i = 0; i < 2; ++i) {
        falling.update({i % 2 == 0 ? 2.0 : -2.0, 0.0, 0.0}, {0.0, 0.0, 9.81}, kTiltStepS);
    }
    EXPECT_NEAR(forwardRad(falling), -0.5, 0.1) << "one of three";
}

TEST(TiltFilterTest, OneCycleAtRestIsNotRest) {
    const Vector3d aside = 9.7 * Vector3d(0.0, -std::sin(0.25), std::cos(0.25));
    TiltFilter walking = upright();
    for (int i = 0; i < 60; ++i) {
        const bool isStill = i % 3 != 0;
        walking.update({0.0, 0.0, isStill ? 0.1 : 1.0}, isStill ? aside : kNoAcceleration,
                       kTiltStepS);
    }
    EXPECT_LT(forwardRad(walking), 0.06);
    TiltFilter standing = upright();
    for (int i = 0; i < 30; ++i) {
        standing.update(Vector3d::Zero(), aside, kTiltStepS);
    }
    EXPECT_NEAR(forwardRad(standing), 0.25, 0.01);
}

TEST(TiltFilterTest, HitsAndFreeFallAreNotBelieved) {
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

TEST(TiltFilterTest, WhatIsNoNumberIsNotUsed) {
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
