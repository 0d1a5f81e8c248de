#include "agentcore/motion/walk/tilt_filter.h"

#include <cmath>
#include <limits>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "agentcore/math/angles.h"

namespace sideline::motion {
namespace {

using Eigen::Vector3d;

constexpr double kTiltStepS = 0.02;
const Vector3d kNoAcceleration = Vector3d::Zero();

// Turns the filter by its gyro alone.
void turn(TiltFilter& filter, const Vector3d& turn_TRad, int cycles = 50) {
    for (int i = 0; i < cycles; ++i) {
        filter.update(turn_TRad / (cycles * kTiltStepS), kNoAcceleration, kTiltStepS);
    }
}

TEST(TiltFilterTest, BeginsUprightOrAsTheAccelerometerSays) {
    TiltFilter filter;
    filter.begin(9.81 * Vector3d(0.0, -std::sin(0.4), std::cos(0.4)));
    EXPECT_NEAR(filter.forwardRad(), 0.4, 1e-12);
    EXPECT_NEAR(filter.leftRad(), 0.0, 1e-12);
    const double nan = std::nan("");
    for (const Vector3d& nothing : {Vector3d(0.0, 0.0, 0.0), Vector3d(nan, 0.0, 9.81)}) {
        filter.begin(nothing);
        EXPECT_EQ(filter.up_T(), Vector3d::UnitZ());
    }
}

TEST(TiltFilterTest, TheGyroAloneFollowsATurn) {
    TiltFilter forward;
    turn(forward, {-0.7, 0.0, 0.0});
    EXPECT_NEAR(forward.forwardRad(), 0.7, 1e-9);
    EXPECT_NEAR(forward.leftRad(), 0.0, 1e-9);
    TiltFilter left;
    turn(left, {0.0, -0.5, 0.0});
    EXPECT_NEAR(left.leftRad(), 0.5, 1e-9);
    EXPECT_NEAR(left.forwardRad(), 0.0, 1e-9);
    turn(forward, Vector3d(0.0, -std::sin(0.7), std::cos(0.7)) * 0.5 * math::kPi);
    EXPECT_NEAR(forward.forwardRad(), 0.7, 1e-9) << "about the true vertical the tilt stays";
    turn(forward, {0.7, 0.0, 0.0});
    EXPECT_TRUE(forward.up_T().isApprox(Vector3d::UnitZ(), 1e-9));
}

TEST(TiltFilterTest, AnyAxisTurnsTheUpVectorBackwards) {
    TiltFilter filter;
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
    TiltFilter filter;
    filter.update(Vector3d::Zero(), acceleration, kTiltStepS);
    EXPECT_GT(filter.forwardRad(), 0.0);
    EXPECT_LT(filter.forwardRad(), 0.01) << "a step of a walk does not turn it";
    for (int i = 0; i < 250; ++i) {
        filter.update(Vector3d::Zero(), acceleration, kTiltStepS);
    }
    EXPECT_NEAR(filter.forwardRad(), 0.2, 0.005) << "a drift is gone after 5 s";
    EXPECT_NEAR(filter.up_T().norm(), 1.0, 1e-12);
}

TEST(TiltFilterTest, HitsAndFreeFallAreNotBelieved) {
    TiltFilter filter;
    for (const double sizeMps2 : {0.5, 6.7, 13.0, 40.0}) {
        for (int i = 0; i < 100; ++i) {
            filter.update(Vector3d::Zero(), {0.0, sizeMps2, 0.0}, kTiltStepS);
        }
        EXPECT_EQ(filter.forwardRad(), 0.0) << sizeMps2;
    }
    filter.update(Vector3d::Zero(), {0.0, 11.0, 0.0}, kTiltStepS);
    EXPECT_LT(filter.forwardRad(), 0.0);
}

TEST(TiltFilterTest, WhatIsNoNumberIsNotUsed) {
    const double nan = std::nan("");
    const double infinity = std::numeric_limits<double>::infinity();
    TiltFilter filter;
    turn(filter, {-0.3, 0.1, 0.0});
    const Vector3d before = filter.up_T();
    for (const double bad : {nan, infinity, -infinity, 1e200}) { // whose square is infinite
        filter.update({bad, 0.0, 0.0}, {0.0, bad, 9.81}, kTiltStepS);
    }
    EXPECT_TRUE(filter.up_T().isApprox(before, 1e-12));
    filter.update({-1.0, 0.0, 0.0}, {nan, nan, nan}, kTiltStepS);
    EXPECT_GT(filter.forwardRad(), 0.3) << "the other sense still counts";
}

} // namespace
} // namespace sideline::motion
