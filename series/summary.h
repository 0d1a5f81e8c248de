#pragma once

#include <set>
#include <string>
#include <vector>

#include "series/evidence.h"
#include "series/expectation.h"
#include "series/series_plan.h"

namespace sideline::series {

/// Where the test of a pairing stood after a unit.
struct TestStep {
    int unit = 0;
    double mean = 0.5; ///< share of points of the first team so far
    double least = 0.0;
    double most = 1.0;
    double forBetter = 1.0; ///< capital of the bets, see `Evidence`
    double forWorse = 1.0;
};

/// What two teams made of it; everything from the first one's point of view.
struct PairingSummary {
    Pairing pairing;
    int wins = 0;
    int draws = 0;
    int losses = 0;
    int goals = 0;
    int goalsAgainst = 0;
    std::vector<int> goalDifferences; ///< of each game
    Verdict verdict = Verdict::Open;
    std::vector<TestStep> steps; ///< one per unit that counts
    double threshold = 1.0;      ///< by which factor bets have to grow

    [[nodiscard]] int games() const { return wins + draws + losses; }
};

/// What one team made of it.
struct TeamSummary {
    std::size_t team = 0;
    int games = 0;
    int wins = 0;
    int draws = 0;
    int losses = 0;
    int points = 0;
    struct Mean {
        double mean = 0.0;  ///< NaN if it is not known of any game
        double error = 0.0; ///< standard error; NaN for less than two games
    };
    std::vector<Mean> statistics; ///< one per statistic, per game
};

struct ExpectationSummary {
    std::string text;
    Expectation::Outcome outcome;
};

/// What a series has shown so far.
struct SeriesSummary {
    std::vector<PairingSummary> pairings; ///< as in the plan
    std::vector<TeamSummary> teams;       ///< as in the plan
    std::vector<ExpectationSummary> expectations;
    std::vector<int> surplus; ///< games that were played after their pairing was decided
    std::vector<int> open;    ///< games that still have to be played, in their order

    /// The first team of the series has shown to be worse than another one.
    [[nodiscard]] bool isWorse() const;
    [[nodiscard]] bool hasFailedExpectation() const;
};

/// Tests look at games in the order of the schedule, whatever order they ended in: a unit counts
/// once all before it are done.
/// @param games in the order of the schedule
/// @param failed numbers of games that are given up; their units do not count
[[nodiscard]] SeriesSummary summarize(const SeriesPlan& plan, const std::vector<PlayedGame>& games,
                                      const std::set<int>& failed);

/// `better`, `worse`, `no difference yet`.
[[nodiscard]] std::string verdictText(Verdict verdict);

/// An Elo difference with its interval, such as `+35 (-80 to +160)`.
[[nodiscard]] std::string eloText(const PairingSummary& pairing);

} // namespace sideline::series
