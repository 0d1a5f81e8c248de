#include "agentcore/behavior/look.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "agentcore/robot/mujoco_robots.h"
#include "agentcore/robot/soccerbot056.h"
#include "tests/agentcore/behavior/ball_fixture.h"
#include "tests/support/allocation_guard.h"

namespace sideline::behavior {
namespace {

using Eigen::Vector2d;

localization::PoseEstimate poseAt(const Vector2d& p_S) {
    localization::PoseEstimate pose;
    pose.isValid = true;
    pose.X_ST.p = {p_S.x(), p_S.y(), 0.38};
    pose.hasCovariance = true;
    pose.covariance.diagonal() << 1e-6, 1e-6, 1e-2, 1e-2, 1e-2, 1e-6;
    return pose;
}

TEST(ExpectedGainTest, MoreLandmarksGainMoreAndNoneGainNothing) {
    const field::FieldModel field(field::newestField().dimensions);
    const auto pose = poseAt({10.0, 0.0});
    const double goal = expectedGain(pose, field, 0.0); // two posts, perhaps two flags
    const double side = expectedGain(pose, field, 0.5 * math::kPi);
    EXPECT_GT(goal, side);
    EXPECT_GT(side, 0.0);
    // At the corner, looking out of the field.
    EXPECT_EQ(expectedGain(poseAt({14.5, 9.5}), field, 0.25 * math::kPi) >= 0.0, true);
    EXPECT_EQ(expectedGain(poseAt({20.0, 0.0}), field, 0.0), 0.0);
}

TEST(ExpectedGainTest, ASmallerCovarianceLowersTheGain) {
    const field::FieldModel field(field::newestField().dimensions);
    auto unsure = poseAt({0.0, 0.0});
    auto sure = unsure;
    sure.covariance *= 1e-4;
    EXPECT_GT(expectedGain(unsure, field, 0.0), expectedGain(sure, field, 0.0) + 0.5);
    auto plain = unsure;
    plain.hasCovariance = false;
    plain.positionSigmaM = 0.2;
    plain.headingSigmaRad = 0.1;
    EXPECT_GT(expectedGain(plain, field, 0.0), 0.0) << "also without a covariance";
}

class LookTest : public BallFixture {
protected:
    // Where the head is after a while, rad.
    double panAfter(Look& look, double seconds) {
        for (double timeS = 0.0; timeS < seconds; timeS += 0.02) {
            m_frame.body.joints = m_joints;
            m_request.begin(m_model, m_joints);
            m_does = look.update(context(), m_request);
            m_controller.command(m_targetRad, m_limits, m_joints);
            for (world::JointBelief& joint : m_joints) {
                joint.expectedRad += 0.02 * joint.commandRadPerS;
                joint.measuredRad = joint.expectedRad;
            }
        }
        return joint("he1").measuredRad;
    }
    std::string_view m_does;
};

TEST_F(LookTest, LearnsWhereTheLandmarksAreAndKeepsTheBallInView) {
    // The ball is to the side, the goal ahead.
    place({9.0, 0.0}, 0.0);
    putBall({9.0, 2.0});
    m_frame.body.pose.hasCovariance = true;
    m_frame.body.pose.covariance = poseAt({0.0, 0.0}).covariance;
    Look follow(m_model);
    Look learn(m_model, Look::Aim::Learn);
    const double followRad = panAfter(follow, 2.0);
    EXPECT_NEAR(followRad, 0.5 * math::kPi, 0.15);
    const double learnRad = panAfter(learn, 2.0);
    EXPECT_LT(learnRad, followRad - 0.3) << "towards the goal";
    EXPECT_LT(0.5 * math::kPi - learnRad, math::radFromDeg(60.0)) << "the ball is still in view";
}

TEST_F(LookTest, LooksAtTheBallWhenItsPoseIsCertain) {
    place({9.0, 0.0}, 0.0);
    putBall({9.0, 2.0});
    m_frame.body.pose.hasCovariance = true;
    m_frame.body.pose.covariance = 1e-8 * poseAt({0.0, 0.0}).covariance;
    Look learn(m_model, Look::Aim::Learn);
    EXPECT_NEAR(panAfter(learn, 2.0), 0.5 * math::kPi, 0.15);
    EXPECT_EQ(m_does, "tracking the ball");
}

TEST_F(LookTest, WithoutABallOrAPoseItIsLikeTheOther) {
    m_frame.world.ball.isKnown = false;
    Look learn(m_model, Look::Aim::Learn);
    panAfter(learn, 1.0);
    EXPECT_EQ(m_does, "searching for the ball");
    putBall({2.0, 0.5});
    m_frame.body.pose.isValid = false;
    panAfter(learn, 1.0);
    EXPECT_EQ(m_does, "tracking the ball");
}

TEST_F(LookTest, LearningAllocatesNothing) {
    place({9.0, 0.0}, 0.0);
    putBall({9.0, 2.0});
    Look learn(m_model, Look::Aim::Learn);
    panAfter(learn, 0.5);
    m_request.begin(m_model, m_joints);
    const tests::AllocationGuard guard;
    for (int i = 0; i < 20; ++i) {
        m_request.values.clear();
        learn.update(context(), m_request);
    }
    EXPECT_EQ(guard.count(), 0U);
}

// Joint angles of the head for a ball 2 m ahead, 1 m to the left and below the camera.
TEST_F(LookTest, AnotherRobotLooksAtTheBallWithItsOwnHead) {
    const robot::RobotModel& model = robot::mujocoRobotModel(robot::MujocoRobot::T1);
    std::vector<world::JointBelief> joints(model.joints().size());
    m_frame.identity.model = model.shared();
    m_frame.world.ball.isKnown = true;
    m_frame.world.ball.p_T = {-1.0, 2.0, -0.6};
    Look look(model);
    ActionRequest request;
    for (int i = 0; i < 100; ++i) {
        m_frame.body.joints = joints;
        request.begin(model, joints);
        EXPECT_EQ(look.update(context(), request), "tracking the ball");
        for (std::size_t k = 0; k < joints.size(); ++k) {
            joints[k].targetRad = joints[k].measuredRad = request.targetRad[k];
        }
    }
    EXPECT_NEAR(joints[model.findJoint("hj1").index()].measuredRad, std::atan2(1.0, 2.0), 0.05);
    EXPECT_GT(joints[model.findJoint("hj2").index()].measuredRad, 0.1) << "down";
    const auto tilt = std::ranges::find(request.values, "head.tiltRad", &world::DebugValue::name);
    ASSERT_NE(tilt, request.values.end());
    EXPECT_LT(tilt->value, -0.1) << "positive upward";
}

TEST_F(LookTest, ARobotWithAFixedHeadDoesNotLook) {
    const robot::RobotModel& model = robot::soccerbot056Model();
    const std::vector<world::JointBelief> joints(model.joints().size());
    m_frame.body.joints = joints;
    Look look(model);
    ActionRequest request;
    request.begin(model, joints);
    EXPECT_EQ(look.update(context(), request), "the robot has no movable head");
    EXPECT_TRUE(std::ranges::all_of(request.targetRad, [](double rad) { return rad == 0.0; }));
}

} // namespace
} // namespace sideline::behavior
