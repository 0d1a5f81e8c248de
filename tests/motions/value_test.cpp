#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "motions/value.h"

namespace sideline::keyframe {
namespace {

Value parsed(std::string_view text) {
    auto value = Value::parse(text);
    EXPECT_TRUE(value) << text << ": " << (value ? "" : value.error().toString());
    return value.value_or(Value());
}

TEST(ValueTest, NumbersAreNumbers) {
    EXPECT_TRUE(parsed("-12.5").isNumber());
    EXPECT_EQ(parsed("-12.5").number(), -12.5);
    EXPECT_EQ(parsed(" .5 ").number(), 0.5);
    EXPECT_EQ(parsed("1e-3").number(), 0.001);
    EXPECT_EQ(parsed("3 * (2 - 4) / 8").number(), -0.75);
    EXPECT_EQ(parsed("7").evaluate({}).value(), 7.0);
    EXPECT_EQ(Value(3.0), parsed("3"));
}

TEST(ValueTest, TextIsTheShortestThatReadsBack) {
    for (const double number : {0.0, 1.0, -0.1, 12.34, 1.0 / 3.0, 1e-9, -2.5e20, 180.0}) {
        const std::string text = Value(number).text();
        EXPECT_EQ(parsed(text).number(), number) << text;
    }
    EXPECT_EQ(Value(15.0).text(), "15");
    EXPECT_EQ(Value(0.1).text(), "0.1");
    EXPECT_EQ(Value(-0.0).text(), "0");
}

TEST(ValueTest, ExpressionsAreCanonical) {
    const std::pair<const char*, const char*> rows[] = {
        {"12+$kick_p13", "12 + $kick_p13"},
        {"$a", "$a"},
        {"-$a", "-$a"},
        {"--$a", "$a"},
        {"-(-$a)", "$a"},
        {"($a)", "$a"},
        {"(($a+1))", "$a + 1"},
        {"1-($a-$b)", "1 - $a + $b"},
        {"2*-$a", "-2 * $a"},
        {"2*($a+1)", "2 * ($a + 1)"},
        {"-($a+1)*2", "-($a + 1) * 2"},
        {"$a*($b*$c)", "$a * $b * $c"},
        {"$a/($b*$c)", "$a / ($b * $c)"},
        {"$a/(-$b)", "-$a / $b"},
        {"$a/-($b*2)", "-$a / ($b * 2)"},
        {"($a)/2", "$a / 2"},
        {"$a - -3", "$a + 3"},
        {"0.5*$p.q_2", "0.5 * $p.q_2"},
    };
    for (const auto& [text, canonical] : rows) {
        EXPECT_EQ(parsed(text).text(), canonical) << text;
        EXPECT_EQ(parsed(canonical), parsed(text)) << text;
        EXPECT_EQ(parsed(parsed(text).text()).text(), canonical) << text;
    }
}

TEST(ValueTest, EvaluatesAsWritten) {
    const Parameters parameters = {{"a", 3.0}, {"b", -2.0}, {"c", 0.5}};
    const std::pair<const char*, double> rows[] = {
        {"12 + $a", 15.0},     {"1-($a-$b)", -4.0},       {"2*($a+1)", 8.0},
        {"-($a+1)*2", -8.0},   {"$a/($b*$c)", -3.0},      {"$a/-($b*2)", 0.75},
        {"$a - $b * $c", 4.0}, {"$a * ($b / $c)", -12.0}, {"-$a - -$b", -5.0},
        {"10 / 4 * $c", 1.25}, {"($a - $b) / $c", 10.0},
    };
    for (const auto& [text, value] : rows) {
        EXPECT_DOUBLE_EQ(parsed(text).evaluate(parameters).value_or(-999.0), value) << text;
    }
}

TEST(ValueTest, ListsItsParameters) {
    EXPECT_TRUE(parsed("3").parameters().empty());
    EXPECT_EQ(parsed("$b + 2 * ($a - $b)").parameters(), (std::vector<std::string>{"a", "b"}));
}

TEST(ValueTest, InvalidTextIsReportedWithItsPosition) {
    struct Row {
        const char* text;
        std::size_t at;
        const char* expected;
    };
    const Row rows[] = {
        {"", 0, "a number"},        {"   ", 3, "a number"}, {"12 +", 4, "a number"},
        {"abc", 0, "a number"},     {"1 2", 2, "+ - * /"},  {"$", 1, "name"},
        {"$ a", 2, "name"},         {"(1 + $a", 7, "')'"},  {"1)", 1, "+ - * /"},
        {"3 * * 2", 4, "a number"}, {"1 / 0", 0, "zero"},   {"1e999", 0, "too large"},
        {"nan", 0, "a number"},     {"inf", 0, "a number"}, {"()", 1, "a number"},
    };
    for (const Row& row : rows) {
        const auto value = Value::parse(row.text);
        ASSERT_FALSE(value) << row.text;
        EXPECT_EQ(value.error().code, base::ErrorCode::Malformed) << row.text;
        EXPECT_EQ(value.error().byteOffset, row.at) << row.text;
        EXPECT_NE(value.error().expected.find(row.expected), std::string::npos)
            << row.text << ": " << value.error().expected;
    }
}

TEST(ValueTest, ExcessiveNestingIsAnError) {
    EXPECT_FALSE(Value::parse(std::string(100000, '(')));
    EXPECT_TRUE(Value::parse(std::string(4001, '-') + "1"));
}

TEST(ValueTest, EvaluationReportsWhatIsMissing) {
    const auto missing = parsed("1 + $arms").evaluate({{"legs", 2.0}});
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, base::ErrorCode::NotFound);
    EXPECT_NE(missing.error().message.find("$arms"), std::string::npos);
    const auto infinite = parsed("1 / $a").evaluate({{"a", 0.0}});
    ASSERT_FALSE(infinite);
    EXPECT_EQ(infinite.error().code, base::ErrorCode::InvalidArgument);
    EXPECT_FALSE(Value(std::numeric_limits<double>::quiet_NaN()).evaluate({}));
}

TEST(ValueTest, ArithmeticKeepsExpressionsSmall) {
    const Value a = parsed("$a");
    EXPECT_EQ((a + 0.0).text(), "$a");
    EXPECT_EQ((Value(0.0) + a).text(), "$a");
    EXPECT_EQ((a + 3.0 + 4.0).text(), "$a + 7");
    EXPECT_EQ((a + 3.0 + -3.0).text(), "$a");
    EXPECT_EQ((parsed("12 + $k") + 3.0).text(), "15 + $k");
    EXPECT_EQ((a + -5.0).text(), "$a - 5");
    EXPECT_EQ((-(-a)).text(), "$a");
    EXPECT_EQ((-parsed("12 - $k * 2")).text(), "-12 + $k * 2");
    EXPECT_EQ((a * 1.0).text(), "$a");
    EXPECT_EQ((a * -1.0).text(), "-$a");
    EXPECT_EQ((a * 2.0 * 3.0).text(), "6 * $a");
    EXPECT_EQ((a * 2.0 * 0.5).text(), "$a");
    EXPECT_EQ((a * 0.0), Value(0.0));
    EXPECT_EQ((parsed("4 + $k") * 0.5).text(), "2 + 0.5 * $k");
    EXPECT_EQ((parsed("1 / $k") * 2.0).text(), "2 / $k");
    EXPECT_EQ((parsed("2 / $k") * 0.5).text(), "1 / $k");
    EXPECT_EQ(Value(2.0) + Value(3.0), Value(5.0));
    EXPECT_EQ(Value(2.0) * -1.5, Value(-3.0));
    EXPECT_EQ((-Value(2.0)).number(), -2.0);
}

} // namespace
} // namespace sideline::keyframe
