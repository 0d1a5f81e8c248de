#include "agentcore/robot/rsg/ruby_values.h"

#include <string>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"

namespace sideline::robot::rsg {
namespace {

using base::ErrorCode;

constexpr const char* kScript = R"(
# a script of the server
def addSoccerVar(name, value)
   createVariable($soccerNameSpace, name, value)
end
addSoccerVar('FieldLength', 30.0)
addSoccerVar('Offset', -0.5)   # a remark with 'quotes
addSoccerVar('Computed', $half * 2)
createVariable('Nao', 'UseTexture', 'true')
if ($enable) puts "nothing => [ {" end
list = [1, 2, 3]
Type = [ # two of them
{ 'a' => 0.055, 'b' => -7, 'c' => 'false', },
{ 'a' => 1e-3 }
]
)";

RubyValues values() {
    RubyValues ruby;
    const auto added = ruby.addScript(kScript);
    EXPECT_TRUE(added) << added.error().toString();
    return ruby;
}

struct Row {
    const char* expression;
    const char* result;
};

TEST(RubyValuesTest, ComputesAsRubyDoes) {
    const Row rows[] = {
        {"1 + 2", "3"},
        {"1.0 + 2", "3.0"},
        {"7 / 2", "3"},
        {"-7 / 2", "-4"},
        {"7 / 2.0", "3.5"},
        {"-7 % 3", "2"},
        {"2 + 3 * 4 - 1", "13"},
        {"10 - 4 - 3", "3"},
        {"(2 + 3) * 4", "20"},
        {"- (2 - 5)", "3"},
        {"1 - -0.5", "1.5"},
        {"0.1 + 0.2", "0.30000000000000004"},
        {"1e-8 * 1", "1e-08"},
        {"3.14159265 * 1.9542777777777777", "6.139544"},
        {"true", "true"},
        {"'text'", "text"},
        {"Nao.UseTexture", "true"},
        {"Soccer.FieldLength / 2", "15.0"},
        {"Soccer.Offset + 1", "0.5"},
        {"Type[ 0 ]['a'] * 2", "0.11"},
        {"Type[0]['b']", "-7"},
        {"Type[0]['c']", "false"},
        {"Type[2 - 1]['a']", "0.001"},
    };
    const RubyValues ruby = values();
    for (const Row& row : rows) {
        const auto result = ruby.evaluate(row.expression);
        ASSERT_TRUE(result) << row.expression << ": " << result.error().toString();
        EXPECT_EQ(result->substr(0, std::string(row.result).size()), row.result) << row.expression;
    }
}

struct FaultRow {
    std::string expression;
    ErrorCode code;
};

TEST(RubyValuesTest, RefusesWhatItCannotCompute) {
    const FaultRow rows[] = {
        {"", ErrorCode::Malformed},
        {"1 +", ErrorCode::Malformed},
        {"(1", ErrorCode::Malformed},
        {"1 2", ErrorCode::Malformed},
        {"* 1", ErrorCode::Malformed},
        {"Type[0]", ErrorCode::Malformed},
        {"Type[0", ErrorCode::Malformed},
        {"1 / 0", ErrorCode::InvalidArgument},
        {"1.0 / 0", ErrorCode::InvalidArgument},
        {"'a' + 1", ErrorCode::InvalidArgument},
        {"system('ls')", ErrorCode::NotFound},
        {"Soccer.Computed", ErrorCode::NotFound},
        {"Soccer.Nothing", ErrorCode::NotFound},
        {"Other[0]['a']", ErrorCode::NotFound},
        {"Type[2]['a']", ErrorCode::NotFound},
        {"Type[-1]['a']", ErrorCode::NotFound},
        {"Type[0.5]['a']", ErrorCode::NotFound},
        {"Type[1]['b']", ErrorCode::NotFound},
        {std::string(200, '('), ErrorCode::LimitExceeded},
        {std::string(200, '-') + "1", ErrorCode::LimitExceeded},
        {std::string(5000, ' '), ErrorCode::LimitExceeded},
    };
    const RubyValues ruby = values();
    for (const FaultRow& row : rows) {
        const auto result = ruby.evaluate(row.expression);
        ASSERT_FALSE(result) << row.expression << " gave " << *result;
        EXPECT_EQ(result.error().code, row.code)
            << row.expression << ": " << result.error().toString();
    }
}

TEST(RubyValuesTest, BrokenTablesNameTheirLine) {
    RubyValues ruby;
    const auto open = ruby.addScript("A = [\n{ 'a' => 1,\n");
    ASSERT_FALSE(open);
    EXPECT_EQ(open.error().code, ErrorCode::Truncated);
    const auto wrong = ruby.addScript("A = [\n{ 'a' : 1 }\n]");
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().code, ErrorCode::Malformed);
    EXPECT_EQ(wrong.error().line, 2U);
    EXPECT_EQ(wrong.error().expected, "'key' => value");
    EXPECT_FALSE(ruby.hasTable("A"));
    EXPECT_EQ(ruby.addScript(std::string(2U << 20U, ' ')).error().code, ErrorCode::LimitExceeded);
}

TEST(RubyValuesTest, AnyTextIsReadWithoutACrash) {
    base::Rng rng(9);
    const std::string letters = "AZaz_.09'\"[]{}()=>,#\n+-*/% ";
    for (int trial = 0; trial < 3000; ++trial) {
        std::string text;
        for (std::uint64_t i = rng.below(60); i > 0; --i) {
            text += letters[rng.below(letters.size())];
        }
        RubyValues ruby = values();
        (void)ruby.addScript("T = [" + text);
        (void)ruby.evaluate(text);
    }
}

} // namespace
} // namespace sideline::robot::rsg
