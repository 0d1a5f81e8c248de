// Tests `sideline team` from the user's perspective.
#include <array>
#include <cstdio>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/run_program.h"
#include "tests/support/test_files.h"

namespace {

using sideline::tests::quoted;
using sideline::tests::TempDir;
using testing::HasSubstr;
using testing::Not;

sideline::tests::RunResult run(const std::string& arguments) {
    return sideline::tests::runProgram(SIDELINE_PROGRAM, arguments);
}

std::string example(const std::string& name) {
    return quoted(std::filesystem::path(std::getenv("SIDELINE_SOURCE_DIR")) / "examples" / "teams" /
                  name);
}

TEST(TeamCommandTest, CheckReportsAllThatIsWrong) {
    const TempDir folder;
    sideline::tests::writeFile(folder / "bad.toml", "port = 0\n[[players]]\nnubmer = 1\n");
    const auto bad = run("team check " + quoted(folder / "bad.toml"));
    EXPECT_EQ(bad.status, 1);
    EXPECT_THAT(bad.out, HasSubstr("bad.toml:1: `port` is 0; expected"));
    EXPECT_THAT(bad.out, HasSubstr("bad.toml:3: players have no key `nubmer`; expected `number`"));
    const auto good = run("team check " + example("eleven.toml") + " " + example("script.toml"));
    EXPECT_EQ(good.status, 0);
    EXPECT_THAT(good.out, HasSubstr("11  type 4  built-in agent (stand-and-look)"));
    EXPECT_THAT(good.out, HasSubstr("./start.sh {host} {port} {monitor_port}"));
}

TEST(TeamCommandTest, StartShowsOutputAndEndsWell) {
    const auto result =
        run("team start " + example("program.toml") + " --only 2,3 --port 3999 --minutes 0.03");
    EXPECT_EQ(result.status, 0) << result.out;
    EXPECT_THAT(result.out,
                HasSubstr("   2 |  player started with: --host=127.0.0.1 --port 3999 --team "
                          "Others --unum 2 --type 1"));
    EXPECT_THAT(result.out, HasSubstr("--unum 2 --type 1\n")) << "a line of its own";
    EXPECT_THAT(result.out, HasSubstr("all 2 players are running"));
    EXPECT_THAT(result.out, Not(HasSubstr("--unum 1")));
    EXPECT_THAT(result.out, HasSubstr("   3 player.sh, stopped"));
}

TEST(TeamCommandTest, APlayerThatExitsOnItsOwnIsAFault) {
    const TempDir folder;
    sideline::tests::writeFile(folder / "team.toml",
                               "[defaults]\nprogram = \"bash\"\nstart_delay = 0\n"
                               "[[players]]\nnumber = 1\nargs = [\"-c\", \"echo oh; exit 4\"]\n"
                               "[[players]]\nnumber = 2\nprogram = \"./gone\"\n");
    const auto result = run("team start --quiet " + quoted(folder / "team.toml"));
    EXPECT_EQ(result.status, 1) << result.out;
    EXPECT_THAT(result.out, HasSubstr("   1 -- exited: exit code 4; last output: oh"));
    EXPECT_THAT(result.out,
                HasSubstr("   2 -- could not start: cannot start ./gone: No such file"));
    EXPECT_EQ(run("team start " + quoted(folder / "none.toml")).status, 2);
    EXPECT_EQ(run("team start --only 9 " + quoted(folder / "team.toml")).status, 2);
}

TEST(TeamCommandTest, CtrlCStopsTheTeam) {
    const TempDir folder;
    // The player interrupts its parent program as Ctrl+C does, and continues to run.
    sideline::tests::writeFile(folder / "team.toml",
                               "[[players]]\nnumber = 1\nprogram = \"bash\"\n"
                               "args = [\"-c\", \"read -r pid < pid; kill -INT $pid; "
                               "exec sleep 1000\"]\n");
    const auto result = sideline::tests::runProgram(
        "sh -c 'echo $$ > \"$1/pid\"; exec \"$0\" team start \"$1/team.toml\"' " +
            quoted(SIDELINE_PROGRAM),
        quoted(folder.path()));
    EXPECT_EQ(result.status, 0) << result.out;
    EXPECT_THAT(result.out, HasSubstr("   1 bash, stopped"));
}

// Writes a team of two and returns it as an argument.
std::string teamOfTwo(const TempDir& folder) {
    sideline::tests::writeFile(folder / "two.toml", "name = \"Two\"\n[defaults]\nembedded = true\n"
                                                    "start_delay = 0.1\n"
                                                    "[[players]]\nnumber = 1\n"
                                                    "[[players]]\nnumber = 2\ntype = 1\n");
    return quoted(folder / "two.toml");
}

TEST(TeamCommandTest, AMatchIsPlayedAsFastAsItsAgentsThink) {
    const TempDir folder;
    const std::string team = teamOfTwo(folder);
    const auto result = run("team match " + team + " " + team +
                            " --agent-port 0 --monitor-port 0 --minutes 3 --no-realtime --quiet");
    EXPECT_EQ(result.status, 0) << result.out;
    const std::string words = "final score after ";
    const std::size_t at = result.out.find(words);
    ASSERT_NE(at, std::string::npos) << result.out;
    EXPECT_GE(std::stod(result.out.substr(at + words.size())), 180.0);
    EXPECT_THAT(result.out, HasSubstr("Possession"));
    EXPECT_THAT(result.out, HasSubstr("First shot after kick-off"));
    EXPECT_THAT(result.out, HasSubstr("Two 0 : 0 Two_2"));
}

TEST(TeamCommandTest, AMatchThatWouldEndBeforeItsSituationIsRefused) {
    const std::string command =
        fmt::format("team match {} {} --agent-port 0 --monitor-port 0 --quiet --start {}",
                    example("eleven.toml"), example("visitors.toml"),
                    example("../situations/two-against-two.situation"));
    const auto result = run(command + " --minutes 1.5");
    EXPECT_EQ(result.status, 2) << result.out;
    EXPECT_THAT(result.out, HasSubstr("--minutes 1.5 ends the match at 90.0 s of game time, but "
                                      "the situation begins at 96.1 s; expected more than 1.6"));
}

TEST(TeamCommandTest, AMatchIsPlayedFromKickOffToItsScore) {
    const TempDir folder;
    const std::string team = teamOfTwo(folder);
    const auto result = run("team match " + team + " " + team +
                            " --agent-port 0 --monitor-port 0 --minutes 0.01 --quiet");
    EXPECT_EQ(result.status, 0) << result.out;
    EXPECT_THAT(result.out, HasSubstr("Two: 2 of 2 players are on the field"));
    EXPECT_THAT(result.out, HasSubstr("Two_2: 2 of 2 players are on the field"));
    const std::size_t kickOff = result.out.find("half 1: kick-off");
    EXPECT_NE(kickOff, std::string::npos) << result.out;
    EXPECT_EQ(result.out.find("half 1: kick-off", kickOff + 1), std::string::npos) << result.out;
    EXPECT_THAT(result.out, HasSubstr("Two 0 : 0 Two_2"));
    EXPECT_THAT(result.out, HasSubstr(", 0 late"));
    EXPECT_THAT(result.out, Not(testing::ContainsRegex(" [1-9][0-9]* late")))
        << "in real time, too, the server waits for built-in agents";
}

} // namespace
