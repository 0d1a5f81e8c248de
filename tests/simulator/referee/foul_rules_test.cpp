#include "agentcore/game/rules.h"
#include "simulator/referee/foul_rules.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "tests/simulator/referee/foul_scene.h"

namespace sideline::simulator {
namespace {

using tests::FoulScene;

// A scene with fouls of all kinds in progress.
void fill(FoulScene& scene) {
    scene.world.setBall(3.0, -4.0);
    for (int unum = 1; unum <= 6; ++unum) {
        scene.world.add(FoulScene::left(unum), -14.0, 0.5 * unum - 2.0);
        scene.world.add(FoulScene::right(unum), 0.3 * unum, 0.0);
    }
    scene.world.at(FoulScene::right(6)).motion.p_S = {5.0, 3.0, 0.1};
    scene.world.at(FoulScene::left(6)).motion = {{4.6, 3.0, 0.385}, {1.0, 0.0, 0.0}};
    const robot::RobotModel& model = robot::naoModel(robot::NaoType::Standard);
    scene.world.at(FoulScene::right(2)).selfContacts = {
        {model.findBody("lfoot"), model.findBody("rfoot")}};
    for (int unum = 1; unum <= 4; ++unum) {
        scene.world.mates.emplace_back(FoulScene::right(unum), FoulScene::right(unum + 1));
    }
}

void change(FoulScene& scene, int cycle) {
    if (cycle == 40) {
        scene.world.opponents = {{FoulScene::left(6), FoulScene::right(3), {1.0, 0.0, 0.3}}};
    }
    if (cycle % 7 == 0) {
        scene.world.touchers = {FoulScene::right(1 + cycle % 5)};
    }
}

TEST(FoulRulesTest, CopyContinuesLikeTheOriginal) {
    FoulScene original;
    FoulScene interrupted;
    fill(original);
    fill(interrupted);
    for (int cycle = 0; cycle < 900; ++cycle) {
        change(original, cycle);
        change(interrupted, cycle);
        original.run();
        if (cycle % 45 == 10) {
            const FoulRules rules = interrupted.rules;
            const FoulLog book = interrupted.book;
            FoulScene other; // its changes are undone by the restored state
            other.world.add(FoulScene::left(3), 0.0, 0.0);
            RuleContext elsewhere = other.context();
            interrupted.rules.update(elsewhere, interrupted.book);
            interrupted.rules = rules;
            interrupted.book = book;
        }
        interrupted.run();
        for (const game::PlayerId& player : original.world.players()) {
            ASSERT_EQ(original.world.motion(player).p_S, interrupted.world.motion(player).p_S)
                << cycle << " " << toString(player);
            ASSERT_EQ(original.world.at(player).frozen, interrupted.world.at(player).frozen);
        }
    }
    ASSERT_EQ(original.book.fouls().size(), interrupted.book.fouls().size());
    EXPECT_TRUE(std::equal(original.book.fouls().begin(), original.book.fouls().end(),
                           interrupted.book.fouls().begin()));
    for (const FoulType type : {FoulType::Touching, FoulType::IllegalDefense, FoulType::Incapable,
                                FoulType::SelfCollision}) {
        EXPECT_TRUE(std::any_of(original.book.fouls().begin(), original.book.fouls().end(),
                                [&](const RecordedFoul& foul) { return foul.type == type; }))
            << static_cast<int>(type);
    }
}

TEST(FoulRulesTest, CanBeTurnedOff) {
    game::Rules rules;
    rules.usesFouls = false;
    FoulScene scene(rules);
    fill(scene);
    scene.run(900);
    EXPECT_TRUE(scene.book.fouls().empty());
    EXPECT_EQ(scene.world.at(FoulScene::right(2)).frozen.size(), 0U);
    for (const game::PlayerId& player : scene.world.players()) {
        EXPECT_EQ(scene.world.at(player).moveCount, 0);
    }
}

TEST(FoulRulesTest, PauseEndsPenalties) {
    FoulScene scene;
    scene.world.add(FoulScene::left(2), -1.0, 0.0);
    scene.run();
    scene.book.addFoul(FoulType::Charging, FoulScene::left(2));
    scene.run(5);
    EXPECT_TRUE(scene.book.isHeld(FoulScene::left(2)));
    scene.game.setPaused(true);
    scene.run();
    EXPECT_FALSE(scene.book.isHeld(FoulScene::left(2)));
    EXPECT_EQ(scene.book.fouls().size(), 5U);
}

TEST(FoulRulesTest, PenaltyResumesWhenPlayerReturns) {
    FoulScene scene;
    scene.world.add(FoulScene::left(2), -1.0, 0.0);
    scene.book.addFoul(FoulType::Charging, FoulScene::left(2));
    scene.run(5);
    scene.world.remove(FoulScene::left(2));
    scene.rules.playerLeft(FoulScene::left(2));
    scene.run(50);
    EXPECT_EQ(scene.book.fouls().size(), 5U);
    scene.world.add(FoulScene::left(2), -3.0, 0.0);
    scene.run();
    EXPECT_EQ(scene.book.fouls().size(), 6U);
    EXPECT_NEAR(scene.world.motion(FoulScene::left(2)).p_S.z(), 1.07, 1e-12);
}

TEST(FoulRulesTest, ConsumesMovedPlayers) {
    FoulScene scene;
    scene.world.add(FoulScene::left(2), -1.0, 0.0);
    scene.moved = {FoulScene::left(2)};
    scene.run();
    EXPECT_TRUE(scene.moved.empty());
    scene.book.addFoul(FoulType::Charging, FoulScene::left(2));
    scene.run();
    EXPECT_TRUE(scene.moved.empty());
}

TEST(FoulRulesTest, JointsStayFrozenAfterChangeOfEnds) {
    FoulScene scene;
    const auto before = FoulScene::left(2);
    scene.world.add(before, -1.0, 0.0);
    scene.run();
    const robot::RobotModel& model = robot::naoModel(robot::NaoType::Standard);
    scene.world.at(before).selfContacts = {{model.findBody("lfoot"), model.findBody("rfoot")}};
    scene.run();
    EXPECT_EQ(scene.world.at(before).frozen.size(), 12U);
    scene.game.swapSides();
    scene.run(); // the players of the world are exchanged after this
    const std::set<robot::JointId> frozen = scene.world.at(before).frozen;
    scene.world.remove(before);
    scene.world.add(FoulScene::right(2), 1.0, 0.0);
    scene.world.at(FoulScene::right(2)).frozen = frozen;
    scene.game.setPaused(true);
    scene.run();
    EXPECT_TRUE(scene.world.at(FoulScene::right(2)).frozen.empty());
}

TEST(FoulRulesTest, ShootoutGoalkeeperMustStayInItsArea) {
    game::Rules rules;
    rules.isPenaltyShootout = true;
    FoulScene scene(rules);
    ASSERT_TRUE(scene.game.isPenaltyShootout());
    scene.world.add(FoulScene::left(2), 10.0, 0.0);
    scene.world.add(FoulScene::right(1), 14.0, 0.0);
    scene.run(5);
    EXPECT_EQ(scene.game.score(game::Side::Left), 0);
    scene.world.at(FoulScene::right(1)).motion.p_S.x() = 15.2; // it may enter the goal
    scene.run(5);
    EXPECT_EQ(scene.game.playMode(), game::PlayMode::PlayOn);
    scene.world.at(FoulScene::right(1)).motion.p_S.x() = 13.1;
    scene.run(5);
    EXPECT_EQ(scene.game.score(game::Side::Left), 1);
    EXPECT_EQ(scene.game.playMode(), game::PlayMode::GoalLeft);
    EXPECT_FALSE(scene.game.isPenaltyShootout());
}

} // namespace
} // namespace sideline::simulator
