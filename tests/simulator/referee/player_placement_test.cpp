#include "agentcore/game/rules.h"
#include "simulator/referee/player_placement.h"

#include <cmath>

#include <gtest/gtest.h>

#include "agentcore/robot/soccerbot056.h"
#include "tests/simulator/referee/foul_scene.h"

namespace sideline::simulator {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using tests::FoulScene;

class PlayerPlacementTest : public ::testing::Test {
protected:
    // Moves `player` to a position on the ground; returns its final position.
    Vector2d move(const game::PlayerId& player, double xM, double yM, bool avoidBall = true) {
        RuleContext context = scene.context();
        movePlayerSafely(context, player, {xM, yM, 0.385}, avoidBall);
        return scene.world.placeOf(player);
    }
    void expectAt(const Vector2d& place, double xM, double yM) {
        EXPECT_NEAR(place.x(), xM, 1e-12);
        EXPECT_NEAR(place.y(), yM, 1e-12);
    }

    FoulScene scene;
};

TEST_F(PlayerPlacementTest, MovesPlayerToFreePosition) {
    scene.world.add(FoulScene::left(5), -3.0, 2.0);
    expectAt(move(FoulScene::left(5), -6.0, 4.0), -6.0, 4.0);
    EXPECT_EQ(scene.world.motion(FoulScene::left(5)).p_S.z(), 0.385);
    EXPECT_EQ(scene.moved, std::vector{FoulScene::left(5)});
}

TEST_F(PlayerPlacementTest, StepsAwayFromOccupiedPosition) {
    scene.world.add(FoulScene::left(5), -3.0, 2.0);
    scene.world.add(FoulScene::right(5), -6.0, 4.0);
    // steps of 0.4 m: free at 0.8 m along x (0.7 m from the footprint) and along y, but the search
    // prefers positions nearer to the player
    const Vector2d place = move(FoulScene::left(5), -6.0, 4.0);
    expectAt(place, -6.0, 4.8);
    EXPECT_GT(scene.world.footprint(FoulScene::right(5)).exteriorDistance(place), 0.4);
}

// The torso of a tall robot is far above that of a Nao that is held for a foul.
TEST_F(PlayerPlacementTest, AStandingTallRobotIsInTheWay) {
    scene.world.robotModel = robot::soccerbot056Model().shared();
    const double standingM = scene.world.robotModel->standingTorsoM();
    scene.world.add(FoulScene::left(5), -3.0, 2.0);
    scene.world.add(FoulScene::right(5), -6.0, 4.0);
    scene.world.at(FoulScene::left(5)).motion.p_S.z() = standingM;
    scene.world.at(FoulScene::right(5)).motion.p_S.z() = standingM;
    const Vector2d place = move(FoulScene::left(5), -6.0, 4.0);
    EXPECT_GT(scene.world.footprint(FoulScene::right(5)).exteriorDistance(place), 1.0);
    scene.world.at(FoulScene::right(5)).motion.p_S.z() = standingM + 3.0; // held
    expectAt(move(FoulScene::left(5), -6.0, 4.0), -6.0, 4.0);
}

TEST_F(PlayerPlacementTest, TriesBothDirectionsOnTheUnchangedAxis) {
    scene.world.add(FoulScene::left(5), -6.0, 4.0);
    scene.world.add(FoulScene::right(5), -6.5, 4.0);
    // the target differs along x only: the position towards the center of the field comes first
    expectAt(move(FoulScene::left(5), -6.5, 4.0), -6.5, 3.2);
}

TEST_F(PlayerPlacementTest, KeepsAwayFromTheBallByDefault) {
    scene.world.add(FoulScene::left(5), -3.0, 2.0);
    scene.world.setBall(-6.0, 4.0);
    const Vector2d place = move(FoulScene::left(5), -6.0, 4.0);
    EXPECT_GE((place - Vector2d(-6.0, 4.0)).norm(), 1.0); // passModeMinOpponentDistanceM
    scene.world.at(FoulScene::left(5)).motion.p_S = {-3.0, 2.0, 0.385};
    expectAt(move(FoulScene::left(5), -6.0, 4.0, false), -6.0, 4.0);
}

TEST_F(PlayerPlacementTest, NeverPutsAPlayerIntoOrBehindAGoal) {
    scene.world.add(FoulScene::right(5), 10.0, 0.5);
    const Vector2d place = move(FoulScene::right(5), 15.5, 0.0);
    EXPECT_TRUE(std::abs(place.x()) <= 15.0 || std::abs(place.y()) >= 1.05 + 0.4) << place;
}

TEST_F(PlayerPlacementTest, DoesNotFillAPenaltyArea) {
    for (int unum = 2; unum <= 4; ++unum) {
        scene.world.add(FoulScene::left(unum), -14.5, unum - 3.0);
    }
    // from beyond the goal line x is lower: in front of the area
    scene.world.add(FoulScene::left(5), -16.0, 2.0);
    const Vector2d front = move(FoulScene::left(5), -14.0, 2.0);
    EXPECT_GE(front.x(), -13.2 + 0.4 - 1e-12);
    // from the front: to the side
    scene.world.at(FoulScene::left(5)).motion.p_S = {-10.0, 2.0, 0.385};
    const Vector2d side = move(FoulScene::left(5), -14.0, 2.5);
    EXPECT_GE(side.y(), 3.0 + 0.4 - 1e-12);
    // a held player does not count
    scene.world.at(FoulScene::left(2)).motion.p_S.z() = 1.1;
    scene.world.at(FoulScene::left(5)).motion.p_S = {-10.0, 2.0, 0.385};
    expectAt(move(FoulScene::left(5), -14.0, 2.5), -14.0, 2.5);
    // the limit does not apply to opponents
    scene.world.at(FoulScene::left(2)).motion.p_S.z() = 0.385;
    scene.world.add(FoulScene::right(5), -10.0, -2.0);
    expectAt(move(FoulScene::right(5), -14.0, -2.3), -14.0, -2.3);
}

TEST_F(PlayerPlacementTest, StopsAfterMaximumAttempts) {
    game::Rules rules;
    rules.maxSafeRepositionAttempts = 1;
    scene.game.setRules(rules);
    scene.world.add(FoulScene::left(5), -3.0, 2.0);
    scene.world.add(FoulScene::right(5), -6.0, 4.0);
    expectAt(move(FoulScene::left(5), -6.0, 4.0), -6.0, 4.0);
    rules.maxSafeRepositionAttempts = 0;
    scene.game.setRules(rules);
    expectAt(move(FoulScene::left(5), -6.1, 4.0), -6.1, 4.0);
}

TEST_F(PlayerPlacementTest, PenalizedPlayersWaitAcrossFromTheBall) {
    const auto outside = [&](const game::PlayerId& player, double ballYM) {
        return placeOutside_S(scene.field, player, {3.0, ballYM, 0.0});
    };
    EXPECT_TRUE(outside(FoulScene::left(2), 1.0).isApprox(Vector3d(-3.0, -10.5, 1.0)));
    EXPECT_TRUE(outside(FoulScene::left(2), -1.0).isApprox(Vector3d(-3.0, 10.5, 1.0)));
    EXPECT_TRUE(outside(FoulScene::right(2), 1.0).isApprox(Vector3d(3.0, -10.5, 1.0)));
    EXPECT_TRUE(outside(FoulScene::right(9), 0.0).isApprox(Vector3d(-1.2, -10.5, 1.0)));
}

} // namespace
} // namespace sideline::simulator
