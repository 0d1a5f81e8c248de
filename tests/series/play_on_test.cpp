// Tests matches that continue from a situation, in process.
#include "series/play_on.h"

#include <map>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logs/match/match_log.h"
#include "simulator/league/league.h"
#include "simulator/start/start_family.h"
#include "tests/support/test_files.h"

namespace sideline::series {
namespace {

using testing::HasSubstr;

class PlayOnTest : public testing::Test {
protected:
    PlayOnTest() {
        auto start =
            simulator::readStart(tests::exampleFile("situations/two-against-two.situation"),
                                 m_simulation.field, m_simulation.robots);
        EXPECT_TRUE(start) << start.error().front().toString();
        m_simulation.start = std::make_shared<const simulator::StartSituation>(std::move(*start));
        m_settings.lengthS = 1.0;
    }
    launcher::TeamFile team(const std::string& players) {
        auto team = launcher::parseTeamFile("name = \"Mine\"\n" + players, m_folder / "mine.toml");
        EXPECT_TRUE(team) << launcher::joinErrors(team.error());
        return *team;
    }
    // Returns the left team's players of the situation, plus one that is not in it.
    launcher::TeamFile leftTeam() {
        std::string players;
        for (const simulator::StartRobot& robot : m_simulation.start->robots) {
            if (robot.player.side == game::Side::Left) {
                players += "[[players]]\nnumber = " + std::to_string(robot.player.unum.value()) +
                           "\nembedded = true\nbehavior = \"striker\"\ntype = 3\n";
            }
        }
        return team(players + "[[players]]\nnumber = 11\nembedded = true\n");
    }
    std::string errorOf(const base::Expected<PlayedOn>& played) {
        return played ? "no error" : played.error().toString();
    }

    tests::TempDir m_folder;
    simulator::SimulationSettings m_simulation;
    PlayOnSettings m_settings;
};

TEST_F(PlayOnTest, BeginsWhereTheSituationIsAndRepeats) {
    const auto played = playOn(m_simulation, leftTeam(), {}, m_settings);
    ASSERT_TRUE(played) << played.error().toString();
    ASSERT_EQ(played->frames.size(), 11U);
    const monitor::MatchFrame& first = *played->frames.front();
    EXPECT_EQ(first.recordTimeS, 0.0);
    EXPECT_NEAR(played->frames.back()->recordTimeS, 1.0, 1e-9);
    EXPECT_EQ(first.robots.size(), m_simulation.start->robots.size());
    EXPECT_NEAR(first.game.timeS, m_simulation.start->timeS, 0.05);
    EXPECT_LT((first.ball->X_SBall.p - m_simulation.start->p_SBall).norm(), 0.01);
    for (const simulator::StartRobot& robot : m_simulation.start->robots) {
        const auto* shown = first.findRobot(robot.player);
        ASSERT_NE(shown, nullptr);
        EXPECT_LT((shown->X_STorso().p - robot.p_STorso).norm(), 0.02);
        EXPECT_EQ(shown->typeNumber, robot.type) << "not that of the team file";
    }
    // A player that is not in the situation does not join.
    ASSERT_EQ(played->remarks.size(), 1U);
    EXPECT_THAT(played->remarks.front(), HasSubstr("left out: 11"));
    ASSERT_EQ(played->players.size(), 2U);
    for (const PlayedOn::Player& player : played->players) {
        EXPECT_EQ(player.team, "Mine");
        ASSERT_FALSE(player.spans.empty());
        EXPECT_EQ(player.spans.front().does, "striker");
    }

    const auto again = playOn(m_simulation, leftTeam(), {}, m_settings);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->frames.back()->ball->X_SBall.p, played->frames.back()->ball->X_SBall.p);
    m_simulation.seed = 2;
    const auto other = playOn(m_simulation, leftTeam(), {}, m_settings);
    ASSERT_TRUE(other);
    const game::PlayerId player = played->players.front().robot;
    EXPECT_NE(other->frames.back()->findRobot(player)->X_STorso().p,
              played->frames.back()->findRobot(player)->X_STorso().p);
}

TEST_F(PlayOnTest, WithoutPlayersRobotsHoldTheirJointsAndALogIsWritten) {
    m_settings.log = m_folder / "nobody.log";
    const auto played = playOn(m_simulation, {}, {}, m_settings);
    ASSERT_TRUE(played) << played.error().toString();
    EXPECT_TRUE(played->players.empty());
    EXPECT_EQ(played->frames.size(), 11U);
    const auto log = logs::MatchLog::open(m_settings.log, {});
    ASSERT_TRUE(log) << log.error().toString();
    (*log)->waitUntilIndexed();
    EXPECT_GT((*log)->index()->frameCount(), 20U);
    EXPECT_NEAR((*log)->index()->gameTimeS(0), m_simulation.start->timeS, 0.1)
        << "from the beginning";
}

TEST_F(PlayOnTest, IsStopped) {
    int asked = 0;
    m_settings.keepGoing = [&](double fraction) { return ++asked < 4 || fraction < 0.01; };
    const auto played = playOn(m_simulation, leftTeam(), {}, m_settings);
    ASSERT_TRUE(played) << played.error().toString();
    EXPECT_LT(played->frames.size(), 11U);
    EXPECT_THAT(played->remarks.back(), HasSubstr("stopped after"));
    m_settings.keepGoing = [](double) { return false; };
    EXPECT_THAT(errorOf(playOn(m_simulation, leftTeam(), {}, m_settings)), HasSubstr("stopped"));
}

TEST_F(PlayOnTest, ATeamPlaysAgainstItself) {
    const auto played = playOn(m_simulation, leftTeam(), leftTeam(), m_settings);
    ASSERT_TRUE(played) << played.error().toString();
    std::map<game::Side, std::set<std::string>> teams;
    for (const PlayedOn::Player& player : played->players) {
        teams[player.robot.side].insert(player.team);
    }
    EXPECT_THAT(teams[game::Side::Left], testing::ElementsAre("Mine"));
    EXPECT_THAT(teams[game::Side::Right], testing::ElementsAre("Mine_2"));
}

TEST_F(PlayOnTest, APlayerThatCannotJoinIsReportedWithTheServersReason) {
    simulator::SimulationSettings simulation;
    simulation.rules.maxRobotsOfOneType = 1;
    InProcessMatch match(simulation);
    const auto joined = match.join(team("[defaults]\nembedded = true\n[[players]]\nnumber = 1\n"
                                        "type = 0\n[[players]]\nnumber = 2\ntype = 0\n"),
                                   game::Side::Left);
    ASSERT_FALSE(joined);
    EXPECT_THAT(
        joined.error().message,
        HasSubstr("player 2 of Mine cannot join the match: team 'Mine' already has 1 robots "
                  "of type 0; expected at most 1 of one type"));
}

TEST_F(PlayOnTest, RefusesWhatCannotBePlayed) {
    EXPECT_THAT(errorOf(playOn(m_simulation, team("[[players]]\nnumber = 1\nprogram = \"x\"\n"), {},
                               m_settings)),
                HasSubstr("team Mine has players that are programs"));
    EXPECT_THAT(errorOf(playOn(m_simulation, {}, leftTeam(), m_settings)),
                HasSubstr("the first team to join plays on the left"));
    m_simulation.start = nullptr;
    EXPECT_THAT(errorOf(playOn(m_simulation, {}, {}, m_settings)),
                HasSubstr("expected a start situation"));
}

constexpr auto kLeagueSituation = R"(sideline-start = 1
time-s = 30
[ball]
position-m = [0, 1, 0.11]
velocity-m-per-s = [1, 0, 0]
[[robots]]
side = "left"
number = 2
robot = "T1"
place-m = [-3, 1]
[[robots]]
side = "right"
number = 3
robot = "K1"
place-m = [4, -2]
heading-deg = 180
)";

class LeaguePlayOnTest : public PlayOnTest {
protected:
    void SetUp() override {
        if (simulator::mujocoVersion().empty()) {
            GTEST_SKIP() << simulator::mujocoMissing();
        }
        robot::RobotCatalog robots;
        auto start = simulator::parseStartOfAnyFamily(kLeagueSituation, "s.situation", robots);
        ASSERT_TRUE(start) << start.error().front().toString();
        m_arguments.start = std::make_shared<const simulator::StartSituation>(std::move(*start));
    }
    base::Expected<PlayedOn> play(const std::optional<launcher::TeamFile>& left,
                                  const std::optional<launcher::TeamFile>& right) {
        return simulator::leagueMaker(m_arguments).and_then([&](const simulator::MatchMaker& make) {
            return playOn(make, *m_arguments.start, left, right, m_settings);
        });
    }
    launcher::TeamFile boosters() {
        return team("server = \"rcssservermj\"\n[defaults]\nembedded = true\nrobot = \"T1\"\n"
                    "set = { pose = \"llj4=30,rlj4=30,llj1=-15,rlj1=-15,llj5=-15,rlj5=-15\" }\n"
                    "[[players]]\nnumber = 2\n[[players]]\nnumber = 3\n");
    }
    simulator::LeagueArguments m_arguments;
};

TEST_F(LeaguePlayOnTest, ATeamOfTheLeaguePlaysOnAgainstItselfAndRepeats) {
    m_settings.log = m_folder / "league.log";
    const auto played = play(boosters(), boosters());
    ASSERT_TRUE(played) << played.error().toString();
    ASSERT_EQ(played->frames.size(), 11U);
    ASSERT_EQ(played->players.size(), 2U);
    EXPECT_EQ(played->players[1].team, "Mine_2");
    EXPECT_FALSE(played->players[0].spans.empty());
    EXPECT_THAT(played->remarks,
                testing::Contains(HasSubstr("Mine: not on the field in this frame")));
    const monitor::MatchFrame& first = *played->frames.front();
    const monitor::MatchFrame& last = *played->frames.back();
    ASSERT_EQ(first.robots.size(), 2U);
    const game::PlayerId right{game::Side::Right, game::UniformNumber(3)};
    ASSERT_NE(first.findRobot(right), nullptr);
    EXPECT_EQ(first.findRobot(right)->model->name(), "K1") << "it gets the robot of the situation";
    EXPECT_NEAR(last.game.timeS, 31.0, 0.03);
    EXPECT_GT(last.ball->X_SBall.p.x(), first.ball->X_SBall.p.x() + 0.3);
    const game::PlayerId left{game::Side::Left, game::UniformNumber(2)};
    const auto knee = first.findRobot(left)->model->findJoint("llj4").index();
    EXPECT_NEAR(first.findRobot(left)->jointAnglesRad[knee], 0.0, 0.05);
    EXPECT_GT(last.findRobot(left)->jointAnglesRad[knee], 0.3) << "its agent bends the knees";

    auto log = logs::MatchLog::open(m_settings.log, {}, {});
    ASSERT_TRUE(log) << log.error().toString();
    (*log)->waitUntilAnalyzed();
    EXPECT_EQ((*log)->index()->frameCount(), 25U);
    EXPECT_EQ((*log)->analysis()->outOfSyncFrames, 0U);

    m_settings.log.clear();
    const auto again = play(boosters(), boosters());
    ASSERT_TRUE(again) << again.error().toString();
    for (const monitor::RobotFrame& robot : last.robots) {
        const auto* same = again->frames.back()->findRobot(robot.id);
        ASSERT_NE(same, nullptr);
        EXPECT_EQ(same->X_STorso().p, robot.X_STorso().p);
    }
}

TEST_F(LeaguePlayOnTest, TeamsOfTheOtherServerAreRefused) {
    EXPECT_THAT(errorOf(play(team("[[players]]\nnumber = 2\nembedded = true\n"), {})),
                HasSubstr("Mine is a team for rcssserver3d, but the match is on rcssservermj"));
    EXPECT_THAT(errorOf(playOn(m_simulation, boosters(), {}, m_settings)),
                HasSubstr("Mine is a team for rcssservermj, but the match is on rcssserver3d"));
}

// Eleven against eleven is more than the rule book `ssim26` allows.
TEST_F(LeaguePlayOnTest, ARuleBookThatAllowsTheSituationIsChosen) {
    simulator::StartSituation start = *m_arguments.start;
    const simulator::StartRobot one = start.robots.front();
    for (int number = 12; number < 19; ++number) {
        start.robots.push_back(one);
        start.robots.back().player.unum = game::UniformNumber(number);
        start.robots.back().p_STorso.x() = -3.0 - number;
    }
    m_arguments.start = std::make_shared<const simulator::StartSituation>(start);
    m_settings.lengthS = 0.1;
    EXPECT_THAT(errorOf(play({}, {})), HasSubstr("Left has 7 players already"));
    m_arguments.ruleBook.clear();
    const auto played = play({}, {});
    ASSERT_TRUE(played) << played.error().toString();
    EXPECT_EQ(played->frames.front()->robots.size(), 9U);
}

} // namespace
} // namespace sideline::series
