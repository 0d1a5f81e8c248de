#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cmath>
#include <vector>

#include "agentcore/math/angles.h"
#include "agentcore/motion/joint_trajectory.h"
#include "tests/support/allocation_guard.h"

namespace sideline::motion {
namespace {

using robot::JointId;

const JointId kJoint(std::size_t{0});

TrajectoryKey key(double timeS, double angleRad, Curve curve = Curve::Linear) {
    TrajectoryKey key;
    key.timeS = timeS;
    key.angleRad = angleRad;
    key.curve = curve;
    return key;
}

JointTrajectory trajectory(std::vector<TrajectoryKey> keys) {
    JointTrajectory out(1);
    out.setKeys(kJoint, std::move(keys));
    return out;
}

double at(const JointTrajectory& motion, double timeS, double startRad = 0.0) {
    return motion.angleRad(kJoint, timeS, startRad);
}

TEST(JointTrajectoryTest, JointsWithoutKeysStayAtTheStart) {
    const JointTrajectory motion(2);
    EXPECT_FALSE(motion.moves(kJoint));
    EXPECT_EQ(at(motion, 3.0, 0.25), 0.25);
    EXPECT_EQ(motion.speedRadPerS(kJoint, 3.0, 0.25), 0.0);
    EXPECT_EQ(motion.speedScale(kJoint, 3.0), 1.0);
}

TEST(JointTrajectoryTest, InterpolatesFromStartToFirstKeyAndHoldsAfterLast) {
    const JointTrajectory motion = trajectory({key(1.0, 2.0), key(2.0, 4.0)});
    EXPECT_DOUBLE_EQ(at(motion, -1.0, 1.0), 1.0);
    EXPECT_DOUBLE_EQ(at(motion, 0.0, 1.0), 1.0);
    EXPECT_DOUBLE_EQ(at(motion, 0.5, 1.0), 1.5);
    EXPECT_DOUBLE_EQ(at(motion, 1.0, 1.0), 2.0);
    EXPECT_DOUBLE_EQ(at(motion, 1.25, 1.0), 2.5);
    EXPECT_DOUBLE_EQ(at(motion, 2.0, 1.0), 4.0);
    EXPECT_DOUBLE_EQ(at(motion, 9.0, 1.0), 4.0);
    EXPECT_DOUBLE_EQ(motion.speedRadPerS(kJoint, 0.5, 1.0), 1.0);
    EXPECT_DOUBLE_EQ(motion.speedRadPerS(kJoint, 1.0, 1.0), 2.0);
    EXPECT_DOUBLE_EQ(motion.speedRadPerS(kJoint, 2.0, 1.0), 0.0);
}

TEST(JointTrajectoryTest, KeyAtTimeZeroAppliesImmediately) {
    const JointTrajectory motion = trajectory({key(0.0, 2.0), key(1.0, 3.0)});
    EXPECT_EQ(at(motion, 0.0, 7.0), 2.0);
    EXPECT_DOUBLE_EQ(at(motion, 0.5, 7.0), 2.5);
}

TEST(JointTrajectoryTest, HoldJumpsAtItsTime) {
    const JointTrajectory motion =
        trajectory({key(0.0, 1.0), key(0.3, 2.0, Curve::Hold), key(0.6, 5.0, Curve::Hold)});
    EXPECT_EQ(at(motion, 0.29), 1.0);
    EXPECT_EQ(at(motion, 0.3), 2.0);
    double timeS = 0.0;
    for (int i = 0; i < 15; ++i) {
        timeS += 0.02; // accumulates to slightly less than 0.3
    }
    EXPECT_EQ(at(motion, timeS), 2.0) << "a sum of steps is the same instant";
    EXPECT_EQ(motion.speedRadPerS(kJoint, 0.3, 0.0), 0.0);
    EXPECT_EQ(at(motion, 0.6), 5.0);
}

TEST(JointTrajectoryTest, SineStartsAndEndsAtRest) {
    const JointTrajectory motion = trajectory({key(0.0, 0.0), key(2.0, 1.0, Curve::Sine)});
    EXPECT_DOUBLE_EQ(at(motion, 1.0), 0.5);
    EXPECT_NEAR(at(motion, 0.5), 0.5 * (1.0 - std::cos(math::kPi / 4.0)), 1e-12);
    EXPECT_NEAR(motion.speedRadPerS(kJoint, 0.0, 0.0), 0.0, 1e-12);
    EXPECT_NEAR(motion.speedRadPerS(kJoint, 1.0, 0.0), math::kPi / 4.0, 1e-12);
}

TEST(JointTrajectoryTest, SmoothCurvesNeverOvershoot) {
    const std::array angles = {0.0, 0.1, 1.0, 1.05, 1.05, -0.5, -0.4, 2.0};
    std::vector<TrajectoryKey> keys;
    for (std::size_t i = 0; i < angles.size(); ++i) {
        keys.push_back(
            key(0.3 * static_cast<double>(i) + (i > 3 ? 0.4 : 0.0), angles[i], Curve::Smooth));
    }
    const JointTrajectory motion = trajectory(keys);
    for (std::size_t i = 1; i < keys.size(); ++i) {
        double before = keys[i - 1].angleRad;
        for (int step = 1; step <= 50; ++step) {
            const double timeS =
                keys[i - 1].timeS + (keys[i].timeS - keys[i - 1].timeS) * step / 50.0;
            const double angle = at(motion, timeS);
            if (keys[i].angleRad >= keys[i - 1].angleRad) {
                EXPECT_GE(angle, before - 1e-12) << "at " << timeS;
            } else {
                EXPECT_LE(angle, before + 1e-12) << "at " << timeS;
            }
            before = angle;
        }
        EXPECT_NEAR(before, keys[i].angleRad, 1e-12);
    }
    EXPECT_NEAR(motion.speedRadPerS(kJoint, 0.0, 0.0), 0.0, 1e-12);
}

TEST(JointTrajectoryTest, SmoothCurvesHaveContinuousSlope) {
    const JointTrajectory motion =
        trajectory({key(0.0, 0.0), key(1.0, 1.0, Curve::Smooth), key(1.5, 3.0, Curve::Smooth)});
    const double before = motion.speedRadPerS(kJoint, 1.0 - 1e-6, 0.0);
    const double after = motion.speedRadPerS(kJoint, 1.0 + 1e-6, 0.0);
    EXPECT_NEAR(before, after, 1e-4);
    EXPECT_GT(before, 1.0);
    EXPECT_LT(before, 4.0);
}

TEST(JointTrajectoryTest, FirstSmoothSegmentStartsAtRest) {
    const JointTrajectory motion = trajectory({key(1.0, 1.0, Curve::Smooth)});
    EXPECT_DOUBLE_EQ(at(motion, 0.5, 0.0), 0.5);
    EXPECT_NEAR(motion.speedRadPerS(kJoint, 1e-9, 0.0), 0.0, 1e-6);
}

TEST(JointTrajectoryTest, CubicFollowsItsHandles) {
    TrajectoryKey from = key(0.0, 0.0);
    TrajectoryKey to = key(1.0, 1.0, Curve::Cubic);
    from.outTimeS = 1.0 / 3.0;
    from.outRad = 1.0 / 3.0;
    to.inTimeS = -1.0 / 3.0;
    to.inRad = -1.0 / 3.0;
    const JointTrajectory straight = trajectory({from, to});
    for (const double timeS : {0.1, 0.35, 0.5, 0.9}) {
        EXPECT_NEAR(at(straight, timeS), timeS, 1e-9);
        EXPECT_NEAR(straight.speedRadPerS(kJoint, timeS, 0.0), 1.0, 1e-9);
    }
    from.outTimeS = 0.5;
    from.outRad = 0.0;
    to.inTimeS = -0.5;
    to.inRad = 0.0;
    const JointTrajectory eased = trajectory({from, to});
    EXPECT_NEAR(at(eased, 0.5), 0.5, 1e-12);
    EXPECT_LT(at(eased, 0.25), 0.2);
    // At half of the parameter: time 0.375 s + 0.125 = 0.5 s, slope 1.5 / 0.75.
    EXPECT_NEAR(eased.speedRadPerS(kJoint, 0.5, 0.0), 2.0, 1e-9);
}

TEST(JointTrajectoryTest, LongHandlesAreShortened) {
    TrajectoryKey from = key(0.0, 0.0);
    TrajectoryKey to = key(1.0, 1.0, Curve::Cubic);
    from.outTimeS = 4.0;
    from.outRad = 8.0;
    to.inTimeS = 0.5; // points backward in time: ignored
    const JointTrajectory cut = trajectory({from, to});
    from.outTimeS = 1.0;
    from.outRad = 2.0;
    to.inTimeS = 0.0;
    const JointTrajectory whole = trajectory({from, to});
    double before = 0.0;
    for (int i = 1; i < 100; ++i) {
        const double timeS = i / 100.0;
        EXPECT_NEAR(at(cut, timeS), at(whole, timeS), 1e-9);
        EXPECT_TRUE(std::isfinite(cut.speedRadPerS(kJoint, timeS, 0.0)));
        EXPECT_LT(std::abs(at(cut, timeS) - before), 0.2) << "no jump";
        before = at(cut, timeS);
    }
}

TEST(JointTrajectoryTest, SpeedIsTheSlopeOfTheAngle) {
    TrajectoryKey cubic = key(2.4, -1.0, Curve::Cubic);
    cubic.inTimeS = -0.3;
    cubic.inRad = 0.4;
    TrajectoryKey sine = key(1.7, 0.9, Curve::Sine);
    sine.outTimeS = 0.2;
    sine.outRad = 0.3;
    const JointTrajectory motion =
        trajectory({key(0.5, 0.3, Curve::Smooth), key(1.1, 0.7, Curve::Smooth), sine, cubic,
                    key(3.0, 0.0, Curve::Smooth)});
    for (double timeS = 0.013; timeS < 3.2; timeS += 0.0431) {
        const double slope = (at(motion, timeS + 1e-6, 0.1) - at(motion, timeS - 1e-6, 0.1)) / 2e-6;
        EXPECT_NEAR(motion.speedRadPerS(kJoint, timeS, 0.1), slope, 1e-4) << "at " << timeS;
    }
}

TEST(JointTrajectoryTest, GainFactorIsThatOfTheNextKey) {
    TrajectoryKey first = key(0.5, 1.0);
    first.speedScale = 0.3;
    TrajectoryKey second = key(1.0, 2.0);
    second.speedScale = 0.7;
    const JointTrajectory moving = trajectory({first, second});
    EXPECT_EQ(moving.speedScale(kJoint, 0.2), 0.3);
    EXPECT_EQ(moving.speedScale(kJoint, 0.5), 0.3) << "a command that aims at the key";
    EXPECT_EQ(moving.speedScale(kJoint, 0.52), 0.7);
    EXPECT_EQ(moving.speedScale(kJoint, 3.0), 0.7) << "the last key is still driven to";

    first.curve = second.curve = Curve::Hold;
    const JointTrajectory jumping = trajectory({first, second});
    EXPECT_EQ(jumping.speedScale(kJoint, 0.2), 1.0);
    EXPECT_EQ(jumping.speedScale(kJoint, 0.5), 0.3) << "after the jump the gain does the work";
    EXPECT_EQ(jumping.speedScale(kJoint, 0.9), 0.3);
    EXPECT_EQ(jumping.speedScale(kJoint, 1.0), 0.7);
}

TEST(JointTrajectoryTest, SamplingTwoThousandKeysAllocatesNothing) {
    constexpr std::size_t kJoints = 22;
    JointTrajectory motion(kJoints);
    for (std::size_t joint = 0; joint < kJoints; ++joint) {
        std::vector<TrajectoryKey> keys;
        for (int i = 0; i < 2000; ++i) {
            keys.push_back(key(0.02 * i, std::sin(0.1 * i + static_cast<double>(joint)),
                               static_cast<Curve>(i % 5)));
        }
        motion.setKeys(JointId(joint), keys);
    }
    std::array<double, kJoints> start{};
    std::array<double, kJoints> angles{};
    const tests::AllocationGuard guard;
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 2000; ++i) {
        motion.sample(0.0201 * i, start, angles);
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    EXPECT_EQ(guard.count(), 0U);
    EXPECT_LT(took.count(), 2.0) << "2000 samples of 22 joints";
    RecordProperty("microsecondsPerSample", static_cast<int>(took.count() / 2000.0 * 1e6));
    EXPECT_DOUBLE_EQ(angles[3], motion.angleRad(JointId(std::size_t{3}), 0.0201 * 1999, 0.0));
}

} // namespace
} // namespace sideline::motion
