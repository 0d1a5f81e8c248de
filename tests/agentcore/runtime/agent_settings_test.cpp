#include "agentcore/runtime/agent_settings.h"

#include <functional>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace sideline::runtime {
namespace {

TEST(AgentSettingsTest, DefaultsAreValid) {
    EXPECT_TRUE(check({}));
    AgentSettings settings;
    settings.team = "magmaOffenburg";
    settings.unum = 11;
    settings.typeNumber = 4;
    settings.beam_F = Eigen::Vector3d(-3, 0, 0);
    EXPECT_TRUE(check(settings));
}

TEST(AgentSettingsTest, ReportsInvalidSettings) {
    struct Case {
        std::function<void(AgentSettings&)> spoil;
        std::string message;
    };
    const std::vector<Case> cases = {
        {[](AgentSettings& s) { s.team = ""; }, "'' is not a valid team name"},
        {[](AgentSettings& s) { s.team = "two words"; }, "'two words' is not a valid team name"},
        {[](AgentSettings& s) { s.team = "a)(syn"; }, "'a)(syn' is not a valid team name"},
        {[](AgentSettings& s) { s.team = std::string(41, 'x'); }, "not a valid team name"},
        {[](AgentSettings& s) { s.unum = 12; }, "invalid player number 12"},
        {[](AgentSettings& s) { s.unum = -1; }, "invalid player number -1"},
        {[](AgentSettings& s) { s.typeNumber = 5; }, "robot type 5"},
        {[](AgentSettings& s) { s.port = 0; }, "cannot connect to port 0"},
        {[](AgentSettings& s) {
             s.beam_F = Eigen::Vector3d(0, std::numeric_limits<double>::quiet_NaN(), 0);
         },
         "not finite"},
        {[](AgentSettings& s) { s.firstRetry = {}; }, "retry delays"},
        {[](AgentSettings& s) { s.longestRetry = std::chrono::milliseconds(1); }, "retry delays"},
    };
    for (const Case& each : cases) {
        AgentSettings settings;
        each.spoil(settings);
        const auto checked = check(settings);
        ASSERT_FALSE(checked) << each.message;
        EXPECT_EQ(checked.error().code, base::ErrorCode::InvalidArgument);
        EXPECT_NE(checked.error().message.find(each.message), std::string::npos)
            << checked.error().message;
    }
}

TEST(AgentSettingsTest, WordsAreRepresentableInTheProtocol) {
    EXPECT_TRUE(isWord("hello~!"));
    for (const char* bad : {"", "a b", "a(b", "a)b", "a\tb", "\x7f", "gr\xc3\xbc\xc3\x9f"}) {
        EXPECT_FALSE(isWord(bad)) << bad;
    }
}

} // namespace
} // namespace sideline::runtime
