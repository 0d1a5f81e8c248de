// Tests matches that continue from a situation, in process.
#include "series/play_on.h"

#include <map>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logs/match/match_log.h"
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

} // namespace
} // namespace sideline::series
