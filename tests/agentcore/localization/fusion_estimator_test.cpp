#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include <Eigen/LU>

#include "agentcore/localization/fusion_estimator.h"
#include "agentcore/localization/pose_search.h"
#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/soccerbot056.h"
#include "tests/agentcore/localization/synthetic_robot.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/test_files.h"

namespace sideline::localization {
namespace {

using Eigen::Vector3d;
using math::degFromRad;
using math::radFromDeg;

constexpr double kNanReading = std::numeric_limits<double>::quiet_NaN();

// Returns options that assume no noise, so that exact percepts give exact poses.
EstimatorOptions exactly() {
    EstimatorOptions options;
    options.noise.offsetHalfWidthM = 1e-6;
    return options;
}

// A body that is shaken and rotated, with its sensor readings: rounded, the acceleration a step
// late.
class Shake {
public:
    void step(double timeS, math::Pose& X_ST, protocol::Percepts& percepts) {
        const auto rounded = [](const Vector3d& v) -> Vector3d {
            return (v * 100.0).array().round() / 100.0;
        };
        percepts.accelerometers[0].value =
            rounded(X_ST.R.transpose() * ((m_v - m_before) / 0.02 + Vector3d(0.0, 0.0, 9.81)));
        m_before = m_v;
        m_v = Vector3d(0.2 * std::sin(3.0 * timeS), 0.15 * std::cos(2.0 * timeS) - 0.15,
                       0.05 * std::sin(17.0 * timeS));
        const Vector3d rate(0.4 * std::sin(11.0 * timeS), 0.3 * std::cos(7.0 * timeS),
                            0.8 * std::sin(0.9 * timeS));
        percepts.gyros[0].value = rounded(rate * degFromRad(1.0));
        X_ST.p += 0.02 * m_v;
        X_ST.R = X_ST.R * Eigen::AngleAxisd(2.0 * std::atan(0.01 * rate.norm()), rate.normalized());
    }

private:
    Vector3d m_v = Vector3d::Zero();
    Vector3d m_before = Vector3d::Zero();
};

class FusionEstimatorTest : public testing::Test {
protected:
    PoseEstimate update() { return m_estimator.update(m_robot.input()); }
    PoseEstimate stand(const math::Pose& X_ST, int visionFrames, std::size_t mostLandmarks = 8,
                       bool withLines = true) {
        PoseEstimate estimate;
        for (int i = 0; i < visionFrames; ++i) {
            m_robot.see(X_ST, mostLandmarks, withLines);
            estimate = update();
        }
        return estimate;
    }

    SyntheticRobot m_robot;
    FusionEstimator m_estimator{exactly()};
};

TEST_F(FusionEstimatorTest, HasNoEstimateBeforeItHasSeenTwoLandmarks) {
    EXPECT_FALSE(update().isValid);
    m_robot.see(standingAt(-5, 2, 0.3), 1, false);
    EXPECT_FALSE(update().isValid);
    m_robot.see(standingAt(-5, 2, 0.3), 2, false);
    EXPECT_TRUE(update().isValid);
}

TEST_F(FusionEstimatorTest, IsExactFromAnywhere) {
    for (const auto& [x, y, headingDeg] : {std::array{-14.0, 0.0, 0.0},
                                           {-3.0, 0.0, 0.0},
                                           {5.0, -8.0, 160.0},
                                           {0.0, 9.0, 240.0},
                                           {-9.0, -4.0, 90.0},
                                           {10.0, 3.0, -20.0}}) {
        const math::Pose X_ST = standingAt(x, y, radFromDeg(headingDeg));
        m_estimator.reset();
        const PoseEstimate estimate = stand(X_ST, 10);
        ASSERT_TRUE(estimate.isValid) << x << ' ' << y << ' ' << headingDeg;
        EXPECT_LT(distanceM(estimate, X_ST), tests::tolerance(1e-3)) << x << ' ' << y;
        EXPECT_LT(angleRad(estimate, X_ST), tests::tolerance(radFromDeg(0.1)));
        EXPECT_EQ(estimate.cyclesSinceVision, 0);
        EXPECT_TRUE(estimate.hasCovariance);
    }
}

TEST_F(FusionEstimatorTest, FindsItselfLyingAndUpsideDown) {
    for (const double tiltDeg : {-90.0, 90.0, 165.0}) {
        math::Pose X_ST = standingAt(-6, 1, 0.4);
        X_ST.R = X_ST.R * Eigen::AngleAxisd(radFromDeg(tiltDeg), Vector3d::UnitX());
        X_ST.p.z() = 0.15;
        m_robot.turnHead(0.0, radFromDeg(tiltDeg > 100.0 ? -45.0 : -tiltDeg / 2.0));
        m_robot.percepts().accelerometers[0].value = X_ST.R.transpose() * Vector3d(0.0, 0.0, 9.81);
        m_estimator.reset();
        const PoseEstimate estimate = stand(X_ST, 5);
        if (m_robot.percepts().vision->objects.size() >= 2) {
            ASSERT_TRUE(estimate.isValid) << tiltDeg;
            EXPECT_LT(distanceM(estimate, X_ST), tests::tolerance(0.01)) << tiltDeg;
        }
        EXPECT_TRUE(estimate.X_ST.R.allFinite());
    }
}

TEST_F(FusionEstimatorTest, OneLandmarkAndLinesAreEnough) {
    const math::Pose X_ST = standingAt(-5, 2, 0.3);
    const PoseEstimate estimate = stand(X_ST, 3, 1);
    ASSERT_EQ(m_robot.percepts().vision->objects.size(), 1U);
    ASSERT_TRUE(estimate.isValid);
    EXPECT_LT(distanceM(estimate, X_ST), tests::tolerance(1e-3));
}

TEST_F(FusionEstimatorTest, LinesAloneAreOnBothSides) {
    EXPECT_FALSE(stand(standingAt(-5, 2, 0.3), 10, 0).isValid) << "it must not guess";
}

TEST_F(FusionEstimatorTest, LinesAloneHoldItWhereItIs) {
    math::Pose X_ST = standingAt(-5, 2, 0.3);
    stand(X_ST, 10);
    // Moved slightly, without a visible landmark.
    X_ST.p.y() += 0.3;
    const PoseEstimate estimate = stand(X_ST, 40, 0);
    ASSERT_TRUE(estimate.isValid);
    EXPECT_LT(distanceM(estimate, X_ST), tests::tolerance(0.02));
}

TEST_F(FusionEstimatorTest, MirroredFieldGivesTheMirroredBelief) {
    static const std::map<std::string_view, std::string_view> kOther = {
        {"F1L", "F2R"}, {"F2L", "F1R"}, {"F1R", "F2L"}, {"F2R", "F1L"},
        {"G1L", "G2R"}, {"G2L", "G1R"}, {"G1R", "G2L"}, {"G2R", "G1L"}};
    FusionEstimator mirrored(exactly());
    m_robot.setNoise({}, 3);
    const math::Pose half{Eigen::AngleAxisd(math::kPi, Vector3d::UnitZ()).toRotationMatrix(),
                          Vector3d::Zero()};
    for (int i = 0; i < 30; ++i) {
        m_robot.see(standingAt(-5 + 0.01 * i, 2, 0.3));
        const PoseEstimate here = update();
        for (protocol::SeenObject& object : m_robot.percepts().vision->objects) {
            object.name = kOther.at(object.name);
        }
        const PoseEstimate there = mirrored.update(m_robot.input());
        ASSERT_EQ(here.isValid, there.isValid);
        EXPECT_LT(distanceM(there, half * here.X_ST), 1e-6) << i;
        EXPECT_LT(angleRad(there, half * here.X_ST), 1e-6) << i;
    }
}

TEST_F(FusionEstimatorTest, TheOrderOfWhatIsSeenMakesNoDifference) {
    FusionEstimator other(exactly());
    m_robot.setNoise({}, 4);
    for (int i = 0; i < 30; ++i) {
        m_robot.see(standingAt(-3, 1 + 0.005 * i, -0.2));
        const PoseEstimate one = update();
        protocol::VisionPercept& vision = *m_robot.percepts().vision;
        std::ranges::reverse(vision.objects);
        std::rotate(vision.lines.begin(), vision.lines.begin() + 2, vision.lines.end());
        for (std::size_t k = 0; k < vision.lines.size(); k += 2) {
            std::swap(vision.lines[k].first, vision.lines[k].second);
        }
        const PoseEstimate two = other.update(m_robot.input());
        ASSERT_EQ(one.isValid, two.isValid);
        EXPECT_LT(distanceM(one, two.X_ST), 1e-9) << i;
        EXPECT_LT((one.X_ST.R - two.X_ST.R).norm(), 1e-9) << i;
        EXPECT_LT((one.covariance - two.covariance).norm(), 1e-9) << i;
    }
}

TEST_F(FusionEstimatorTest, CarriesTheHeadingByGyroBetweenVisionFrames) {
    ASSERT_TRUE(stand(standingAt(-3, 0, 0.0), 1).isValid);
    m_robot.close();
    m_robot.percepts().gyros[0].value = {0.0, 0.0, 90.0};
    PoseEstimate estimate;
    for (int i = 0; i < 50; ++i) {
        estimate = update();
    }
    const Vector3d ahead = estimate.X_ST.R.col(1);
    EXPECT_NEAR(degFromRad(std::atan2(ahead.y(), ahead.x())), 90.0, tests::tolerance(0.5));
    EXPECT_EQ(estimate.cyclesSinceVision, 50);
    EXPECT_GT(estimate.positionSigmaM, 0.0);
}

// Looking along x, two landmarks determine the lateral position less accurately.
TEST_F(FusionEstimatorTest, TheSpreadIsThatOfTheWorseAxis) {
    m_robot.see(standingAt(0, 0, 0.0), 2, false);
    const PoseEstimate estimate = update();
    ASSERT_TRUE(estimate.isValid && estimate.hasCovariance);
    const double sigmaXM = std::sqrt(estimate.covariance(3, 3));
    const double sigmaYM = std::sqrt(estimate.covariance(4, 4));
    ASSERT_GT(sigmaYM, 1.2 * sigmaXM);
    EXPECT_NEAR(estimate.positionSigmaM, sigmaYM, 1e-9);
}

TEST_F(FusionEstimatorTest, SurvivesAFall) {
    const math::Pose start = standingAt(-3, 0, 0.0);
    ASSERT_TRUE(stand(start, 20).isValid);
    // Falls onto its face within half a second, then rests: x rotates, y points down.
    m_robot.close();
    m_robot.percepts().gyros[0].value = {-180.0, 0.0, 0.0};
    PoseEstimate estimate;
    for (int i = 0; i < 25; ++i) {
        const double tiltRad = radFromDeg(-3.6 * i);
        m_robot.percepts().accelerometers[0].value =
            9.81 * Vector3d(0.0, std::sin(tiltRad), std::cos(tiltRad));
        estimate = update();
    }
    m_robot.percepts().gyros[0].value.setZero();
    m_robot.percepts().accelerometers[0].value = {0.0, -9.81, 0.0};
    for (int i = 0; i < 500; ++i) {
        estimate = update();
        ASSERT_TRUE(estimate.X_ST.p.allFinite() && estimate.X_ST.R.allFinite());
    }
    EXPECT_TRUE(estimate.isValid);
    EXPECT_NEAR(estimate.X_ST.R(2, 2), 0.0, tests::tolerance(0.01));
    EXPECT_NEAR(estimate.X_ST.R(2, 1), -1.0, tests::tolerance(0.01)) << "the face is down";
    EXPECT_LT(distanceM(estimate, start), 1.0);
}

TEST_F(FusionEstimatorTest, FollowsABeamAtOnce) {
    stand(standingAt(-14, 0, 0.0), 30);
    const math::Pose after = standingAt(-3, 4, 0.3);
    const PoseEstimate estimate = stand(after, 1);
    ASSERT_TRUE(estimate.isValid);
    EXPECT_LT(distanceM(estimate, after), tests::tolerance(0.02));
}

TEST_F(FusionEstimatorTest, FindsBackFromTheWrongSide) {
    math::Pose wrong = standingAt(-5, 2, 0.3);
    stand(wrong, 10);
    const math::Pose half{Eigen::AngleAxisd(math::kPi, Vector3d::UnitZ()).toRotationMatrix(),
                          Vector3d::Zero()};
    const math::Pose after = half * wrong;
    // With one landmark it needs more vision frames, but less than a second.
    const PoseEstimate estimate = stand(after, 15, 1);
    ASSERT_TRUE(estimate.isValid);
    EXPECT_LT(distanceM(estimate, after), tests::tolerance(0.02));
}

TEST_F(FusionEstimatorTest, AShortShoveIsTakenToo) {
    stand(standingAt(-3, 0, 0.0), 30, 8, false);
    const math::Pose after = standingAt(-3, 0.4, 0.0);
    const PoseEstimate estimate = stand(after, 5, 8, false);
    ASSERT_TRUE(estimate.isValid);
    EXPECT_LT(distanceM(estimate, after), tests::tolerance(0.05));
}

TEST_F(FusionEstimatorTest, OneWrongLandmarkDoesNoHarm) {
    const math::Pose X_ST = standingAt(-5, 0, 0.0);
    PoseEstimate estimate;
    for (int i = 0; i < 30; ++i) {
        m_robot.see(X_ST, 8, false);
        if (i > 10) {
            m_robot.percepts().vision->objects[0].polar.thetaDeg += 25.0;
        }
        estimate = update();
    }
    EXPECT_LT(distanceM(estimate, X_ST), tests::tolerance(1e-3));
}

TEST_F(FusionEstimatorTest, LearnsTheCamerasOffset) {
    FusionEstimator learner;
    FusionEstimator other({VisionNoise(), false});
    const Vector3d offset_C(0.004, -0.003, 0.0035);
    m_robot.setNoise({}, 5);
    m_robot.setOffset(offset_C);
    const math::Pose X_ST = standingAt(-4, 1, 0.1);
    PoseEstimate estimate;
    PoseEstimate unlearned;
    for (int i = 0; i < 1500; ++i) {
        m_robot.turnHead(1.2 * std::sin(0.02 * i), 0.5 * std::sin(0.033 * i) - 0.1);
        m_robot.close();
        if (i % 3 == 0) {
            m_robot.see(X_ST);
        }
        estimate = learner.update(m_robot.input());
        unlearned = other.update(m_robot.input());
    }
    EXPECT_LT((estimate.cameraOffset_CM - offset_C).norm(), tests::tolerance(0.001));
    EXPECT_LT(estimate.cameraOffsetSigmaM, 0.001);
    EXPECT_LT(distanceM(estimate, X_ST), tests::tolerance(0.003));
    EXPECT_EQ(unlearned.cameraOffset_CM, Vector3d::Zero());
    EXPECT_GT(unlearned.positionSigmaM, 0.002) << "what is not learned stays a doubt";
    // A beam resets the pose but not the camera's offset.
    learner.reset();
    const math::Pose after = standingAt(3, -4, 2.0);
    m_robot.see(after);
    estimate = learner.update(m_robot.input());
    ASSERT_TRUE(estimate.isValid);
    EXPECT_LT((estimate.cameraOffset_CM - offset_C).norm(), tests::tolerance(0.0015));
}

TEST_F(FusionEstimatorTest, IsAsSureAsItShouldBe) {
    double sum = 0.0;
    double worstM = 0.0;
    int count = 0;
    int inside = 0;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        FusionEstimator estimator;
        m_robot.setNoise({}, seed);
        base::Rng rng(seed + 100);
        m_robot.setOffset(
            {rng.uniform(-0.005, 0.005), rng.uniform(-0.005, 0.005), rng.uniform(-0.005, 0.005)});
        math::Pose X_ST = standingAt(-4, 1, 0.3);
        Shake shake;
        for (int i = 0; i < 900; ++i) {
            shake.step(0.02 * i, X_ST, m_robot.percepts());
            m_robot.close();
            if (i % 3 == 0) {
                m_robot.see(X_ST);
            }
            const PoseEstimate estimate = estimator.update(m_robot.input());
            ASSERT_TRUE(estimate.isValid) << i;
            if (i < 50 || i % 25 != 0) {
                continue;
            }
            const Eigen::AngleAxisd turn(Eigen::Matrix3d(X_ST.R * estimate.X_ST.R.transpose()));
            Eigen::Matrix<double, 6, 1> error;
            error << turn.angle() * turn.axis(), X_ST.p - estimate.X_ST.p;
            const double squaredSigmas = error.dot(estimate.covariance.inverse() * error);
            sum += squaredSigmas;
            inside += squaredSigmas < 12.59 ? 1 : 0;
            worstM = std::max(worstM, error.tail<3>().norm());
            ++count;
        }
    }
    // 8 runs with strongly correlated errors: six degrees of freedom each.
    EXPECT_GT(sum / count, 2.0);
    EXPECT_LT(sum / count, 10.0);
    EXPECT_GT(inside, count * 85 / 100);
    EXPECT_LT(worstM, tests::tolerance(0.02));
}

TEST_F(FusionEstimatorTest, WorksWithoutGyroAndAccelerometer) {
    m_robot.percepts().gyros.clear();
    m_robot.percepts().accelerometers.clear();
    PoseEstimate estimate;
    math::Pose X_ST;
    for (int i = 0; i < 300; ++i) {
        X_ST = standingAt(-6 + 0.006 * i, 1, 0.002 * i);
        m_robot.close();
        if (i % 3 == 0) {
            m_robot.see(X_ST);
        }
        estimate = update();
        ASSERT_TRUE(estimate.isValid) << i;
    }
    EXPECT_LT(distanceM(estimate, X_ST), tests::tolerance(0.06));
}

// Vision need not be in every third message.
TEST_F(FusionEstimatorTest, VisionFramesMayComeAsOftenAsTheyLike) {
    for (const int every : {1, 2, 3, 5, 10}) {
        FusionEstimator estimator;
        m_robot.setNoise({}, 7);
        math::Pose X_ST = standingAt(-4, 1, 0.3);
        Shake shake;
        for (int i = 0; i < 600; ++i) {
            shake.step(0.02 * i, X_ST, m_robot.percepts());
            m_robot.close();
            if (i % every == 0) {
                m_robot.see(X_ST);
            }
            const PoseEstimate estimate = estimator.update(m_robot.input());
            ASSERT_TRUE(estimate.isValid) << every << ' ' << i;
            ASSERT_LT(distanceM(estimate, X_ST), tests::tolerance(i < 50 ? 0.08 : 0.02))
                << every << ' ' << i;
        }
    }
}

TEST_F(FusionEstimatorTest, ContinuesAfterLostMessages) {
    m_robot.setNoise({}, 8);
    for (const double gapS : {0.1, 0.5, 5.0, 600.0}) {
        m_estimator.reset();
        ASSERT_TRUE(stand(standingAt(-6, 1, 0.3), 20).isValid);
        // Meanwhile it has walked on, half a meter per second.
        const math::Pose after = standingAt(-6 + std::min(0.5 * gapS, 8.0), 1, 0.5);
        m_robot.close();
        PoseInput input = m_robot.input();
        input.stepS = gapS;
        const PoseEstimate blind = m_estimator.update(input);
        EXPECT_TRUE(!blind.isValid || blind.positionSigmaM > 0.02) << gapS;
        const PoseEstimate estimate = stand(after, 3);
        ASSERT_TRUE(estimate.isValid) << gapS;
        EXPECT_LT(distanceM(estimate, after), tests::tolerance(0.08)) << gapS;
    }
}

// Messages begin before the robot is in the game: in the air, falling, then beamed.
TEST_F(FusionEstimatorTest, MayBeginInTheAir) {
    m_robot.setNoise({}, 9);
    m_robot.percepts().accelerometers[0].value.setZero();
    m_robot.percepts().gyros[0].value = {40.0, -120.0, 10.0};
    for (int i = 0; i < 30; ++i) {
        ASSERT_FALSE(update().isValid);
    }
    m_robot.percepts().accelerometers[0].value = {0.0, 0.0, 9.81};
    m_robot.percepts().gyros[0].value.setZero();
    const math::Pose X_ST = standingAt(-6, -2, 1.0);
    const PoseEstimate estimate = stand(X_ST, 3);
    ASSERT_TRUE(estimate.isValid);
    EXPECT_LT(distanceM(estimate, X_ST), tests::tolerance(0.03));
}

// No percept is consistent, so every vision frame triggers a search.
TEST_F(FusionEstimatorTest, ALostRobotWeighsOnlyAFewPlacesInAVision) {
    m_robot.setNoise({}, 10);
    stand(standingAt(-5, 2, 0.3), 10);
    PoseDiagnostics diagnostics;
    std::size_t most = 0;
    for (int i = 0; i < 60; ++i) {
        m_robot.see(standingAt(-12 + 0.3 * i, 3, 0.1 * i), static_cast<std::size_t>(i % 9));
        auto& vision = *m_robot.percepts().vision;
        for (std::size_t k = 1; k < vision.objects.size(); ++k) {
            std::swap(vision.objects[k - 1].name, vision.objects[k].name);
        }
        for (auto& [from, to] : vision.lines) {
            from.thetaDeg += 7.0;
            to.phiDeg -= 4.0;
        }
        m_estimator.update(m_robot.input(&diagnostics));
        most = std::max(most, diagnostics.candidates_ST.size());
    }
    EXPECT_GT(most, 2U);
    EXPECT_LE(most, PoseSearch::kMaxWeighed);
}

TEST_F(FusionEstimatorTest, AResetForgetsThePlace) {
    const math::Pose X_ST = standingAt(-5, 2, 0.3);
    ASSERT_TRUE(stand(X_ST, 10).isValid);
    m_estimator.reset();
    m_robot.close();
    EXPECT_FALSE(update().isValid);
    EXPECT_FALSE(stand(X_ST, 10, 0).isValid) << "lines are on both sides, wherever it was before";
}

// Occasional invalid vision frames must not lose the pose, however often they occur.
TEST_F(FusionEstimatorTest, StrangeVisionsDoNotAddUp) {
    const math::Pose X_ST = standingAt(-5, 2, 0.3);
    ASSERT_TRUE(stand(X_ST, 10).isValid);
    for (int i = 0; i < 40; ++i) {
        m_robot.see(X_ST, 1, false);
        m_robot.percepts().vision->objects[0].polar.distanceM *= 3.0;
        update();
        const PoseEstimate estimate = stand(X_ST, 1, 1, false);
        ASSERT_TRUE(estimate.isValid) << i;
        EXPECT_LT(distanceM(estimate, X_ST), 0.5) << i;
    }
}

TEST_F(FusionEstimatorTest, WhatNeverFitsIsNoPlace) {
    const math::Pose X_ST = standingAt(-5, 2, 0.3);
    ASSERT_TRUE(stand(X_ST, 10).isValid);
    PoseEstimate estimate;
    for (int i = 0; i < 100; ++i) {
        m_robot.see(X_ST, 1, false);
        m_robot.percepts().vision->objects[0].polar.distanceM *= 3.0;
        estimate = update();
    }
    EXPECT_FALSE(estimate.isValid);
}

// It lies down before it has seen anything, without an accelerometer.
TEST_F(FusionEstimatorTest, TheGyroTurnsARobotThatIsNowhereYet) {
    update(); // level
    m_robot.percepts().accelerometers.clear();
    m_robot.percepts().gyros[0].value = {0.0, 60.0, 0.0};
    for (int i = 0; i < 50; ++i) {
        update();
    }
    m_robot.percepts().gyros[0].value.setZero();
    math::Pose X_ST = standingAt(-6, 1, 0.4);
    X_ST.R = X_ST.R * Eigen::AngleAxisd(radFromDeg(60.0), Vector3d::UnitY());
    const PoseEstimate estimate = stand(X_ST, 1, 8, false);
    ASSERT_GE(m_robot.percepts().vision->objects.size(), 2U);
    ASSERT_TRUE(estimate.isValid);
    EXPECT_LT(angleRad(estimate, X_ST), radFromDeg(5.0));
    EXPECT_LT(distanceM(estimate, X_ST), 0.2);
}

TEST_F(FusionEstimatorTest, TooFewAnglesAreNoVision) {
    const math::Pose X_ST = standingAt(-5, 2, 0.3);
    ASSERT_TRUE(stand(X_ST, 5).isValid);
    m_robot.see(standingAt(5, -2, 0.3));
    PoseInput input = m_robot.input();
    input.jointAnglesRad = {};
    const PoseEstimate estimate = m_estimator.update(input);
    EXPECT_EQ(estimate.cyclesSinceVision, 1);
    EXPECT_LT(distanceM(estimate, X_ST), tests::tolerance(0.01));
}

TEST_F(FusionEstimatorTest, NothingNotFiniteGetsInOrOut) {
    const math::Pose X_ST = standingAt(-5, 0, 0.0);
    for (int i = 0; i < 60; ++i) {
        m_robot.see(X_ST);
        auto& vision = *m_robot.percepts().vision;
        vision.objects[0].polar = {kNanReading, kNanReading, kNanReading};
        vision.objects[1].polar.distanceM = std::numeric_limits<double>::infinity();
        vision.lines[0].first.phiDeg = kNanReading;
        m_robot.percepts().gyros[0].value =
            i % 3 == 0 ? Vector3d(kNanReading, 0, 0) : Vector3d::Zero();
        m_robot.percepts().accelerometers[0].value.z() =
            i % 4 == 0 ? std::numeric_limits<double>::infinity() : 9.81;
        const PoseEstimate estimate = update();
        ASSERT_TRUE(estimate.X_ST.p.allFinite() && estimate.X_ST.R.allFinite()) << i;
    }
    // Finite, but implausible.
    m_robot.percepts().gyros[0].value = Vector3d::Constant(1e300);
    m_robot.percepts().accelerometers[0].value = Vector3d::Constant(-1e300);
    for (int i = 0; i < 20; ++i) {
        const PoseEstimate estimate = update();
        ASSERT_TRUE(estimate.X_ST.p.allFinite() && estimate.X_ST.R.allFinite()) << i;
    }
    m_robot.percepts().gyros[0].value.setZero();
    m_robot.percepts().accelerometers[0].value = {0.0, 0.0, 9.81};
    const PoseEstimate estimate = stand(X_ST, 60);
    ASSERT_TRUE(estimate.isValid) << "it finds back";
    EXPECT_LT(distanceM(estimate, X_ST), tests::tolerance(0.01));
}

TEST_F(FusionEstimatorTest, LongWithoutVisionItAdmitsIt) {
    stand(standingAt(-5, 0, 0.0), 10);
    m_robot.close();
    const double before = update().positionSigmaM;
    PoseEstimate estimate;
    m_robot.percepts().accelerometers[0].value = {0.5, 0.5, 9.0};
    m_robot.percepts().gyros[0].value = {5.0, -5.0, 20.0};
    for (int i = 0; i < 50 * 60; ++i) {
        estimate = update();
        ASSERT_TRUE(estimate.X_ST.p.allFinite());
        if (!estimate.isValid) {
            break;
        }
    }
    EXPECT_TRUE(!estimate.isValid || estimate.positionSigmaM > 10.0 * before);
}

TEST_F(FusionEstimatorTest, ReportsWhyAndWhatElseItWeighed) {
    PoseDiagnostics diagnostics;
    m_robot.see(standingAt(-5, 2, 0.3));
    m_estimator.update(m_robot.input(&diagnostics));
    EXPECT_EQ(diagnostics.stage, PoseStage::Tracking);
    EXPECT_FALSE(diagnostics.candidates_ST.empty());
    m_robot.see(standingAt(-5, 2, 0.3));
    m_estimator.update(m_robot.input(&diagnostics));
    const auto& vision = *m_robot.percepts().vision;
    ASSERT_EQ(diagnostics.observations.size(), vision.objects.size() + vision.lines.size());
    for (const ObservationReport& report : diagnostics.observations) {
        EXPECT_EQ(report.verdict, Verdict::Used) << nameOf(report.kind) << report.index;
        EXPECT_TRUE(report.hasPrediction);
        EXPECT_GT(report.gate, 0.0);
        for (int end = 0; end < report.pointCount; ++end) {
            const auto k = static_cast<std::size_t>(end);
            EXPECT_NEAR(report.measured[k].thetaDeg, report.predicted[k].thetaDeg, 0.2);
        }
    }
    EXPECT_GT(diagnostics.dimension, 20);
}

TEST_F(FusionEstimatorTest, AllocatesNothingAfterWarmUp) {
    stand(standingAt(-5, 2, 0.3), 5);
    m_robot.see(standingAt(6, 2, 0.3));
    const PoseInput input = m_robot.input();
    const tests::AllocationGuard guard;
    for (int i = 0; i < 5; ++i) {
        m_estimator.update(input);
    }
    m_estimator.reset();
    m_estimator.update(input);
    EXPECT_EQ(guard.count(), 0U);
}

TEST_F(FusionEstimatorTest, ACopyContinuesLikeTheOriginal) {
    m_robot.setNoise({}, 6);
    stand(standingAt(-5, 2, 0.3), 20);
    const auto copy = m_estimator.clone();
    for (int i = 0; i < 10; ++i) {
        m_robot.see(standingAt(-5, 2, 0.3));
        const PoseEstimate one = update();
        const PoseEstimate two = copy->update(m_robot.input());
        EXPECT_EQ(one.X_ST, two.X_ST);
        EXPECT_EQ(one.covariance, two.covariance);
    }
}

TEST(FusionEstimatorRobotsTest, AnotherRobotResetsTheEstimate) {
    const field::FieldModel field(field::newestField().dimensions);
    FusionEstimator estimator;
    protocol::Percepts percepts;
    const robot::RobotModel& bot = robot::soccerbot056Model();
    const std::vector<double> anglesRad(bot.joints().size(), 0.0);
    EXPECT_FALSE(estimator.update({&percepts, &bot, &field, anglesRad, 0.02}).isValid);
    const robot::RobotModel& nao = robot::naoModel(robot::NaoType::Toes);
    const std::vector<double> naoAnglesRad(nao.joints().size(), 0.0);
    EXPECT_FALSE(estimator.update({&percepts, &nao, &field, naoAnglesRad, 0.02}).isValid);
}

// The camera of soccerbot056 is 3.6 m above the ground, that of a Nao half a meter.
TEST(FusionEstimatorRobotsTest, FindsRobotsOfAnySizeWhereTheyStand) {
    const field::FieldModel field(field::newestField().dimensions);
    for (const robot::RobotModelPtr& model : robot::builtInRobots()) {
        if (model->traits().server != game::ServerKind::SimSpark) {
            continue;
        }
        const std::vector<double> anglesRad(model->joints().size(), 0.0);
        const auto cone = model->percepts().vision.cone.value_or(
            robot::VisionSettings::Cone{math::kPi, math::kPi / 2.0});
        for (const double headingRad : {0.3, -0.5, 2.8}) {
            const math::Pose X_ST = standingAt(-6.0 + headingRad, 1.5 * headingRad, headingRad,
                                               model->standingTorsoM());
            FusionEstimator estimator;
            protocol::Percepts percepts;
            percepts.gyros.push_back({"torso", Eigen::Vector3d::Zero()});
            PoseEstimate estimate;
            for (int i = 0; i < 6; ++i) {
                percepts.vision =
                    tests::exactVision(X_ST * cameraInTorso(*model, model->cameraBody(), anglesRad),
                                       field, cone, Eigen::Vector3d::Zero());
                if (!model->percepts().vision.seesLines) {
                    percepts.vision->lines.clear();
                }
                estimate = estimator.update({&percepts, model.get(), &field, anglesRad, 0.02});
            }
            ASSERT_TRUE(estimate.isValid) << model->name() << " heading " << headingRad;
            EXPECT_LT(distanceM(estimate, X_ST), 0.01) << model->name();
            EXPECT_LT(angleRad(estimate, X_ST), 0.01) << model->name();
        }
    }
}

TEST_F(FusionEstimatorTest, AnotherRobotIsNowhereYet) {
    ASSERT_TRUE(stand(standingAt(-5, 2, 0.3), 10).isValid);
    m_robot.close();
    PoseInput input = m_robot.input();
    input.model = &robot::naoModel(robot::NaoType::Toes);
    const std::vector<double> anglesRad(input.model->joints().size(), 0.0);
    input.jointAnglesRad = anglesRad;
    EXPECT_FALSE(m_estimator.update(input).isValid);
}

} // namespace
} // namespace sideline::localization
