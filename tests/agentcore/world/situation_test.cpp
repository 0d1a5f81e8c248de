#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "agentcore/math/angles.h"
#include "agentcore/world/assess.h"
#include "tests/support/allocation_guard.h"

namespace sideline::world {
namespace {

using Eigen::Vector2d;
using game::PlayMode;
using game::Side;
using math::kPi;

class SituationTest : public testing::Test {
protected:
    SituationTest() : m_field(field::newestField().dimensions) {
        m_identity.robot = {Side::Left, game::UniformNumber(7)};
        m_body.pose.isValid = true;
        m_body.X_FT.p = {-3.0, 0.0, 0.4};
        lookTo(0.0);
        m_world.ball.isKnown = true;
        m_world.ball.p_F = {0.0, 0.0, 0.042};
    }

    void lookTo(double headingRad) {
        m_body.X_FT.R =
            Eigen::AngleAxisd(headingRad - 0.5 * kPi, Eigen::Vector3d::UnitZ()).toRotationMatrix();
    }

    [[nodiscard]] Vector2d ball() const { return m_world.ball.p_F.head<2>(); }
    void ballAt(double x, double y) { m_world.ball.p_F = {x, y, 0.042}; }

    PlayerBelief& player(bool isTeammate, int unum, double x, double y) {
        PlayerBelief& added = m_world.players.emplace_back();
        added.isTeammate = isTeammate;
        added.unum = unum;
        added.p_F = {x, y, 0.0};
        return added;
    }

    // Runs a play mode for some time, in steps of 20 ms; the first step reports it.
    const SituationBelief& go(std::optional<PlayMode> mode, double seconds = 0.0) {
        m_game.playMode = mode;
        const int steps = static_cast<int>(std::lround(seconds / 0.02));
        for (int i = 0; i <= steps; ++i) {
            m_memory = assess({&m_identity, &m_game, &m_body, &m_world, &m_field,
                               &defaultHomeTable(), 0.02, m_messages.heardMessages()},
                              m_memory, m_situation);
        }
        return m_situation;
    }

    field::FieldDimensions m_field;
    AgentIdentity m_identity;
    GameBelief m_game;
    BodyBelief m_body;
    WorldBelief m_world;
    void say(int unum, bool goesToBall) {
        SayWords words;
        words.unum = unum;
        words.goesToBall = goesToBall;
        WorldBelief::Heard heard;
        heard.team = "Us";
        heard.directionRad = 0.5 * unum; // distinguishes the speakers
        EXPECT_TRUE(writeSay(words, heard.text));
        m_messages.hear(heard, "Us");
    }

    SituationMemory m_memory;
    SituationBelief m_situation;
    MessageMemory m_messages;
};

struct ModeRow {
    PlayMode mode;
    SetPiece piece;
    Side side; ///< side of the restart
    bool isDirect;
    double keepAwayM;
    double lastsS;
};

constexpr double kAreaM = 3.1623; // from the ball of a goal kick to the corner of the area

constexpr ModeRow kModes[] = {
    {PlayMode::BeforeKickOff, SetPiece::None, Side::None, false, 0.0, 0.0},
    {PlayMode::KickOffLeft, SetPiece::KickOff, Side::Left, false, 2.0, 15.0},
    {PlayMode::KickOffRight, SetPiece::KickOff, Side::Right, false, 2.0, 15.0},
    {PlayMode::PlayOn, SetPiece::None, Side::None, true, 0.0, 0.0},
    {PlayMode::KickInLeft, SetPiece::KickIn, Side::Left, false, 2.0, 15.0},
    {PlayMode::KickInRight, SetPiece::KickIn, Side::Right, false, 2.0, 15.0},
    {PlayMode::CornerKickLeft, SetPiece::CornerKick, Side::Left, true, 2.0, 15.0},
    {PlayMode::CornerKickRight, SetPiece::CornerKick, Side::Right, true, 2.0, 15.0},
    {PlayMode::GoalKickLeft, SetPiece::GoalKick, Side::Left, true, kAreaM, 15.0},
    {PlayMode::GoalKickRight, SetPiece::GoalKick, Side::Right, true, kAreaM, 15.0},
    {PlayMode::OffsideLeft, SetPiece::DirectFreeKick, Side::Left, true, 2.0, 0.0},
    {PlayMode::OffsideRight, SetPiece::DirectFreeKick, Side::Right, true, 2.0, 0.0},
    {PlayMode::GameOver, SetPiece::None, Side::None, false, 0.0, 0.0},
    {PlayMode::GoalLeft, SetPiece::None, Side::None, false, 0.0, 3.0},
    {PlayMode::GoalRight, SetPiece::None, Side::None, false, 0.0, 3.0},
    {PlayMode::FreeKickLeft, SetPiece::FreeKick, Side::Left, false, 2.0, 15.0},
    {PlayMode::FreeKickRight, SetPiece::FreeKick, Side::Right, false, 2.0, 15.0},
    {PlayMode::DirectFreeKickLeft, SetPiece::DirectFreeKick, Side::Left, true, 2.0, 15.0},
    {PlayMode::DirectFreeKickRight, SetPiece::DirectFreeKick, Side::Right, true, 2.0, 15.0},
    {PlayMode::PassLeft, SetPiece::Pass, Side::Left, false, 1.0, 4.0},
    {PlayMode::PassRight, SetPiece::Pass, Side::Right, false, 1.0, 4.0},
};

TEST_F(SituationTest, EveryPlayModeForBothSides) {
    static_assert(std::size(kModes) == game::kPlayModeNames.size());
    for (const Side side : {Side::Left, Side::Right}) {
        for (const ModeRow& row : kModes) {
            m_identity.robot.side = side;
            m_memory = {};
            const std::string what =
                std::string(game::playModeName(row.mode)) + (side == Side::Left ? " l" : " r");
            const SituationBelief& now = go(row.mode, 2.0); // after the pause before a kick
            const bool isOwn = row.side == side;
            const bool isOn = row.mode == PlayMode::PlayOn;
            EXPECT_EQ(now.setPiece, row.piece) << what;
            EXPECT_EQ(now.isOwnRestart, isOwn) << what;
            EXPECT_EQ(now.isRunning, isOn || row.piece != SetPiece::None) << what;
            EXPECT_EQ(now.mayTouchBall, isOn || isOwn) << what;
            EXPECT_EQ(now.mayShootAtGoal, row.isDirect && (isOn || isOwn)) << what;
            EXPECT_EQ(now.mayBeam, row.mode == PlayMode::BeforeKickOff ||
                                       row.mode == PlayMode::GoalLeft ||
                                       row.mode == PlayMode::GoalRight)
                << what;
            EXPECT_NEAR(now.keepAwayM, row.keepAwayM, 1e-3) << what;
            EXPECT_NEAR(now.modeForS, 2.0, 1e-9) << what;
            EXPECT_NEAR(now.modeLeftS, std::max(row.lastsS - 2.0, 0.0), 1e-9) << what;
            EXPECT_EQ(now.hasRestartPlace, row.piece != SetPiece::None) << what;
            EXPECT_TRUE(now.hasHome) << what;
        }
    }
}

TEST_F(SituationTest, NothingIsAllowedWithoutPlayMode) {
    const SituationBelief& now = go(std::nullopt);
    EXPECT_FALSE(now.isRunning || now.mayTouchBall || now.mayShootAtGoal || now.mayBeam);
    EXPECT_EQ(now.setPiece, SetPiece::None);
}

TEST_F(SituationTest, KickIsNotRunningBeforeBallPlacement) {
    EXPECT_FALSE(go(PlayMode::FreeKickLeft, 0.9).isRunning);
    EXPECT_FALSE(m_situation.mayTouchBall);
    EXPECT_TRUE(go(PlayMode::FreeKickLeft, 0.1).mayTouchBall);
    EXPECT_TRUE(go(PlayMode::KickOffLeft).mayTouchBall) << "at once";
}

TEST_F(SituationTest, RestartPositions) {
    struct Row {
        PlayMode mode;
        Vector2d ball_F;
        Vector2d restart_F;
    };
    const double side = 10.0 - 0.042;
    const double cornerY = (20.0 + 2.1) / 4.0 - 0.042;
    for (const Row& row : {
             Row{PlayMode::KickOffRight, {3.0, 1.0}, {0.0, 0.0}},
             Row{PlayMode::GoalKickLeft, {-15.5, 4.0}, {-14.0, 0.0}},
             Row{PlayMode::GoalKickRight, {15.5, -4.0}, {14.0, 0.0}},
             Row{PlayMode::CornerKickLeft, {15.2, 3.0}, {15.0 - 0.042, cornerY}},
             Row{PlayMode::CornerKickRight, {-15.2, -3.0}, {-15.0 + 0.042, -cornerY}},
             Row{PlayMode::KickInLeft, {4.0, -10.3}, {4.0, -side}},
             Row{PlayMode::FreeKickLeft, {2.0, 3.0}, {2.0, 3.0}},
             Row{PlayMode::FreeKickRight, {-14.0, 1.0}, {-13.2, 3.0}},
             Row{PlayMode::PassLeft, {-2.0, 3.0}, {-2.0, 3.0}},
         }) {
        m_memory = {};
        ballAt(row.ball_F.x(), row.ball_F.y());
        const SituationBelief& now = go(row.mode);
        ASSERT_TRUE(now.hasRestartPlace) << game::playModeName(row.mode);
        EXPECT_NEAR((now.restart_F - row.restart_F).norm(), 0.0, 1e-9)
            << game::playModeName(row.mode) << ": " << now.restart_F.transpose();
    }
}

TEST_F(SituationTest, PlacedBallGivesRestartPosition) {
    ballAt(4.0, 11.0);
    go(PlayMode::KickInLeft, 1.0);
    EXPECT_NEAR(m_situation.restart_F.x(), 4.0, 1e-9);
    ballAt(3.2, 9.95);
    go(PlayMode::KickInLeft, 0.5);
    EXPECT_NEAR(m_situation.restart_F.x(), 3.2, 1e-9);
    ballAt(5.0, 6.0);
    go(PlayMode::KickInLeft, 0.5);
    EXPECT_NEAR(m_situation.restart_F.x(), 3.2, 1e-9) << "it has been kicked";
    m_world.ball.isKnown = false;
    EXPECT_FALSE(go(PlayMode::KickInRight).hasRestartPlace);
    EXPECT_TRUE(go(PlayMode::KickOffLeft).hasRestartPlace) << "needs no ball";
}

TEST_F(SituationTest, OwnKickOffAllowsGoalsAfterBallLeftTheCircle) {
    go(PlayMode::KickOffLeft, 1.0);
    EXPECT_FALSE(go(PlayMode::PlayOn, 0.5).mayShootAtGoal);
    ballAt(1.9, 0.0);
    EXPECT_FALSE(go(PlayMode::PlayOn).mayShootAtGoal);
    ballAt(2.1, 0.0);
    EXPECT_TRUE(go(PlayMode::PlayOn).mayShootAtGoal);
    ballAt(0.5, 0.0);
    EXPECT_TRUE(go(PlayMode::PlayOn).mayShootAtGoal) << "permanently";
    ballAt(0.0, 0.0);
    go(PlayMode::KickOffRight, 1.0);
    EXPECT_TRUE(go(PlayMode::PlayOn).mayShootAtGoal) << "it was theirs";
    go(PlayMode::KickOffLeft, 15.1);
    EXPECT_TRUE(go(PlayMode::PlayOn).mayShootAtGoal) << "a dropped ball";
}

TEST_F(SituationTest, OwnPassAllowsGoalsAfterBallLeftOrTenSeconds) {
    ballAt(5.0, 0.0);
    go(PlayMode::PassLeft, 1.0);
    EXPECT_FALSE(go(PlayMode::PlayOn, 9.5).mayShootAtGoal);
    EXPECT_TRUE(go(PlayMode::PlayOn, 0.6).mayShootAtGoal);
    go(PlayMode::PassLeft, 1.0);
    EXPECT_FALSE(go(PlayMode::PlayOn, 0.5).mayShootAtGoal);
    ballAt(6.1, 0.0);
    EXPECT_TRUE(go(PlayMode::PlayOn).mayShootAtGoal);
}

TEST_F(SituationTest, HalvesEndAfterFiveMinutes) {
    m_game.gameTimeS = 100.0;
    EXPECT_EQ(go(PlayMode::PlayOn).half, 1);
    EXPECT_NEAR(m_situation.halfLeftS, 200.0, 1e-9);
    m_game.gameTimeS = 300.02;
    EXPECT_EQ(go(PlayMode::BeforeKickOff).half, 2);
    EXPECT_NEAR(m_situation.halfLeftS, 299.98, 1e-9);
    m_game.gameTimeS = 601.0;
    EXPECT_EQ(go(PlayMode::GameOver).halfLeftS, 0.0);
}

TEST_F(SituationTest, RanksByDistanceWithoutFallenPlayers) {
    ballAt(0.0, 0.0);
    player(true, 2, -4.0, 0.0);
    player(true, 3, -1.0, 0.0);
    player(true, 4, -0.2, 0.0).isFallen = true;
    player(false, 5, 2.0, 0.0);
    player(false, 6, 0.5, 0.0);
    player(false, 0, -3.5, 0.0).isFallen = true;
    const SituationBelief& now = go(PlayMode::PlayOn);
    EXPECT_EQ(now.teammatesByBall, (std::vector<int>{1, 0}));
    EXPECT_EQ(now.opponentsByBall, (std::vector<int>{4, 3}));
    EXPECT_EQ(now.ownRankToBall, 1) << "number 3 is nearer";
    EXPECT_EQ(now.nearestOpponent, 5) << "fallen robots also count";
    m_body.isFallen = true;
    EXPECT_EQ(go(PlayMode::PlayOn).ownRankToBall, 2);
    m_world.ball.isKnown = false;
    EXPECT_TRUE(go(PlayMode::PlayOn).teammatesByBall.empty());
    EXPECT_EQ(m_situation.ownRankToBall, 0);
}

TEST_F(SituationTest, TurningAddsToTheCost) {
    EXPECT_NEAR(costToBallM({0, 0}, 0.0, {2.0, 0.0}), 2.0, 1e-12);
    EXPECT_GT(costToBallM({0, 0}, kPi, {2.0, 0.0}), 2.3);
    EXPECT_LT(costToBallM({0, 0}, kPi, {2.0, 0.0}), costToBallM({0, 0}, 0.0, {3.0, 0.0}));
    EXPECT_NEAR(costToBallM({0, 0}, std::nullopt, {2.0, 0.0}), 2.0, 1e-12);
    PlayerBelief& mate = player(true, 3, -3.0, 1e-9);
    mate.hasHeading = true;
    mate.headingRad = 0.0;
    lookTo(kPi);
    EXPECT_EQ(go(PlayMode::PlayOn).ownRankToBall, 1) << "as near, but turned away";
    lookTo(0.0);
    m_world.players[0].headingRad = kPi;
    EXPECT_EQ(go(PlayMode::PlayOn).ownRankToBall, 0);
}

TEST_F(SituationTest, EqualDistancesAreResolvedConsistently) {
    ballAt(0.0, 0.0);
    m_body.X_FT.p = {-1.0, 0.0, 0.4};
    PlayerBelief& mate = player(true, 3, 1.0, 0.0);
    mate.hasHeading = true;
    mate.headingRad = kPi;
    EXPECT_EQ(go(PlayMode::PlayOn).ownRankToBall, 1) << "3 goes before 7";
    m_world.players[0].unum = 9;
    EXPECT_EQ(go(PlayMode::PlayOn).ownRankToBall, 0);
}

TEST_F(SituationTest, OffsideLineFollowsTheRule) {
    player(false, 1, 14.0, 0.0);
    EXPECT_FALSE(go(PlayMode::PlayOn).hasOffsideLine) << "the other may be anywhere";
    player(false, 2, 9.0, 3.0);
    player(false, 3, -5.0, 3.0);
    EXPECT_TRUE(go(PlayMode::PlayOn).hasOffsideLine);
    EXPECT_NEAR(m_situation.offsideLine_FM, 9.0, 1e-12);
    ballAt(11.0, 0.0);
    EXPECT_NEAR(go(PlayMode::PlayOn).offsideLine_FM, 11.0, 1e-12);
    ballAt(-6.0, 0.0);
    m_world.players[0].p_F.x() = -1.0;
    m_world.players[1].p_F.x() = -2.0;
    EXPECT_EQ(go(PlayMode::PlayOn).offsideLine_FM, 0.0);
}

TEST_F(SituationTest, HomesAreInOwnHalfBeforeKickOffAndFollowTheBallInPlay) {
    const Formation& table = defaultHomeTable();
    for (int unum = 1; unum <= kTeamSize; ++unum) {
        const Vector2d own = *homeOf(table, m_field, unum, HomeUse::OwnKickOff, {0, 0});
        const Vector2d theirs = *homeOf(table, m_field, unum, HomeUse::OpponentKickOff, {0, 0});
        EXPECT_LT(own.x(), 0.0) << unum;
        EXPECT_LT(theirs.x(), 0.0) << unum;
        EXPECT_GE(theirs.norm(), 2.5 - 1e-9) << unum;
        for (const Vector2d& ball : {Vector2d(15, 10), Vector2d(-15, -10), Vector2d(1e6, -1e6)}) {
            const Vector2d home = *homeOf(table, m_field, unum, HomeUse::Play, ball);
            EXPECT_LE(std::abs(home.x()), 14.5 + 1e-9) << unum;
            EXPECT_LE(std::abs(home.y()), 9.5 + 1e-9) << unum;
        }
        const Vector2d middle = *homeOf(table, m_field, unum, HomeUse::Play, {0, 0});
        const Vector2d forward = *homeOf(table, m_field, unum, HomeUse::Play, {5, 0});
        EXPECT_GE(forward.x(), middle.x()) << unum;
        for (int other = unum + 1; other <= kTeamSize; ++other) {
            const Vector2d far = *homeOf(table, m_field, other, HomeUse::OpponentKickOff, {0, 0});
            EXPECT_GT((far - theirs).norm(), 1.0) << unum << " and " << other;
            EXPECT_GT((*homeOf(table, m_field, other, HomeUse::Play, {0, 0}) - middle).norm(), 1.0);
        }
    }
    EXPECT_FALSE(homeOf(table, m_field, 0, HomeUse::Play, {0, 0}));
    EXPECT_FALSE(homeOf(table, m_field, 12, HomeUse::Play, {0, 0}));
    const double nan = std::nan("");
    EXPECT_TRUE(homeOf(table, m_field, 5, HomeUse::Play, {nan, 0})->allFinite());
}

TEST_F(SituationTest, HomesAreTheSameForBothSidesAndMirrorWithTheBall) {
    ballAt(4.0, 3.0);
    const Vector2d left = go(PlayMode::PlayOn).home_F;
    m_identity.robot.side = Side::Right;
    EXPECT_EQ(go(PlayMode::PlayOn).home_F, left) << "in the team's own frame";
    // 7 is on the left, 8 is its mirror image on the right.
    ballAt(4.0, -3.0);
    m_identity.robot.unum = game::UniformNumber(8);
    EXPECT_NEAR((go(PlayMode::PlayOn).home_F - Vector2d(left.x(), -left.y())).norm(), 0.0, 1e-12);
}

TEST_F(SituationTest, HomesDependOnKickOffSide) {
    m_identity.robot.unum = game::UniformNumber(9);
    EXPECT_GT(go(PlayMode::KickOffLeft).home_F.x(), -0.6);
    EXPECT_LT(go(PlayMode::KickOffRight).home_F.norm(), 3.0);
    EXPECT_GE(m_situation.home_F.norm(), 2.5 - 1e-9);
    EXPECT_GE(go(PlayMode::GoalLeft).home_F.norm(), 2.5 - 1e-9) << "ours; they kick off";
    EXPECT_GT(go(PlayMode::GoalRight).home_F.x(), -0.6);
}

TEST_F(SituationTest, AssessingAllocatesNothingAfterWarmUp) {
    for (int unum = 1; unum <= 11; ++unum) {
        player(true, unum, -unum, 1.0);
        player(false, unum, unum, 1.0);
    }
    go(PlayMode::PlayOn);
    const tests::AllocationGuard guard;
    go(PlayMode::KickInRight, 2.0);
    EXPECT_EQ(guard.count(), 0U);
}

constexpr PlayMode kOwnSetPlays[] = {PlayMode::KickOffLeft,    PlayMode::KickInLeft,
                                     PlayMode::CornerKickLeft, PlayMode::GoalKickLeft,
                                     PlayMode::FreeKickLeft,   PlayMode::DirectFreeKickLeft,
                                     PlayMode::OffsideLeft};

TEST_F(SituationTest, TakerOfSetPlayMustNotTouchTheBall) {
    for (const PlayMode mode : kOwnSetPlays) {
        const std::string what(game::playModeName(mode));
        m_memory = {};
        m_world.players.clear();
        player(true, 4, -6.0, 2.0);
        player(false, 2, 8.0, 0.0);
        ballAt(-4.0, 0.0);
        go(mode, 2.0);
        m_body.X_FT.p.head<2>() = m_situation.restart_F + Vector2d(-0.2, 0.0);
        ASSERT_TRUE(m_situation.mayTouchBall) << what;
        m_world.ball.p_F.head<2>() = m_situation.restart_F + Vector2d(0.5, 0.0);
        go(PlayMode::PlayOn, 3.0);
        EXPECT_FALSE(m_situation.mayTouchBall) << what;
        EXPECT_FALSE(m_situation.mayShootAtGoal) << what;
        EXPECT_EQ(m_situation.ownRankToBall, 1) << what << ": the other robot goes";
        // A teammate approaches the ball; the taker may return only after the teammate has played
        // it.
        m_world.players[0].p_F.head<2>() = ball() + Vector2d(0.3, 0.0);
        EXPECT_FALSE(go(PlayMode::PlayOn, 0.5).mayTouchBall) << what;
        m_world.ball.p_F.x() += 0.4;
        m_world.ball.velocity_FMps = {1.5, 0.0, 0.0};
        EXPECT_TRUE(go(PlayMode::PlayOn).mayTouchBall) << what;
        m_world.ball.velocity_FMps.setZero();
    }
}

TEST_F(SituationTest, TakingTeammateHasNoRank) {
    PlayerBelief& taker = player(true, 9, -0.2, 0.0);
    player(true, 4, -6.0, 2.0);
    go(PlayMode::KickOffLeft, 2.0);
    EXPECT_EQ(m_situation.ownRankToBall, 1);
    ballAt(1.0, 0.0);
    taker.p_F.x() = 0.5;
    EXPECT_EQ(go(PlayMode::PlayOn, 0.2).ownRankToBall, 0) << "it must not touch the ball next";
    EXPECT_TRUE(m_situation.mayTouchBall);
    EXPECT_EQ(m_situation.teammatesByBall.size(), 1U);
    // An opponent approaches and plays the ball.
    player(false, 3, 1.2, 0.0);
    go(PlayMode::PlayOn, 0.6);
    ballAt(1.1, 0.0);
    m_world.ball.velocity_FMps = {-2.0, 0.0, 0.0};
    EXPECT_EQ(go(PlayMode::PlayOn, 0.1).ownRankToBall, 1);
}

// A teammate waits next to the ball, whose velocity is not known immediately.
TEST_F(SituationTest, EarlyBallMotionIsAttributedToTheTaker) {
    player(true, 4, -0.3, 0.3);
    player(false, 2, 4.0, 0.0);
    m_body.X_FT.p.head<2>() = Vector2d(-0.2, 0.0);
    go(PlayMode::KickOffLeft, 2.0);
    go(PlayMode::PlayOn, 0.1);
    ballAt(0.1, 0.0);
    go(PlayMode::PlayOn, 0.1);
    ballAt(0.4, 0.0);
    m_world.ball.velocity_FMps = {1.0, 0.0, 0.0};
    EXPECT_FALSE(go(PlayMode::PlayOn, 0.4).mayTouchBall);
    // The ball comes to rest near the taker alone, sender must not play it.
    ballAt(0.8, 0.0);
    m_world.ball.velocity_FMps.setZero();
    EXPECT_FALSE(go(PlayMode::PlayOn, 1.0).mayTouchBall);
    player(false, 5, 1.1, 0.0);
    m_body.X_FT.p.x() = 0.6;
    go(PlayMode::PlayOn, 0.5);
    ballAt(1.0, 0.0);
    EXPECT_FALSE(go(PlayMode::PlayOn, 0.5).mayTouchBall) << "it may have moved it itself";
    ballAt(1.5, 0.0);
    EXPECT_TRUE(go(PlayMode::PlayOn).mayTouchBall);
}

TEST_F(SituationTest, DroppedBallHasNoTaker) {
    player(true, 4, -6.0, 2.0);
    player(false, 4, 6.0, 2.0);
    m_body.X_FT.p.head<2>() = Vector2d(-0.2, 0.0);
    go(PlayMode::KickOffLeft, 15.2);
    EXPECT_TRUE(go(PlayMode::PlayOn, 0.5).mayTouchBall);
    // A set play of the opponents has no effect either.
    go(PlayMode::KickOffRight, 2.0);
    EXPECT_TRUE(go(PlayMode::PlayOn, 0.5).mayTouchBall);
    // An untouched ball becomes free after some time.
    go(PlayMode::KickOffLeft, 2.0);
    EXPECT_FALSE(go(PlayMode::PlayOn, 14.0).mayTouchBall);
    EXPECT_TRUE(go(PlayMode::PlayOn, 2.0).mayTouchBall);
}

TEST_F(SituationTest, AnnouncedPlayerCountsAsNearer) {
    player(true, 4, 3.3, 0.0); // slightly farther away than this robot
    EXPECT_EQ(go(PlayMode::PlayOn).ownRankToBall, 0);
    say(4, true);
    EXPECT_EQ(go(PlayMode::PlayOn).ownRankToBall, 1);
    say(7, true); // this robot itself
    EXPECT_EQ(go(PlayMode::PlayOn).ownRankToBall, 0)
        << "both announced it: the nearer one is first";
    m_messages.advance(2.0);
    say(4, false);
    EXPECT_EQ(go(PlayMode::PlayOn).ownRankToBall, 0) << "the announcement has expired";
    // Temporarily lost messages do not change the ranking.
    say(4, true);
    m_messages.advance(1.0);
    EXPECT_EQ(go(PlayMode::PlayOn).ownRankToBall, 1);
}

TEST_F(SituationTest, HomeIsOutsideTheOpponentsRestartCircle) {
    ballAt(-2.0, 9.5);
    go(PlayMode::KickInRight, 2.0);
    const Vector2d home = m_situation.home_F;
    ballAt(home.x(), home.y());
    m_memory = {};
    go(PlayMode::FreeKickRight, 2.0);
    EXPECT_GE((m_situation.home_F - m_situation.restart_F).norm(), 2.0);
    EXPECT_LT(m_situation.home_F.x(), m_situation.restart_F.x()) << "on the own side";
    m_memory = {};
    go(PlayMode::FreeKickLeft, 2.0);
    EXPECT_LT((m_situation.home_F - m_situation.restart_F).norm(), 2.0)
        << "our restart: it may stay there";
}

} // namespace
} // namespace sideline::world
