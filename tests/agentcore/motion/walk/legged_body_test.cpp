#include "agentcore/motion/walk/legged_body.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/kinematics.h"

namespace sideline::motion {
namespace {

using Eigen::Vector3d;

class LeggedBodyOfTest : public testing::TestWithParam<robot::RobotModelPtr> {
protected:
    [[nodiscard]] std::vector<double> zeros() const {
        return std::vector<double>(m_model.joints().size(), 0.0);
    }
    // From the shoulder to the hand.
    [[nodiscard]] Vector3d armOf(Foot side, std::span<const double> anglesRad) const {
        const robot::LimbChain& chain = *robot::limbChain(
            m_model, side == Foot::Left ? robot::LimbId::LeftHand : robot::LimbId::RightHand);
        std::vector<math::Pose> poses(m_model.bodies().size());
        robot::forwardKinematics(m_model, {}, anglesRad, poses);
        const Vector3d shoulder =
            robot::jointFrame(m_model, chain.joints[chain.trunkJoints + 1], poses).p;
        return poses[chain.body.index()] * chain.X_BodyTip.p - shoulder;
    }
    // Straight legs, shortened by so much of their length.
    [[nodiscard]] math::Pose soleBelowHip(Foot foot, double shorterRatio) const {
        math::Pose sole = m_body.X_TorsoSole(foot, zeros());
        sole.p.z() += shorterRatio * m_body.legM();
        return sole;
    }

    const robot::RobotModel& m_model = *GetParam();
    const LeggedBody m_body{m_model};
};

TEST_P(LeggedBodyOfTest, DerivesItsLegDimensionsFromTheModel) {
    EXPECT_TRUE(LeggedBody::isLegged(m_model));
    EXPECT_GT(m_body.hipM(), 0.05 * m_body.legM());
    EXPECT_LT(m_body.hipM(), 0.5 * m_body.legM());
    EXPECT_NEAR(m_body.legM() - m_body.hips_T().z(), m_model.standingTorsoM(), 1e-6);
    EXPECT_TRUE(m_body.isStraight(zeros()));
}

TEST_P(LeggedBodyOfTest, PutsItsSolesAtTheirTargets) {
    base::Rng rng(3);
    for (int i = 0; i < 100; ++i) {
        std::vector<double> targetRad = zeros();
        for (const Foot foot : kFeet) {
            math::Pose target = soleBelowHip(foot, rng.uniform(0.05, 0.2));
            target.p.y() += m_body.legM() * rng.uniform(-0.1, 0.1);
            target.p.x() += m_body.legM() * rng.uniform(-0.05, 0.05);
            m_body.placeSole(foot, target, {}, targetRad);
            const math::Pose reached = m_body.X_TorsoSole(foot, targetRad);
            EXPECT_LT((reached.p - target.p).norm(), 1e-3 * m_body.legM());
            EXPECT_LT((reached.R - target.R).norm(), 2e-3);
        }
        EXPECT_EQ(m_body.isStraight(targetRad), false);
    }
}

// The signs of joints differ from robot to robot, their effect must not.
TEST_P(LeggedBodyOfTest, TiltsTurnTheSoleAboutTheTorsosAxes) {
    constexpr double kTiltRad = 0.1;
    for (const Foot foot : kFeet) {
        const math::Pose target = soleBelowHip(foot, 0.15);
        const auto soleWith = [&](const LegTilt& tilt) {
            std::vector<double> targetRad = zeros();
            m_body.placeSole(foot, target, tilt, targetRad);
            return m_body.X_TorsoSole(foot, targetRad);
        };
        const math::Pose ankle = soleWith({.anklePitchRad = kTiltRad});
        EXPECT_NEAR(ankle.R.col(1).z(), std::sin(kTiltRad), 0.01) << "the toes rise";
        // Bent knees and hips turn the axes of some robots' rolls.
        const math::Pose roll = soleWith({.ankleRollRad = kTiltRad});
        EXPECT_NEAR(roll.R.col(0).z() / std::sin(kTiltRad), -0.85, 0.2) << "the right edge sinks";
        const double wayM = m_body.legM() * kTiltRad;
        const math::Pose hip = soleWith({.hipPitchRad = kTiltRad});
        EXPECT_NEAR((hip.p.y() - target.p.y()) / wayM, 0.85, 0.2) << "the foot goes forward";
        const math::Pose out = soleWith({.hipRollRad = kTiltRad});
        EXPECT_NEAR((out.p.x() - target.p.x()) / wayM, -0.75, 0.25) << "the foot goes to the left";
    }
}

TEST_P(LeggedBodyOfTest, ArmsHangSwingAndGoOut) {
    for (const Foot side : kFeet) {
        const auto armWith = [&](double pitchRad, double outRad, double elbowRad) -> Vector3d {
            std::vector<double> targetRad = zeros();
            m_body.placeArm(side, pitchRad, outRad, elbowRad, targetRad);
            return armOf(side, targetRad).normalized();
        };
        EXPECT_LT(armWith(-math::kPi / 2.0, 0.0, 0.0).z(), -0.98);
        EXPECT_GT(armWith(0.0, 0.0, 0.0).y(), 0.98);
        EXPECT_GT(armWith(-1.2, 0.0, 0.0).y(), 0.25) << "swings forward";
        EXPECT_LT(armWith(-1.9, 0.0, 0.0).y(), -0.2) << "swings back";
        const double outward = -sideOf(side) * armWith(-math::kPi / 2.0, 0.4, 0.0).x();
        EXPECT_NEAR(outward, std::sin(0.4), 0.12);
        EXPECT_GT(
            (armWith(-math::kPi / 2.0, 0.0, 1.2) - armWith(-math::kPi / 2.0, 0.0, 0.0)).norm(), 0.2)
            << "bends";
    }
}

TEST_P(LeggedBodyOfTest, BlendsFromWhereJointsWere) {
    std::vector<double> fromRad(m_model.joints().size(), 0.05);
    std::vector<double> targetRad = zeros();
    for (const Foot foot : kFeet) {
        m_body.placeSole(foot, soleBelowHip(foot, 0.1), {}, targetRad);
        m_body.placeArm(foot, -1.5, 0.2, 0.5, targetRad);
    }
    const std::vector<double> unblendedRad = targetRad;
    m_body.blend(fromRad, 0.5, 0.5, targetRad);
    for (const robot::LimbId limb : robot::kLimbs) {
        const robot::LimbChain* chain = robot::limbChain(m_model, limb);
        if (chain == nullptr || limb == robot::LimbId::Head) {
            continue;
        }
        const bool isFoot = limb == robot::LimbId::LeftFoot || limb == robot::LimbId::RightFoot;
        for (std::size_t i = isFoot ? 0 : chain->trunkJoints; i < chain->joints.size(); ++i) {
            const std::size_t joint = chain->joints[i].index();
            EXPECT_NEAR(targetRad[joint], 0.5 * (fromRad[joint] + unblendedRad[joint]), 1e-12);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Robots, LeggedBodyOfTest, testing::ValuesIn(robot::builtInRobots()),
                         [](const auto& param) {
                             std::string name = param.param->name();
                             std::erase(name, '-');
                             return name;
                         });

} // namespace
} // namespace sideline::motion
