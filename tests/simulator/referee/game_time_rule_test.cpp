#include "agentcore/game/rules.h"
#include "simulator/referee/game_time_rule.h"

#include <gtest/gtest.h>

#include "tests/simulator/referee/match_script.h"

namespace sideline::simulator {
namespace {

using game::PlayMode;
using game::Side;
using tests::MatchScript;

game::Rules shortGame() {
    game::Rules rules = MatchScript::defaultRules();
    rules.halfTimeS = 2.0;
    return rules;
}

/// Cycles until a clock that starts at 0 shows at least `limitS`.
int cyclesUntil(float limitS) {
    int count = 0;
    for (float clockS = 0.0F; clockS < limitS; clockS += 0.02F) {
        ++count;
    }
    return count;
}

TEST(GameTimeRuleTest, HalfEndsWhenItsTimeIsOver) {
    MatchScript match;
    match.referee.setPlayMode(PlayMode::PlayOn);
    match.cycles(cyclesUntil(300.0F) - 1);
    EXPECT_EQ(match.mode(), PlayMode::PlayOn);
    match.cycles(1);
    EXPECT_EQ(match.mode(), PlayMode::BeforeKickOff);
    EXPECT_EQ(match.referee.game().half(), 2);
    EXPECT_FALSE(match.referee.isGameOver());
}

TEST(GameTimeRuleTest, ClockContinuesThroughSecondHalf) {
    MatchScript match(shortGame());
    match.referee.setPlayMode(PlayMode::PlayOn);
    match.cycles(cyclesUntil(2.0F) + 50);
    EXPECT_NEAR(match.timeS(), 2.0, 0.02);
    match.referee.kickOff(Side::None);
    match.referee.setPlayMode(PlayMode::PlayOn);
    match.cycles(cyclesUntil(4.0F) - cyclesUntil(2.0F) - 1);
    EXPECT_FALSE(match.referee.isGameOver());
    match.cycles(1);
    EXPECT_TRUE(match.referee.isGameOver());
    EXPECT_EQ(match.referee.game().half(), 2);
}

TEST(GameTimeRuleTest, NoPlayAfterTheEnd) {
    MatchScript match(shortGame());
    match.referee.game().setHalf(2);
    match.referee.setTime(5.0);
    match.referee.setPlayMode(PlayMode::PlayOn);
    match.cycles(1);
    EXPECT_TRUE(match.referee.isGameOver());
}

TEST(GameTimeRuleTest, SingleHalfEndsTheGame) {
    game::Rules rules = shortGame();
    rules.hasSingleHalf = true;
    MatchScript match(rules);
    match.referee.setPlayMode(PlayMode::PlayOn);
    match.cycles(cyclesUntil(2.0F));
    EXPECT_TRUE(match.referee.isGameOver());
    EXPECT_EQ(match.referee.game().half(), 1);
}

TEST(GameTimeRuleTest, TeamsKeepSidesByDefault) {
    MatchScript match(shortGame());
    ASSERT_TRUE(match.referee.game().requestUniform("red", 2, 0).has_value());
    match.referee.setPlayMode(PlayMode::PlayOn);
    match.cycles(cyclesUntil(2.0F) + 1);
    EXPECT_EQ(match.referee.game().teamName(Side::Left), "red");
    EXPECT_EQ(match.referee.game().sideSwapCount(), 0);
}

TEST(GameTimeRuleTest, TeamsChangeEndsIfConfigured) {
    game::Rules rules = shortGame();
    rules.changesSidesInSecondHalf = true;
    MatchScript match(rules);
    ASSERT_TRUE(match.referee.game().requestUniform("red", 2, 0).has_value());
    match.referee.setScore(3, 1);
    match.referee.setPlayMode(PlayMode::PlayOn);
    match.cycles(cyclesUntil(2.0F));
    EXPECT_EQ(match.referee.game().teamName(Side::Right), "red");
    EXPECT_EQ(match.referee.game().score(Side::Right), 3);
    EXPECT_EQ(match.referee.game().sideSwapCount(), 1);
}

TEST(GameTimeRuleTest, ServerQuitsTenSecondsAfterTheGameIfConfigured) {
    for (const bool quits : {false, true}) {
        game::Rules rules = MatchScript::defaultRules();
        rules.quitsAfterGame = quits;
        MatchScript match(rules);
        match.referee.setPlayMode(PlayMode::GameOver);
        match.cycles(499);
        EXPECT_FALSE(match.referee.shouldQuit());
        match.cycles(2);
        EXPECT_EQ(match.referee.shouldQuit(), quits);
    }
}

} // namespace
} // namespace sideline::simulator
