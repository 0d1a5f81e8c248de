#include "agentcore/math/rotation.h"

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/math/angles.h"

namespace sideline::math {
namespace {

Eigen::Vector3d randomAxis(base::Rng& rng) {
    return Eigen::Vector3d(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)).normalized();
}

TEST(AnglesTest, WrapsToHalfOpenRange) {
    EXPECT_DOUBLE_EQ(wrapRad(0.5), 0.5);
    EXPECT_NEAR(wrapRad(0.5 + 2 * kPi), 0.5, 1e-12);
    EXPECT_NEAR(wrapRad(-0.5 - 4 * kPi), -0.5, 1e-12);
    EXPECT_DOUBLE_EQ(wrapRad(kPi), kPi);
    EXPECT_DOUBLE_EQ(wrapRad(-kPi), kPi);
}

TEST(RotationTest, FindsTheAngleOfAPureHinge) {
    base::Rng rng(1);
    for (int i = 0; i < 200; ++i) {
        const Eigen::Vector3d axis = randomAxis(rng);
        const double angle = rng.uniform(-kPi, kPi);
        const HingeAngle found =
            hingeAngle(Eigen::AngleAxisd(angle, axis).toRotationMatrix(), axis);
        EXPECT_NEAR(found.angleRad, angle, 1e-9);
        EXPECT_NEAR(found.residualRad, 0.0, 1e-9);
    }
}

TEST(RotationTest, FindsTheBestFittingHinge) {
    base::Rng rng(2);
    for (int i = 0; i < 100; ++i) {
        const Eigen::Vector3d axis = randomAxis(rng);
        const Eigen::Vector3d across = axis.cross(randomAxis(rng)).normalized();
        const double angle = rng.uniform(-2.5, 2.5);
        const double swing = rng.uniform(0.0, 0.1);
        const Eigen::Matrix3d R =
            (Eigen::AngleAxisd(angle, axis) * Eigen::AngleAxisd(swing, across)).toRotationMatrix();
        const HingeAngle found = hingeAngle(R, axis);
        EXPECT_NEAR(found.angleRad, angle, 1e-9);
        EXPECT_NEAR(found.residualRad, swing, 1e-9);
        // No other hinge angle has a smaller residual.
        for (const double other : {found.angleRad - 0.01, found.angleRad + 0.01}) {
            const Eigen::Matrix3d rest = Eigen::AngleAxisd(-other, axis).toRotationMatrix() * R;
            EXPECT_GT(Eigen::AngleAxisd(rest).angle(), found.residualRad);
        }
    }
}

TEST(RotationTest, MeasuresOrthonormalityError) {
    EXPECT_NEAR(orthonormalityError(Eigen::Matrix3d::Identity()), 0.0, 1e-15);
    Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
    R(0, 0) = 1.1;
    EXPECT_NEAR(orthonormalityError(R), 0.21, 1e-12);
}

TEST(RotationTest, InterpolatesBetweenPoses) {
    const Pose from = Pose::translation({1, 2, 3});
    const Pose to{Eigen::AngleAxisd(1.0, Eigen::Vector3d::UnitZ()).toRotationMatrix(), {3, 2, 3}};
    const Pose half = interpolate(from, to, 0.5);
    EXPECT_TRUE(half.p.isApprox(Eigen::Vector3d(2, 2, 3)));
    EXPECT_NEAR(Eigen::AngleAxisd(half.R).angle(), 0.5, 1e-12);
    EXPECT_TRUE(interpolate(from, to, 0.0).R.isApprox(from.R));
    EXPECT_TRUE(interpolate(from, to, 1.0).R.isApprox(to.R));
}

TEST(RotationTest, CrossMatrixComputesCrossProduct) {
    base::Rng rng(4);
    for (int i = 0; i < 20; ++i) {
        const Eigen::Vector3d a = 3.0 * randomAxis(rng);
        const Eigen::Vector3d b = 2.0 * randomAxis(rng);
        EXPECT_TRUE((crossMatrix(a) * b).isApprox(a.cross(b), 1e-12));
    }
}

TEST(RotationTest, RotatesAboutVector) {
    base::Rng rng(5);
    for (const double angleRad : {1e-9, 0.01, 1.0, 3.0}) {
        const Eigen::Vector3d axis = randomAxis(rng);
        const Eigen::Matrix3d R = rotationBy(angleRad * axis);
        EXPECT_NEAR(orthonormalityError(R), 0.0, 1e-12) << angleRad;
        EXPECT_TRUE(R.isApprox(Eigen::AngleAxisd(angleRad, axis).toRotationMatrix(), 1e-12));
    }
    EXPECT_TRUE(rotationBy(Eigen::Vector3d::Zero()).isIdentity());
}

TEST(RotationTest, UprightTurnRotatesDirectionUp) {
    base::Rng rng(6);
    for (int i = 0; i < 50; ++i) {
        const Eigen::Vector3d up = rng.uniform(0.1, 20.0) * randomAxis(rng);
        const Eigen::Vector3d turnRad = uprightTurnRad(up);
        EXPECT_TRUE(
            (rotationBy(turnRad) * up.normalized()).isApprox(Eigen::Vector3d::UnitZ(), 1e-12));
        EXPECT_NEAR(turnRad.norm(), std::acos(up.normalized().z()), 1e-12) << "the shortest one";
    }
    EXPECT_TRUE(uprightTurnRad({0.0, 0.0, 3.0}).isZero());
    EXPECT_TRUE(uprightTurnRad({0.0, 0.0, -3.0}).isApprox(Eigen::Vector3d(kPi, 0.0, 0.0)));
    EXPECT_TRUE(uprightTurnRad(Eigen::Vector3d::Zero()).isZero());
}

TEST(PoseTest, ChainsAndInverts) {
    base::Rng rng(3);
    const Pose a{Eigen::AngleAxisd(0.7, randomAxis(rng)).toRotationMatrix(), {1, 2, 3}};
    const Pose b{Eigen::AngleAxisd(-1.2, randomAxis(rng)).toRotationMatrix(), {-4, 0, 1}};
    const Eigen::Vector3d p(0.3, -0.2, 0.9);
    EXPECT_TRUE(((a * b) * p).isApprox(a * (b * p)));
    EXPECT_TRUE((a.inverse() * (a * p)).isApprox(p));
}

} // namespace
} // namespace sideline::math
