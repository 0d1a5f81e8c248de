#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "agentcore/motion/trajectory_player.h"
#include "agentcore/robot/nao.h"
#include "tests/support/allocation_guard.h"

namespace sideline::motion {
namespace {

using State = TrajectoryPlayer::State;
using robot::JointId;

constexpr double kNanAngle = std::numeric_limits<double>::quiet_NaN();

class TrajectoryPlayerTest : public testing::Test {
protected:
    TrajectoryPlayerTest()
        : m_model(robot::naoModel(robot::NaoType::Standard)),
          m_player(m_model),
          m_motion(m_model.joints().size()),
          m_jointsRad(m_model.joints().size(), 0.0),
          m_targetRad(m_model.joints().size(), 0.0) {}

    // A motion of joint 0 from 0 to 1 rad and back, 0.2 s each.
    void upAndDown() {
        m_motion.setKeys(m_joint, {{.timeS = 0.0, .angleRad = 0.0},
                                   {.timeS = 0.2, .angleRad = 1.0},
                                   {.timeS = 0.4, .angleRad = 0.0}});
        m_motion.lengthS = 0.4;
    }
    void start() { m_player.start(std::make_shared<const JointTrajectory>(m_motion), m_jointsRad); }
    // A cycle in which the joints follow the commands.
    State step() {
        const State state = m_player.step(m_senses, m_jointsRad, m_targetRad);
        m_jointsRad = m_targetRad;
        return state;
    }
    State steps(int count) {
        State state = m_player.state();
        for (int i = 0; i < count; ++i) {
            state = step();
        }
        return state;
    }

    const robot::RobotModel& m_model;
    TrajectoryPlayer m_player;
    JointTrajectory m_motion;
    JointId m_joint{std::size_t{0}};
    PlayerSenses m_senses;
    std::vector<double> m_jointsRad;
    std::vector<double> m_targetRad;
};

TEST_F(TrajectoryPlayerTest, IsIdleBeforeStartAndAfterStop) {
    m_targetRad[0] = 0.3;
    EXPECT_EQ(step(), State::Idle);
    EXPECT_EQ(m_targetRad[0], 0.3);
    upAndDown();
    start();
    step();
    m_player.stop();
    m_targetRad[0] = 0.3;
    EXPECT_EQ(step(), State::Idle);
    EXPECT_EQ(m_targetRad[0], 0.3);
}

TEST_F(TrajectoryPlayerTest, AimsOneStepAheadAndEndsHolding) {
    upAndDown();
    m_targetRad[5] = 0.7;
    start();
    EXPECT_EQ(step(), State::Playing);
    EXPECT_NEAR(m_player.timeS(), 0.02, 1e-12);
    EXPECT_NEAR(m_targetRad[0], 0.1, 1e-9);
    EXPECT_EQ(steps(9), State::Playing);
    EXPECT_NEAR(m_targetRad[0], 1.0, 1e-9);
    EXPECT_EQ(steps(9), State::Playing);
    EXPECT_EQ(step(), State::Done);
    EXPECT_NEAR(m_player.timeS(), 0.4, 1e-12);
    m_targetRad[0] = 0.5;
    EXPECT_EQ(step(), State::Done);
    EXPECT_NEAR(m_targetRad[0], 0.0, 1e-9) << "held at the end";
    EXPECT_EQ(m_targetRad[5], 0.7) << "joints without keys are left alone";
}

TEST_F(TrajectoryPlayerTest, StartsFromPresentAngles) {
    m_motion.setKeys(m_joint, {{.timeS = 0.2, .angleRad = 1.0}});
    m_motion.lengthS = 0.2;
    m_jointsRad[0] = 0.5;
    start();
    step();
    EXPECT_NEAR(m_targetRad[0], 0.55, 1e-9);
}

TEST_F(TrajectoryPlayerTest, SpeedScalesTime) {
    upAndDown();
    m_motion.speed = 2.0;
    start();
    EXPECT_EQ(steps(9), State::Playing);
    EXPECT_EQ(step(), State::Done);
}

TEST_F(TrajectoryPlayerTest, ReachesEntryPoseFirst) {
    upAndDown();
    m_motion.entryRad.assign(m_model.joints().size(), kNanAngle);
    m_motion.entryRad[1] = 0.4;
    m_motion.entryDurationS = 0.08;
    m_targetRad[2] = 0.9;
    start();
    EXPECT_EQ(step(), State::Entering);
    EXPECT_NEAR(m_player.timeS(), -0.06, 1e-12);
    EXPECT_NEAR(m_targetRad[1], 0.1, 1e-9);
    EXPECT_EQ(steps(2), State::Entering);
    EXPECT_EQ(step(), State::Playing);
    EXPECT_NEAR(m_player.timeS(), 0.0, 1e-12);
    EXPECT_NEAR(m_targetRad[1], 0.4, 1e-9);
    EXPECT_EQ(m_targetRad[2], 0.9);
    step();
    EXPECT_NEAR(m_targetRad[0], 0.1, 1e-9);
    EXPECT_NEAR(m_targetRad[1], 0.4, 1e-9) << "stays at the entry pose without keys";
}

TEST_F(TrajectoryPlayerTest, EntryWithoutTimeIsAJump) {
    upAndDown();
    m_motion.entryRad.assign(m_model.joints().size(), 0.2);
    start();
    EXPECT_EQ(step(), State::Playing);
    EXPECT_NEAR(m_targetRad[1], 0.2, 1e-12);
}

TEST_F(TrajectoryPlayerTest, LoopKeepsTheRestOfTheStep) {
    upAndDown();
    m_motion.loop = TrajectoryLoop{.beginS = 0.1, .endS = 0.31, .count = 3};
    m_motion.lengthS = 0.4;
    start();
    steps(15);
    EXPECT_NEAR(m_player.timeS(), 0.30, 1e-9);
    step();
    EXPECT_NEAR(m_player.timeS(), 0.11, 1e-9) << "0.32 s is 0.01 s after the end of the loop";
    int cycles = 16;
    while (step() == State::Playing) {
        ++cycles;
        ASSERT_LT(cycles, 200);
    }
    // 0.4 s and two more passes of 0.21 s.
    EXPECT_NEAR((cycles + 1) * 0.02, 0.82, 0.011);
}

TEST_F(TrajectoryPlayerTest, EndlessLoopEndsOnRequest) {
    upAndDown();
    m_motion.loop = TrajectoryLoop{.beginS = 0.0, .endS = 0.4, .count = 0};
    start();
    EXPECT_EQ(steps(1000), State::Playing);
    m_player.finishLoop();
    EXPECT_EQ(steps(20), State::Done);
}

TEST_F(TrajectoryPlayerTest, WaitsForFootContact) {
    upAndDown();
    m_motion.waits = {{.timeS = 0.1, .kind = WaitKind::LeftFootContact, .timeoutS = 1.0}};
    start();
    EXPECT_EQ(steps(5), State::Waiting);
    m_senses.rightFootTouches = true;
    EXPECT_EQ(steps(3), State::Waiting);
    EXPECT_NEAR(m_player.timeS(), 0.1, 1e-12);
    EXPECT_NEAR(m_targetRad[0], 0.5, 1e-9);
    m_senses.leftFootTouches = true;
    EXPECT_EQ(step(), State::Playing);
    EXPECT_NEAR(m_player.timeS(), 0.12, 1e-12);
}

TEST_F(TrajectoryPlayerTest, WaitsForBothFeetUpToItsTimeout) {
    upAndDown();
    m_motion.waits = {{.timeS = 0.0, .kind = WaitKind::BothFeetContact, .timeoutS = 0.1},
                      {.timeS = 0.0, .kind = WaitKind::RightFootContact, .timeoutS = 9.0}};
    start();
    m_senses.leftFootTouches = true;
    EXPECT_EQ(steps(5), State::Waiting);
    EXPECT_EQ(step(), State::Waiting) << "the second wait begins";
    m_senses.rightFootTouches = true;
    EXPECT_EQ(step(), State::Playing);
    EXPECT_NEAR(m_player.timeS(), 0.02, 1e-12);
}

TEST_F(TrajectoryPlayerTest, StillRequiresConsecutiveCycles) {
    upAndDown();
    m_motion.waits = {{.timeS = 0.1, .kind = WaitKind::Still, .timeoutS = 1.0}};
    start();
    m_senses.turningRadPerS = 1.0;
    EXPECT_EQ(steps(8), State::Waiting);
    m_senses.turningRadPerS = 0.1;
    EXPECT_EQ(steps(3), State::Waiting);
    m_senses.turningRadPerS = 1.0;
    EXPECT_EQ(step(), State::Waiting);
    m_senses.turningRadPerS = 0.1;
    EXPECT_EQ(steps(3), State::Waiting);
    EXPECT_EQ(step(), State::Playing);
}

TEST_F(TrajectoryPlayerTest, WaitsInEachPassOfALoop) {
    upAndDown();
    m_motion.waits = {{.timeS = 0.1, .kind = WaitKind::LeftFootContact, .timeoutS = 0.04}};
    m_motion.loop = TrajectoryLoop{.beginS = 0.0, .endS = 0.2, .count = 2};
    start();
    int waiting = 0;
    for (int i = 0; i < 100 && m_player.state() != State::Done; ++i) {
        waiting += step() == State::Waiting ? 1 : 0;
    }
    EXPECT_EQ(m_player.state(), State::Done);
    EXPECT_EQ(waiting, 4) << "two cycles in each pass";
}

TEST_F(TrajectoryPlayerTest, SecondMotionStartsFresh) {
    upAndDown();
    m_motion.waits = {{.timeS = 0.02, .kind = WaitKind::Still, .timeoutS = 1.0},
                      {.timeS = 0.1, .kind = WaitKind::LeftFootContact, .timeoutS = 0.04}};
    m_motion.loop = TrajectoryLoop{.beginS = 0.0, .endS = 0.2, .count = 0};
    m_motion.drive = {.gainPerS = 5.0, .derivativeGainPerS = 0.5};
    const auto play = [this] {
        std::ranges::fill(m_jointsRad, 0.0);
        start();
        std::vector<double> course;
        for (int i = 0; i < 60; ++i) {
            course.push_back(static_cast<double>(step()));
            course.push_back(m_targetRad[0]);
        }
        return course;
    };
    const std::vector<double> first = play();
    m_player.finishLoop();
    steps(12);
    EXPECT_EQ(play(), first);
}

TEST_F(TrajectoryPlayerTest, StopsAfterFallIfConfigured) {
    upAndDown();
    start();
    m_senses.isFallen = true;
    EXPECT_EQ(steps(3), State::Playing);
    m_motion.stopsWhenFallen = true;
    start();
    m_targetRad[0] = 0.77;
    EXPECT_EQ(step(), State::StoppedByFall);
    EXPECT_EQ(m_targetRad[0], 0.77);
    m_senses.isFallen = false;
    EXPECT_EQ(step(), State::StoppedByFall);
}

TEST_F(TrajectoryPlayerTest, GainMatchesUtAustinVilla) {
    m_motion.setKeys(m_joint,
                     {{.timeS = 0.0, .angleRad = 0.4, .curve = Curve::Hold, .speedScale = 0.5}});
    m_motion.lengthS = 0.2;
    m_motion.drive = {.gainPerS = 8.594, .derivativeGainPerS = 0.573};
    start();
    step();
    const double first = 0.02 * 0.5 * 8.594 * 0.4;
    EXPECT_NEAR(m_targetRad[0], first, 1e-12) << "no change is known in the first cycle";
    step();
    const double second = first + 0.02 * 0.5 * (8.594 * (0.4 - first) + 0.573 * -first);
    EXPECT_NEAR(m_targetRad[0], second, 1e-12);
    EXPECT_EQ(m_player.motionTargetRad()[0], 0.4);
    steps(200);
    EXPECT_NEAR(m_targetRad[0], 0.4, 1e-3) << "also after the end";
}

TEST_F(TrajectoryPlayerTest, AllocatesNothing) {
    upAndDown();
    m_motion.loop = TrajectoryLoop{.beginS = 0.0, .endS = 0.4, .count = 0};
    m_motion.entryRad.assign(m_model.joints().size(), 0.1);
    m_motion.entryDurationS = 0.1;
    m_motion.waits = {{.timeS = 0.2, .kind = WaitKind::Still, .timeoutS = 0.1}};
    start();
    const tests::AllocationGuard guard;
    for (int i = 0; i < 100; ++i) {
        m_player.step(m_senses, m_jointsRad, m_targetRad);
    }
    EXPECT_EQ(guard.count(), 0U);
}

} // namespace
} // namespace sideline::motion
