#include "logs/match/formula.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "logs/match/curves.h"

namespace sideline::logs {
namespace {

using monitor::ObjectId;

constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

Formula formulaOf(const std::string& text) {
    auto formula = Formula::parse(text);
    EXPECT_TRUE(formula) << text << ": " << formula.error().toString();
    return formula ? *formula : *Formula::parse("0");
}

// A table of the formula's signals, in the order in which it names them, with a row every 0.5 s.
SignalTable tableFor(const Formula& formula, const std::vector<std::vector<double>>& columns) {
    SignalTable table;
    const std::size_t rows = columns.empty() ? 4 : columns.front().size();
    for (std::size_t row = 0; row < rows; ++row) {
        table.frames.push_back(static_cast<FrameNumber>(row));
        table.recordTimeS.push_back(0.5 * static_cast<double>(row));
        table.gameTimeS.push_back(table.recordTimeS.back());
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
        table.signals.push_back(formula.inputs().at(i).signal);
        table.values.push_back(columns[i]);
        table.breaks.emplace_back(rows, std::uint8_t{0});
    }
    return table;
}

std::vector<double> valuesOf(const std::string& text,
                             const std::vector<std::vector<double>>& columns = {}) {
    const Formula formula = formulaOf(text);
    const auto values = formula.evaluate(tableFor(formula, columns));
    EXPECT_TRUE(values) << text;
    return values ? values->values : std::vector<double>();
}

void expectSame(const std::vector<double>& values, const std::vector<double>& expected,
                const std::string& what) {
    ASSERT_EQ(values.size(), expected.size()) << what;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (std::isnan(expected[i])) {
            EXPECT_TRUE(std::isnan(values[i])) << what << ", row " << i << ": " << values[i];
        } else {
            EXPECT_NEAR(values[i], expected[i], 1e-9) << what << ", row " << i;
        }
    }
}

TEST(FormulaTest, NamesAreThoseOfSignals) {
    const Formula formula = formulaOf("left.7.x - left.7 world.self.p_F.x + ball.speed");
    ASSERT_EQ(formula.inputs().size(), 3U);
    EXPECT_EQ(formula.inputs()[0].name, "left.7.x");
    EXPECT_EQ(formula.inputs()[1].name, "left.7 world.self.p_F.x");
    EXPECT_EQ(formula.inputs()[1].signal.path, "world.self.p_F.x");
    EXPECT_EQ(formula.inputs()[2].signal, (SignalId{Quantity::SpeedMps, ObjectId::ball(), -1}));
    const std::string quoted = "left.7 decision.1.go-there.score";
    EXPECT_EQ(nameInFormula(quoted), "'" + quoted + "'");
    EXPECT_EQ(formulaOf(nameInFormula(quoted) + " * 2").inputs().at(0).name, quoted);
    for (const std::string name :
         {"ball.x", "game.time", "left.7.rlj4", "left.7.lle2_3.2", "right.11 world.ball.p_F.x"}) {
        EXPECT_EQ(nameInFormula(name), name);
        EXPECT_EQ(formulaOf(name + "-1").inputs().at(0).name, name);
    }
    EXPECT_EQ(formulaOf("ball.x + ball.x").inputs().size(), 1U) << "each once";
}

TEST(FormulaTest, OperatorsBindAsInMathematics) {
    const struct {
        const char* text;
        double value;
    } rows[] = {{"1 + 2 * 3", 7.0},
                {"(1 + 2) * 3", 9.0},
                {"-2^2", -4.0},
                {"2^3^2", 512.0},
                {"2^-1", 0.5},
                {"-sqrt(16)", -4.0},
                {"6 / 2 / 3", 1.0},
                {"sqrt(3^2 + 4^2)", 5.0},
                {"hypot(3, 4) > 4.9 and not (1 > 2)", 1.0},
                {"1 < 2 < 3 ? 10 : 20", 10.0},
                {"deg(pi) + rad(180) - pi", 180.0},
                {"wrap(270)", -90.0},
                {"min(3, max(1, 2))", 2.0},
                {"atan2(1, 0) * 2 / pi", 1.0},
                {"true + abs(-1.5)", 2.5}};
    for (const auto& row : rows) {
        expectSame(valuesOf(row.text), {row.value, row.value, row.value, row.value}, row.text);
    }
}

TEST(FormulaTest, IsUndefinedWhereAValueIsMissing) {
    expectSame(valuesOf("ball.x - left.7.x", {{1.0, 2.0, kGap, 4.0}, {0.5, kGap, 1.0, 1.0}}),
               {0.5, kGap, kGap, 3.0}, "difference");
    expectSame(valuesOf("ball.x / ball.y", {{1.0, 1.0}, {0.0, 2.0}}), {kGap, 0.5}, "by zero");
    expectSame(valuesOf("ball.x > 2 ? 1 : ball.y", {{1.0, 3.0, kGap}, {7.0, kGap, 7.0}}),
               {7.0, 1.0, kGap}, "only what it chooses must be there");
    const Formula formula = formulaOf("ball.x + ball.y");
    EXPECT_FALSE(formula.evaluate(tableFor(formula, {{1.0}}))) << "a signal without values";
}

TEST(FormulaTest, FunctionsOverTimeLookAtOtherRows) {
    const std::vector<double> x = {0.0, 1.0, 4.0, 9.0};
    expectSame(valuesOf("derivative(ball.x)", {x}), {2.0, 4.0, 8.0, 10.0}, "derivative");
    expectSame(valuesOf("mean(ball.x, 1)", {x}), {0.5, 5.0 / 3.0, 14.0 / 3.0, 6.5}, "mean");
    expectSame(valuesOf("integral(ball.x)", {{1.0, 1.0, kGap, 1.0, 3.0}}),
               {0.0, 0.5, kGap, 0.5, 1.5}, "integral: a gap adds nothing");
    expectSame(valuesOf("ball.x - shift(ball.x, 0.5)", {x}), {kGap, 1.0, 3.0, 5.0}, "shift");
    expectSame(valuesOf("shift(ball.x, -0.5)", {x}), {1.0, 4.0, 9.0, kGap}, "ahead");
    expectSame(valuesOf("derivative(ball.x * 2 + 1)", {x}), {4.0, 8.0, 16.0, 20.0}, "of a sum");
    // Directions turn past 180 degrees.
    expectSame(valuesOf("derivative(left.7.heading)", {{170.0, 178.0, -174.0}}), {16.0, 16.0, 16.0},
               "heading");
}

TEST(FormulaTest, DerivativesDoNotSpanBreaksOfAnyOfItsSignals) {
    const Formula formula = formulaOf("derivative(ball.x - left.7.x)");
    SignalTable table = tableFor(formula, {{0.0, 1.0, 2.0, 3.0}, {0.0, 0.0, 9.0, 9.0}});
    table.breaks[1][2] = 1; // the robot was moved
    expectSame(formula.evaluate(table)->values, {2.0, 2.0, 2.0, 2.0}, "two pieces");
    EXPECT_EQ(formula.evaluate(table)->breaks, (std::vector<std::uint8_t>{0, 0, 1, 0}));
}

TEST(FormulaTest, UnitsFollowFromThoseOfSignals) {
    const struct {
        const char* text;
        const char* unit;
    } rows[] = {{"ball.x - left.7.x", "m"},
                {"sqrt(ball.x^2 + ball.y^2)", "m"},
                {"ball.x * ball.y", "m\u00b2"},
                {"hypot(ball.x, ball.y) / 2", "m"},
                {"derivative(ball.x)", "m/s"},
                {"derivative(ball.speed)", "m/s\u00b2"},
                {"integral(ball.speed)", "m"},
                {"mean(left.7.heading, 0.5)", "deg"},
                {"deg(atan2(ball.y, ball.x))", "deg"},
                {"ball.x / ball.y", ""},
                {"ball.x + ball.speed", ""},
                {"ball.x > 3", ""},
                {"left.7 body.gyro_TDegPerS.x * 2", "deg/s"}};
    for (const auto& row : rows) {
        EXPECT_EQ(formulaOf(row.text).unit(), row.unit) << row.text;
    }
}

TEST(FormulaTest, ErrorsNameTheirPlace) {
    const struct {
        const char* text;
        std::uint64_t offset;
        const char* message;
    } rows[] = {{"", 0, "an empty formula"},
                {"ball.x +", 8, "the end instead of a value"},
                {"ball.x - bal.x", 9, "no curve 'bal.x'"},
                {"2 * sqr(ball.x)", 4, "no function 'sqr'"},
                {"hypot(ball.x)", 0, "'hypot' with 1 value"},
                {"mean(ball.x, ball.y)", 13, "'mean' without a number of seconds"},
                {"(ball.x", 7, "the end is unexpected: a parenthesis is still open"},
                {"ball.x ball.y", 7, "unexpected 'ball.y'"},
                {"ball.x & ball.y", 7, "unexpected '&'"},
                {"ball.x := 3", 7, "unexpected ':='"},
                {"ball.x ; ball.y", 9, "a second formula"},
                {"'ball.x", 0, "the text lacks its closing quote"},
                {"ball.x + 3x", 9, "'3x' is not a number"},
                {"ball.x # 3", 7, "unexpected '#' in a script"},
                {"sqrt'('ball.x)", 4, "unexpected '('"}};
    for (const auto& row : rows) {
        const auto formula = Formula::parse(row.text);
        ASSERT_FALSE(formula) << row.text;
        EXPECT_EQ(formula.error().message, row.message) << row.text;
        EXPECT_EQ(formula.error().byteOffset.value_or(999), row.offset) << row.text;
        EXPECT_FALSE(formula.error().expected.empty()) << row.text;
    }
    EXPECT_FALSE(Formula::parse(std::string(3000, '1')));
    EXPECT_FALSE(Formula::parse(std::string(1000, '(') + "1" + std::string(900, ')')));
}

TEST(FormulaTest, CurvesOfFormulasAreAveragedAndDifferentiatedLikeSignals) {
    const auto formula = std::make_shared<const Formula>(formulaOf("ball.x * 2"));
    const SignalTable table = tableFor(*formula, {{0.0, 1.0, 2.0, 3.0}});
    const CurveId speed{{}, 1, 0.0, formula};
    EXPECT_EQ(curveName(speed, "double"), "d/dt double");
    EXPECT_EQ(curveUnit(speed), "m/s");
    expectSame(*curveValues(table, speed), {4.0, 4.0, 4.0, 4.0}, "derivative");
    const CurveTrack track =
        curveTrack(table, {formula->inputs()[0].signal}, {{}, 0, 0.0, formula});
    expectSame(track.y, {0.0, 2.0, 4.0, 6.0}, "track");
}

TEST(FormulaTest, EveryNameOfASignalIsRead) {
    for (const std::string name :
         {"game.time", "game.score_left", "ball.x", "ball.speed", "left.1.heading", "right.11.tilt",
          "left.7.ball_distance", "left.3 world.ball.p_F.x"}) {
        const auto id = signalNamed(name);
        ASSERT_TRUE(id) << name;
        EXPECT_EQ(signalName(*id, nullptr), name);
    }
    EXPECT_EQ(signalNamed("left.7.rlj4")->quantity, Quantity::JointDeg);
    EXPECT_EQ(signalNamed("left.7.torque.rlj4")->quantity, Quantity::TorqueNm);
    EXPECT_EQ(signalNamed("left.7.torque_ratio.rlj4")->quantity, Quantity::TorqueRatio);
    EXPECT_EQ(signalNamed("left.7.lfoot.x")->quantity, Quantity::XM);
    EXPECT_EQ(signalNamed("left.7.lfoot.x")->object.body, -1);
    for (const std::string name : {"", "ball", "ball.", "ball.joint", "game.x", "left", "left.7",
                                   "left.7.", "left.x.y", "left.0.x", "center.7.x"}) {
        EXPECT_FALSE(signalNamed(name)) << name;
    }
}

} // namespace
} // namespace sideline::logs
