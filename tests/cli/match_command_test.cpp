// Tests `sideline match` from the user's perspective, with short games of teams of two.
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logs/session/sqlite.h"
#include "tests/support/run_program.h"
#include "tests/support/test_files.h"

namespace sideline {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;
using tests::quoted;
using tests::RunningProgram;
using tests::RunResult;
using tests::within;

class MatchCommandTest : public testing::Test {
protected:
    static RunResult match(const std::string& arguments) {
        return tests::runProgram(SIDELINE_PROGRAM, "match " + arguments);
    }
    fs::path path(const std::string& name) const { return m_folder / name; }
    std::string file(const std::string& name) const { return quoted(path(name)); }
    std::string read(const std::string& name) const { return tests::readUnpacked(path(name)); }

    void writeTeam(const std::string& name, const std::string& behavior) const {
        tests::writeFile(path(name + ".toml"),
                         fmt::format("name = \"{}\"\n[defaults]\nembedded = true\nbehavior = "
                                     "\"{}\"\n[[players]]\nnumber = 1\nbeam = [-0.6, 0, 0]\n"
                                     "[[players]]\nnumber = 2\ntype = 1\nbeam = [-5, 2, 0]\n",
                                     name, behavior));
    }
    void writeSeries(const std::string& more, double minutes = 0.1) const {
        writeTeam("Kicks", "striker");
        writeTeam("Looks", "stand-and-look");
        tests::writeFile(path("s.toml"), "sideline-series = 1\nteams = [\"Kicks.toml\", "
                                         "\"Looks.toml\"]\nhalves = 1\n" +
                                             fmt::format("minutes = {}\n", minutes) + more);
    }
    std::int64_t inDatabase(const std::string& sql) const {
        const auto database =
            logs::Database::open(path("r/results.sqlite"), logs::Database::Access::Read);
        EXPECT_TRUE(database) << database.error().toString();
        return database ? database->number(sql).value_or(-1) : -1;
    }

    tests::TempDir m_folder;
};

// Kills a rank of a series, but not its games, which are processes of their own.
bool killRank(const fs::path& folder, int rank) {
    for (const fs::directory_entry& entry : fs::directory_iterator("/proc")) {
        const std::string name = entry.path().filename().string();
        if (name.find_first_not_of("0123456789") != std::string::npos) {
            continue;
        }
        const auto text = [&](const char* file) {
            std::ifstream in(entry.path() / file, std::ios::binary);
            return std::string(std::istreambuf_iterator<char>(in), {});
        };
        const std::string words = text("cmdline");
        if (words.find(folder.string()) != std::string::npos &&
            words.find("--play") == std::string::npos &&
            text("environ").find(fmt::format("OMPI_COMM_WORLD_RANK={}", rank) + '\0') !=
                std::string::npos) {
            return ::kill(std::stoi(name), SIGKILL) == 0;
        }
    }
    return false;
}

TEST_F(MatchCommandTest, ASeriesLeavesRowsLogsAndAReport) {
    writeSeries("games = 2\nexpect = [\"players == 4\", \"missed_cycles_a == 0\", \"late_answers_a "
                "== 0\"]\n");
    const RunResult run = match(fmt::format("{} --folder {}", file("s.toml"), file("r")));
    EXPECT_EQ(run.status, 0) << run.out;
    EXPECT_THAT(run.out, HasSubstr("game    1  Kicks - Looks  "));
    EXPECT_THAT(run.out, HasSubstr("game    2  Looks - Kicks  "));
    EXPECT_THAT(run.out, HasSubstr("players == 4: holds (4, 4)"));
    const std::string table = read("r/results.csv");
    EXPECT_THAT(table, HasSubstr("game,left,right,swapped,seed,played_s,repeats,goals_left"));
    EXPECT_THAT(table, HasSubstr("\n1,Kicks,Looks,0,1,6.02,0,"));
    EXPECT_THAT(table, HasSubstr("\n2,Looks,Kicks,1,2,6.02,0,"));
    EXPECT_THAT(read("r/report.html"), HasSubstr("Kicks against Looks"));
    EXPECT_THAT(read("r/logs/0001.log.zst"), HasSubstr("RSG"));
    EXPECT_EQ(inDatabase("SELECT count(*) FROM games"), 2);
    EXPECT_EQ(inDatabase("SELECT players_left + players_right FROM games WHERE game = 1"), 4);
    EXPECT_EQ(inDatabase("SELECT count(*) FROM attempts WHERE outcome = 'finished'"), 2);
    EXPECT_TRUE(fs::is_empty(path("r/games")));

    const RunResult again = match(fmt::format("{} --folder {}", file("s.toml"), file("r")));
    EXPECT_EQ(again.status, 2);
    EXPECT_THAT(again.out, HasSubstr("already contains a series; expected --resume"));
    // A finished series reports that it is finished, and can be extended.
    const RunResult done = match("--resume " + file("r"));
    EXPECT_EQ(done.status, 0) << done.out;
    EXPECT_THAT(done.out, Not(HasSubstr("game    ")));
    const RunResult longer = match(fmt::format("--resume {} --games 4", file("r")));
    EXPECT_EQ(longer.status, 0) << longer.out;
    EXPECT_THAT(read("r/results.csv"), HasSubstr("\n4,Looks,Kicks,1,4,6.02,0,"));
    // Other teams are rejected.
    writeTeam("Looks", "striker");
    const RunResult other = match("--resume " + file("r"));
    EXPECT_EQ(other.status, 2);
    EXPECT_THAT(other.out, HasSubstr("team Looks has changed since the series"));
}

TEST_F(MatchCommandTest, AConditionThatDoesNotHoldIsTheExitStatus) {
    writeSeries("games = 2\nlogs = false\nexpect = [\"goals_b >= 5\"]\n");
    const RunResult run = match(fmt::format("{} --quiet --folder {}", file("s.toml"), file("r")));
    EXPECT_EQ(run.status, 1) << run.out;
    EXPECT_THAT(run.out, HasSubstr("goals_b >= 5: does not hold (0, 5)"));
    EXPECT_TRUE(fs::is_empty(path("r/logs")));
}

TEST_F(MatchCommandTest, AKilledSeriesResumesAndGivesTheSameRows) {
    writeSeries("games = 8\nlogs = false\nparallel = 2\n", 0.3);
    const RunResult whole =
        match(fmt::format("{} --quiet --folder {}", file("s.toml"), file("whole")));
    ASSERT_EQ(whole.status, 0) << whole.out;
    {
        RunningProgram killed(SIDELINE_PROGRAM,
                              {"match", path("s.toml").string(), "--folder", path("r").string()},
                              path("out.txt"));
        ASSERT_TRUE(killed.hasOutput("game    1"));
        // A second process on the same folder is rejected meanwhile.
        const RunResult second = match("--resume " + file("r"));
        EXPECT_EQ(second.status, 2);
        EXPECT_THAT(second.out, HasSubstr("another process is running this series"));
        EXPECT_EQ(killed.end(SIGKILL), -1);
    }
    const auto before = inDatabase("SELECT count(*) FROM games");
    EXPECT_GE(before, 1);
    EXPECT_LT(before, 8);
    const RunResult resumed = match("--quiet --resume " + file("r"));
    ASSERT_EQ(resumed.status, 0) << resumed.out;
    EXPECT_EQ(read("r/results.csv"), read("whole/results.csv"));
    EXPECT_EQ(inDatabase("SELECT count(*) FROM attempts"), 8); // no game was played twice
}

TEST_F(MatchCommandTest, CtrlCEndsItCleanly) {
    writeSeries("games = 20\nlogs = false\n", 10.0);
    RunningProgram running(SIDELINE_PROGRAM,
                           {"match", path("s.toml").string(), "--folder", path("r").string()},
                           path("out.txt"));
    ASSERT_TRUE(within([&] { return fs::exists(path("r/games/0001.log")); }));
    EXPECT_EQ(running.end(SIGINT), 2);
    EXPECT_THAT(running.output(), HasSubstr("continue with `sideline match --resume"));
    EXPECT_TRUE(fs::is_empty(path("r/games")));
}

TEST_F(MatchCommandTest, APlayerThatExitsIsRepeatedAndCounted) {
    // It exits the first time; later it runs a built-in agent.
    tests::writeFile(path("player.sh"),
                     "if mkdir once 2>/dev/null; then echo sorry; exit 3; fi\n"
                     "exec \"$0\" agent --port \"$1\" --team Shy --unum 1 --sync\n");
    tests::writeFile(path("Shy.toml"),
                     fmt::format("name = \"Shy\"\n[[players]]\nnumber = 1\ntype = 0\nprogram = "
                                 "\"bash\"\nargs = [\"-c\", \". ./player.sh\", \"{}\", "
                                 "\"{{port}}\"]\n",
                                 SIDELINE_PROGRAM));
    writeSeries("");
    tests::writeFile(path("s.toml"),
                     "sideline-series = 1\nteams = [\"Shy.toml\", \"Looks.toml\"]\nminutes = 0.05\n"
                     "halves = 1\ngames = 1\nswap-sides = false\nrepeats = 1\n");
    const RunResult run = match(fmt::format("{} --folder {}", file("s.toml"), file("r")));
    EXPECT_EQ(run.status, 0) << run.out;
    EXPECT_THAT(run.out,
                HasSubstr("failed: sideline: Shy: 0 of 1 players reached the field; player 1 "
                          "of Shy exited: exit code 3; last output: sorry; output in "));
    EXPECT_THAT(run.out, HasSubstr("r/outputs/0001-1.txt; repeated"));
    EXPECT_THAT(read("r/outputs/0001-1.txt"), HasSubstr("Shy    1 |  sorry"));
    EXPECT_LT(inDatabase("SELECT wall_s FROM attempts WHERE outcome = 'failed'"), 30)
        << "not until the time to join is over";
    EXPECT_FALSE(fs::exists(path("r/outputs/0001-2.txt"))) << "it did not fail";
    EXPECT_EQ(inDatabase("SELECT repeats FROM games"), 1);
    EXPECT_EQ(inDatabase("SELECT count(*) FROM attempts WHERE outcome = 'failed'"), 1);
    EXPECT_EQ(inDatabase("SELECT count(*) FROM attempts WHERE outcome = 'failed' AND log = "
                         "'outputs/0001-1.log.zst' AND player = 'left 1'"),
              1);
    EXPECT_THAT(read("r/outputs/0001-1.log.zst"), HasSubstr("RSG")) << "what happened until then";
    EXPECT_THAT(read("r/report.html"), HasSubstr("<a href=\"outputs/0001-1.log.zst\">"));
    EXPECT_THAT(read("r/report.html"), HasSubstr("Attempts that failed"));
    EXPECT_THAT(read("r/report.html"), HasSubstr("<a href=\"outputs/0001-1.txt\">"));
}

TEST_F(MatchCommandTest, ProgramsThatCannotSyncPlayInRealTime) {
    writeSeries("games = 1\nswap-sides = false\n[server]\nreal-time = true\n", 0.05);
    const auto begin = std::chrono::steady_clock::now();
    const RunResult run = match(fmt::format("{} --folder {}", file("s.toml"), file("r")));
    EXPECT_EQ(run.status, 0) << run.out;
    EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::seconds(3));
    EXPECT_EQ(inDatabase("SELECT players_left + players_right FROM games"), 4);
    EXPECT_GE(inDatabase("SELECT 1000 * played_s FROM games"), 3000);
}

TEST_F(MatchCommandTest, AGameThatTakesTooLongIsGivenUp) {
    writeSeries("games = 2\nwall-minutes = 0.02\nrepeats = 1\nlogs = false\n", 900.0);
    const RunResult run = match(fmt::format("{} --folder {}", file("s.toml"), file("r")));
    EXPECT_EQ(run.status, 2) << run.out;
    EXPECT_THAT(run.out, HasSubstr("hung: took too long; repeated"));
    EXPECT_THAT(run.out, HasSubstr("hung: took too long; given up"));
    EXPECT_THAT(run.out, HasSubstr("could not be played; --resume tries again"));
    EXPECT_TRUE(fs::is_empty(path("r/games")));
}

// The built-in server as an external program; other servers get the same arguments.
TEST_F(MatchCommandTest, GamesArePlayedOnAnotherServer) {
    writeSeries(fmt::format("games = 2\nexpect = [\"players == 4\"]\n[server]\ncommand = [\"{}\", "
                            "\"server\", \"--agent-port\", \"{{agent_port}}\", \"--server-port\", "
                            "\"{{monitor_port}}\", \"--seed\", \"{{seed}}\"]\n",
                            SIDELINE_PROGRAM),
                0.05);
    const RunResult run = match(fmt::format("{} --folder {}", file("s.toml"), file("r")));
    EXPECT_EQ(run.status, 0) << run.out;
    EXPECT_THAT(run.out, HasSubstr("players == 4: holds"));
    EXPECT_THAT(read("r/results.csv"), HasSubstr("\n2,Looks,Kicks,1,2,3"));
    EXPECT_THAT(read("r/logs/0002.log.zst"), HasSubstr("RSG"));
    EXPECT_TRUE(fs::is_empty(path("r/games")));
}

TEST_F(MatchCommandTest, AServerThatDoesNotStartIsReported) {
    writeSeries(
        "games = 1\nswap-sides = false\nrepeats = 0\n[server]\ncommand = [\"bash\", \"-c\", "
        "\"echo no license {agent_port} {monitor_port} >&2; exit 3\"]\n");
    const RunResult run = match(fmt::format("{} --folder {}", file("s.toml"), file("r")));
    EXPECT_EQ(run.status, 2) << run.out;
    EXPECT_THAT(run.out, HasSubstr("the server: ended with exit code 3: no license"));
}

// A server that accepts connections and then sends nothing, while players join.
TEST_F(MatchCommandTest, ASilentServerIsReported) {
    tests::writeFile(path("Late.toml"),
                     "name = \"Late\"\n[defaults]\nembedded = true\nstart_delay = 60\n"
                     "[[players]]\nnumber = 1\n");
    // The server is stopped some seconds after it has opened its ports.
    const auto played = [&](int seconds, const std::string& folder) {
        tests::writeFile(
            path("s.toml"),
            fmt::format(
                "sideline-series = 1\nteams = [\"Late.toml\", \"Late.toml\"]\ngames = 1\n"
                "swap-sides = false\nrepeats = 0\n[server]\nsilence-seconds = 1\n"
                "start-seconds = 8\ncommand = [\"bash\", \"-c\", '\"$0\" server --agent-port "
                "$1 --server-port $2 & until (echo > /dev/tcp/127.0.0.1/$2) 2> /dev/null; do "
                "sleep 0.01; done; sleep {}; kill -STOP $!; wait', \"{}\", "
                "\"{{agent_port}}\", \"{{monitor_port}}\"]\n",
                seconds, SIDELINE_PROGRAM));
        const RunResult run = match(fmt::format("{} --folder {}", file("s.toml"), file(folder)));
        EXPECT_EQ(run.status, 2) << run.out;
        EXPECT_THAT(run.out, Not(HasSubstr("reached the field")));
        EXPECT_THAT(read(folder + "/outputs/0001-1.txt"), HasSubstr("server | agents connect to"));
        return run.out;
    };
    EXPECT_THAT(played(3, "r"), HasSubstr("the server was silent for 1 s; output in "));
    EXPECT_THAT(played(0, "n"), testing::AnyOf(HasSubstr("the server was silent for 8 s after its "
                                                         "start: it accepted a monitor on port"),
                                               HasSubstr("the server was silent for 1 s")));
}

// The rows equal those of a run without ranks, even when a rank is killed.
TEST_F(MatchCommandTest, GamesOnRanksComeToTheSameRows) {
    const std::string mpirun = "/usr/bin/mpirun";
    if (!fs::exists(mpirun) ||
        !fs::exists(fs::path(SIDELINE_PROGRAM).parent_path() / "sideline-mpi.so")) {
        GTEST_SKIP() << "needs Open MPI (openmpi-bin, libopenmpi-dev), which is not here";
    }
    writeSeries("games = 6\n", 2.0); // a few seconds each
    const RunResult alone =
        match(fmt::format("{} --quiet --folder {}", file("s.toml"), file("alone")));
    ASSERT_EQ(alone.status, 0) << alone.out;
    RunningProgram ranks(mpirun,
                         {"--allow-run-as-root", "--oversubscribe", "--enable-recovery",
                          "--bind-to", "none", "-n", "3", SIDELINE_PROGRAM, "match",
                          path("s.toml").string(), "--folder", path("r").string()},
                         path("out.txt"));
    // The file name of a game on another rank contains the rank.
    ASSERT_TRUE(within([&] {
        std::error_code ignored;
        for (const auto& entry : fs::directory_iterator(path("r/games"), ignored)) {
            if (entry.path().string().ends_with(".r1.log")) {
                return true;
            }
        }
        return false;
    }));
    ASSERT_TRUE(killRank(path("r"), 1));
    EXPECT_EQ(ranks.wait(), 0) << ranks.output();
    EXPECT_THAT(ranks.output(), HasSubstr("rank 1 has been silent"));
    EXPECT_EQ(read("r/results.csv"), read("alone/results.csv"));
    for (const char* log : {"0001", "0006"}) {
        EXPECT_EQ(read(fmt::format("r/logs/{}.log.zst", log)),
                  read(fmt::format("alone/logs/{}.log.zst", log)));
    }
    EXPECT_TRUE(fs::is_empty(path("r/games")));
}

TEST_F(MatchCommandTest, BadInputIsExplained) {
    writeSeries("games = 2\ngmes = 3\n");
    const RunResult typo = match(file("s.toml"));
    EXPECT_EQ(typo.status, 2);
    EXPECT_THAT(typo.out, HasSubstr("s.toml:6: unknown key `gmes`"));
    EXPECT_EQ(match("").status, 2);
    EXPECT_EQ(match(quoted(m_folder.path())).status, 2);
    EXPECT_EQ(match("--resume " + quoted(m_folder.path())).status, 2);
    writeSeries("games = 2\n");
    EXPECT_THAT(match(file("s.toml") + " --games 3").out, HasSubstr("expected an even number"));
    tests::writeFile(path("Looks.toml"), "name = 3\n");
    EXPECT_THAT(match(file("s.toml")).out, HasSubstr("Looks.toml:1: `name` is"));
    EXPECT_FALSE(fs::exists(path("s.series")));
}

// A frame of a recorded match as the start situation of built-in agents; see docs/situations.md.
TEST_F(MatchCommandTest, GamesBeginWithASituation) {
    tests::writeFile(path("s.situation"), tests::readUnpacked(tests::exampleFile(
                                              "situations/two-against-two.situation")));
    writeSeries("games = 2\nswap-sides = false\nstart = \"s.situation\"\n"
                "expect = [\"goals == 0\", \"goals_left == 99\", \"falls_per_player < 3\"]\n");
    const RunResult run = match(fmt::format("{} --folder {}", file("s.toml"), file("r")));
    EXPECT_EQ(run.status, 1) << run.out;
    EXPECT_THAT(run.out, HasSubstr("goals_left == 99: does not hold"));
    EXPECT_THAT(run.out, HasSubstr("falls_per_player < 3: holds"));
    EXPECT_THAT(read("r/results.csv"), HasSubstr("\n1,Kicks,Looks,0,1,6.0"));
    const RunResult info =
        tests::runProgram(SIDELINE_PROGRAM, "log info " + file("r/logs/0001.log.zst"));
    EXPECT_THAT(info.out, HasSubstr("Game clock    1:36.1 to 1:42")) << info.out;

    // The situation file is checked like the teams' files.
    tests::writeFile(path("s.situation"),
                     "sideline-start = 1\n[ball]\nposition-m = [0, 0, 0.042]\n");
    const RunResult resumed = match("--resume --games 4 " + file("r"));
    EXPECT_EQ(resumed.status, 2);
    EXPECT_THAT(resumed.out, HasSubstr("or the start situation, has changed"));
    writeSeries("start = \"none.situation\"\n");
    const RunResult missing = match(file("s.toml"));
    EXPECT_EQ(missing.status, 2);
    EXPECT_THAT(missing.out, HasSubstr("there is no file"));
    tests::writeFile(path("bad.situation"), "sideline-start = 1\nhalf = 3\n");
    writeSeries("start = \"bad.situation\"\n");
    const RunResult bad = match(file("s.toml"));
    EXPECT_EQ(bad.status, 2);
    EXPECT_THAT(bad.out, HasSubstr("bad.situation:2: "));
}

} // namespace
} // namespace sideline
