#include "simulator/referee/incapable_rule.h"

#include <gtest/gtest.h>

#include "agentcore/robot/soccerbot056.h"
#include "tests/simulator/referee/foul_scene.h"

namespace sideline::simulator {
namespace {

using tests::FoulScene;

// The first cycle in which a player with this torso height is announced as incapable.
int cyclesUntilFoul(const game::PlayerId& player, double heightM, double yM = 0.0,
                    const robot::RobotModel& model = robot::naoModel(robot::NaoType::Standard)) {
    FoulScene scene;
    scene.world.robotModel = model.shared();
    scene.world.setBall(10.0, 5.0);
    scene.world.add(player, 0.0, yM);
    scene.world.at(player).motion.p_S.z() = heightM;
    for (int cycle = 1; cycle <= 4000; ++cycle) {
        scene.run();
        if (!scene.book.fouls().empty()) {
            EXPECT_EQ(scene.book.fouls().front().type, FoulType::Incapable);
            return cycle;
        }
    }
    return 0;
}

TEST(IncapableRuleTest, AppliesTheTimeLimits) {
    EXPECT_EQ(cyclesUntilFoul(FoulScene::left(2), 0.1), 751);     // 15 s on the ground
    EXPECT_EQ(cyclesUntilFoul(FoulScene::right(2), 0.2), 1501);   // 30 s not standing
    EXPECT_EQ(cyclesUntilFoul(FoulScene::left(1), 0.1), 1501);    // 30 s for the goalie
    EXPECT_EQ(cyclesUntilFoul(FoulScene::right(1), 0.2), 3001);   // 60 s for the goalie
    EXPECT_EQ(cyclesUntilFoul(FoulScene::left(2), 0.385), 0);     // standing
    EXPECT_EQ(cyclesUntilFoul(FoulScene::left(2), 0.1, 10.2), 0); // lying off the field
}

TEST(IncapableRuleTest, HeightsAreInProportionToTheRobot) {
    const robot::RobotModel& tall = robot::soccerbot056Model();
    EXPECT_EQ(cyclesUntilFoul(FoulScene::left(2), 0.5, 0.0, tall), 751);  // lying
    EXPECT_EQ(cyclesUntilFoul(FoulScene::left(2), 1.6, 0.0, tall), 1501); // kneeling
    EXPECT_EQ(cyclesUntilFoul(FoulScene::left(2), 3.56, 0.0, tall), 0);
}

TEST(IncapableRuleTest, StandingForHalfASecondResetsTheTime) {
    FoulScene scene;
    const auto player = FoulScene::left(4);
    scene.world.setBall(10.0, 5.0);
    scene.world.add(player, 0.0, 0.0);
    double& z = scene.world.at(player).motion.p_S.z();

    // 25 cycles up are not enough: the time not standing continues, that on the ground does not
    z = 0.1;
    scene.run(749);
    z = 0.3;
    scene.run(25);
    z = 0.1;
    scene.run(750);
    EXPECT_TRUE(scene.book.fouls().empty());
    z = 0.2;
    scene.run(1);
    EXPECT_TRUE(scene.book.fouls().empty()); // 1500 cycles not standing
    z = 0.3;
    scene.run(26);
    z = 0.2;
    scene.run(1500);
    EXPECT_TRUE(scene.book.fouls().empty());
    scene.run(1);
    EXPECT_EQ(scene.announced(player), std::vector{FoulType::Incapable});
}

TEST(IncapableRuleTest, PauseResetsTheTime) {
    FoulScene scene;
    scene.world.setBall(10.0, 5.0);
    scene.world.add(FoulScene::left(4), 0.0, 0.0);
    scene.world.at(FoulScene::left(4)).motion.p_S.z() = 0.1;
    scene.run(750);
    scene.game.setPaused(true);
    scene.run(1);
    scene.game.setPaused(false);
    scene.run(750);
    EXPECT_TRUE(scene.book.fouls().empty());
    scene.run(1);
    EXPECT_EQ(scene.book.fouls().size(), 1U);
}

} // namespace
} // namespace sideline::simulator
