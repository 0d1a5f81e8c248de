#pragma once

#include <set>
#include <string>
#include <vector>

#include "logs/analysis/sample_mean.h"
#include "series/evidence.h"
#include "series/expectation.h"
#include "series/series_plan.h"

namespace sideline::series {

/// The state of a pairing's test after a unit.
struct TestStep {
    int unit = 0;
    double mean = 0.5; ///< mean score of the first team so far
    double least = 0.0;
    double most = 1.0;
    double forBetter = 1.0; ///< capital of the bets, see `Evidence`
    double forWorse = 1.0;
};

/// The results of two teams, from the perspective of the first one.
struct PairingSummary {
    Pairing pairing;
    int wins = 0;
    int draws = 0;
    int losses = 0;
    int goals = 0;
    int goalsAgainst = 0;
    std::vector<int> goalDifferences; ///< goal difference of each game
    Verdict verdict = Verdict::Open;
    std::vector<TestStep> steps; ///< one per counted unit
    double threshold = 1.0;      ///< factor by which bets must grow for a verdict

    [[nodiscard]] int games() const { return wins + draws + losses; }
};

/// The results of one team.
struct TeamSummary {
    std::size_t team = 0;
    int games = 0;
    int wins = 0;
    int draws = 0;
    int losses = 0;
    int points = 0;
    std::vector<logs::SampleMean> statistics; ///< one per statistic, over games that have it
};

struct ExpectationSummary {
    std::string text;
    Expectation::Outcome outcome;
};

/// The results of a series so far.
struct SeriesSummary {
    std::vector<PairingSummary> pairings; ///< listed in the order of the plan
    std::vector<TeamSummary> teams;       ///< listed in the order of the plan
    std::vector<ExpectationSummary> expectations;
    std::vector<int> surplus; ///< games played after their pairing was decided
    std::vector<int> open;    ///< games still to be played, in order

    /// Whether the first team of the series is significantly worse than another one.
    [[nodiscard]] bool isWorse() const;
    [[nodiscard]] bool hasFailedExpectation() const;
};

/// Tests use games in the order of the schedule, not in the order in which they end: a unit counts
/// once all units before it are complete.
/// @param games in the order of the schedule
/// @param failed numbers of abandoned games; their units do not count
[[nodiscard]] SeriesSummary summarize(const SeriesPlan& plan, const std::vector<PlayedGame>& games,
                                      const std::set<int>& failed);

/// The verdict in words: `better`, `worse`, `no difference yet`.
[[nodiscard]] std::string verdictText(Verdict verdict);

/// An Elo difference with its interval, such as `+35 (-80 to +160)`.
[[nodiscard]] std::string eloText(const PairingSummary& pairing);

} // namespace sideline::series
