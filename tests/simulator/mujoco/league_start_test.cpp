// Matches of rcssservermj that start from a situation.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "agentcore/math/angles.h"
#include "logs/match/match_log.h"
#include "simulator/mujoco/league_feed.h"
#include "simulator/mujoco/robot_motion.h"
#include "simulator/start/start_family.h"
#include "simulator/start/start_from_frame.h"
#include "tests/simulator/mujoco/league_match_fixture.h"
#include "tests/support/agent_record.h"
#include "tests/support/test_files.h"

namespace sideline::simulator::mujoco {

namespace {

using Eigen::Vector3d;
using game::PlayerId;
using game::PlayMode;
using game::Side;
using game::UniformNumber;
using testing::HasSubstr;

const PlayerId kLeft2{Side::Left, UniformNumber(2)};
const PlayerId kRight15{Side::Right, UniformNumber(15)};
constexpr auto kSituation = R"(sideline-start = 1
play-mode = "KickIn_Left"
time-s = 67.5
score-left = 3
team-left = "Reds"
team-right = "Blues"
[ball]
position-m = [2, 17.9, 0.5]
velocity-m-per-s = [0, -1, 0]
turning-deg-per-s = [0, 0, 90]
[[robots]]
side = "left"
number = 2
robot = "T1"
place-m = [-3, 1]
heading-deg = 90
joint-angles-deg = { llj4 = 20, rlj4 = 20, llj1 = -10, rlj1 = -10, llj5 = -10, rlj5 = -10 }
velocity-m-per-s = [0.2, 0, 0]
joint-speeds-deg-per-s = { hj1 = 30 }
[[robots]]
side = "right"
number = 15
robot = "T1"
place-m = [4, -2]
heading-deg = 180
)";

// A text with one part replaced.
std::string with(std::string text, const std::string& part, const std::string& other) {
    const std::size_t at = text.find(part);
    EXPECT_NE(at, std::string::npos) << part;
    return text.replace(at, part.size(), other);
}

class LeagueStartTest : public LeagueMatchTest {
protected:
    [[nodiscard]] StartSituation situationOf(const std::string& text) const {
        const std::filesystem::path file = m_folder / "s.situation";
        tests::writeFile(file, text);
        robot::RobotCatalog robots;
        auto read = readStartOfAnyFamily(file, robots);
        EXPECT_TRUE(read) << (read ? "" : read.error().front().toString());
        return read ? *read : StartSituation();
    }
    [[nodiscard]] LeagueSettings settings(const std::string& text = kSituation) const {
        LeagueSettings settings;
        settings.start = std::make_shared<const StartSituation>(situationOf(text));
        return settings;
    }
    [[nodiscard]] std::string refusal(const LeagueSettings& settings) const {
        const auto created = LeagueSimulation::create(settings);
        return created ? std::string() : created.error().toString();
    }
    [[nodiscard]] const LeaguePlayer& player(const PlayerId& id) const {
        return *std::ranges::find(match->players(), id, &LeaguePlayer::id);
    }
    [[nodiscard]] Vector3d torsoOf(const PlayerId& id) const {
        return match->world().pose(player(id).robot, robot::BodyId(std::size_t{0})).p;
    }
    [[nodiscard]] double jointDeg(const PlayerId& id, const char* name) const {
        const LeaguePlayer& of = player(id);
        return math::degFromRad(match->world().jointRad(of.robot, of.model->findJoint(name)));
    }
    void cycles(int count) {
        for (int i = 0; i < count; ++i) {
            match->cycle();
        }
    }
    tests::TempDir m_folder;
};

TEST_F(LeagueStartTest, EverythingWaitsInItsPlaceForThePlayers) {
    begin(settings());
    cycles(100);
    EXPECT_TRUE(match->isWaitingToStart());
    EXPECT_EQ(match->game().playMode(), PlayMode::BeforeKickOff);
    EXPECT_EQ(match->game().gameTimeS(), 67.5);
    EXPECT_EQ(match->game().score(Side::Left), 3);
    EXPECT_EQ(match->game().team(Side::Right), "Blues");
    ASSERT_EQ(match->players().size(), 2U);
    EXPECT_TRUE(player(kLeft2).isStandIn);
    EXPECT_NEAR(torsoOf(kLeft2).x(), -3.0, 1e-9);
    EXPECT_NEAR(jointDeg(kLeft2, "lle4"), 20.0, 1e-9);
    EXPECT_LT((match->world().ball().p_S - Vector3d(2.0, 17.9, 0.5)).norm(), 1e-9);
    LeagueFeed feed(*match);
    EXPECT_EQ(feed.game().teamLeft, "Reds");
    EXPECT_EQ(feed.game().scoreLeft, 3);

    const AgentId agent = join("Mine", 2);
    EXPECT_FALSE(player(kLeft2).isStandIn);
    EXPECT_EQ(player(kLeft2).team, "Mine");
    match->receive(agent, "(beam -10 0 0)");
    cycles(60);
    EXPECT_TRUE(match->isWaitingToStart()) << "one robot has no player";
    EXPECT_NEAR(torsoOf(kLeft2).x(), -3.0, 1e-9) << "beams have no effect";
    const auto joints = read(agent).joints;
    const auto knee = std::ranges::find(joints, "llj4", &protocol::JointPercept::name);
    ASSERT_NE(knee, joints.end());
    EXPECT_NEAR(knee->angleDeg, 20.0, 0.1);
    EXPECT_EQ(notes(), "");
}

TEST_F(LeagueStartTest, BeginsASecondAfterTheLastPlayerCame) {
    begin(settings());
    join("Mine", 2);
    join("Yours", 15);
    EXPECT_EQ(player(kRight15).team, "Yours");
    cycles(40);
    EXPECT_TRUE(match->isWaitingToStart());
    int waited = 40;
    for (; match->isWaitingToStart() && waited < 60; ++waited) {
        match->cycle();
    }
    EXPECT_NEAR(waited, 50, 3);
    EXPECT_EQ(match->game().playMode(), PlayMode::KickInLeft);
    EXPECT_EQ(match->game().gameTimeS(), 67.5);
    const RobotMotion motion = motionOf(match->world(), player(kLeft2).robot);
    EXPECT_LT((motion.velocity_SMps - Vector3d(0.2, 0.0, 0.0)).norm(), 1e-9);
    const robot::JointId head = player(kLeft2).model->findJoint("he1");
    EXPECT_NEAR(math::degFromRad(motion.jointRadPerS.at(head.index())), 30.0, 1e-9);
    EXPECT_LT((match->world().ball().velocity_SMps - Vector3d(0.0, -1.0, 0.0)).norm(), 1e-9);
    EXPECT_LT((ballTurning_SRadPerS(match->world()) - Vector3d(0.0, 0.0, math::kPi / 2.0)).norm(),
              1e-9);
    cycles(10);
    EXPECT_NEAR(match->game().gameTimeS(), 67.7, 1e-9);
    EXPECT_LT(match->world().ball().p_S.y(), 17.9 - 0.15) << "the ball flies";
}

TEST_F(LeagueStartTest, AKickOffBeginsWithRobotsThatHoldTheirJoints) {
    begin(settings());
    join("Mine", 2);
    EXPECT_EQ(command("(kickOff Left)"), "");
    match->cycle();
    EXPECT_FALSE(match->isWaitingToStart());
    EXPECT_EQ(match->game().playMode(), PlayMode::KickInLeft)
        << "it continues with the situation's play mode";
    cycles(100);
    EXPECT_TRUE(player(kRight15).isStandIn);
    EXPECT_GT(torsoOf(kRight15).z(), 0.6) << "it stands";
    const AgentId late = join("Yours", 15);
    EXPECT_FALSE(player(kRight15).isStandIn);
    EXPECT_EQ(match->players().size(), 2U);
    EXPECT_NEAR(torsoOf(kRight15).x(), 4.0, 0.1);
    EXPECT_TRUE(match->hasRobot(late));
}

TEST_F(LeagueStartTest, OtherRobotsAndPlayersAreReported) {
    begin(settings());
    const AgentId third = join("Mine", 9);
    EXPECT_EQ(match->players().size(), 3U);
    join("Yours", 15, "K1");
    EXPECT_EQ(match->players().size(), 3U);
    EXPECT_EQ(player(kRight15).model->name(), "K1");
    match->cycle();
    EXPECT_NEAR(torsoOf(kRight15).x(), 4.0, 1e-6);
    const std::string all = notes();
    EXPECT_THAT(all, HasSubstr("it is left 9, which is not in the start situation"));
    EXPECT_THAT(all, HasSubstr("it is a K1, but right 15 is a T1 in the start situation"));
    match->receive(third, "(beam -10 2 0)");
    cycles(3);
    EXPECT_NEAR(torsoOf({Side::Left, UniformNumber(9)}).x(), -10.0, 0.1)
        << "it has no place in the situation, so it may beam";
}

TEST_F(LeagueStartTest, BeamsWorkAgainAfterThePlayModeHasChanged) {
    begin(settings(with(kSituation, "KickIn_Left", "BeforeKickOff")));
    const AgentId agent = join("Mine", 2);
    join("Yours", 15);
    cycles(60);
    EXPECT_FALSE(match->isWaitingToStart());
    EXPECT_EQ(match->game().playMode(), PlayMode::BeforeKickOff);
    match->receive(agent, "(beam -10 0 0)");
    cycles(2);
    EXPECT_NEAR(torsoOf(kLeft2).x(), -3.0, 0.2);
    EXPECT_TRUE(match->applyNow(monitor::SetPlayMode{PlayMode::GoalLeft}));
    match->cycle();
    match->receive(agent, "(beam -10 0 0)");
    cycles(2);
    EXPECT_NEAR(torsoOf(kLeft2).x(), -10.0, 0.2);
}

// As after a kick-off of the referee, the ball must be touched by another player first.
TEST_F(LeagueStartTest, ASituationOfAKickOffForbidsADirectGoal) {
    for (const char* mode : {"KickOff_Left", "PlayOn"}) {
        std::string text = with(kSituation, "KickIn_Left", mode);
        text = with(text, "[2, 17.9, 0.5]", "[0, 0, 0.11]");
        begin(settings(with(text, "velocity-m-per-s = [0, -1, 0]", "")));
        match->begin();
        EXPECT_EQ(game::playModeName(match->game().playMode()), mode);
        match->world().placeBall({.p_S = {27.6, 0.0, 1.0}});
        cycles(2);
        EXPECT_EQ(match->game().score(Side::Left), std::string(mode) == "PlayOn" ? 4 : 3) << mode;
    }
}

TEST_F(LeagueStartTest, TheFirstTeamIsTheLeftOneWhateverItsName) {
    begin(settings());
    join("Blues", 2);
    EXPECT_EQ(player(kLeft2).team, "Blues");
    EXPECT_EQ(player(kRight15).team, "Reds");
    EXPECT_EQ(match->game().team(Side::Right), "Reds");
    join("Reds", 15);
    EXPECT_EQ(player(kRight15).id.side, Side::Right);
    EXPECT_FALSE(player(kRight15).isStandIn);
}

TEST_F(LeagueStartTest, ASituationOfAMatchStartsAMatchThatContinuesIt) {
    begin(settings());
    EXPECT_EQ(command("(kickOff Left)"), "");
    cycles(25);
    const StartSituation later = match->situation();
    EXPECT_EQ(later.robots.size(), 2U);
    EXPECT_NEAR(later.timeS, 68.0, 0.03);
    EXPECT_EQ(situationOf(textOf(later)), later) << textOf(later);
    const auto first = std::move(match);
    begin(settings(textOf(later)));
    EXPECT_EQ(command("(kickOff Left)"), "");
    match->cycle();
    // Later they come apart: motors that hold the angles of a loaded robot let it sink.
    for (int i = 0; i < 5; ++i) {
        first->cycle();
        match->cycle();
    }
    for (const LeaguePlayer& each : first->players()) {
        const Vector3d p_S = first->world().pose(each.robot, robot::BodyId(std::size_t{0})).p;
        EXPECT_LT((torsoOf(each.id) - p_S).norm(), 0.01) << each.id.unum.value();
    }
    EXPECT_LT((match->world().ball().p_S - first->world().ball().p_S).norm(), 0.01);
    EXPECT_EQ(match->game().playMode(), first->game().playMode());
}

TEST_F(LeagueStartTest, ASnapshotKeepsTheWaitingState) {
    begin(settings());
    cycles(3);
    const auto snapshot = match->save();
    EXPECT_EQ(command("(kickOff Left)"), "");
    cycles(30);
    EXPECT_FALSE(match->isWaitingToStart());
    ASSERT_TRUE(match->restore(*snapshot));
    EXPECT_TRUE(match->isWaitingToStart());
    cycles(5);
    EXPECT_NEAR(match->world().ball().p_S.y(), 17.9, 1e-9);
}

TEST_F(LeagueStartTest, TheClockChoosesThePartOfTheGame) {
    begin(settings(with(kSituation, "time-s = 67.5", "time-s = 300")));
    EXPECT_EQ(match->game().phase(), LeaguePhase::SecondHalf);
    begin(settings(with(kSituation, "time-s = 67.5", "half = 2\ntime-s = 67.5")));
    EXPECT_EQ(match->game().phase(), LeaguePhase::SecondHalf);
    begin(settings(with(kSituation, "time-s = 67.5", "time-s = 67.02")));
    EXPECT_EQ(match->game().gameTimeS(), 67.02);
}

TEST_F(LeagueStartTest, SituationsThatThisServerCannotPlayAreRefused) {
    const std::string nao = "sideline-start = 1\n[ball]\nposition-m = [0, 0, 0.1]\n"
                            "[[robots]]\nside = \"left\"\nnumber = 1\nplace-m = [0, 0]\n";
    EXPECT_THAT(refusal(settings(nao)),
                HasSubstr("left 1 is a nao0, which rcssservermj does not have; expected T1, K1"));
    EXPECT_THAT(refusal(settings(with(kSituation, "score-left", "field-m = [30, 20]\nscore-left"))),
                HasSubstr("it requires a field of 30 m by 20 m; expected the field of the match, "
                          "55 by 36"));
    EXPECT_THAT(refusal(settings(with(kSituation, "time-s = 67.5", "time-s = 2000"))),
                HasSubstr("its clock shows 2000.0 s; expected at most 960 s"));
    EXPECT_THAT(refusal(settings(with(kSituation, "KickIn_Left", "pass_left"))),
                HasSubstr("rcssservermj has no play mode"));
    std::string many = kSituation;
    for (int number = 20; number < 28; ++number) {
        many += fmt::format("[[robots]]\nside = \"right\"\nnumber = {0}\nrobot = \"K1\"\n"
                            "place-m = [{0}, 3]\n",
                            number);
    }
    EXPECT_THAT(refusal(settings(many)), HasSubstr("Blues has 7 players already"));
    const std::filesystem::path file = m_folder / "mixed.situation";
    tests::writeFile(file, std::string(kSituation) +
                               "[[robots]]\nside = \"left\"\nnumber = 1\nplace-m = [0, 0]\n");
    robot::RobotCatalog robots;
    const auto mixed = readStartOfAnyFamily(file, robots);
    ASSERT_FALSE(mixed);
    EXPECT_THAT(mixed.error().front().toString(),
                HasSubstr("mixed.situation:26: left 1 is a nao0, but left 2 is a T1, a robot of "
                          "another server; expected robots of one server"));
    const auto ofSimSpark = readStart(file, field::newestField().dimensions, robots);
    ASSERT_FALSE(ofSimSpark);
    EXPECT_THAT(ofSimSpark.error().front().toString(),
                HasSubstr("mixed.situation:14: T1 is a robot of rcssservermj"));
}

// Takes over a recorded match of the real server in the middle of the game.
TEST_F(LeagueStartTest, ARecordedMatchOfTheRealServerIsTakenOver) {
    SIDELINE_SHARED_OR_SKIP(recorded, "mj/B-3v3-sync.monitor.rec.xz");
    const std::filesystem::path file = m_folder / "b.log";
    tests::writeFile(file, tests::matchLogOf(recorded));
    auto opened = logs::MatchLog::open(file, {}, {});
    ASSERT_TRUE(opened) << opened.error().toString();
    const auto& log = *opened;
    log->waitUntilIndexed();
    logs::FrameReader reader = log->makeReader();
    const logs::FrameNumber number = log->index()->frameAtGameTime(20.0);
    std::vector<monitor::MatchFramePtr> frames;
    for (logs::FrameNumber i = number - 1; i <= number + 6; ++i) {
        const auto frame = reader.frame(i);
        ASSERT_TRUE(frame) << frame.error().toString();
        frames.push_back(*frame);
    }
    const auto made =
        simulator::situationOf(*frames[1], {frames[0], frames[2]}, "B", robot::RobotCatalog());
    ASSERT_TRUE(made) << made.error().toString();
    EXPECT_EQ(made->situation.robots.size(), 6U);
    EXPECT_EQ(made->situation.robots.front().file, "T1");
    EXPECT_EQ(*familyOf(made->situation), game::ServerKind::Rcssservermj);
    EXPECT_EQ(situationOf(textOf(made->situation)), made->situation);
    LeagueSettings settings;
    settings.start = std::make_shared<const StartSituation>(made->situation);
    begin(settings);
    const auto isLikeTheLog = [&](const monitor::MatchFrame& frame, double toleranceM) {
        for (const monitor::RobotFrame& robot : frame.robots) {
            EXPECT_LT((torsoOf(robot.id) - robot.X_STorso().p).norm(), toleranceM)
                << game::toString(robot.id);
        }
        EXPECT_LT((match->world().ball().p_S - frame.ball->X_SBall.p).norm(), toleranceM);
    };
    isLikeTheLog(*frames[1], 0.01);
    EXPECT_EQ(command("(kickOff Left)"), "");
    match->cycle();
    const double seconds = frames.back()->recordTimeS - frames[1]->recordTimeS;
    EXPECT_GT(seconds, 0.15);
    cycles(static_cast<int>(seconds / 0.02 + 0.5));
    // Their agents walk on at up to 1 m/s, ours hold their joints.
    isLikeTheLog(*frames.back(), seconds);
}

} // namespace

} // namespace sideline::simulator::mujoco
