#include "agentcore/game/rules.h"
#include "simulator/referee/referee.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/simulator/referee/match_script.h"

namespace sideline::simulator {
namespace {

using game::PlayMode;
using game::Side;
using tests::MatchScript;

TEST(RefereeTest, TrainerCannotSetWhatDoesNotExist) {
    MatchScript match;
    match.referee.setTime(12.5);
    match.referee.setTime(-1.0);
    match.referee.setTime(1.0e300);
    match.referee.setTime(std::numeric_limits<double>::quiet_NaN());
    EXPECT_EQ(match.timeS(), 12.5F);
    match.referee.setScore(2, 3);
    match.referee.setScore(-1, 3);
    EXPECT_EQ(match.referee.game().score(Side::Left), 2);
    EXPECT_EQ(match.referee.game().score(Side::Right), 3);
}

TEST(RefereeTest, SelectedPlayersAreMovedBack) {
    MatchScript match;
    match.referee.moveBack(match.world, match.left1);
    match.referee.moveBack(match.world, match.right2);
    EXPECT_EQ(match.world.placeOf(match.left1), Eigen::Vector2d(-12.5, 5.0));
    EXPECT_EQ(match.world.placeOf(match.right2), Eigen::Vector2d(12.5, -5.0));
    match.referee.moveBack(match.world, match.left1);
    match.referee.moveBack(match.world, match.left1); // no space behind: towards the center
    EXPECT_EQ(match.world.placeOf(match.left1), Eigen::Vector2d(-15.0, 2.5));
}

TEST(RefereeTest, PlayerIsPutOutside) {
    MatchScript match;
    match.referee.putOutside(match.world, match.left1);
    EXPECT_GT(std::abs(match.world.placeOf(match.left1).y()), 10.0);
}

TEST(RefereeTest, LeavingPlayerFreesItsNumber) {
    MatchScript match;
    ASSERT_TRUE(match.referee.game().requestUniform("red", 2, 0).has_value());
    ASSERT_FALSE(match.referee.game().requestUniform("red", 2, 0).has_value());
    match.referee.playerLeft(match.left1);
    EXPECT_TRUE(match.referee.game().requestUniform("red", 2, 0).has_value());
}

TEST(RefereeTest, CollisionOfLeftPlayerIsNotJudged) {
    for (const bool leaves : {false, true}) {
        game::Rules rules;
        rules.startsAnywhere = true; // so that no player is moved during the pause
        MatchScript match(rules);
        match.world.movePlayer(match.right1, {-9.5, 5.0, 0.385});
        match.world.at(match.left1).motion.velocity_SMps = {1.0, 0.0, 0.0};
        match.cycles(3);
        ASSERT_TRUE(match.referee.game().isPaused()) << "judged afterwards";
        match.world.opponents = {{match.left1, match.right1, {-9.75, 5.0, 0.3}}};
        match.cycles(1);
        match.world.opponents.clear();
        if (leaves) {
            match.referee.playerLeft(match.left1); // another robot gets its number immediately
        }
        match.playOn();
        EXPECT_EQ(match.referee.fouls().fouls().size(), leaves ? 0U : 1U);
    }
}

TEST(RefereeTest, PlayersMayBeamBeforeKickOffAndAfterGoalsOnly) {
    MatchScript match;
    const auto isPausedIn = [&match](PlayMode mode) {
        match.referee.setPlayMode(mode);
        match.cycles(1);
        return match.referee.game().isPaused();
    };
    match.touch(match.left1);
    EXPECT_TRUE(isPausedIn(PlayMode::BeforeKickOff));
    EXPECT_TRUE(isPausedIn(PlayMode::GoalLeft));
    EXPECT_TRUE(isPausedIn(PlayMode::GoalRight));
    for (const PlayMode mode :
         {PlayMode::PlayOn, PlayMode::KickOffLeft, PlayMode::KickInRight, PlayMode::FreeKickLeft,
          PlayMode::DirectFreeKickRight, PlayMode::GoalKickLeft, PlayMode::CornerKickRight,
          PlayMode::PassLeft, PlayMode::GameOver}) {
        match.referee.setPlayMode(PlayMode::GoalLeft);
        match.cycles(1);
        EXPECT_FALSE(isPausedIn(mode)) << game::playModeName(mode);
    }
}

/// One cycle of a wild game that depends only on `script` and the state of the match.
void playWildly(MatchScript& match, base::Rng& script) {
    auto& world = match.world;
    const std::array players = {match.left1, match.left2, match.right1, match.right2};
    for (const auto& player : players) {
        auto& motion = world.at(player).motion;
        motion.velocity_SMps = {script.uniform(-1, 1), script.uniform(-1, 1), 0.0};
        motion.p_S += 0.2 * motion.velocity_SMps;
        motion.p_S.z() = script.uniform(0.1, 0.45);
    }
    world.ballVelocity_S = {script.uniform(-9, 9), script.uniform(-6, 6), 0.0};
    world.ball_S += 0.1 * world.ballVelocity_S;
    world.touchers.clear();
    if (script.below(10) == 0) {
        world.touchers = {players[script.below(4)]};
    }
    world.goalTouched = script.below(300) == 0 ? Side::Right : Side::None;
    world.mates.clear();
    if (script.below(20) == 0) {
        world.mates = {{match.left1, match.left2}};
    }
    match.referee.update(world);
    if (script.below(40) == 0) {
        static_cast<void>(match.referee.requestPass(world, players[script.below(4)]));
    }
}

/// The visible state of a match, for exact comparison.
std::vector<double> appearance(MatchScript& match) {
    const Game& game = match.referee.game();
    std::vector<double> seen = {static_cast<double>(game.timeS()),
                                static_cast<double>(game.modeTimeS()),
                                static_cast<double>(game.playMode()),
                                static_cast<double>(game.score(Side::Left)),
                                static_cast<double>(game.score(Side::Right)),
                                static_cast<double>(match.referee.fouls().fouls().size())};
    for (const auto& player : match.world.players()) {
        const Eigen::Vector3d p_S = match.world.motion(player).p_S;
        seen.insert(seen.end(), p_S.data(), p_S.data() + 3);
    }
    seen.insert(seen.end(), match.world.ball_S.data(), match.world.ball_S.data() + 3);
    return seen;
}

TEST(RefereeTest, SavedRefereeContinuesIdentically) {
    game::Rules rules;
    rules.halfTimeS = 60.0;
    rules.usesOffside = true;
    rules.kicksOffAutomatically = true;
    rules.waitBeforeKickOffS = 1.0;
    MatchScript match(rules, 7);
    base::Rng script(3);
    std::set<PlayMode> seenModes;
    for (int part = 0; part < 20; ++part) {
        MatchScript other(game::Rules{}, 1000); // its whole state comes from the saved one
        other.referee.restore(match.referee.save());
        for (const auto& player : match.world.players()) {
            other.world.at(player) = match.world.at(player);
        }
        other.world.ball_S = match.world.ball_S;
        base::Rng otherScript = script;
        for (int cycle = 0; cycle < 300; ++cycle) {
            playWildly(match, script);
            playWildly(other, otherScript);
            ASSERT_EQ(appearance(match), appearance(other))
                << "part " << part << " cycle " << cycle;
            seenModes.insert(match.mode());
        }
    }
    EXPECT_GE(seenModes.size(), 8U);
    EXPECT_EQ(match.referee.rules(), rules);
}

TEST(RefereeTest, StateFollowsTeamsAfterChangeOfEnds) {
    game::Rules rules = MatchScript::defaultRules();
    rules.changesSidesInSecondHalf = true;
    MatchScript match(rules);
    match.referee.kickOff(Side::Left);
    match.cycles(2);
    match.touch(match.left1);
    match.referee.setTime(300.0);
    match.cycles(1);
    ASSERT_EQ(match.referee.game().sideSwapCount(), 1);
    const Referee::State state = match.referee.save();
    EXPECT_EQ(state.setPlay.kickOffTaker, match.right1);
    EXPECT_EQ(state.setPlay.taken->player, match.right1);
    EXPECT_EQ(state.ball.lastTouch()->player, match.right1);
}

TEST(RefereeTest, PlayersAreTakenInRandomOrder) {
    MatchScript match;
    for (int unum = 4; unum <= 6; ++unum) {
        match.world.add(tests::ScriptedWorld::left(unum), -9.0, unum);
    }
    Game game;
    base::Rng rng(1);
    std::vector<game::PlayerId> moved;
    const field::FieldDimensions field = match.referee.field();
    RuleContext context{match.world, game, game.rules(), field, rng, moved};
    std::set<game::PlayerId> firsts;
    for (int i = 0; i < 100; ++i) {
        const auto team = teamInRandomOrder(context, Side::Left);
        ASSERT_EQ((std::set<game::PlayerId>(team.begin(), team.end()).size()), 5U);
        firsts.insert(team.front());
    }
    EXPECT_EQ(firsts.size(), 5U);
}

TEST(RefereeTest, SeedDecidesTheToss) {
    std::set<PlayMode> modes;
    for (std::uint64_t seed = 0; seed < 16; ++seed) {
        game::Rules rules;
        rules.tossesCoinForKickOff = true;
        MatchScript match(rules, seed);
        match.referee.kickOff(Side::None);
        modes.insert(match.mode());
    }
    EXPECT_EQ(modes, (std::set{PlayMode::KickOffLeft, PlayMode::KickOffRight}));
}

} // namespace
} // namespace sideline::simulator
