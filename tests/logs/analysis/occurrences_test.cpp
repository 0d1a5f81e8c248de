#include "logs/analysis/occurrences.h"

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "logs/analysis/statistic_list.h"
#include "logs/analysis/statistics_csv.h"
#include "tests/logs/analysis/scripted_match.h"

namespace sideline::logs {
namespace {

using game::Side;
using Kind = OccurrenceKind;

// Left 1 controls the ball and passes to left 2, which loses it to right 5, which falls and gets
// up.
MatchStatistics eventful() {
    tests::ScriptedMatch match;
    match.setMode(game::PlayMode::KickOffLeft);
    match.put(Side::Left, 1, -0.2, 0);
    match.put(Side::Left, 2, -4.2, 0);
    match.put(Side::Right, 5, 4, 3);
    match.play(1.0);
    match.setMode(game::PlayMode::PlayOn);
    match.play(2.0);
    match.roll(-2.0, 0.0);
    match.play(2.0);
    match.roll(0.0, 0.0);
    match.play(3.0);
    match.put(Side::Left, 2, -8, 0);
    match.put(Side::Right, 5, -4.2, 0);
    match.play(3.0);
    match.player(Side::Right, 5).upCos = 0.0;
    match.play(2.0);
    match.player(Side::Right, 5).upCos = 1.0;
    match.play(1.0);
    return match.statistics();
}

std::size_t countOf(const std::vector<Occurrence>& all, Kind kind, Side side) {
    return static_cast<std::size_t>(std::ranges::count_if(
        all, [&](const Occurrence& one) { return one.is(kind) && one.side == side; }));
}

TEST(OccurrencesTest, EveryCountHasItsOccurrences) {
    const MatchStatistics match = eventful();
    const auto all = occurrencesOf(match);
    EXPECT_TRUE(std::ranges::is_sorted(all, {},
                                       [](const Occurrence& one) { return one.when.recordTimeS; }));
    int counted = 0;
    for (const TeamStatistic& statistic : teamStatistics()) {
        const bool isCount = statistic.info.unit.empty() && statistic.info.decimals == 0;
        for (const Side side : {Side::Left, Side::Right}) {
            if (isCount && statistic.info.behind) {
                EXPECT_EQ(static_cast<double>(countOf(all, *statistic.info.behind, side)),
                          statistic.value(match.total, side))
                    << statistic.info.id;
                counted += static_cast<int>(statistic.value(match.total, side));
            }
        }
    }
    EXPECT_GT(counted, 4) << "something has happened";
    for (const PlayerStatistic& statistic : playerStatistics()) {
        const bool isCount = statistic.info.unit.empty() && statistic.info.decimals == 0;
        for (const PlayerStatistics& player : match.players) {
            if (isCount && statistic.info.behind) {
                EXPECT_EQ(static_cast<double>(std::ranges::count_if(
                              all,
                              [&](const Occurrence& one) {
                                  return one.is(*statistic.info.behind) && one.player == player.id;
                              })),
                          statistic.value(player))
                    << statistic.info.id;
            }
        }
    }
}

TEST(OccurrencesTest, IntervalsAddUpToTheTimes) {
    const MatchStatistics match = eventful();
    const auto sum = [](const std::vector<StateInterval>& intervals, Side side) {
        double sumS = 0.0;
        for (const StateInterval& interval : intervals) {
            sumS += interval.player.side == side ? interval.durationS() : 0.0;
        }
        return sumS;
    };
    for (const Side side : {Side::Left, Side::Right}) {
        const TeamStatistics& team = match.total.teams.of(side);
        EXPECT_NEAR(sum(match.possessions, side), team.possessionS, 1e-9);
        EXPECT_NEAR(sum(match.controls, side), team.controlS, 1e-9);
        EXPECT_NEAR(sum(match.inOpponentHalf, side), team.ballInOpponentHalfS, 1e-9);
    }
    EXPECT_GT(match.total.teams.left.possessionS, 3.0);
    ASSERT_EQ(match.possessions.size(), 2U);
    EXPECT_EQ(match.possessions[0].player.side, Side::Left);
    EXPECT_EQ(match.possessions[1].player.side, Side::Right);
}

TEST(OccurrencesTest, AnOwnGoalCountsForOneTeamAndAgainstAPlayerOfTheOther) {
    MatchStatistics match;
    Goal goal;
    goal.side = Side::Left;
    goal.by = {Side::Right, game::UniformNumber(4)};
    goal.isOwnGoal = true;
    goal.scoreLeft = 1;
    match.goals = {goal};
    const auto all = occurrencesOf(match);
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(countOf(all, Kind::Goal, Side::Left), 1U);
    EXPECT_EQ(countOf(all, Kind::OwnGoal, Side::Right), 1U);
    EXPECT_EQ(std::ranges::count(all, goal.by, &Occurrence::player), 1);
}

TEST(OccurrencesTest, TextsOfKicksReadLikeSentences) {
    const std::pair<KickOutcome, const char*> rows[] = {
        {KickOutcome::NoPlayer, "Kick, no receiver, 11.5 m, 8.1 m/s"},
        {KickOutcome::Kept, "Kick, kept, 11.5 m, 8.1 m/s"},
        {KickOutcome::Opponent, "Kick to opponent 4, 11.5 m, 8.1 m/s"},
        {KickOutcome::Teammate, "Kick to 4, 11.5 m, 8.1 m/s"},
    };
    for (const auto& [outcome, text] : rows) {
        Kick kick;
        kick.by = {Side::Left, game::UniformNumber(10)};
        kick.next = {Side::Right, game::UniformNumber(4)};
        kick.outcome = outcome;
        kick.distanceM = 11.5;
        kick.speedMps = 8.1;
        MatchStatistics match;
        match.kicks = {kick};
        const auto all = occurrencesOf(match);
        ASSERT_EQ(all.size(), 1U) << text;
        EXPECT_EQ(all[0].what, text);
    }
}

TEST(StatisticsCsvTest, TablesHaveARowPerStatisticWithUnknownValuesEmpty) {
    MatchStatistics match = eventful();
    match.teamLeft = "A, \"the\" team";
    const std::string teams = teamsCsv(match);
    EXPECT_TRUE(teams.starts_with("period,statistic,unit,left,right\n"
                                  "match,team,,\"A, \"\"the\"\" team\",Them\n"));
    EXPECT_NE(teams.find("match,complete_passes,,1,0\n"), std::string::npos);
    EXPECT_NE(teams.find("match,pass_completion,%,100,\n"), std::string::npos) << teams;
    EXPECT_NE(teams.find("half 1,complete_passes,,1,0\n"), std::string::npos);
    const std::string players = playersCsv(match);
    EXPECT_EQ(std::ranges::count(players, '\n'), 4);
    EXPECT_EQ(std::ranges::count(players.substr(0, players.find('\n')), ','),
              static_cast<long>(3 + playerStatistics().size()));
    const auto all = occurrencesOf(match);
    EXPECT_EQ(std::ranges::count(occurrencesCsv(match, all), '\n'),
              static_cast<long>(all.size()) + 1);
}

} // namespace
} // namespace sideline::logs
