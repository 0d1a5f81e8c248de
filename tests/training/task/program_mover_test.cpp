#include "training/task/program_mover.h"

#include <cmath>

#include <gtest/gtest.h>

#include "agentcore/game/constants.h"
#include "agentcore/robot/nao.h"
#include "tests/support/allocation_guard.h"
#include "training/genome/program_text.h"
#include "training/trial/trial_robot.h"

namespace sideline::training {
namespace {

const robot::RobotModel& nao() {
    return robot::naoModel(robot::NaoType::Standard);
}

// A standing robot moved by a program.
struct Moved {
    explicit Moved(const std::string& text, const ProgramStyle& style = {})
        : vocabulary(std::make_shared<const ProgramVocabulary>(nao().shared(), style)),
          robot(nao(), false),
          mover(*readProgram(text, *vocabulary), vocabulary),
          targetRad(nao().joints().size(), 0.0) {
        robot.setPosture(math::Pose::translation({0.0, 0.0, 0.385}), targetRad);
        mover.begin(robot);
    }

    void step() {
        EXPECT_TRUE(mover.step(robot, cycles++ * game::kStepS, targetRad));
        robot.setTargets(targetRad);
        robot.cycle();
    }
    [[nodiscard]] double targetOf(const char* joint) const {
        return targetRad[nao().findJoint(joint).index()];
    }

    ProgramVocabularyPtr vocabulary;
    TrialRobot robot;
    ProgramMover mover;
    std::vector<double> targetRad;
    int cycles = 0;
};

TEST(ProgramMoverTest, AnglesAreReachedAtTheSpeedThatTheProgramChose) {
    Moved moved("(program 1 (trees angle symmetric) (gene 0 (lae1/rae1 -1) (lae2/rae2 0.5)"
                " (lle3/rle3 99) (speed 2)))");
    moved.step();
    EXPECT_DOUBLE_EQ(moved.targetOf("lae1"), -0.04);
    EXPECT_DOUBLE_EQ(moved.targetOf("rae1"), -0.04);
    EXPECT_DOUBLE_EQ(moved.targetOf("lae2"), 0.04);
    EXPECT_DOUBLE_EQ(moved.targetOf("rae2"), -0.04) << "the mirror image";
    for (int i = 0; i < 60; ++i) {
        moved.step();
    }
    EXPECT_DOUBLE_EQ(moved.targetOf("lae1"), -1.0);
    EXPECT_DOUBLE_EQ(moved.targetOf("rae2"), -0.5);
    EXPECT_DOUBLE_EQ(moved.targetOf("lle3"), nao().joint(nao().findJoint("lle3")).maxRad);
    EXPECT_DOUBLE_EQ(moved.targetOf("he1"), 0.0);
    EXPECT_NEAR(moved.robot.jointAngleRad(nao().findJoint("lae1")), -1.0, 0.05);
}

TEST(ProgramMoverTest, JointsNeverStopCompletely) {
    for (const char* speed : {"0", "-3"}) {
        Moved moved(
            std::string("(program 1 (trees angle symmetric) (gene 0 (lae1/rae1 -1) (speed ") +
            speed + ")))");
        moved.step();
        EXPECT_DOUBLE_EQ(moved.targetOf("lae1"), -0.004) << speed;
        moved.step();
        EXPECT_DOUBLE_EQ(moved.targetOf("lae1"), -0.008) << speed;
    }
}

TEST(ProgramMoverTest, SpeedsTurnJoints) {
    Moved moved("(program 1 (trees speed single) (gene 0 (lae1 -1)) (gene 0.1 (lae1 0)))",
                {TreeOutput::Speed, false});
    for (int i = 0; i < 20; ++i) {
        moved.step();
    }
    EXPECT_NEAR(moved.targetOf("lae1"), -0.1, 1e-12) << "for five cycles";
    EXPECT_EQ(moved.targetOf("rae1"), 0.0);
}

TEST(ProgramMoverTest, TreesReceivePercepts) {
    Moved moved("(program 1 (trees angle symmetric) (gene 0 (lae1/rae1 up-z) (lae2/rae2 lae1)"
                " (lae3/rae3 left-foot) (lae4/rae4 (+ acc-z gyro-x)) (lle1/rle1 time)))");
    for (int i = 0; i < 50; ++i) {
        moved.step();
    }
    const auto output = [&](const char* name) {
        return moved.mover.outputs()[*moved.vocabulary->findOutput(name)];
    };
    EXPECT_NEAR(output("lae1/rae1"), 1.0, 0.05);
    EXPECT_NEAR(output("lae2/rae2"), 1.0, 0.1) << "the angle of lae1, which goes to up-z";
    EXPECT_NEAR(output("lle1/rle1"), 0.98, 1e-9);
    EXPECT_TRUE(std::isnan(output("lle3/rle3"))) << "no gene decides it";
    EXPECT_GT(output("lae3/rae3"), 0.2);
    EXPECT_LT(output("lae3/rae3"), 1.5);
    EXPECT_NEAR(output("lae4/rae4"), 1.0, 0.4);
    EXPECT_EQ(moved.mover.runner().activeGene(), 0U);
    EXPECT_EQ(moved.mover.runner().nodeValues(*moved.vocabulary->findOutput("lae4/rae4")).size(),
              3U);
}

TEST(ProgramMoverTest, StepsAllocateNothing) {
    Moved moved("(program 1 (trees angle symmetric) (gene 0 (lae1/rae1 (if-less up-z time -1 "
                "(sin lle3)))) (gene 0.1 (lle3/rle3 (+ 0.1 acc-z))))");
    moved.step();
    const tests::AllocationGuard guard;
    for (int i = 1; i < 20; ++i) {
        moved.mover.step(moved.robot, i * game::kStepS, moved.targetRad);
    }
    EXPECT_EQ(guard.count(), 0U);
}

TEST(ProgramMoverTest, ASecondTrialRestarts) {
    Moved moved("(program 1 (trees angle symmetric) (gene 0 (lae1/rae1 -1)) (gene 0.04 "
                "(lae2/rae2 0.5)))");
    for (int i = 0; i < 4; ++i) {
        moved.step();
    }
    EXPECT_EQ(moved.mover.runner().activeGene(), 1U);
    moved.mover.begin(moved.robot);
    EXPECT_FALSE(moved.mover.runner().activeGene().has_value());
    EXPECT_TRUE(std::isnan(moved.mover.outputs()[0]));
}

} // namespace
} // namespace sideline::training
