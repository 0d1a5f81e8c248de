#include "agentcore/behavior/get_up.h"

#include <memory>
#include <string>
#include <vector>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "tests/agentcore/behavior/action_fixture.h"

namespace sideline::behavior {
namespace {

using Eigen::Vector3d;

const Vector3d kOnFront(0.0, -1.0, 0.0); // the way up, in the torso
const Vector3d kOnBack(0.0, 1.0, 0.0);
const Vector3d kOnLeft(1.0, 0.0, 0.0);
const Vector3d kOnRight(-1.0, 0.0, 0.0);

class GetUpTest : public ActionFixture {
protected:
    // Each moves a joint of its own, for 0.4 s.
    GetUp::TrajectoryPtr rise(const char* joint) {
        auto trajectory = std::make_shared<motion::JointTrajectory>(m_model.joints().size());
        trajectory->setKeys(m_model.findJoint(joint), {{.timeS = 0.4, .angleRad = 0.4}});
        trajectory->lengthS = 0.4;
        return trajectory;
    }
    void lie(const Vector3d& up_T) {
        m_frame.body.isFallen = true;
        lean(up_T);
    }
    void lean(const Vector3d& up_T) {
        m_frame.body.pose.X_ST.R =
            Eigen::Quaterniond::FromTwoVectors(up_T, Vector3d::UnitZ()).toRotationMatrix();
    }
    void stand() {
        m_frame.body.isFallen = false;
        lean(Vector3d::UnitZ());
    }
    // Until it begins to rise.
    void wait() {
        const int before = m_getUp.attempts();
        for (int i = 0; i < 100 && m_getUp.attempts() == before; ++i) {
            ASSERT_EQ(step(m_getUp), Status::Running);
        }
        ASSERT_EQ(m_getUp.attempts(), before + 1);
    }
    void play(int cycles) {
        for (int i = 0; i < cycles; ++i) {
            ASSERT_EQ(step(m_getUp), Status::Running);
        }
    }
    // The joint that the present motion moves.
    std::string moved() {
        const std::vector<world::JointBelief> before = m_joints;
        static_cast<void>(step(m_getUp));
        for (std::size_t i = 0; i < m_joints.size(); ++i) {
            if (m_joints[i].measuredRad != before[i].measuredRad) {
                return m_model.joints()[i].effector;
            }
        }
        return "none";
    }
    std::string riseFrom(const Vector3d& up_T) {
        lie(up_T);
        m_getUp.enter(context());
        wait();
        return moved();
    }

    GetUp::Motions m_motions{rise("lae1"), rise("lae2"), rise("lae3")};
    GetUp m_getUp{m_motions};
};

TEST_F(GetUpTest, ChoosesTheMotionForTheSideItLiesOn) {
    EXPECT_EQ(riseFrom(kOnFront), "lae1");
    EXPECT_EQ(riseFrom(kOnBack), "lae2");
    EXPECT_EQ(riseFrom(kOnLeft), "lae3");
    EXPECT_EQ(riseFrom(kOnRight), "lae3");
    EXPECT_EQ(riseFrom(Vector3d(0.6, -0.8, 0.0)), "lae1") << "more on its front than on a side";
    EXPECT_EQ(riseFrom(Vector3d(0.6, 0.8, 0.0)), "lae2");
    m_frame.body.pose.isValid = false;
    m_frame.body.acceleration_TMps2 = 9.7 * kOnFront;
    EXPECT_EQ(riseFrom(kOnBack), "lae1") << "without a pose, by the accelerometer";
}

TEST_F(GetUpTest, DoesWithTheMotionsThatThereAre) {
    m_getUp = GetUp({.front = {}, .back = {}, .side = m_motions.side});
    EXPECT_EQ(riseFrom(kOnFront), "lae3");
    EXPECT_EQ(riseFrom(kOnBack), "lae3");
    m_getUp = GetUp({.front = m_motions.front, .back = m_motions.back, .side = {}});
    EXPECT_EQ(riseFrom(kOnLeft), "lae2");
    m_getUp = GetUp();
    lie(kOnBack);
    m_getUp.enter(context());
    Status status = Status::Running;
    for (int i = 0; i < 20 && status == Status::Running; ++i) {
        status = step(m_getUp);
    }
    EXPECT_EQ(status, Status::Failed);
    EXPECT_NE(m_decision.reason.find("no get-up motion"), std::string::npos);
}

TEST_F(GetUpTest, WaitsUntilItLiesStill) {
    lie(kOnBack);
    m_getUp.enter(context());
    m_frame.body.gyro_TRadPerS = {0.0, 3.0, 0.0};
    play(50);
    EXPECT_EQ(m_getUp.attempts(), 0) << "it still rolls";
    EXPECT_TRUE(m_getUp.mayBeInterrupted());
    m_frame.body.gyro_TRadPerS = Vector3d::Zero();
    play(1);
    EXPECT_EQ(m_getUp.attempts(), 1);
    EXPECT_FALSE(m_getUp.mayBeInterrupted());
    // Not forever.
    m_getUp.enter(context());
    EXPECT_EQ(m_getUp.attempts(), 0);
    m_frame.body.gyro_TRadPerS = {0.0, 3.0, 0.0};
    play(80);
    EXPECT_EQ(m_getUp.attempts(), 1);
}

TEST_F(GetUpTest, IsLimpWhileItWaits) {
    lie(kOnBack);
    m_getUp.enter(context());
    m_joints[4].measuredRad = 0.25;
    m_joints[4].targetRad = -0.5;
    decide(m_getUp);
    EXPECT_EQ(m_targetRad[4], 0.25);
}

TEST_F(GetUpTest, IsDoneWhenItStandsAtTheEndOfTheMotion) {
    riseFrom(kOnBack);
    play(8);
    stand();
    m_frame.body.isFallen = true; // as long as an upright robot counts as fallen
    play(3);
    m_frame.body.isFallen = false;
    int cycles = 0;
    for (; cycles < 20 && step(m_getUp) == Status::Running; ++cycles) {
        EXPECT_FALSE(m_getUp.mayBeInterrupted()) << "the motion is played to its end";
    }
    EXPECT_NEAR(cycles, 8, 2);
    EXPECT_EQ(m_getUp.attempts(), 1);
}

TEST_F(GetUpTest, IsNotDoneBeforeItCountsAsStanding) {
    riseFrom(kOnBack);
    play(8);
    stand(); // just before the motion's end
    m_frame.body.isFallen = true;
    for (int i = 0; i < 15; ++i) {
        ASSERT_EQ(step(m_getUp), Status::Running) << "a walk would refuse to begin";
    }
    EXPECT_EQ(m_getUp.attempts(), 1);
    EXPECT_EQ(m_decision.reason, "standing: waiting for confirmation");
    m_frame.body.isFallen = false;
    EXPECT_EQ(step(m_getUp), Status::Done);
}

TEST_F(GetUpTest, TriesAgainInTurnsWithTheMotionForAllSides) {
    EXPECT_EQ(riseFrom(kOnBack), "lae2");
    for (const char* next : {"lae3", "lae2", "lae3"}) {
        play(15);
        EXPECT_FALSE(m_getUp.mayBeInterrupted());
        wait();
        EXPECT_EQ(moved(), next);
    }
    EXPECT_EQ(m_getUp.attempts(), 4);
    // Rolled over, it takes the motion for the front.
    play(15);
    lie(kOnFront);
    wait();
    EXPECT_EQ(moved(), "lae1");
}

TEST_F(GetUpTest, PassingTheUprightPoseIsNotGettingUp) {
    riseFrom(kOnBack);
    play(5);
    lean(Vector3d::UnitZ());
    play(8);
    lean(kOnFront); // over it goes, before the motion's end
    play(6);
    EXPECT_EQ(m_getUp.attempts(), 1);
    wait();
    EXPECT_EQ(m_getUp.attempts(), 2);
}

TEST_F(GetUpTest, IsDoneAtOnceWhenStanding) {
    stand();
    m_getUp.enter(context());
    EXPECT_EQ(step(m_getUp), Status::Done);
    EXPECT_EQ(m_getUp.attempts(), 0);
}

TEST_F(GetUpTest, CopiesContinueOnTheirOwn) {
    riseFrom(kOnBack);
    play(5);
    const std::unique_ptr<Behavior> copy = m_getUp.clone();
    EXPECT_FALSE(copy->mayBeInterrupted());
    stand();
    play(12);
    EXPECT_EQ(step(m_getUp), Status::Done);
    EXPECT_FALSE(copy->mayBeInterrupted());
}

} // namespace
} // namespace sideline::behavior
