#include "logs/match/curves.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace sideline::logs {
namespace {

using monitor::ObjectId;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
const SignalId kX{Quantity::XM, ObjectId::ball(), -1};
const SignalId kY{Quantity::YM, ObjectId::ball(), -1};
const SignalId kHeading{Quantity::HeadingDeg,
                        ObjectId::ofRobot({game::Side::Left, game::UniformNumber(2)}), -1};

// Creates a table of one signal, with a row every 0.1 s.
SignalTable tableOf(const SignalId& id, std::vector<double> values,
                    std::vector<std::size_t> breaks = {}) {
    SignalTable table;
    table.signals = {id};
    for (std::size_t i = 0; i < values.size(); ++i) {
        table.frames.push_back(static_cast<FrameNumber>(i));
        table.recordTimeS.push_back(0.1 * static_cast<double>(i));
        table.gameTimeS.push_back(20.0 + table.recordTimeS.back());
    }
    table.breaks = {std::vector<std::uint8_t>(values.size(), 0)};
    for (const std::size_t row : breaks) {
        table.breaks[0][row] = 1;
    }
    table.values = {std::move(values)};
    return table;
}

void expectValues(const std::optional<std::vector<double>>& values,
                  const std::vector<double>& expected) {
    ASSERT_TRUE(values);
    ASSERT_EQ(values->size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (std::isnan(expected[i])) {
            EXPECT_TRUE(std::isnan((*values)[i])) << "row " << i << " is " << (*values)[i];
        } else {
            EXPECT_NEAR((*values)[i], expected[i], 1e-9) << "row " << i;
        }
    }
}

TEST(CurvesTest, HaveNamesAndUnits) {
    EXPECT_EQ(curveName({kX, 0, 0.0}, "ball.x"), "ball.x");
    EXPECT_EQ(curveName({kX, 2, 0.5}, "ball.x"), "d/dt d/dt mean 0.5 s ball.x");
    EXPECT_EQ(curveUnit({kX, 0, 1.0}), "m");
    EXPECT_EQ(curveUnit({kX, 1, 0.0}), "m/s");
    EXPECT_EQ(curveUnit({kX, 2, 0.0}), "m/s\u00b2");
    EXPECT_EQ(curveUnit({{Quantity::SpeedMps, ObjectId::ball(), -1}, 1, 0.0}), "m/s\u00b2");
    EXPECT_EQ(curveUnit({kHeading, 1, 0.0}), "deg/s");
    EXPECT_EQ(curveUnit({{Quantity::ScoreLeft, {}, -1}, 1, 0.0}), "1/s");
}

TEST(CurvesTest, ASignalIsItself) {
    expectValues(curveValues(tableOf(kX, {1, kNone, 3}), {kX, 0, 0.0}), {1, kNone, 3});
    EXPECT_FALSE(curveValues(tableOf(kX, {1}), {kY, 0, 0.0}));
}

TEST(CurvesTest, DerivativesAreCentral) {
    expectValues(curveValues(tableOf(kX, {0, 1, 4, 9, 16}), {kX, 1, 0.0}), {10, 20, 40, 60, 70});
    expectValues(curveValues(tableOf(kX, {0, 1, 4, 9, 16}), {kX, 2, 0.0}),
                 {100, 150, 200, 150, 100});
    expectValues(curveValues(tableOf(kX, {5}), {kX, 1, 0.0}), {kNone}); // no neighbor
}

// The ball is moved by 9 m at row 3; it moves at 1 m/s before and after.
TEST(CurvesTest, TeleportsInterruptDerivativesAndAverages) {
    const SignalTable table = tableOf(kX, {0.0, 0.1, 0.2, 9.0, 9.1, 9.2}, {3});
    expectValues(curveValues(table, {kX, 1, 0.0}), {1, 1, 1, 1, 1, 1});
    expectValues(curveValues(table, {kX, 0, 0.2}), {0.05, 0.1, 0.15, 9.05, 9.1, 9.15});
    expectValues(curveValues(table, {kX, 2, 0.0}), {0, 0, 0, 0, 0, 0});
    // A speed is undefined there, and so is its derivative, the acceleration.
    const SignalId speed{Quantity::SpeedMps, ObjectId::ball(), -1};
    expectValues(curveValues(tableOf(speed, {1, 2, kNone, 0, 0}, {2}), {speed, 1, 0.0}),
                 {10, 10, kNone, 0, 0});
}

TEST(CurvesTest, AveragesCoverTheirWindow) {
    const SignalTable table = tableOf(kX, {0, 3, 6, 0, 3, 6});
    expectValues(curveValues(table, {kX, 0, 0.2}), {1.5, 3, 3, 3, 3, 4.5});
    expectValues(curveValues(table, {kX, 0, 60.0}), {3, 3, 3, 3, 3, 3});
    expectValues(curveValues(table, {kX, 0, 0.01}), {0, 3, 6, 0, 3, 6}); // narrower than the rows
    expectValues(curveValues(tableOf(kX, {1, 3, kNone, 5, 5}), {kX, 0, 9.0}), {2, 2, kNone, 5, 5});
}

TEST(CurvesTest, HeadingsAreUnwrapped) {
    const SignalTable table = tableOf(kHeading, {170, 178, -174, -166, -174, 178, 170});
    expectValues(curveValues(table, {kHeading, 1, 0.0}), {80, 80, 80, 0, -80, -80, -80});
    expectValues(curveValues(tableOf(kHeading, {178, -178, 178}), {kHeading, 0, 1.0}),
                 {179.0 + 1.0 / 3, 179.0 + 1.0 / 3, 179.0 + 1.0 / 3});
}

TEST(CurvesTest, TracksAreInterruptedWhereEitherCurveIs) {
    SignalTable table = tableOf(kX, {0, 1, 5, 6, 7}, {2});
    table.signals.push_back(kY);
    table.values.push_back({0, 1, 2, kNone, 4});
    table.breaks.push_back({0, 0, 0, 0, 0});
    const CurveTrack track = curveTrack(table, {kX, 0, 0.0}, {kY, 0, 0.0});
    expectValues(track.x, {0, 1, kNone, 5, kNone, 7});
    expectValues(track.y, {0, 1, kNone, 2, kNone, 4});
    expectValues(track.recordTimeS, {0.0, 0.1, 0.2, 0.2, 0.3, 0.4});
    EXPECT_TRUE(curveTrack(table, {kX, 0, 0.0}, {kHeading, 0, 0.0}).x.empty());
}

TEST(CurvesTest, StatisticsCoverOnlyTheInterval) {
    const std::vector<double> times = {0, 1, 2, 3, 4, 5};
    const std::vector<double> values = {100, 2, kNone, 4, 9, -100};
    const CurveStatistics some = curveStatistics(times, values, 1.0, 4.0);
    EXPECT_EQ(some.count, 3U);
    EXPECT_EQ(some.min, 2.0);
    EXPECT_EQ(some.max, 9.0);
    EXPECT_NEAR(some.mean, 5.0, 1e-12);
    EXPECT_NEAR(some.deviation, std::sqrt(13.0), 1e-12);
    const CurveStatistics one = curveStatistics(times, values, 2.5, 3.5);
    EXPECT_EQ(one.count, 1U);
    EXPECT_EQ(one.mean, 4.0);
    EXPECT_TRUE(std::isnan(one.deviation));
    for (const auto& [beginS, endS] : {std::pair(1.9, 2.1), {6.0, 9.0}, {3.0, 1.0}}) {
        const CurveStatistics none = curveStatistics(times, values, beginS, endS);
        EXPECT_EQ(none.count, 0U);
        EXPECT_TRUE(std::isnan(none.min) && std::isnan(none.max) && std::isnan(none.mean));
    }
}

} // namespace
} // namespace sideline::logs
