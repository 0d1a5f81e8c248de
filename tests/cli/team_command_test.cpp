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

// A kick-in of the league's robots, between two of the three players of a team.
constexpr auto kLeagueSituation = R"(sideline-start = 1
play-mode = "KickIn_Left"
time-s = 60
score-right = 2
[ball]
position-m = [0, 17, 0.11]
[[robots]]
side = "left"
number = 1
robot = "T1"
place-m = [-3, 1]
[[robots]]
side = "right"
number = 2
robot = "T1"
place-m = [4, -2]
heading-deg = 180
)";

TEST(TeamCommandTest, AMatchOfTheLeaguesRobotsStartsFromASituation) {
    const TempDir folder;
    sideline::tests::writeFile(folder / "kick.situation", kLeagueSituation);
    const std::string match =
        fmt::format("team match {0} {0} --agent-port 0 --monitor-port 0 ", example("t1.toml")) +
        "--no-realtime --start " + quoted(folder / "kick.situation");
    const auto result = run(match + " --minutes 1.02");
    if (result.out.find("without MuJoCo") != std::string::npos) {
        GTEST_SKIP() << "the program was built without MuJoCo";
    }
    EXPECT_EQ(result.status, 0) << result.out;
    EXPECT_THAT(result.out, HasSubstr("Boosters_2: 3 of 3 players are on the field"));
    EXPECT_THAT(result.out, HasSubstr("Boosters 0 : 2 Boosters_2"));
    const std::string words = "final score after ";
    const std::size_t at = result.out.find(words);
    ASSERT_NE(at, std::string::npos) << result.out;
    EXPECT_GE(std::stod(result.out.substr(at + words.size())), 61.2);
    const auto early = run(match + " --minutes 0.5");
    EXPECT_EQ(early.status, 2) << early.out;
    EXPECT_THAT(early.out, HasSubstr("the situation begins at 60.0 s"));
}

TEST(TeamCommandTest, OptionsAndTeamsOfTheOtherServerAreRefused) {
    const std::string ports = " --agent-port 0 --monitor-port 0 --minutes 1";
    const auto mixed =
        run(fmt::format("team match {} {}", example("t1.toml"), example("eleven.toml")) + ports);
    EXPECT_EQ(mixed.status, 2) << mixed.out;
    EXPECT_THAT(mixed.out, HasSubstr("is a team for rcssserver3d, but the match is on "
                                     "rcssservermj"));
    const auto exact =
        run(fmt::format("team match {0} {0}", example("t1.toml")) + ports + " --exact");
    EXPECT_EQ(exact.status, 2) << exact.out;
    EXPECT_THAT(exact.out, HasSubstr("--exact applies only to matches of rcssserver3d"));
    const auto book =
        run(fmt::format("team match {0} {0}", example("eleven.toml")) + ports + " --book fifa");
    EXPECT_EQ(book.status, 2) << book.out;
    EXPECT_THAT(book.out, HasSubstr("--book applies only to matches of rcssservermj"));
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
