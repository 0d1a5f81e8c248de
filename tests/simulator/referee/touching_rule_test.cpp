#include "agentcore/game/rules.h"
#include "simulator/referee/touching_rule.h"

#include <set>

#include <gtest/gtest.h>

#include "tests/simulator/referee/foul_scene.h"

namespace sideline::simulator {
namespace {

using tests::FoulScene;

const game::PlayerId k1 = FoulScene::left(1);
const game::PlayerId k5 = FoulScene::left(5);
const game::PlayerId k6 = FoulScene::left(6);
const game::PlayerId k7 = FoulScene::left(7);

// Players stand in a row, 0.3 m apart; no groups exist yet.
void lineUp(FoulScene& scene, std::initializer_list<game::PlayerId> players) {
    scene.world.setBall(10.0, 5.0);
    double xM = 0.0;
    for (const game::PlayerId& player : players) {
        scene.world.add(player, xM, 0.0);
        xM += 0.3;
    }
    scene.run(2);
}

TEST(TouchingRuleTest, ThirdTouchingPlayerIsMovedAway) {
    std::set<game::PlayerId> offenders;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        FoulScene scene({}, seed);
        lineUp(scene, {k5, k6, k7});
        scene.world.mates = {{k5, k6}};
        scene.run(10);
        EXPECT_TRUE(scene.book.fouls().empty());
        scene.world.mates.clear();
        scene.run();

        scene.world.mates = {{k5, k6}, {k6, k7}};
        scene.run();
        scene.world.mates.clear();
        scene.run(5);
        ASSERT_EQ(scene.book.fouls().size(), 1U);
        EXPECT_EQ(scene.book.fouls()[0].type, FoulType::Touching);
        const game::PlayerId offender = scene.book.fouls()[0].offender;
        offenders.insert(offender);
        for (const auto& player : {k5, k6, k7}) {
            EXPECT_EQ(scene.world.at(player).moveCount, player == offender ? 1 : 0);
        }
        if (offender == k7) { // away from the center of the group, at (0.3, 0)
            EXPECT_NEAR(scene.world.placeOf(k7).x(), 1.0, 1e-12);
            EXPECT_EQ(scene.world.placeOf(k7).y(), 0.0);
        }
    }
    EXPECT_EQ(offenders.size(), 3U) << "the order is random";
}

TEST(TouchingRuleTest, LastJoinedPlayerLeaves) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        FoulScene scene({}, seed);
        lineUp(scene, {k5, k6, k7});
        scene.world.mates = {{k5, k6}};
        scene.run(3);
        scene.world.mates = {{k6, k7}, {k5, k6}};
        scene.run();
        ASSERT_EQ(scene.book.fouls().size(), 1U);
        EXPECT_EQ(scene.book.fouls()[0].offender, k7);
    }
}

TEST(TouchingRuleTest, GoalkeeperStaysAndTeammateLeaves) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        FoulScene scene({}, seed);
        lineUp(scene, {k5, k6, k1});
        scene.world.mates = {{k5, k6}};
        scene.run(3);
        scene.world.mates = {{k5, k6}, {k1, k6}};
        scene.run();
        ASSERT_EQ(scene.book.fouls().size(), 1U);
        EXPECT_NE(scene.book.fouls()[0].offender, k1);
    }
}

TEST(TouchingRuleTest, SideWithMorePlayersLosesOne) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        FoulScene scene({}, seed);
        const auto opponent = FoulScene::right(3);
        lineUp(scene, {k5, k6, opponent});
        scene.world.mates = {{k5, k6}};
        scene.run(3);
        scene.world.opponents = {{k6, opponent, {0.45, 0.0, 0.3}}}; // the opponent joins last
        scene.run();
        ASSERT_EQ(scene.book.fouls().size(), 1U);
        EXPECT_EQ(scene.book.fouls()[0].offender.side, game::Side::Left);
    }
}

TEST(TouchingRuleTest, GroupOfFiveLosesThree) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        FoulScene scene({}, seed);
        const auto k8 = FoulScene::left(8);
        const auto k9 = FoulScene::left(9);
        lineUp(scene, {k5, k6, k7, k8, k9});
        scene.world.mates = {{k5, k6}, {k8, k9}, {k6, k7}, {k7, k8}};
        scene.run();
        EXPECT_EQ(scene.book.fouls().size(), 3U);
    }
}

TEST(TouchingRuleTest, GroupsGrowWhileTheGameIsPaused) {
    FoulScene scene;
    lineUp(scene, {k5, k6, k7});
    scene.game.setPaused(true);
    scene.world.mates = {{k5, k6}};
    scene.run();
    scene.world.mates = {{k6, k7}};
    scene.run();
    scene.world.mates.clear();
    scene.run(10);
    EXPECT_TRUE(scene.book.fouls().empty());
    scene.game.setPaused(false);
    scene.run(10);
    EXPECT_EQ(scene.book.fouls().size(), 1U);
}

TEST(TouchingRuleTest, LeavingPlayerLeavesItsGroup) {
    FoulScene scene;
    lineUp(scene, {k5, k6, k7});
    scene.game.setPaused(true);
    scene.world.mates = {{k5, k6}, {k6, k7}};
    scene.run();
    scene.world.mates.clear();
    scene.world.remove(k6);
    scene.rules.playerLeft(k6);
    scene.game.setPaused(false);
    scene.run(10);
    EXPECT_TRUE(scene.book.fouls().empty());
}

TEST(TouchingRuleTest, OffendersCanBeLiftedOffTheField) {
    game::Rules rules;
    rules.touchingBeamPenalty = true;
    FoulScene scene(rules);
    lineUp(scene, {k5, k6, k7});
    scene.world.mates = {{k5, k6}, {k6, k7}};
    scene.run();
    scene.world.mates.clear();
    scene.run(100);
    EXPECT_EQ(scene.book.fouls().size(), 26U);
    const game::PlayerId offender = scene.book.fouls()[0].offender;
    EXPECT_NEAR(scene.world.placeOf(offender).y(), -10.5, 1e-12);
}

} // namespace
} // namespace sideline::simulator
