#include "agentcore/game/rules.h"
#include "simulator/referee/offside_rule.h"

#include <gtest/gtest.h>

#include "tests/simulator/referee/match_script.h"

namespace sideline::simulator {
namespace {

using game::PlayMode;
using tests::MatchScript;

game::Rules offsideRules(bool isOn) {
    game::Rules rules = MatchScript::defaultRules();
    rules.usesOffside = isOn;
    return rules;
}

/// Left 2 at `strikerX`; the second-last opponent at x = 8; left 1 passes from x = 2.
struct OffsideScene : MatchScript {
    explicit OffsideScene(double strikerX, bool isOn = true) : MatchScript(offsideRules(isOn)) {
        world.movePlayer(left1, {1.8, 0.0, 0.385});
        world.movePlayer(left2, {strikerX, 3.0, 0.385});
        world.movePlayer(right1, {8.0, 5.0, 0.385});
        world.movePlayer(right2, {14.0, 0.0, 0.385});
        world.setBall(2.0, 0.0);
        playOn();
    }
    void pass() {
        touch(left1);
        world.setBall(6.0, 2.0);
        world.movePlayer(left2, {6.0, 2.2, 0.385});
        cycles(10);
        touch(left2);
    }
};

TEST(OffsideRuleTest, PlayerBehindTheDefenderIsOffside) {
    OffsideScene scene(8.5);
    scene.pass();
    EXPECT_EQ(scene.mode(), PlayMode::OffsideRight);
}

TEST(OffsideRuleTest, IsOffUnlessConfigured) {
    OffsideScene scene(8.5, false);
    scene.pass();
    EXPECT_EQ(scene.mode(), PlayMode::PlayOn);
}

TEST(OffsideRuleTest, PlayerBeforeTheDefenderIsOnside) {
    OffsideScene scene(7.5);
    scene.pass();
    EXPECT_EQ(scene.mode(), PlayMode::PlayOn);
}

TEST(OffsideRuleTest, PlayerBehindTheBallIsOnside) {
    OffsideScene scene(9.0);
    scene.world.setBall(9.5, 0.0);
    scene.pass();
    EXPECT_EQ(scene.mode(), PlayMode::PlayOn);
}

TEST(OffsideRuleTest, PlayerInOwnHalfIsOnside) {
    OffsideScene scene(-0.5);
    scene.world.setBall(-3.0, 0.0);
    scene.world.movePlayer(scene.right1, {-5.0, 5.0, 0.385});
    scene.pass();
    EXPECT_EQ(scene.mode(), PlayMode::PlayOn);
}

TEST(OffsideRuleTest, TouchOfAnOpponentEndsIt) {
    OffsideScene scene(8.5);
    scene.touch(scene.left1);
    scene.cycles(5);
    scene.touch(scene.right1);
    scene.cycles(5);
    scene.touch(scene.left2);
    EXPECT_EQ(scene.mode(), PlayMode::PlayOn);
}

TEST(OffsideRuleTest, DribblingIsNotOffside) {
    OffsideScene scene(8.5);
    scene.touch(scene.left2);
    scene.touch(scene.left2);
    EXPECT_EQ(scene.mode(), PlayMode::PlayOn);
}

TEST(OffsideRuleTest, KickInsAreExempt) {
    OffsideScene scene(8.5);
    scene.ballOut(scene.right1, 2.0, 10.1);
    ASSERT_EQ(scene.mode(), PlayMode::KickInLeft);
    scene.passPause();
    scene.take(scene.left1);
    ASSERT_EQ(scene.mode(), PlayMode::PlayOn);
    scene.touch(scene.left1); // the kick has not ended
    scene.cycles(10);
    scene.touch(scene.left2);
    EXPECT_EQ(scene.mode(), PlayMode::PlayOn);
}

TEST(OffsideRuleTest, FreeKicksAreNotExempt) {
    OffsideScene scene(8.5);
    scene.referee.setPlayMode(PlayMode::DirectFreeKickLeft);
    scene.passPause();
    scene.take(scene.left1);
    scene.cycles(10);
    scene.touch(scene.left2);
    EXPECT_EQ(scene.mode(), PlayMode::OffsideRight);
}

TEST(OffsideRuleTest, OnlyOpponentsTakeTheOffsideKick) {
    OffsideScene scene(8.5);
    scene.pass();
    ASSERT_EQ(scene.mode(), PlayMode::OffsideRight);
    scene.passPause();
    EXPECT_EQ(scene.world.ball_S.head<2>(), Eigen::Vector2d(6.0, 2.0));
    scene.take(scene.left1);
    EXPECT_EQ(scene.mode(), PlayMode::OffsideRight);
    scene.touch(scene.right1);
    EXPECT_EQ(scene.mode(), PlayMode::PlayOn);
}

TEST(OffsideRuleTest, SameTouchIsOffsideOnlyOnce) {
    OffsideScene scene(8.5);
    scene.pass();
    ASSERT_EQ(scene.mode(), PlayMode::OffsideRight);
    scene.referee.setPlayMode(PlayMode::PlayOn); // a trainer continues play
    scene.cycles(1);
    EXPECT_EQ(scene.mode(), PlayMode::PlayOn);
}

TEST(OffsideRuleTest, KickInsAreExemptUntilTheNextTouch) {
    OffsideScene scene(8.5);
    scene.ballOut(scene.right1, 2.0, 10.1);
    scene.passPause();
    scene.take(scene.left1);
    ASSERT_EQ(scene.mode(), PlayMode::PlayOn);
    for (const auto& toucher : {scene.right1, scene.left1}) {
        scene.cycles(10);
        scene.touch(toucher);
        EXPECT_EQ(scene.mode(), PlayMode::PlayOn);
    }
    scene.cycles(10);
    scene.touch(scene.left2);
    EXPECT_EQ(scene.mode(), PlayMode::OffsideRight);
}

} // namespace
} // namespace sideline::simulator
