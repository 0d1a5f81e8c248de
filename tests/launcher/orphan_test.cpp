// Tests that no process remains when the program that started a team is killed.
#include <array>
#include <csignal>
#include <cstdio>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>

#include "tests/launcher/launcher_support.h"
#include "tests/support/test_files.h"

extern char** environ; // NOLINT: declared as POSIX requires

namespace sideline::launcher {
namespace {

TEST(OrphanTest, NothingIsLeftWhenTheLauncherIsKilled) {
    const sideline::tests::TempDir folder;
    sideline::tests::writeFile(folder / "team.toml", R"(
[defaults]
program = "bash"
start_delay = 0.0
[[players]]
number = 1
args = ["-c", "echo pid $$; exec sleep 1000"]
[[players]]
number = 2
args = ["-c", "(setsid bash -c 'trap \"\" TERM HUP; echo pid $$; while true; do sleep 1000; done' &); exit 0"]
)");
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    std::string host = SIDELINE_LAUNCHER_HOST;
    std::string supervisor = SIDELINE_KEEPER;
    std::string team = (folder / "team.toml").string();
    std::array<char*, 4> words = {host.data(), supervisor.data(), team.data(), nullptr};
    pid_t pid = -1;
    ASSERT_EQ(::posix_spawn(&pid, host.c_str(), &actions, nullptr, words.data(), environ), 0);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);

    FILE* out = ::fdopen(ends[0], "r");
    std::vector<pid_t> players;
    std::array<char, 256> line{};
    while (players.size() < 2 && std::fgets(line.data(), line.size(), out) != nullptr) {
        players.push_back(tests::pidIn(line.data()));
    }
    ASSERT_EQ(players.size(), 2U);
    for (const pid_t player : players) {
        ASSERT_EQ(::kill(player, 0), 0) << "it lives as long as its launcher";
    }
    ASSERT_EQ(::kill(pid, SIGKILL), 0);
    ASSERT_EQ(::waitpid(pid, nullptr, 0), pid);
    for (const pid_t player : players) {
        EXPECT_TRUE(tests::waitUntilGone(player)) << player;
    }
    std::fclose(out);
}

} // namespace
} // namespace sideline::launcher
