#include "agentcore/game/rules.h"
#include "simulator/referee/game.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/simulator/referee/scripted_world.h"

namespace sideline::simulator {
namespace {

using game::PlayMode;
using game::Side;
using game::UniformNumber;
using ::testing::HasSubstr;

base::Rng makeRng() {
    return base::Rng(1);
}

void advance(Game& game, int cycles) {
    for (int i = 0; i < cycles; ++i) {
        game.advance();
    }
}

TEST(GameTest, ClockStandsStillBeforeKickOffAndAfterTheEnd) {
    Game game;
    advance(game, 100);
    EXPECT_EQ(game.timeS(), 0.0F);
    EXPECT_NEAR(game.modeTimeS(), 2.0F, 1e-4F);

    game.setPlayMode(PlayMode::PlayOn);
    advance(game, 50);
    EXPECT_NEAR(game.timeS(), 1.0F, 1e-4F);

    game.setPlayMode(PlayMode::GameOver);
    advance(game, 25);
    EXPECT_NEAR(game.timeS(), 1.0F, 1e-4F);
    EXPECT_NEAR(game.modeTimeS(), 0.5F, 1e-4F);
}

TEST(GameTest, WaitForKickOffRestarts) {
    Game game;
    advance(game, 100);
    game.setPlayMode(PlayMode::PlayOn);
    advance(game, 50);
    game.setPlayMode(PlayMode::BeforeKickOff);
    EXPECT_EQ(game.modeTimeS(), 0.0);
    advance(game, 50);
    EXPECT_NEAR(game.modeTimeS(), 1.0, 1e-4);
}

TEST(GameTest, ClockDriftsLikeTheServer) {
    Game game;
    game.setPlayMode(PlayMode::PlayOn);
    // as reported to monitors by the real server
    advance(game, 2884);
    EXPECT_EQ(fmt::format("{:.6g}", game.timeS()), "57.6811");
    advance(game, 12'274 - 2884);
    EXPECT_EQ(fmt::format("{:.6g}", game.timeS()), "245.496");
}

TEST(GameTest, ClockContinuesWhereServerClockStops) {
    Game game;
    for (const double beginS :
         {20'000.0, 600'000.0}) { // where the server's steps are 0.0195 s and 0
        game.setPlayMode(PlayMode::PlayOn);
        game.setTime(beginS);
        game.setPlayMode(PlayMode::KickInLeft);
        advance(game, 100);
        EXPECT_NEAR(game.timeS(), beginS + 2.0, 1e-5);
        EXPECT_NEAR(game.modeTimeS(), 2.0, 1e-5);
    }
}

TEST(GameTest, SettingTheSameModeKeepsItsClock) {
    Game game;
    game.setPlayMode(PlayMode::KickInLeft);
    advance(game, 50);
    game.setPlayMode(PlayMode::KickInLeft);
    EXPECT_NEAR(game.modeTimeS(), 1.0F, 1e-4F);
    game.setPlayMode(PlayMode::PlayOn);
    EXPECT_EQ(game.modeTimeS(), 0.0F);
    EXPECT_EQ(game.lastModeChangeS(), game.timeS());
}

TEST(GameTest, HalvesBeginWithTheOtherTeam) {
    Game game;
    base::Rng rng = makeRng();
    game.kickOff(Side::None, rng);
    EXPECT_EQ(game.playMode(), PlayMode::KickOffLeft);
    game.setHalf(2);
    game.kickOff(Side::None, rng);
    EXPECT_EQ(game.playMode(), PlayMode::KickOffRight);
}

TEST(GameTest, OnlyTheFirstKickOffOfAHalfDecidesTheNext) {
    Game game;
    base::Rng rng = makeRng();
    for (int i = 0; i < 2; ++i) {
        game.setPlayMode(PlayMode::BeforeKickOff);
        game.kickOff(Side::None, rng);
    }
    game.setHalf(2);
    game.setPlayMode(PlayMode::BeforeKickOff);
    game.kickOff(Side::None, rng);
    EXPECT_EQ(game.playMode(), PlayMode::KickOffRight);
}

TEST(GameTest, HalvesBeginOnTheSameSideIfTeamsChangeEnds) {
    game::Rules rules;
    rules.changesSidesInSecondHalf = true;
    Game game(rules);
    base::Rng rng = makeRng();
    game.kickOff(Side::None, rng);
    game.setHalf(2);
    game.setPlayMode(PlayMode::BeforeKickOff);
    game.kickOff(Side::None, rng);
    EXPECT_EQ(game.playMode(), PlayMode::KickOffLeft);
}

TEST(GameTest, TossHasBothResults) {
    game::Rules rules;
    rules.tossesCoinForKickOff = true;
    base::Rng rng = makeRng();
    int leftCount = 0;
    for (int i = 0; i < 200; ++i) {
        Game game(rules);
        game.kickOff(Side::None, rng);
        leftCount += game.playMode() == PlayMode::KickOffLeft ? 1 : 0;
    }
    EXPECT_GT(leftCount, 70);
    EXPECT_LT(leftCount, 130);
}

TEST(GameTest, FirstTeamPlaysLeftAndThirdIsRejected) {
    Game game;
    EXPECT_EQ(game.requestUniform("red", 7, 0)->side, Side::Left);
    EXPECT_EQ(game.requestUniform("blue", 7, 0)->side, Side::Right);
    EXPECT_EQ(game.requestUniform("red", 2, 0)->side, Side::Left);
    const auto third = game.requestUniform("green", 1, 0);
    ASSERT_FALSE(third.has_value());
    EXPECT_THAT(third.error().toString(), HasSubstr("third team 'green'"));
    EXPECT_EQ(game.teamName(Side::Right), "blue");
    EXPECT_EQ(game.sideOf("blue"), Side::Right);
    EXPECT_EQ(game.sideOf("green"), Side::None);
}

TEST(GameTest, NumberZeroGetsLowestFreeNumber) {
    Game game;
    ASSERT_TRUE(game.requestUniform("red", 1, 0).has_value());
    EXPECT_EQ(game.requestUniform("red", 0, 0)->unum, UniformNumber(2));
    game.returnUniform(tests::ScriptedWorld::left(1));
    EXPECT_EQ(game.requestUniform("red", 0, 0)->unum, UniformNumber(1));
}

TEST(GameTest, TakenAndInvalidNumbersAreRejected) {
    Game game;
    ASSERT_TRUE(game.requestUniform("red", 3, 0).has_value());
    EXPECT_THAT(game.requestUniform("red", 3, 1).error().message, HasSubstr("taken"));
    EXPECT_FALSE(game.requestUniform("red", 12, 0).has_value());
    EXPECT_FALSE(game.requestUniform("red", -1, 0).has_value());
    EXPECT_FALSE(game.requestUniform("", 1, 0).has_value());
    EXPECT_FALSE(game.requestUniform("red", 4, -1).has_value());
}

/// Number of robots of the types in `types` that are accepted in sequence.
int countAccepted(Game& game, const std::vector<int>& types) {
    int count = 0;
    for (const int type : types) {
        count += game.requestUniform("red", 0, type).has_value() ? 1 : 0;
    }
    return count;
}

TEST(GameTest, AtMostSevenRobotsOfOneType) {
    Game game;
    EXPECT_EQ(countAccepted(game, {0, 0, 0, 0, 0, 0, 0, 0}), 7);
    EXPECT_EQ(countAccepted(game, {1}), 1);
}

TEST(GameTest, AtMostNineRobotsOfTwoTypes) {
    Game game;
    EXPECT_EQ(countAccepted(game, {0, 0, 0, 0, 0, 1, 1, 1, 1}), 9);
    EXPECT_EQ(countAccepted(game, {0}), 0);
    EXPECT_EQ(countAccepted(game, {1}), 0);
    EXPECT_EQ(countAccepted(game, {2, 2}), 2);
    EXPECT_THAT(game.requestUniform("red", 0, 3).error().message, HasSubstr("full"));
}

TEST(GameTest, LastPlacesAreReservedForMissingTypes) {
    game::Rules rules;
    rules.maxRobotsOfOneType = 11;
    rules.maxRobotsOfTwoTypes = 11;
    Game game(rules);
    EXPECT_EQ(countAccepted(game, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}), 9);
    EXPECT_THAT(game.requestUniform("red", 0, 0).error().message, HasSubstr("too few types"));
    EXPECT_EQ(countAccepted(game, {1, 1, 2}), 2);
}

TEST(GameTest, RejectedRobotGetsNoNumber) {
    Game game;
    EXPECT_EQ(countAccepted(game, {0, 0, 0, 0, 0, 0, 0}), 7);
    EXPECT_FALSE(game.requestUniform("red", 9, 0).has_value());
    EXPECT_TRUE(game.requestUniform("red", 9, 1).has_value());
}

TEST(GameTest, SwappingSidesTakesNamesGoalsAndPlayers) {
    Game game;
    ASSERT_TRUE(game.requestUniform("red", 3, 0).has_value());
    ASSERT_TRUE(game.requestUniform("blue", 4, 0).has_value());
    game.addGoal(Side::Left);
    game.swapSides();
    EXPECT_EQ(game.teamName(Side::Left), "blue");
    EXPECT_EQ(game.score(Side::Right), 1);
    EXPECT_EQ(game.score(Side::Left), 0);
    EXPECT_FALSE(game.requestUniform("red", 3, 0).has_value());
    EXPECT_EQ(game.sideSwapCount(), 1);
}

} // namespace
} // namespace sideline::simulator
