#include "agentcore/game/rules.h"
#include "simulator/referee/self_collision_rule.h"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/robot/soccerbot056.h"
#include "tests/simulator/referee/foul_scene.h"

namespace sideline::simulator {
namespace {

using tests::FoulScene;

const game::PlayerId kPlayer = FoulScene::right(4);

std::set<std::string> effectors(const robot::RobotModel& model,
                                const std::vector<robot::JointId>& joints) {
    std::set<std::string> names;
    for (const robot::JointId joint : joints) {
        names.insert(model.joint(joint).effector);
    }
    return names;
}

TEST(SelfCollisionRuleTest, FreezesAllJointsOfALimb) {
    const robot::RobotModel& standard = robot::naoModel(robot::NaoType::Standard);
    const robot::RobotModel& toes = robot::naoModel(robot::NaoType::Toes);
    const auto frozen = [](const robot::RobotModel& model, const char* body) {
        return effectors(model, jointsFrozenWith(model, model.findBody(body)));
    };
    const std::set<std::string> arm = {"rae1", "rae2", "rae3", "rae4"};
    const std::set<std::string> leg = {"lle1", "lle2", "lle3", "lle4", "lle5", "lle6"};
    std::set<std::string> toeLeg = leg;
    toeLeg.insert("lle7");
    EXPECT_EQ(frozen(standard, "rupperarm"), arm);
    EXPECT_EQ(frozen(standard, "rlowerarm"), arm);
    EXPECT_EQ(frozen(standard, "lthigh"), leg);
    EXPECT_EQ(frozen(standard, "lfoot"), leg);
    EXPECT_EQ(frozen(toes, "lshank"), toeLeg);
    EXPECT_EQ(frozen(toes, "ltoe"), toeLeg);
    EXPECT_TRUE(frozen(standard, "torso").empty());
    EXPECT_TRUE(frozen(standard, "rshoulder").empty());
    EXPECT_TRUE(frozen(standard, "head").empty());
}

TEST(SelfCollisionRuleTest, FreezesTheLimbsOfAnyRobot) {
    const robot::RobotModel& tall = robot::soccerbot056Model();
    const auto frozen = [&](const char* body) {
        return effectors(tall, jointsFrozenWith(tall, tall.findBody(body)));
    };
    const std::set<std::string> arm = {"rae1_2", "rae3", "rae4"};
    EXPECT_EQ(frozen("rightlowerarm"), arm);
    EXPECT_EQ(frozen("righthand1"), arm);
    EXPECT_EQ(frozen("leftthigh"), (std::set<std::string>{"lle1", "lle2_3", "lle4", "lle5_6"}));
    EXPECT_TRUE(frozen("lowerTorso").empty());
    EXPECT_TRUE(frozen("head").empty());

    FoulScene scene;
    scene.world.robotModel = tall.shared();
    scene.world.setBall(10.0, 5.0);
    scene.world.add(kPlayer, 1.0, 1.0);
    scene.world.at(kPlayer).selfContacts = {
        {tall.findBody("torso"), tall.findBody("leftlowerarm")}};
    scene.run();
    EXPECT_EQ(scene.world.at(kPlayer).frozen.size(), 4U); // one joint has two axes
    EXPECT_EQ(scene.announced(kPlayer), std::vector{FoulType::SelfCollision});
}

class SelfCollisionTest : public ::testing::Test {
protected:
    SelfCollisionTest() {
        scene.world.setBall(10.0, 5.0);
        scene.world.add(kPlayer, 1.0, 1.0);
        scene.run(5);
    }
    // Puts an arm into the torso, or removes it.
    void setArmInTorso(bool isIn) {
        const robot::RobotModel& model = robot::naoModel(robot::NaoType::Standard);
        scene.world.at(kPlayer).selfContacts.clear();
        if (isIn) {
            scene.world.at(kPlayer).selfContacts = {
                {model.findBody("torso"), model.findBody("rlowerarm")}};
        }
    }
    [[nodiscard]] std::size_t frozenCount() { return scene.world.at(kPlayer).frozen.size(); }

    FoulScene scene;
};

TEST_F(SelfCollisionTest, ArmFreezesForOneSecondAndNotAgainForTwo) {
    setArmInTorso(true);
    scene.run();
    EXPECT_EQ(frozenCount(), 4U);
    EXPECT_EQ(scene.announced(kPlayer), std::vector{FoulType::SelfCollision});
    EXPECT_EQ(scene.world.at(kPlayer).moveCount, 0);
    const auto startS = static_cast<float>(scene.game.timeS());
    // remains in the torso
    int frozenCycles = 1;
    while (frozenCount() > 0) {
        scene.run();
        ++frozenCycles;
    }
    EXPECT_GE(static_cast<float>(scene.game.timeS()) - startS, 1.0F);
    EXPECT_LT(static_cast<float>(scene.game.timeS()) - startS, 1.03F);
    EXPECT_EQ(scene.book.fouls().size(), 1U);
    while (scene.book.fouls().size() == 1U) {
        EXPECT_EQ(frozenCount(), 0U);
        scene.run();
    }
    EXPECT_GE(static_cast<float>(scene.game.timeS()) - startS, 3.0F);
    EXPECT_LT(static_cast<float>(scene.game.timeS()) - startS, 3.05F);
    EXPECT_EQ(frozenCount(), 4U);
}

TEST_F(SelfCollisionTest, EachLimbIsASeparateFoul) {
    setArmInTorso(true);
    scene.run();
    const robot::RobotModel& model = robot::naoModel(robot::NaoType::Standard);
    scene.world.at(kPlayer).selfContacts.push_back(
        {model.findBody("rlowerarm"), model.findBody("rthigh")});
    scene.run();
    EXPECT_EQ(frozenCount(), 10U);
    EXPECT_EQ(scene.book.fouls().size(), 2U);
}

TEST_F(SelfCollisionTest, PauseUnfreezesAllJoints) {
    setArmInTorso(true);
    scene.run();
    scene.game.setPaused(true);
    scene.run();
    EXPECT_EQ(frozenCount(), 0U);
    scene.game.setPaused(false);
    scene.run();
    EXPECT_EQ(frozenCount(), 4U) << "and forgets when they were frozen";
}

TEST_F(SelfCollisionTest, CanBeTurnedOff) {
    setArmInTorso(true);
    scene.run();
    game::Rules rules;
    rules.usesSelfCollisions = false;
    scene.game.setRules(rules);
    scene.run();
    EXPECT_EQ(frozenCount(), 0U);
    EXPECT_EQ(scene.book.fouls().size(), 1U);
}

TEST_F(SelfCollisionTest, CanLiftPlayerOffTheField) {
    game::Rules rules;
    rules.selfCollisionBeamPenalty = true;
    scene.game.setRules(rules);
    setArmInTorso(true);
    scene.run(500); // 10 s: no second penalty yet
    EXPECT_EQ(frozenCount(), 0U);
    EXPECT_EQ(scene.book.fouls().size(), 26U);
    EXPECT_NEAR(scene.world.placeOf(kPlayer).y(), -10.5, 1e-12);
    scene.run(5);
    EXPECT_GT(scene.book.fouls().size(), 26U);
}

} // namespace
} // namespace sideline::simulator
