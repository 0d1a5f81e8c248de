// Tests the sequential test: false alarms, power, intervals.
#include "series/evidence.h"

#include <array>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"

namespace sideline::series {
namespace {

constexpr double kAlpha = 0.05;

// Probabilities of a won and a drawn game for the first team.
struct Odds {
    double win;
    double draw;
    double play(base::Rng& rng) const {
        const double u = rng.uniform();
        return u < win ? 1.0 : u < win + draw ? 0.5 : 0.0;
    }
};

struct Outcomes {
    int better = 0;
    int worse = 0;
    int intervalMisses = 0;
    double units = 0.0; ///< mean until the decision, or all units
};

// Plays series of game pairs with sides swapped, checked after each pair.
Outcomes playSeries(const Odds& onLeft, const Odds& onRight, int series, int units) {
    const double truth = 0.5 * (onLeft.win + 0.5 * onLeft.draw + onRight.win + 0.5 * onRight.draw);
    base::Rng rng(17);
    Outcomes outcomes;
    for (int i = 0; i < series; ++i) {
        Evidence evidence(kAlpha);
        int used = 0;
        for (; used < units && evidence.verdict() == Verdict::Open; ++used) {
            evidence.add(0.5 * (onLeft.play(rng) + onRight.play(rng)));
        }
        outcomes.better += evidence.verdict() == Verdict::Better ? 1 : 0;
        outcomes.worse += evidence.verdict() == Verdict::Worse ? 1 : 0;
        outcomes.intervalMisses += evidence.least() > truth || evidence.most() < truth ? 1 : 0;
        outcomes.units += static_cast<double>(used) / series;
    }
    return outcomes;
}

TEST(EvidenceTest, FalseAlarmsOfEqualTeamsStayBelowTheirBound) {
    constexpr int kSeries = 400;
    constexpr int kUnits = 60;
    // Many draws, no draws, and a strong advantage of the left side.
    const std::array<std::array<Odds, 2>, 4> kinds = {{{{{0.1, 0.8}, {0.1, 0.8}}},
                                                       {{{0.33, 0.34}, {0.33, 0.34}}},
                                                       {{{0.5, 0.0}, {0.5, 0.0}}},
                                                       {{{0.7, 0.2}, {0.1, 0.2}}}}};
    const std::array<const char*, 4> names = {"many_draws", "thirds", "no_draws", "left_side"};
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const Outcomes outcomes = playSeries(kinds[i][0], kinds[i][1], kSeries, kUnits);
        const int alarms = outcomes.better + outcomes.worse;
        EXPECT_LE(alarms, kAlpha * kSeries) << names[i];
        EXPECT_LE(outcomes.intervalMisses, kAlpha * kSeries) << names[i];
        RecordProperty(names[i], std::to_string(alarms) + " of " + std::to_string(kSeries));
    }
    // Without draws, the test is most sensitive: it must raise some false alarms.
    const Outcomes sharp = playSeries({0.5, 0.0}, {0.5, 0.0}, kSeries, kUnits);
    EXPECT_GT(sharp.better + sharp.worse, 0);
    EXPECT_LT(sharp.better, kSeries * kAlpha);
    EXPECT_LT(sharp.worse, kSeries * kAlpha);
}

TEST(EvidenceTest, ADifferenceIsFoundSoonerTheLargerItIs) {
    const Outcomes clear = playSeries({0.7, 0.2}, {0.7, 0.2}, 100, 200);
    EXPECT_EQ(clear.better, 100);
    EXPECT_LT(clear.units, 15.0);
    const Outcomes some = playSeries({0.5, 0.3}, {0.5, 0.3}, 100, 200);
    EXPECT_GE(some.better, 97);
    EXPECT_EQ(some.worse, 0);
    EXPECT_GT(some.units, clear.units);
    const Outcomes reverse = playSeries({0.1, 0.2}, {0.1, 0.2}, 100, 200);
    EXPECT_EQ(reverse.worse, 100);
}

TEST(EvidenceTest, WinsAloneDecideAfterTheirNumber) {
    Evidence evidence(kAlpha);
    EXPECT_DOUBLE_EQ(evidence.threshold(), 40.0);
    EXPECT_DOUBLE_EQ(evidence.forMoreThan(0.5), 1.0);
    int wins = 0;
    for (; evidence.verdict() == Verdict::Open; ++wins) {
        evidence.add(1.0);
    }
    EXPECT_EQ(wins, 8); // the mean of (1 + c)^n over c is (2^(n + 1) - 1) / (n + 1)
    EXPECT_NEAR(evidence.forMoreThan(0.5), 511.0 / 9.0, 0.2);
    EXPECT_GT(evidence.least(), 0.5);
    EXPECT_DOUBLE_EQ(evidence.most(), 1.0);
    for (int losses = 0; losses < 30; ++losses) {
        evidence.add(0.0);
    }
    EXPECT_EQ(evidence.verdict(), Verdict::Better); // the verdict is final
    EXPECT_GT(evidence.least(), 0.5);
}

TEST(EvidenceTest, TheOrderDoesNotMatterAndSidesMirror) {
    Evidence one(kAlpha);
    Evidence other(kAlpha);
    Evidence mirrored(kAlpha);
    for (const double result : {1.0, 0.25, 0.5, 0.75, 1.0}) {
        one.add(result);
        mirrored.add(1.0 - result);
    }
    for (const double result : {0.75, 1.0, 1.0, 0.5, 0.25}) {
        other.add(result);
    }
    EXPECT_DOUBLE_EQ(one.forMoreThan(0.5), other.forMoreThan(0.5));
    EXPECT_NEAR(one.forMoreThan(0.4), mirrored.forLessThan(0.6), 1e-9);
    EXPECT_NEAR(one.least(), 1.0 - mirrored.most(), 1e-9);
    EXPECT_NEAR(one.mean(), 0.7, 1e-12);
    EXPECT_LT(one.least(), one.mean());
    EXPECT_GT(one.most(), one.mean());
}

TEST(EvidenceTest, EloOfScores) {
    EXPECT_NEAR(eloOf(0.5), 0.0, 1e-12);
    EXPECT_NEAR(eloOf(0.75), 190.85, 0.01);
    EXPECT_NEAR(eloOf(0.25), -190.85, 0.01);
    EXPECT_TRUE(std::isinf(eloOf(1.0)) && eloOf(1.0) > 0.0);
    EXPECT_TRUE(std::isinf(eloOf(0.0)) && eloOf(0.0) < 0.0);
}

} // namespace
} // namespace sideline::series
