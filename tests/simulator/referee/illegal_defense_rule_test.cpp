#include "agentcore/game/rules.h"
#include "simulator/referee/illegal_defense_rule.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/simulator/referee/foul_scene.h"

namespace sideline::simulator {
namespace {

using tests::FoulScene;

// The left area reaches from x = -15 to -13.2 and y = -3 to 3.
class IllegalDefenseRuleTest : public ::testing::Test {
protected:
    IllegalDefenseRuleTest() { scene.world.setBall(5.0, 5.0); }

    void enter(const game::PlayerId& player, double xM, double yM) {
        const auto players = scene.world.players();
        if (std::find(players.begin(), players.end(), player) == players.end()) {
            scene.world.add(player, xM, yM);
        }
        scene.world.at(player).motion.p_S = {xM, yM, 0.385};
    }

    FoulScene scene;
};

TEST_F(IllegalDefenseRuleTest, FourthPlayerIsMovedInFrontOfTheArea) {
    for (int unum = 2; unum <= 4; ++unum) {
        enter(FoulScene::left(unum), -14.0, unum - 3.0);
    }
    scene.run(5);
    EXPECT_TRUE(scene.book.fouls().empty());
    enter(FoulScene::left(5), -13.3, 2.0);
    scene.run(5);
    EXPECT_EQ(scene.announced(FoulScene::left(5)), std::vector{FoulType::IllegalDefense});
    EXPECT_EQ(scene.book.fouls().size(), 1U);
    EXPECT_NEAR(scene.world.placeOf(FoulScene::left(5)).x(), -12.8, 1e-12);
    EXPECT_EQ(scene.world.placeOf(FoulScene::left(5)).y(), 2.0);
}

TEST_F(IllegalDefenseRuleTest, MovesAcrossNearestEdgeButNotIntoGoal) {
    for (int unum = 2; unum <= 4; ++unum) {
        enter(FoulScene::right(unum), 13.5, unum - 3.0);
    }
    scene.run(5);
    enter(FoulScene::right(5), 14.0, -2.9);
    scene.run();
    EXPECT_NEAR(scene.world.placeOf(FoulScene::right(5)).x(), 14.0, 1e-12);
    EXPECT_NEAR(scene.world.placeOf(FoulScene::right(5)).y(), -3.4, 1e-12);
    enter(FoulScene::right(6), 14.8, -0.2);
    scene.run();
    EXPECT_NEAR(scene.world.placeOf(FoulScene::right(6)).x(), 15.4, 1e-12);
    EXPECT_NEAR(scene.world.placeOf(FoulScene::right(6)).y(), -1.451, 1e-12);
}

TEST_F(IllegalDefenseRuleTest, FarthestPlayerLeavesIfGoalkeeperEnteredLast) {
    enter(FoulScene::left(2), -14.5, 0.0);
    enter(FoulScene::left(3), -13.5, 2.5);
    enter(FoulScene::left(4), -14.0, -1.0);
    enter(FoulScene::left(1), -12.0, 0.0);
    scene.run(5);
    EXPECT_TRUE(scene.book.fouls().empty());
    enter(FoulScene::left(1), -13.3, 0.0);
    scene.run(5);
    EXPECT_EQ(scene.book.fouls().size(), 1U);
    EXPECT_EQ(scene.announced(FoulScene::left(3)), std::vector{FoulType::IllegalDefense});
}

TEST_F(IllegalDefenseRuleTest, GoalkeeperCountsButIsNeverSentOut) {
    for (int unum = 1; unum <= 5; ++unum) {
        enter(FoulScene::left(unum), -14.0, unum - 3.0);
    }
    scene.run(5); // all entered in the same cycle
    EXPECT_EQ(scene.book.fouls().size(), 2U);
    EXPECT_TRUE(scene.announced(FoulScene::left(1)).empty());
}

TEST_F(IllegalDefenseRuleTest, OpponentsMayEnterTheArea) {
    for (int unum = 2; unum <= 6; ++unum) {
        enter(FoulScene::right(unum), -14.0, unum - 4.0);
    }
    scene.run(5);
    EXPECT_TRUE(scene.book.fouls().empty());
}

TEST_F(IllegalDefenseRuleTest, OffendersCanBeLiftedOffTheField) {
    game::Rules rules;
    rules.illegalDefenseBeamPenalty = true;
    scene.game.setRules(rules);
    for (int unum = 2; unum <= 4; ++unum) {
        enter(FoulScene::left(unum), -14.0, unum - 3.0);
    }
    scene.run(5);
    enter(FoulScene::left(5), -13.3, 2.0);
    scene.run(26);
    EXPECT_EQ(scene.book.fouls().size(), 26U);
    EXPECT_NEAR(scene.world.placeOf(FoulScene::left(5)).y(), -10.5, 1e-12);
}

} // namespace
} // namespace sideline::simulator
