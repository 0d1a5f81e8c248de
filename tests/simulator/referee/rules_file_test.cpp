#include "agentcore/game/rules.h"
#include "simulator/referee/rules_file.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sideline::simulator {
namespace {

using base::ErrorCode;
using ::testing::HasSubstr;

TEST(RulesFileTest, EmptyObjectGivesTheDefaults) {
    EXPECT_EQ(rulesFromJson("{}", "rules.json"), game::Rules{});
}

TEST(RulesFileTest, ServersNamesAreTheKeys) {
    const auto rules = rulesFromJson(
        R"({"RuleHalfTime": 120, "UseOffside": true, "MaxTouchGroupSize": 3.0})", "rules.json");
    ASSERT_TRUE(rules.has_value()) << rules.error().toString();
    EXPECT_EQ(rules->halfTimeS, 120.0);
    EXPECT_TRUE(rules->usesOffside);
    EXPECT_EQ(rules->maxTouchGroupSize, 3);
    EXPECT_EQ(rules->goalPauseS, game::Rules{}.goalPauseS);
}

TEST(RulesFileTest, WrittenRulesAreReadBack) {
    game::Rules rules;
    rules.halfTimeS = 123.4;
    rules.usesFouls = false;
    rules.minRobotTypes = 1;
    rules.passModeRetryWaitS = 0.1;
    const std::string text = rulesToJson(rules);
    EXPECT_THAT(text, HasSubstr("\"PassModeRetryWaitTime\": 0.1"));
    EXPECT_EQ(rulesFromJson(text, "rules.json"), rules);
}

struct BadText {
    const char* text;
    ErrorCode code;
    const char* message;
};

class BadRulesTest : public ::testing::TestWithParam<BadText> {};

TEST_P(BadRulesTest, IsAnErrorThatNamesFileAndKey) {
    const auto rules = rulesFromJson(GetParam().text, "my-rules.json");
    ASSERT_FALSE(rules.has_value());
    EXPECT_EQ(rules.error().code, GetParam().code);
    EXPECT_EQ(rules.error().file, "my-rules.json");
    EXPECT_THAT(rules.error().toString(), HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Faults, BadRulesTest,
    ::testing::Values(
        BadText{"", ErrorCode::Malformed, "not a JSON"},
        BadText{"[1]", ErrorCode::Malformed, "not a JSON"},
        BadText{R"({"RuleHalfTime": NaN})", ErrorCode::Malformed, "'RuleHalfTime'"},
        BadText{R"({"RuleHalfTime": 1e999})", ErrorCode::Malformed, "'RuleHalfTime'"},
        BadText{R"({"RuleHalfTime": 300)", ErrorCode::Malformed, "byte 20"},
        BadText{R"({"HalfTime": 300})", ErrorCode::InvalidArgument, "unknown rule 'HalfTime'"},
        BadText{R"({"RuleHalfTime": "300"})", ErrorCode::InvalidArgument,
                "'RuleHalfTime' is \"300\", not a number from 0.02"},
        BadText{R"({"RuleHalfTime": -1})", ErrorCode::InvalidArgument, "'RuleHalfTime' is -1"},
        BadText{R"({"UseOffside": 1})", ErrorCode::InvalidArgument,
                "'UseOffside' is 1, not true or false"},
        BadText{R"({"MaxTouchGroupSize": 2.5})", ErrorCode::InvalidArgument, "a whole number"},
        BadText{R"({"MaxTouchGroupSize": true})", ErrorCode::InvalidArgument, "a whole number"},
        BadText{R"({"FreeKickDistance": [[]]})", ErrorCode::InvalidArgument, "is an array"},
        BadText{R"({"FreeKickDistance": null})", ErrorCode::InvalidArgument, "is null"},
        BadText{R"({"FreeKickDistance": 1, "FreeKickDistance": 2})", ErrorCode::InvalidArgument,
                "'FreeKickDistance' is given twice"}));

TEST(RulesFileTest, AllErrorsAreListed) {
    const auto rules =
        rulesFromJson(R"({"Foo": 1, "UseOffside": 0, "RuleDropBallTime": -2})", "rules.json");
    ASSERT_FALSE(rules.has_value());
    for (const char* key : {"'Foo'", "'UseOffside'", "'RuleDropBallTime'"}) {
        EXPECT_THAT(rules.error().message, HasSubstr(key));
    }
}

TEST(RulesFileTest, ReadsAFile) {
    const std::string path = ::testing::TempDir() + "sideline-rules-file-test.json";
    std::ofstream(path) << rulesToJson(game::Rules{});
    EXPECT_EQ(readRulesFile(path), game::Rules{});
    std::ofstream(path) << "{";
    EXPECT_EQ(readRulesFile(path).error().file, path);
}

TEST(RulesFileTest, MissingFileAndFolderAreErrors) {
    EXPECT_EQ(readRulesFile(::testing::TempDir() + "no-such-rules.json").error().code,
              ErrorCode::NotFound);
    EXPECT_FALSE(readRulesFile(::testing::TempDir()).has_value());
}

} // namespace
} // namespace sideline::simulator
