#include "agentcore/game/rules.h"
#include "simulator/referee/foul_hold.h"

#include <gtest/gtest.h>

#include "tests/simulator/referee/foul_scene.h"

namespace sideline::simulator {
namespace {

using tests::FoulScene;

TEST(FoulHoldTest, LiftsForHalfASecondAndPutsOutside) {
    FoulScene scene;
    const auto player = FoulScene::right(5);
    scene.world.setBall(2.0, 3.0);
    scene.world.add(player, 4.0, -1.0);
    scene.book.addFoul(FoulType::Incapable, player);
    for (int cycle = 1; cycle <= 25; ++cycle) {
        RuleContext context = scene.context();
        EXPECT_TRUE(carryOutPenalties(context, scene.book, game::Side::Left).empty());
        EXPECT_TRUE(carryOutPenalties(context, scene.book, game::Side::Right).empty());
        const Eigen::Vector3d p_S = scene.world.motion(player).p_S;
        EXPECT_TRUE(p_S.isApprox(Eigen::Vector3d(4.0, -1.0, 1.0 + 0.01 * (cycle + 1)), 1e-12));
        EXPECT_EQ(scene.book.fouls().size(), static_cast<std::size_t>(cycle));
        EXPECT_TRUE(scene.book.isHeld(player));
    }
    RuleContext context = scene.context();
    EXPECT_EQ(carryOutPenalties(context, scene.book, game::Side::Right), std::vector{player});
    EXPECT_FALSE(scene.book.isHeld(player));
    EXPECT_EQ(scene.book.fouls().size(), 26U);
    EXPECT_TRUE(scene.world.motion(player).p_S.isApprox(Eigen::Vector3d(1.2, -10.5, 0.4), 1e-12));
    EXPECT_TRUE(carryOutPenalties(context, scene.book, game::Side::Right).empty());
    EXPECT_EQ(scene.book.fouls().size(), 26U);
}

TEST(FoulHoldTest, WithoutHoldTimePlayersAreMovedOutImmediately) {
    game::Rules rules;
    rules.foulHoldS = 0.0;
    FoulScene scene(rules);
    scene.world.add(FoulScene::left(5), -4.0, 1.0);
    scene.world.setBall(2.0, -3.0);
    scene.book.addFoul(FoulType::Charging, FoulScene::left(5));
    RuleContext context = scene.context();
    EXPECT_EQ(carryOutPenalties(context, scene.book, game::Side::Left).size(), 1U);
    EXPECT_TRUE(scene.world.motion(FoulScene::left(5))
                    .p_S.isApprox(Eigen::Vector3d(-1.2, 10.5, 1.0), 1e-12));
}

TEST(FoulHoldTest, AlreadyMovedPlayerIsOnlyAnnounced) {
    for (const FoulType type : {FoulType::Touching, FoulType::IllegalDefense}) {
        FoulScene scene;
        scene.world.add(FoulScene::left(5), -4.0, 1.0);
        scene.book.addFoul(type, FoulScene::left(5));
        RuleContext context = scene.context();
        EXPECT_EQ(carryOutPenalties(context, scene.book, game::Side::Left).size(), 1U);
        EXPECT_EQ(scene.announced(FoulScene::left(5)), std::vector{type});
        EXPECT_EQ(scene.world.at(FoulScene::left(5)).moveCount, 0);
        EXPECT_FALSE(scene.book.isHeld(FoulScene::left(5)));
    }
}

TEST(FoulHoldTest, PenalizedPlayersDoNotOverlap) {
    FoulScene scene;
    scene.world.setBall(2.0, 3.0);
    scene.world.add(FoulScene::left(5), -4.0, 1.0);
    scene.world.add(FoulScene::left(6), -1.2, -10.5); // occupies the position for player 5
    scene.book.addFoul(FoulType::Charging, FoulScene::left(5));
    for (int cycle = 0; cycle < 26; ++cycle) {
        RuleContext context = scene.context();
        (void)carryOutPenalties(context, scene.book, game::Side::Left);
    }
    const double gapM = scene.world.footprint(FoulScene::left(6))
                            .exteriorDistance(scene.world.placeOf(FoulScene::left(5)));
    EXPECT_GT(gapM, 0.4);
    EXPECT_LT(gapM, 1.5);
}

} // namespace
} // namespace sideline::simulator
