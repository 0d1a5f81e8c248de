// Runs a team of built-in agents on a fake rcssservermj that replays a real recording.
#include <filesystem>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "launcher/recorded_player.h"
#include "launcher/team_file.h"
#include "tests/launcher/launcher_support.h"
#include "tests/support/fake_rcssservermj.h"
#include "tests/support/test_files.h"

namespace sideline::launcher {
namespace {

using testing::HasSubstr;

TEST(MujocoTeamTest, JoinsBeamsAndHoldsItsPose) {
    sideline::tests::FakeRcssservermj server(
        {.recording = sideline::tests::dataFile("mj/agent.rec.xz")});
    const auto team = parseTeamFile(
        fmt::format("name = \"Alpha\"\nserver = \"rcssservermj\"\nsync = true\nport = {}\n"
                    "[defaults]\nembedded = true\nset = {{ pose = \"llj4=30\", speed = 90 }}\n"
                    "[[players]]\nnumber = 1\n[[players]]\nnumber = 2\nbeam = [-8, -4, 0]\n",
                    server.port()),
        "/teams/alpha.toml");
    ASSERT_TRUE(team) << joinErrors(team.error());
    tests::Listener listener;
    TeamRunnerSettings settings;
    settings.embedded = agentFactory();
    settings.sinks = {&listener};
    TeamRunner runner(*team, settings);
    runner.startAll();
    for (const std::size_t player : {0U, 1U}) {
        ASSERT_TRUE(listener.waitForPhase(player, PlayerPhase::Running)) << player;
    }
    const auto hasHeard = [&](const std::string& part) {
        const auto heard = server.heard();
        return std::ranges::any_of(heard, [&](const std::string& message) {
            return message.find(part) != std::string::npos;
        });
    };
    const auto deadline = Clock::now() + tests::kLong;
    while (Clock::now() < deadline && !(hasHeard("(lle4 30") && hasHeard("(beam -8"))) {
        ::poll(nullptr, 0, 20);
    }
    EXPECT_TRUE(hasHeard("(init T1 Alpha 1)"));
    EXPECT_TRUE(hasHeard("(init T1 Alpha 2)"));
    EXPECT_TRUE(hasHeard("(beam -8"));
    EXPECT_TRUE(hasHeard("(lle4 30")) << "the knee comes to its angle";
    EXPECT_TRUE(hasHeard("(syn)"));
    runner.stopAll();
    EXPECT_TRUE(runner.waitUntilIdle(Clock::now() + tests::kLong));
}

} // namespace
} // namespace sideline::launcher
