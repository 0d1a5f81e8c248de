#include "agentcore/game/rules.h"
#include "simulator/referee/charging_rule.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/simulator/referee/foul_scene.h"

namespace sideline::simulator {
namespace {

using tests::FoulScene;

const game::PlayerId kRunner = FoulScene::left(5);
const game::PlayerId kOther = FoulScene::right(6);

// The left player runs along +x into the right one, which stands; the ball is far away.
class ChargingRuleTest : public ::testing::Test {
protected:
    ChargingRuleTest() { set({0.0, 0.0}, {0.5, 0.0}, {5.0, 5.0}); }

    void set(const Eigen::Vector2d& runner, const Eigen::Vector2d& other,
             const Eigen::Vector2d& ball) {
        for (const auto& id : {kRunner, kOther}) {
            if (std::count(scene.world.players().begin(), scene.world.players().end(), id) == 0) {
                scene.world.add(id, 0.0, 0.0);
            }
        }
        scene.world.at(kRunner).motion.p_S.head<2>() = runner;
        scene.world.at(kOther).motion.p_S.head<2>() = other;
        scene.world.setBall(ball.x(), ball.y());
        setSpeed(kRunner, 1.0, 0.0);
    }
    void setSpeed(const game::PlayerId& id, double xMps, double yMps) {
        scene.world.at(id).motion.velocity_SMps = {xMps, yMps, 0.0};
    }
    // Both keep their velocities during the averaging time, then touch once.
    void collide(double contactXM = 0.25, double contactYM = 0.0) {
        scene.run(3);
        touch(contactXM, contactYM);
    }
    void touch(double contactXM = 0.25, double contactYM = 0.0) {
        scene.world.opponents = {{kRunner, kOther, {contactXM, contactYM, 0.3}}};
        scene.run();
        scene.world.opponents.clear();
    }
    [[nodiscard]] std::size_t fouls() const { return scene.book.fouls().size(); }

    FoulScene scene;
};

TEST_F(ChargingRuleTest, ChargingPlayerIsLiftedOffTheField) {
    collide();
    EXPECT_EQ(scene.announced(kRunner), std::vector{FoulType::Charging});
    EXPECT_TRUE(scene.announced(kOther).empty());
    EXPECT_NEAR(scene.world.motion(kRunner).p_S.z(), 1.02, 1e-12);
    scene.run(25);
    EXPECT_EQ(fouls(), 26U);
    EXPECT_TRUE(scene.world.placeOf(kRunner).isApprox(Eigen::Vector2d(-1.2, -10.5)));
    scene.run(100);
    EXPECT_EQ(fouls(), 26U);
}

TEST_F(ChargingRuleTest, AveragesSpeedsOverThreeCycles) {
    setSpeed(kRunner, 0.0, 0.0);
    scene.run(3);
    setSpeed(kRunner, 1.1, 0.0);
    touch(); // on average 0.37 m/s
    EXPECT_EQ(fouls(), 0U);
    scene.run(20);
    touch();
    EXPECT_EQ(fouls(), 1U);
}

TEST_F(ChargingRuleTest, SlowOrSidewaysContactIsNoCharge) {
    setSpeed(kRunner, 0.39, 0.0);
    collide();
    setSpeed(kRunner, 0.1, 0.9); // passes by
    collide();
    setSpeed(kRunner, -1.0, 0.0); // moves away
    collide();
    EXPECT_EQ(fouls(), 0U);
}

TEST_F(ChargingRuleTest, MutualChargeIsNoFoul) {
    setSpeed(kOther, -1.0, 0.0);
    collide();
    EXPECT_EQ(fouls(), 0U);
}

TEST_F(ChargingRuleTest, HarmlessContactGrantsTimeToSeparate) {
    setSpeed(kRunner, 0.0, 0.0);
    scene.run(3);
    touch();
    setSpeed(kRunner, 1.0, 0.0);
    scene.run(6);
    // 0.2 s are slightly more than ten cycles on the server
    for (int cycle = 7; cycle <= 10; ++cycle) {
        touch();
        EXPECT_EQ(fouls(), 0U) << cycle;
    }
    touch();
    EXPECT_EQ(fouls(), 1U);
}

TEST_F(ChargingRuleTest, BallToucherMayChargeForOneSecond) {
    scene.world.touchers = {kRunner};
    scene.run();
    scene.world.touchers.clear();
    scene.run(48);
    touch(); // 49 cycles after the ball
    EXPECT_EQ(fouls(), 0U);
    touch();
    EXPECT_EQ(fouls(), 1U);
}

TEST_F(ChargingRuleTest, PlayerChargedByImmunePlayerMayChargeBack) {
    scene.run(3);
    scene.world.touchers = {kRunner};
    touch();
    scene.world.touchers.clear();
    // now the other player charges
    setSpeed(kRunner, 0.0, 0.0);
    setSpeed(kOther, -1.0, 0.0);
    scene.run(20);
    touch();
    EXPECT_EQ(fouls(), 0U);
    scene.run(29);
    touch();
    EXPECT_EQ(scene.announced(kOther), std::vector{FoulType::Charging});
}

TEST_F(ChargingRuleTest, MovedPlayerIsExemptForOneSecond) {
    scene.run(3);
    scene.moved = {kOther};
    scene.run(48);
    touch();
    EXPECT_EQ(fouls(), 0U);
    touch();
    EXPECT_EQ(fouls(), 1U);
}

TEST_F(ChargingRuleTest, FallenPlayerIsIgnored) {
    scene.world.at(kOther).motion.p_S.z() = 0.2;
    collide();
    EXPECT_EQ(fouls(), 0U);
}

TEST_F(ChargingRuleTest, NoChargeAtTheBall) {
    set({0.0, 0.0}, {0.5, 0.0}, {0.25, 0.09});
    collide();
    EXPECT_EQ(fouls(), 0U);
}

TEST_F(ChargingRuleTest, NearTheBallDirectionTowardsItMatters) {
    // directly towards the ball, and nearer to it: no charge
    set({0.0, 0.0}, {0.3, 0.4}, {0.4, 0.0});
    collide(0.15, 0.2);
    EXPECT_EQ(fouls(), 0U);
    // past the ball, towards the opponent
    set({0.0, 0.0}, {0.5, 0.0}, {0.0, 0.8});
    scene.run(20);
    collide();
    EXPECT_EQ(scene.announced(kRunner), std::vector{FoulType::Charging});
}

TEST_F(ChargingRuleTest, SecondPlayerTowardsTheBallCharges) {
    set({0.0, 0.0}, {0.5, 0.0}, {1.2, 0.0});
    collide();
    EXPECT_EQ(scene.announced(kRunner), std::vector{FoulType::Charging});
}

TEST_F(ChargingRuleTest, GoalkeeperMayChargeInItsOwnArea) {
    const auto goalie = FoulScene::left(1);
    scene.world.remove(kRunner);
    scene.world.add(goalie, -15.3, 0.0); // also behind the goal line
    scene.world.at(goalie).motion.velocity_SMps = {1.0, 0.0, 0.0};
    scene.world.at(kOther).motion.p_S = {-14.8, 0.0, 0.385};
    const auto touchGoalie = [&](double xM) {
        scene.run(3);
        scene.world.opponents = {{goalie, kOther, {xM, 0.0, 0.3}}};
        scene.run();
        scene.world.opponents.clear();
    };
    touchGoalie(-15.05);
    EXPECT_EQ(fouls(), 0U);
    scene.run(20);
    scene.world.at(goalie).motion.p_S.x() = -13.1;
    scene.world.at(kOther).motion.p_S.x() = -12.6;
    touchGoalie(-12.85);
    EXPECT_EQ(scene.announced(goalie), std::vector{FoulType::Charging});
}

TEST_F(ChargingRuleTest, ContactsOfAPauseAreJudgedAfterIt) {
    scene.run(3);
    scene.game.setPaused(true);
    touch();
    EXPECT_EQ(fouls(), 0U);
    scene.game.setPaused(false);
    scene.run();
    EXPECT_EQ(fouls(), 1U);
}

TEST_F(ChargingRuleTest, CanBeTurnedOff) {
    game::Rules rules;
    rules.usesCharging = false;
    scene.game.setRules(rules);
    collide();
    EXPECT_EQ(fouls(), 0U);
}

} // namespace
} // namespace sideline::simulator
