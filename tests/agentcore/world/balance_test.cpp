#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/nao.h"
#include "agentcore/world/balance.h"

namespace sideline::world {
namespace {

using Eigen::Vector2d;

class BalanceTest : public testing::TestWithParam<robot::NaoType> {
protected:
    BalanceTest()
        : m_model(robot::naoModel(GetParam())),
          m_anglesRad(m_model.joints().size(), 0.0),
          m_poses(m_model.bodies().size()) {}

    Balance balance(const math::Pose& X_ST) {
        robot::forwardKinematics(m_model, X_ST, m_anglesRad, m_poses);
        return balanceOf(m_model, m_body, m_poses);
    }

    const robot::RobotModel& m_model;
    std::vector<double> m_anglesRad;
    std::vector<math::Pose> m_poses;
    BodyBelief m_body;
};

TEST_P(BalanceTest, UprightRobotStandsOnBothSoles) {
    const Balance result = balance(math::Pose::translation({3.0, -2.0, 0.4}));
    ASSERT_GE(result.support_A.size(), 4U);
    double left = std::numeric_limits<double>::infinity();
    double right = -left;
    double back = left;
    double front = -left;
    for (const Vector2d& corner : result.support_A) {
        left = std::min(left, corner.x());
        right = std::max(right, corner.x());
        back = std::min(back, corner.y());
        front = std::max(front, corner.y());
    }
    const double hipM = GetParam() == robot::NaoType::LongLegsWideHip ? 0.072954143 : 0.055;
    EXPECT_NEAR(right - left, 2.0 * hipM + 0.08, 1e-6);
    EXPECT_NEAR(front - back, 0.16, 0.003);
    EXPECT_GT(result.marginM, 0.0);
    EXPECT_NEAR(result.centerOfMass_A.x(), 3.0, 0.02);
}

TEST_P(BalanceTest, OnlyTheLoadedFootSupports) {
    m_body.forces.push_back(
        {m_model.findBody("rfoot"), Eigen::Vector3d::Zero(), Eigen::Vector3d(0.0, 0.0, 45.0)});
    const Balance result = balance(math::Pose::translation({0.0, 0.0, 0.4}));
    ASSERT_EQ(result.support_A.size(), 4U);
    for (const Vector2d& corner : result.support_A) {
        EXPECT_GT(corner.x(), 0.0);
    }
    EXPECT_LT(result.marginM, 0.0) << "the center of mass is between the feet";
}

TEST_P(BalanceTest, ZeroMomentPointIsCenterOfVerticalForces) {
    EXPECT_FALSE(balance(math::Pose::translation({0.0, 0.0, 0.4})).zmp_A) << "nothing is felt";
    const Eigen::Vector3d right_Body(0.01, 0.05, -0.02);
    m_body.forces.push_back({m_model.findBody("rfoot"), right_Body, {5.0, 0.0, 30.0}});
    m_body.forces.push_back(
        {m_model.findBody("lfoot"), Eigen::Vector3d::Zero(), {0.0, 0.0, -10.0}});
    const Balance alone = balance(math::Pose::translation({0.0, 0.0, 0.4}));
    ASSERT_TRUE(alone.zmp_A);
    const Vector2d right = (m_poses[m_model.findBody("rfoot").index()] * right_Body).head<2>();
    EXPECT_LT((*alone.zmp_A - right).norm(), 1e-12) << "the other one only pulls";
    m_body.forces.back() = {m_model.findBody("lfoot"), Eigen::Vector3d::Zero(), {0.0, 0.0, 10.0}};
    const Balance both = balance(math::Pose::translation({0.0, 0.0, 0.4}));
    const Vector2d left = m_poses[m_model.findBody("lfoot").index()].p.head<2>();
    EXPECT_LT((*both.zmp_A - (0.75 * right + 0.25 * left)).norm(), 1e-12);
}

TEST_P(BalanceTest, LeaningRobotIsOutOfBalance) {
    const math::Pose X_ST{Eigen::AngleAxisd(-0.5, Eigen::Vector3d::UnitX()).toRotationMatrix(),
                          {0.0, 0.0, 0.4}};
    EXPECT_LT(balance(X_ST).marginM, 0.0);
}

INSTANTIATE_TEST_SUITE_P(Types, BalanceTest, testing::ValuesIn(robot::kNaoTypes),
                         [](const auto& param) {
                             return "type" + std::to_string(static_cast<int>(param.param));
                         });

} // namespace
} // namespace sideline::world
