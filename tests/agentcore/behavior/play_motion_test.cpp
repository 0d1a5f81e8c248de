#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "agentcore/behavior/play_motion.h"
#include "tests/agentcore/behavior/action_fixture.h"
#include "tests/support/allocation_guard.h"

namespace sideline::behavior {
namespace {

using motion::JointTrajectory;
using State = PlayMotion::State;

class PlayMotionTest : public ActionFixture {
protected:
    // Turns the head to an angle in 0.2 s.
    std::shared_ptr<JointTrajectory> turn(double angleRad) {
        auto trajectory = std::make_shared<JointTrajectory>(m_model.joints().size());
        trajectory->setKeys(m_model.findJoint("he1"), {{.timeS = 0.2, .angleRad = angleRad}});
        trajectory->lengthS = 0.2;
        return trajectory;
    }
    void step() { ActionFixture::step(m_play); }
    double value(const char* name) const {
        const auto found = std::ranges::find(m_values, name, &world::DebugValue::name);
        return found != m_values.end() ? found->value : -1000.0;
    }
    void touch(const char* body) {
        m_frame.body.forces.push_back(
            {m_model.findBody(body), Eigen::Vector3d::Zero(), {0.0, 0.0, 20.0}});
    }

    PlayMotion m_play;
};

TEST_F(PlayMotionTest, PlaysAndThenHolds) {
    m_joints[m_model.findJoint("rle4").index()].targetRad = -0.5;
    m_play.play(turn(0.4), "look left");
    EXPECT_TRUE(m_play.isPlaying());
    step();
    EXPECT_EQ(m_play.state(), State::Playing);
    EXPECT_EQ(m_decision.behavior, "play motion");
    EXPECT_EQ(m_decision.reason, "look left: playing");
    EXPECT_NEAR(value("motion.timeS"), 0.02, 1e-12);
    EXPECT_EQ(value("motion.state"), static_cast<double>(State::Playing));
    for (int i = 0; i < 20; ++i) {
        step();
    }
    EXPECT_FALSE(m_play.isPlaying());
    EXPECT_EQ(m_play.state(), State::Done);
    EXPECT_NEAR(joint("he1").expectedRad, 0.4, 1e-9);
    EXPECT_EQ(joint("rle4").targetRad, -0.5);
    EXPECT_EQ(m_decision.reason, "look left: done");
}

TEST_F(PlayMotionTest, AnotherMotionStartsFromWhereTheJointsAre) {
    m_play.play(turn(1.0));
    for (int i = 0; i < 5; ++i) {
        step();
    }
    EXPECT_NEAR(joint("he1").expectedRad, 0.5, 1e-9);
    m_play.play(turn(0.0));
    step();
    EXPECT_NEAR(joint("he1").expectedRad, 0.45, 1e-9);
    EXPECT_EQ(m_decision.reason, "playing");
}

TEST_F(PlayMotionTest, StopsWhereItIs) {
    m_play.play(turn(1.0));
    for (int i = 0; i < 5; ++i) {
        step();
    }
    m_play.stop();
    EXPECT_FALSE(m_play.isPlaying());
    step();
    EXPECT_EQ(m_play.state(), State::Idle);
    EXPECT_NEAR(joint("he1").expectedRad, 0.5, 1e-9);
}

TEST_F(PlayMotionTest, FeelsTheGround) {
    auto motion = turn(1.0);
    motion->waits = {{.timeS = 0.1, .kind = motion::WaitKind::BothFeetContact, .timeoutS = 50.0}};
    m_play.play(motion);
    touch("lfoot");
    for (int i = 0; i < 20; ++i) {
        step();
    }
    EXPECT_EQ(m_play.state(), State::Waiting);
    touch("rfoot");
    step();
    EXPECT_EQ(m_play.state(), State::Playing);
}

TEST_F(PlayMotionTest, FeelsThatItIsStillAndThatItFalls) {
    auto motion = turn(1.0);
    motion->waits = {{.timeS = 0.1, .kind = motion::WaitKind::Still, .timeoutS = 50.0}};
    motion->stopsWhenFallen = true;
    m_play.play(motion);
    m_frame.body.gyro_TRadPerS = {0.0, 2.0, 0.0};
    for (int i = 0; i < 20; ++i) {
        step();
    }
    EXPECT_EQ(m_play.state(), State::Waiting);
    m_frame.body.gyro_TRadPerS = Eigen::Vector3d::Zero();
    for (int i = 0; i < 4; ++i) {
        step();
    }
    EXPECT_EQ(m_play.state(), State::Playing);
    m_frame.body.isFallen = true;
    step();
    EXPECT_EQ(m_play.state(), State::StoppedByFall);
    EXPECT_FALSE(m_play.isPlaying());
}

TEST_F(PlayMotionTest, AMotionForAnotherRobotEndsAtOnce) {
    auto other = std::make_shared<JointTrajectory>(m_model.joints().size() + 2);
    m_play.play(other, "toes");
    step();
    EXPECT_FALSE(m_play.isPlaying());
    EXPECT_EQ(m_decision.reason, "toes: made for a robot with different joints");
    m_play.play(turn(0.4));
    step();
    EXPECT_EQ(m_play.state(), State::Playing);
}

TEST_F(PlayMotionTest, WhatIsStoppedBeforeItBeginsDoesNotPlay) {
    m_play.play(turn(0.4), "look left");
    m_play.stop();
    EXPECT_FALSE(m_play.isPlaying());
    step();
    EXPECT_EQ(m_play.state(), State::Idle);
    EXPECT_EQ(joint("he1").targetRad, 0.0);
    // A refusal ends with its motion, too.
    m_play.play(std::make_shared<JointTrajectory>(m_model.joints().size() + 2), "toes");
    step();
    ASSERT_NE(m_decision.reason.find("different joints"), std::string::npos);
    m_play.stop();
    step();
    EXPECT_EQ(m_decision.reason.find("different joints"), std::string::npos);
}

TEST_F(PlayMotionTest, WarmCyclesAllocateNothing) {
    auto motion = turn(1.0);
    motion->loop = motion::TrajectoryLoop{.beginS = 0.0, .endS = 0.2, .count = 0};
    m_play.play(motion, "a name that is too long for a small string");
    step();
    const tests::AllocationGuard guard;
    for (int i = 0; i < 50; ++i) {
        step();
    }
    EXPECT_EQ(guard.count(), 0U);
}

} // namespace
} // namespace sideline::behavior
