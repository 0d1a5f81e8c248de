#include "agentcore/world/ball_filter.h"

#include <cmath>
#include <iostream>
#include <limits>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include "agentcore/field/ball_flight.h"
#include "agentcore/world/ball_prediction.h"
#include "tests/agentcore/world/noisy_eye.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/test_files.h"

namespace sideline::world {
namespace {

using Eigen::Vector3d;

constexpr double kStepS = 0.02;
const Vector3d kEye_F(-3.0, 0.0, 0.55);

// A simulated ball, seen in every third cycle.
class BallFilterTest : public testing::Test {
protected:
    explicit BallFilterTest(std::uint64_t seed = 1) : m_eye(seed, kEye_F, 0.0) {
        m_truth.p = {0.0, 0.0, field::kBallRestHeightM};
    }

    void kick(const Vector3d& velocity_FMps) { m_truth.vMps += velocity_FMps; }

    // @return whether the cycle had a vision frame
    bool cycle(bool isBlind = false) {
        if (m_truth.vMps.norm() > 0.004 || m_truth.p.z() > 0.05) {
            field::stepBall(m_truth);
        }
        m_filter.predict(kStepS);
        const bool isVision = ++m_cycle % 3 == 0 && !isBlind;
        if (isVision) {
            m_filter.see(m_eye.see(m_truth.p));
        }
        return isVision;
    }
    void cycles(int count, bool isBlind = false) {
        for (int i = 0; i < count; ++i) {
            cycle(isBlind);
        }
    }
    void visionFrames(int count) {
        while (count > 0) {
            count -= cycle() ? 1 : 0;
        }
    }
    [[nodiscard]] Vector3d truthsRest() const {
        field::BallMotion ball = m_truth;
        for (int i = 0; i < 2000; ++i) {
            field::stepBall(ball);
        }
        return ball.p;
    }
    [[nodiscard]] const BallBelief& ball() const { return m_filter.ball(); }
    [[nodiscard]] double errorM() const { return (ball().p_F - m_truth.p).norm(); }
    [[nodiscard]] double speedErrorMps() const {
        return (ball().velocity_FMps - m_truth.vMps).norm();
    }
    [[nodiscard]] double sigmaM() const {
        return std::sqrt(0.5 * (ball().covariance(0, 0) + ball().covariance(1, 1)));
    }

    NoisyEye m_eye;
    BallFilter m_filter;
    field::BallMotion m_truth;
    int m_cycle = 0;
};

TEST_F(BallFilterTest, RestingBallHasNoVelocity) {
    visionFrames(20);
    int moving = 0;
    for (int i = 0; i < 900; ++i) {
        cycle();
        moving += ball().velocity_FMps.norm() > 0.0 ? 1 : 0;
        EXPECT_LT(errorM(), 0.015);
        EXPECT_FALSE(ball().isFlying);
    }
    EXPECT_EQ(moving, 0);
    EXPECT_LT(sigmaM(), 0.003);
    EXPECT_LT(std::sqrt(ball().covariance(3, 3)), 0.01);
    EXPECT_LT((ball().rest_F - ball().p_F).norm(), 1e-9);
    EXPECT_GT(ball().confidence, 0.95);
}

TEST_F(BallFilterTest, EstimatesVelocityOfRollingBall) {
    kick({2.0, 0.0, 0.0});
    cycles(60);
    EXPECT_LT(speedErrorMps(), tests::tolerance(0.05));
    EXPECT_LT(errorM(), 0.03);
    EXPECT_EQ(ball().velocity_FMps.z(), 0.0);
}

class BallKickTest : public BallFilterTest, public testing::WithParamInterface<int> {
protected:
    BallKickTest() : BallFilterTest(static_cast<std::uint64_t>(GetParam())) {}
};

TEST_P(BallKickTest, IsFollowedWithinTwoVisionFrames) {
    for (const double speedMps : {1.0, 2.0, 4.0, 8.0}) {
        m_filter.reset();
        m_truth = {};
        m_truth.p = {-1.0, 0.3, field::kBallRestHeightM};
        visionFrames(15);
        cycles(GetParam() % 3); // kicks at different times between vision frames
        const double angleRad = 0.5 * GetParam();
        kick({speedMps * std::cos(angleRad), speedMps * std::sin(angleRad), 0.0});
        visionFrames(2);
        EXPECT_LT(errorM(), 0.04) << speedMps;
        EXPECT_LT(speedErrorMps(), 0.35 + 0.3 * m_truth.vMps.norm()) << speedMps;
        visionFrames(3);
        const Vector3d from_F = {-1.0, 0.3, field::kBallRestHeightM};
        const double reachM = (truthsRest() - from_F).norm();
        // Limited by the noise of the vision frames.
        EXPECT_LT((ball().rest_F - truthsRest()).norm(), 0.05 * reachM + 0.1)
            << speedMps << " m/s, angle " << angleRad;
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, BallKickTest, testing::Range(1, 9));

TEST(BallFilterBatchTest, PredictsRestFromFiveVisionFrames) {
    double sumRatio = 0.0;
    int count = 0;
    for (int seed = 1; seed <= 25; ++seed) {
        for (const double speedMps : {1.0, 2.0, 3.0, 5.0, 8.0}) {
            NoisyEye eye(static_cast<std::uint64_t>(seed), {-1.5, 0.0, 0.55}, 0.0);
            BallFilter filter;
            field::BallMotion truth{.p = {0.0, 0.0, field::kBallRestHeightM}};
            for (int cycle = 1; cycle <= 45 + 15 + 2; ++cycle) {
                if (cycle == 46) {
                    truth.vMps = {speedMps, 0.0, 0.0};
                }
                if (cycle >= 46) {
                    field::stepBall(truth);
                }
                filter.predict(kStepS);
                if (cycle % 3 == 0) {
                    filter.see(eye.see(truth.p));
                }
            }
            for (int i = 0; i < 2000; ++i) {
                field::stepBall(truth);
            }
            sumRatio += (filter.ball().rest_F - truth.p).norm() / truth.p.x();
            ++count;
        }
    }
    std::cout << "rest predicted from five vision frames: mean error " << 100.0 * sumRatio / count
              << " % of the way\n";
    EXPECT_LT(sumRatio / count, tests::tolerance(0.05));
}

TEST(BallFilterBatchTest, CovarianceIsConsistent) {
    double sum = 0.0;
    double sumPlace = 0.0;
    int count = 0;
    for (int seed = 1; seed <= 60; ++seed) {
        NoisyEye eye(static_cast<std::uint64_t>(seed), kEye_F, 0.0);
        // The pose estimate has a constant error consistent with its covariance.
        eye.pose().covariance.diagonal() << 1e-8, 1e-8, 1e-8, 4e-6, 4e-6, 4e-6;
        eye.pose().X_ST.p += 0.002 * Vector3d(eye.normal(), eye.normal(), eye.normal());
        BallFilter filter;
        field::BallMotion truth{.p = {0.0, 1.0, field::kBallRestHeightM},
                                .vMps = {2.5, -0.1 * seed / 6.0, 0.0}};
        for (int cycle = 1; cycle <= 36; ++cycle) {
            field::stepBall(truth);
            filter.predict(kStepS);
            if (cycle % 3 == 0) {
                filter.see(eye.see(truth.p));
            }
        }
        ASSERT_TRUE(filter.ball().isKnown);
        Eigen::Vector4d error;
        error << (filter.ball().p_F - truth.p).head<2>(),
            (filter.ball().velocity_FMps - truth.vMps).head<2>();
        Eigen::Matrix4d P;
        P << filter.ball().covariance.block<2, 2>(0, 0), filter.ball().covariance.block<2, 2>(0, 3),
            filter.ball().covariance.block<2, 2>(3, 0), filter.ball().covariance.block<2, 2>(3, 3);
        sum += error.dot(P.inverse() * error);
        sumPlace += error.head<2>().dot(P.topLeftCorner<2, 2>().inverse() * error.head<2>());
        ++count;
    }
    std::cout << "NEES of place and speed: " << sum / count << " of 4; of place alone "
              << sumPlace / count << " of 2\n";
    EXPECT_GT(sum / count, 2.2);
    EXPECT_LT(sum / count, 5.5);
    EXPECT_GT(sumPlace / count, 0.8);
    EXPECT_LT(sumPlace / count, 2.8);
}

// Errors common to all vision frames do not average out.
TEST_F(BallFilterTest, PoseErrorRemainsInTheCovariance) {
    constexpr double kCommonM2 = 0.05 * 0.05;
    for (int i = 0; i < 50; ++i) {
        SeenPoint seen = m_eye.see(m_truth.p);
        seen.common_FM2 = kCommonM2 * Eigen::Matrix3d::Identity();
        m_filter.predict(3.0 * kStepS);
        m_filter.see(seen);
    }
    for (int axis = 0; axis < 2; ++axis) {
        EXPECT_GE(ball().covariance(axis, axis), kCommonM2);
        EXPECT_LT(ball().covariance(axis, axis), 1.5 * kCommonM2);
    }
}

TEST_F(BallFilterTest, KeepsRollingWhileUnseen) {
    kick({3.0, 0.5, 0.0});
    visionFrames(10);
    const double spreadBefore = sigmaM();
    cycles(100, true);
    EXPECT_LT(errorM(), tests::tolerance(0.12));
    EXPECT_GT(sigmaM(), spreadBefore);
    EXPECT_LT(ball().confidence, 0.8);
    EXPECT_NEAR(ball().ageS, 2.0, 0.07);
}

TEST_F(BallFilterTest, FollowsAFlightAndItsBounces) {
    visionFrames(10);
    kick({4.0, 0.0, 4.0});
    bool wasFlying = false;
    double apexErrorM = 0.0;
    for (int vision = 0; vision < 5; ++vision) {
        visionFrames(1);
        wasFlying = wasFlying || ball().isFlying;
    }
    EXPECT_TRUE(wasFlying);
    // Highest point and landing, from 0.3 s of the ascent.
    field::BallMotion ahead = m_truth;
    double topM = 0.0;
    int landsAfter = 0;
    while (ahead.vMps.z() > 0.0 || ahead.p.z() > 0.06) {
        field::stepBall(ahead);
        ++landsAfter;
        topM = std::max(topM, ahead.p.z());
    }
    double believedTopM = 0.0;
    for (int i = 0; i <= landsAfter; ++i) {
        believedTopM = std::max(believedTopM, predictBall(ball(), i * kStepS).p_F.z());
    }
    apexErrorM = std::abs(believedTopM - topM);
    EXPECT_LT(apexErrorM, tests::tolerance(0.08));
    EXPECT_LT((predictBall(ball(), landsAfter * kStepS).p_F - ahead.p).head<2>().norm(),
              tests::tolerance(0.12));
    EXPECT_LT((ball().rest_F - truthsRest()).norm(), tests::tolerance(0.5));
    double worstM = 0.0;
    while (m_truth.vMps.norm() > 0.3) {
        if (cycle()) {
            worstM = std::max(worstM, errorM());
        }
    }
    EXPECT_LT(worstM, tests::tolerance(0.12));
    visionFrames(20);
    EXPECT_FALSE(ball().isFlying);
    EXPECT_NEAR(ball().p_F.z(), field::kBallRestHeightM, 1e-6);
}

TEST_F(BallFilterTest, SingleHighSightingIsNoFlight) {
    visionFrames(20);
    const Vector3d truth = m_truth.p;
    m_filter.predict(3.0 * kStepS);
    m_filter.see(m_eye.see(truth + Vector3d(0.0, 0.0, 0.015)));
    EXPECT_FALSE(ball().isFlying);
}

TEST_F(BallFilterTest, TeleportedBallIsFoundImmediately) {
    for (const bool isReported : {false, true}) {
        visionFrames(20);
        m_truth.p.x() = m_truth.p.x() > 1.0 ? 0.0 : 5.0;
        m_truth.p.y() = 2.0;
        if (isReported) {
            m_filter.mayHaveBeenMoved();
        }
        visionFrames(1);
        EXPECT_LT(errorM(), 0.06);
        visionFrames(3);
        EXPECT_LT(ball().velocity_FMps.norm(), 0.2);
        visionFrames(5);
        EXPECT_EQ(ball().velocity_FMps.norm(), 0.0);
    }
}

TEST_F(BallFilterTest, FractionsOfStepsAccumulate) {
    kick({2.0, 0.5, 0.0});
    visionFrames(12);
    BallFilter inParts = m_filter;
    for (int i = 0; i < 50; ++i) {
        m_filter.predict(kStepS);
        for (int part = 0; part < 4; ++part) {
            inParts.predict(kStepS / 4.0);
        }
    }
    EXPECT_LT((inParts.ball().p_F - ball().p_F).norm(), 1e-9);
    EXPECT_NEAR(inParts.ball().ageS, ball().ageS, 1e-9);
}

// A jump of 0.45 m between vision frames is a hard kick, unless the referee may have moved the
// ball.
TEST_F(BallFilterTest, RefereeMoveIsExpectedForTwoVisionFrames) {
    const auto speedAfterAJump = [&](bool isReported, int framesBetween) {
        m_filter.reset();
        m_truth.p.x() = 0.0;
        visionFrames(20);
        if (isReported) {
            m_filter.mayHaveBeenMoved();
        }
        visionFrames(framesBetween);
        m_truth.p.x() = 0.45;
        visionFrames(1);
        return ball().velocity_FMps.norm();
    };
    EXPECT_LT(speedAfterAJump(true, 0), 0.1);
    EXPECT_LT(speedAfterAJump(true, 1), 0.1);
    EXPECT_GT(speedAfterAJump(true, 2), 5.0);
    EXPECT_GT(speedAfterAJump(false, 0), 5.0);
}

// A jump of 0.3 m first looks like a kick; from a distance it takes several vision frames to detect
// that the ball rests.
TEST(BallFilterBatchTest, FalseKickIsCorrectedQuickly) {
    int moving = 0;
    for (int seed = 1; seed <= 60; ++seed) {
        NoisyEye eye(static_cast<std::uint64_t>(seed), {-8.0, 0.0, 0.55}, 0.0);
        BallFilter filter;
        Vector3d p_F(0.0, 0.0, field::kBallRestHeightM);
        const auto visionFrames = [&](int count) {
            for (int i = 0; i < count; ++i) {
                filter.predict(3.0 * kStepS);
                filter.see(eye.see(p_F));
            }
        };
        visionFrames(20);
        p_F += Vector3d(0.24, 0.18, 0.0);
        visionFrames(1);
        EXPECT_GT(filter.ball().velocity_FMps.norm(), 0.0) << seed;
        visionFrames(4);
        for (int i = 0; i < 8; ++i) {
            visionFrames(1);
            moving += filter.ball().velocity_FMps.norm() > 0.0 ? 1 : 0;
        }
    }
    EXPECT_LT(moving, 20) << "of " << 60 * 8 << " vision frames";
}

TEST_F(BallFilterTest, ThrownBallLandsWithoutSinkingIn) {
    m_filter.see(m_eye.see({0.0, 0.0, 1.0}));
    EXPECT_TRUE(ball().isFlying);
    for (int cycle = 0; cycle < 300; ++cycle) {
        m_filter.predict(kStepS);
        EXPECT_GE(ball().p_F.z(), field::kBallRestHeightM);
    }
    EXPECT_NEAR(ball().p_F.z(), field::kBallRestHeightM, 1e-9);
    EXPECT_EQ(ball().velocity_FMps.z(), 0.0);
}

TEST_F(BallFilterTest, IsRemovedIfNotSeenWhereExpected) {
    visionFrames(1);
    double confidence = ball().confidence;
    for (int i = 0; i < 4; ++i) {
        m_filter.miss();
        EXPECT_TRUE(ball().isKnown);
        EXPECT_LT(ball().confidence, confidence);
        confidence = ball().confidence;
    }
    m_filter.miss();
    EXPECT_FALSE(ball().isKnown);
    EXPECT_EQ(ball().confidence, 0.0);
}

TEST_F(BallFilterTest, SightingResetsMisses) {
    visionFrames(3);
    const double confidence = ball().confidence;
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 4; ++i) {
            m_filter.miss();
        }
        ASSERT_TRUE(ball().isKnown);
        EXPECT_LT(ball().confidence, 0.3);
        visionFrames(1);
        EXPECT_GE(ball().confidence, 0.95 * confidence) << "as sure as before the misses";
    }
}

TEST_F(BallFilterTest, IsRemovedAfterSomeTime) {
    visionFrames(1);
    cycles(14 * 50, true);
    EXPECT_TRUE(ball().isKnown);
    cycles(2 * 50, true);
    EXPECT_FALSE(ball().isKnown);
}

TEST_F(BallFilterTest, IgnoresNonFiniteInput) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    SeenPoint bad = m_eye.see({1.0, 0.0, 0.042});
    bad.p_F.x() = nan;
    m_filter.see(bad);
    EXPECT_FALSE(ball().isKnown);
    m_filter.see(m_eye.see({1.0, 0.0, 0.042}));
    m_filter.predict(nan);
    m_filter.predict(-1.0);
    EXPECT_TRUE(ball().p_F.allFinite());
    EXPECT_TRUE(ball().covariance.allFinite());
}

TEST_F(BallFilterTest, AllocatesNothing) {
    const tests::AllocationGuard guard;
    kick({3.0, 0.0, 2.0});
    cycles(200);
    EXPECT_EQ(guard.count(), 0U);
}

TEST(BallPredictionTest, RollsToItsRestingPlace) {
    BallBelief ball;
    ball.isKnown = true;
    ball.p_F = {1.0, 2.0, 0.042};
    ball.velocity_FMps = {2.0, -1.0, 0.0};
    ball.covariance.diagonal() << 1e-4, 1e-4, 1e-6, 1e-2, 1e-2, 1e-6;
    double before = 0.0;
    for (int i = 0; i <= 300; ++i) {
        const BallPrediction at = predictBall(ball, i * 0.013);
        const double way = (at.p_F - ball.p_F).head<2>().norm();
        EXPECT_GE(way, before);
        EXPECT_TRUE(at.covariance.allFinite());
        before = way;
    }
    const BallPrediction end = predictBall(ball, 30.0);
    EXPECT_LT(end.velocity_FMps.norm(), 1e-3);
    EXPECT_NEAR((end.p_F - ball.p_F).head<2>().norm(), std::sqrt(5.0) * 0.9316, 0.01);
    EXPECT_GT(end.covariance(0, 0), ball.covariance(0, 0));
    EXPECT_NEAR(predictBall(ball, 0.0).p_F.x(), 1.0, 1e-12);
    EXPECT_NEAR(predictBall(ball, -3.0).p_F.x(), 1.0, 1e-12);
    EXPECT_TRUE(predictBall(ball, std::numeric_limits<double>::infinity()).p_F.allFinite());
}

TEST(BallCrossingTest, PredictsCrossingOfRollingBall) {
    BallBelief ball;
    ball.isKnown = true;
    ball.p_F = {1.0, 2.0, 0.042};
    ball.velocity_FMps = {-3.0, -1.0, 0.0};
    ball.covariance.diagonal() << 1e-4, 1e-4, 1e-6, 1e-2, 1e-2, 1e-6;
    const Eigen::Vector2d across = Eigen::Vector2d::UnitX();
    const auto crossing = ballCrossing(ball, {-0.5, 0.0}, across, 3.0);
    ASSERT_TRUE(crossing);
    EXPECT_NEAR(crossing->p_F.x(), -0.5, 1e-9);
    EXPECT_NEAR(crossing->p_F.y(), 1.5, 1e-6) << "it rolls straight on";
    EXPECT_LT((predictBall(ball, crossing->inS).p_F - crossing->p_F).norm(), 1e-6);
    EXPECT_LT(crossing->velocity_FMps.x(), -1.0);
    EXPECT_GT(crossing->velocity_FMps.x(), -3.0);
    EXPECT_GT(crossing->alongSigmaM, 0.01);
    EXPECT_LT(crossing->alongSigmaM, 0.2);
    EXPECT_FALSE(ballCrossing(ball, {-0.5, 0.0}, across, 0.5 * crossing->inS)) << "not yet";
    EXPECT_FALSE(ballCrossing(ball, {-5.0, 0.0}, across, 30.0)) << "rests before";
    EXPECT_FALSE(ballCrossing(ball, {2.0, 0.0}, across, 3.0)) << "is beyond";
    EXPECT_FALSE(ballCrossing(ball, {-0.5, 0.0}, across, std::numeric_limits<double>::quiet_NaN()));
    EXPECT_FALSE(ballCrossing(ball, {std::nan(""), 0.0}, across, 3.0));
}

TEST(BallCrossingTest, PredictsCrossingOfFlyingBall) {
    BallBelief ball;
    ball.isKnown = true;
    ball.isFlying = true;
    ball.p_F = {0.0, 0.0, 0.042};
    ball.velocity_FMps = {-8.0, 1.0, 4.0};
    const field::BallPath path = field::ballFlight(ball.p_F, ball.velocity_FMps, 10.0);
    ball.rest_F = path.points.back().p_S;
    const auto crossing = ballCrossing(ball, {-2.0, 0.0}, Eigen::Vector2d::UnitX(), 3.0);
    ASSERT_TRUE(crossing);
    const auto point = std::ranges::find_if(
        path.points, [](const field::BallPathPoint& each) { return each.p_S.x() < -2.0; });
    ASSERT_NE(point, path.points.end());
    EXPECT_NEAR(crossing->inS, point->timeS, 0.021);
    EXPECT_NEAR(crossing->p_F.z(), point->p_S.z(), 0.1);
    EXPECT_GT(crossing->p_F.z(), 0.3) << "above the ground";
}

TEST(BallPredictionTest, FliesLikeTheServersBall) {
    BallBelief ball;
    ball.isKnown = true;
    ball.isFlying = true;
    ball.p_F = {0.0, 0.0, 0.042};
    ball.velocity_FMps = {8.0, 0.0, 4.0};
    const field::BallPath path = field::ballFlight(ball.p_F, ball.velocity_FMps, 10.0);
    ball.rest_F = path.points.back().p_S;
    for (std::size_t i = 0; i < path.points.size(); i += 7) {
        const BallPrediction at = predictBall(ball, path.points[i].timeS);
        EXPECT_LT((at.p_F - path.points[i].p_S).norm(), 0.05) << path.points[i].timeS;
    }
    EXPECT_FALSE(predictBall(ball, 5.0).isFlying);
    EXPECT_TRUE(predictBall(ball, 0.3).isFlying);
}

} // namespace
} // namespace sideline::world
