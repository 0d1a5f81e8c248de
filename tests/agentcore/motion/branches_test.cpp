// Branches of motions: their conditions, and how a player follows them.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "agentcore/motion/trajectory_player.h"
#include "agentcore/robot/nao.h"
#include "tests/support/allocation_guard.h"

namespace sideline::motion {
namespace {

using State = TrajectoryPlayer::State;
using Kind = ConditionKind;
using robot::JointId;

PlayerSenses lying(double frontUp, double leftUp) {
    PlayerSenses senses;
    senses.isFallen = true;
    senses.up = 0.0;
    senses.frontUp = frontUp;
    senses.leftUp = leftUp;
    return senses;
}

TEST(ConditionTest, DependsOnPostureAndContacts) {
    PlayerSenses standing;
    standing.leftFootTouches = true;
    struct Row {
        Kind kind;
        std::vector<bool> holds; // standing, on front, back, left, right
    };
    const Row rows[] = {
        {Kind::Always, {true, true, true, true, true}},
        {Kind::Fallen, {false, true, true, true, true}},
        {Kind::FallenOnFront, {false, true, false, false, false}},
        {Kind::FallenOnBack, {false, false, true, false, false}},
        {Kind::FallenOnLeft, {false, false, false, true, false}},
        {Kind::FallenOnRight, {false, false, false, false, true}},
        {Kind::Upright, {true, false, false, false, false}},
        {Kind::LeftFootContact, {true, false, false, false, false}},
        {Kind::RightFootContact, {false, false, false, false, false}},
        {Kind::BothFeetContact, {false, false, false, false, false}},
        {Kind::AnyFootContact, {true, false, false, false, false}},
    };
    const PlayerSenses all[] = {standing, lying(-1.0, 0.1), lying(1.0, 0.1), lying(0.1, -1.0),
                                lying(0.1, 1.0)};
    for (const Row& row : rows) {
        for (std::size_t i = 0; i < std::size(all); ++i) {
            EXPECT_EQ(holds({row.kind, false, {}, 0.0}, all[i], 0.0), row.holds[i])
                << static_cast<int>(row.kind) << " in " << i;
            EXPECT_NE(holds({row.kind, true, {}, 0.0}, all[i], 0.0), row.holds[i]);
        }
    }
    EXPECT_TRUE(holds({Kind::JointOff, false, JointId(std::size_t{0}), 0.1}, {}, 0.11));
    EXPECT_FALSE(holds({Kind::JointOff, false, JointId(std::size_t{0}), 0.1}, {}, 0.1));
}

// Joint 0 moves to 1 rad in 0.2 s; the other motion moves it to -1 rad in 0.1 s.
class BranchesTest : public testing::Test {
protected:
    BranchesTest()
        : m_model(robot::naoModel(robot::NaoType::Standard)),
          m_player(m_model),
          m_motion(m_model.joints().size()),
          m_other(m_model.joints().size()),
          m_jointsRad(m_model.joints().size(), 0.0),
          m_targetRad(m_model.joints().size(), 0.0) {
        m_motion.setKeys(m_joint, {{.timeS = 0.2, .angleRad = 1.0}});
        m_motion.lengthS = 0.2;
        m_other.setKeys(m_joint, {{.timeS = 0.1, .angleRad = -1.0}});
        m_other.lengthS = 0.1;
    }

    void start(std::vector<int> next, std::vector<int> nextOfOther = {}) {
        auto targets = std::make_shared<BranchTargets>();
        targets->motions.push_back({"first", nullptr, std::move(next)});
        targets->motions.push_back(
            {"other", std::make_shared<const JointTrajectory>(m_other), std::move(nextOfOther)});
        m_motion.targets = std::move(targets);
        m_player.start(std::make_shared<const JointTrajectory>(m_motion), m_jointsRad);
    }
    State step() {
        const State state = m_player.step(m_senses, m_jointsRad, m_targetRad);
        m_jointsRad = m_targetRad;
        return state;
    }
    // @return number of cycles until another motion is played, or the motion ends
    int untilOver() {
        for (int i = 1; i <= 100; ++i) {
            if (step() == State::Done || m_player.followedCount() > 0) {
                return i;
            }
        }
        return -1;
    }

    const robot::RobotModel& m_model;
    TrajectoryPlayer m_player;
    JointTrajectory m_motion;
    JointTrajectory m_other;
    JointId m_joint{std::size_t{0}};
    PlayerSenses m_senses;
    std::vector<double> m_jointsRad;
    std::vector<double> m_targetRad;
};

TEST_F(BranchesTest, BranchAtEndStartsFromPresentAngles) {
    m_motion.branches = {{0.2, {Kind::Fallen, false, {}, 0.0}, "other"}};
    start({1});
    m_senses.isFallen = true;
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(step(), State::Playing) << i;
        EXPECT_TRUE(m_player.targetName().empty());
    }
    EXPECT_NEAR(m_targetRad[0], 1.0, 1e-9) << "the motion was played to its end";
    EXPECT_EQ(step(), State::Playing);
    EXPECT_EQ(m_player.targetName(), "other");
    EXPECT_EQ(m_player.followedCount(), 1);
    EXPECT_NEAR(m_targetRad[0], 1.0 - 0.4, 1e-9) << "one fifth of the way from 1 to -1";
    EXPECT_NEAR(m_player.timeS(), 0.02, 1e-9);
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(step(), State::Playing);
    }
    EXPECT_EQ(step(), State::Done);
    EXPECT_NEAR(m_targetRad[0], -1.0, 1e-9);
}

TEST_F(BranchesTest, MotionEndsWithoutItsCondition) {
    m_motion.branches = {{0.2, {Kind::Fallen, false, {}, 0.0}, "other"}};
    start({1});
    EXPECT_EQ(untilOver(), 11);
    EXPECT_EQ(m_player.followedCount(), 0);
    EXPECT_EQ(m_player.state(), State::Done);
    EXPECT_NEAR(m_targetRad[0], 1.0, 1e-9);
}

TEST_F(BranchesTest, UnresolvedBranchesAreIgnored) {
    m_motion.branches = {{0.1, {}, "gone"}};
    start({-1});
    EXPECT_EQ(untilOver(), 10);
    EXPECT_EQ(m_player.followedCount(), 0);
    m_motion.targets = nullptr;
    m_player.start(std::make_shared<const JointTrajectory>(m_motion), m_jointsRad);
    EXPECT_EQ(untilOver(), 10);
}

TEST_F(BranchesTest, FirstMatchingBranchIsTaken) {
    m_motion.branches = {{0.1, {Kind::Fallen, false, {}, 0.0}, "no"},
                         {0.1, {Kind::Upright, false, {}, 0.0}, "other"},
                         {0.2, {}, "no"}};
    start({0, 1, 0});
    EXPECT_EQ(untilOver(), 6) << "the cycle after the one that aims at 0.1 s";
    EXPECT_EQ(m_player.targetName(), "other");
}

TEST_F(BranchesTest, WaitPrecedesBranchAtTheSameTime) {
    for (const double timeS : {0.0, 0.1, 0.2}) {
        m_motion.waits = {{timeS, WaitKind::LeftFootContact, 10.0}};
        m_motion.branches = {{timeS, {}, "other"}};
        m_senses.leftFootTouches = false;
        start({1});
        for (int i = 0; i < 40; ++i) {
            step();
        }
        EXPECT_EQ(m_player.followedCount(), 0) << timeS;
        m_senses.leftFootTouches = true;
        step();
        EXPECT_EQ(m_player.followedCount(), 1) << timeS;
    }
}

TEST_F(BranchesTest, AreEvaluatedInEveryPassOfALoop) {
    m_motion.loop = TrajectoryLoop{0.0, 0.19, 0};
    m_motion.branches = {{0.19, {Kind::Fallen, false, {}, 0.0}, "other"}};
    start({1});
    for (int i = 0; i < 50; ++i) {
        EXPECT_EQ(step(), State::Playing);
    }
    EXPECT_EQ(m_player.followedCount(), 0);
    m_senses.isFallen = true;
    EXPECT_LE(untilOver(), 11);
    EXPECT_EQ(m_player.targetName(), "other");
}

TEST_F(BranchesTest, FallEvaluatesBranchesAtTheEnd) {
    m_motion.stopsWhenFallen = true;
    m_motion.branches = {{0.2, {Kind::FallenOnFront, false, {}, 0.0}, "other"}};
    start({1});
    step();
    m_senses = lying(1.0, 0.0);
    EXPECT_EQ(step(), State::StoppedByFall) << "on its back";
    start({1});
    m_senses = {};
    step();
    m_senses = lying(-1.0, 0.0);
    EXPECT_EQ(step(), State::Playing);
    EXPECT_EQ(m_player.targetName(), "other");
}

TEST_F(BranchesTest, BlockedJointIsDetected) {
    m_motion.branches = {{0.2, {Kind::JointOff, false, m_joint, 0.5}, "other"}};
    start({1});
    std::vector<double> heldRad(m_jointsRad.size(), 0.0);
    for (int i = 0; i < 11; ++i) {
        m_player.step(m_senses, m_jointsRad, m_targetRad, heldRad);
        m_jointsRad = m_targetRad;
    }
    EXPECT_EQ(m_player.targetName(), "other");
    std::ranges::fill(m_jointsRad, 0.0);
    start({1});
    EXPECT_EQ(untilOver(), 11);
    EXPECT_EQ(m_player.followedCount(), 0)
        << "a joint that follows with a delay of two cycles does not deviate";
}

TEST_F(BranchesTest, EndlessChainEnds) {
    m_motion.lengthS = 0.0;
    m_motion.setKeys(m_joint, {});
    m_other.lengthS = 0.0;
    m_other.setKeys(m_joint, {});
    m_motion.branches = {{0.0, {}, "other"}};
    m_other.branches = {{0.0, {}, "first"}};
    start({1}, {0});
    int cycles = 0;
    while (step() != State::Done && cycles < 200) {
        ++cycles;
    }
    EXPECT_LT(cycles, 50);
    EXPECT_EQ(m_player.followedCount(), kMaxMotionsInARow);
    EXPECT_TRUE(m_player.isChainCut());
    EXPECT_EQ(m_player.target(), 0U) << "an even number of times";
    start({1}, {0});
    EXPECT_EQ(m_player.followedCount(), 0);
    EXPECT_FALSE(m_player.isChainCut());
}

TEST_F(BranchesTest, TakingBranchesAllocatesNothing) {
    m_motion.branches = {{0.1, {}, "other"}};
    m_other.branches = {{0.1, {}, "first"}};
    start({1}, {0});
    const tests::AllocationGuard guard;
    for (int i = 0; i < 100; ++i) {
        m_player.step(m_senses, m_jointsRad, m_targetRad);
    }
    EXPECT_EQ(guard.count(), 0U);
}

} // namespace
} // namespace sideline::motion
