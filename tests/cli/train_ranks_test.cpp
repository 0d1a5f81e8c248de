// Tests `sideline train` with threads and MPI ranks, killed and resumed: the results are equal.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logs/session/sqlite.h"
#include "tests/support/run_program.h"
#include "tests/support/test_files.h"

namespace sideline::tests {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* kExperiment = R"(
sideline-experiment = 1
name = "small"
seed = 4
generations = 3
[motion]
name = "getup-front"
[task]
name = "get-up"
longest = 2.5
held = 0.2
[optimizer]
name = "cma-es"
population = 12
[trials]
count = 6
race-after = 3
validate = 8
)";

constexpr const char* kMpirun = "/usr/bin/mpirun";
// Permits root, as in a container, and more ranks than cores.
constexpr const char* kFreely = "--allow-run-as-root --oversubscribe";

bool hasMpi() {
    return fs::exists(kMpirun) &&
           fs::exists(fs::path(SIDELINE_PROGRAM).parent_path() / "sideline-mpi.so");
}

#define SIDELINE_MPI_OR_SKIP()                                                                     \
    if (!hasMpi()) {                                                                               \
        GTEST_SKIP() << "needs Open MPI (openmpi-bin, libopenmpi-dev), which is not here";         \
    }

// Returns the relevant files, the database as its rows, without the journal, which is in the order
// of completion, and without the checkpoint, where PaGMO's CMA-ES stores uninitialized memory.
std::map<std::string, std::string> contentsOf(const fs::path& folder) {
    std::map<std::string, std::string> contents;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (name != "lock" && name != "trials.journal" && name != "checkpoint" &&
            !name.starts_with("individuals")) {
            contents[name] = readUnpacked(entry.path());
        }
    }
    const auto database =
        logs::Database::open(folder / "individuals.sqlite", logs::Database::Access::Read);
    if (!database) {
        return contents;
    }
    static_cast<void>(database->query(
        "SELECT generation, number, trials, quote(fitness), quote(numbers), quote(metrics) FROM "
        "individuals ORDER BY generation, number",
        {}, [&](const logs::Statement& row) {
            contents["individuals"] += std::to_string(row.integer(0)) + " " +
                                       std::to_string(row.integer(1)) + " " +
                                       std::to_string(row.integer(2));
            for (const int column : {3, 4, 5}) {
                contents["individuals"] += " " + std::string(row.text(column));
            }
            contents["individuals"] += "\n";
        }));
    return contents;
}

class TrainRanksTest : public testing::Test {
protected:
    TrainRanksTest() { writeFile(file(), kExperiment); }

    [[nodiscard]] fs::path file() const { return m_folder / "small.toml"; }
    [[nodiscard]] fs::path run(const std::string& name) const { return m_folder / name; }
    [[nodiscard]] std::string words(const std::string& name, const std::string& more) const {
        return "train " + quoted(file()) + " --folder " + quoted(run(name)) + " " + more;
    }
    // Returns the result of a run with one thread.
    [[nodiscard]] std::map<std::string, std::string> expected() const {
        const RunResult result = runProgram(SIDELINE_PROGRAM, words("one", "--workers 1"));
        EXPECT_EQ(result.status, 0) << result.out;
        return contentsOf(run("one"));
    }
    [[nodiscard]] RunResult mpi(int ranks, const std::string& more) const {
        return runProgram(kMpirun, std::string(kFreely) + " -n " + std::to_string(ranks) + " " +
                                       SIDELINE_PROGRAM + " " + more);
    }
    // Whether some trials of a generation are recorded.
    [[nodiscard]] bool isUnderWay(const std::string& name, std::size_t generation) const {
        std::ifstream in(run(name) / "trials.journal", std::ios::binary);
        const std::string text(std::istreambuf_iterator<char>(in), {});
        const std::string number = std::to_string(generation) + "\n";
        const std::size_t end = text.find('\n');
        return end != std::string::npos && text.substr(0, end + 1).ends_with("0" + number) &&
               text.size() > 2000;
    }

private:
    TempDir m_folder;
};

// Returns the processes of a run by their arguments, except those that only wait for others.
std::vector<std::pair<pid_t, int>> ranksOf(const fs::path& folder) {
    std::vector<std::pair<pid_t, int>> ranks;
    for (const fs::directory_entry& entry : fs::directory_iterator("/proc")) {
        const std::string name = entry.path().filename().string();
        if (name.find_first_not_of("0123456789") != std::string::npos) {
            continue;
        }
        const auto text = [&](const char* file) {
            std::ifstream in(entry.path() / file, std::ios::binary);
            return std::string(std::istreambuf_iterator<char>(in), {});
        };
        if (text("cmdline").find(folder.string()) == std::string::npos) {
            continue;
        }
        const std::string environment = text("environ");
        const std::string variable = "OMPI_COMM_WORLD_RANK=";
        const std::size_t at = environment.find(variable);
        if (at != std::string::npos) {
            ranks.emplace_back(std::stoi(name),
                               std::stoi(environment.substr(at + variable.size())));
        }
    }
    return ranks;
}

bool killRank(const fs::path& folder, int rank, int signal) {
    for (const auto& [pid, number] : ranksOf(folder)) {
        if (number == rank) {
            return ::kill(pid, signal) == 0;
        }
    }
    return false;
}

TEST_F(TrainRanksTest, AnyNumberOfThreadsGivesTheSameFolder) {
    const auto one = expected();
    EXPECT_EQ(one.size(), 7U) << "files, and the rows of the database";
    for (const char* workers : {"2", "4"}) {
        const RunResult result =
            runProgram(SIDELINE_PROGRAM, words(workers, "--workers " + std::string(workers)));
        ASSERT_EQ(result.status, 0) << result.out;
        EXPECT_EQ(contentsOf(run(workers)), one) << workers;
    }
}

TEST_F(TrainRanksTest, KilledTwiceAndResumedGivesTheSameFolder) {
    const auto one = expected();
    for (const std::size_t generation : {0U, 1U}) {
        std::vector<std::string> arguments = {
            "train", file().string(), "--folder", run("killed").string(), "--workers", "1"};
        if (generation > 0) {
            arguments.emplace_back("--resume");
        }
        RunningProgram program(SIDELINE_PROGRAM, arguments, run("out"));
        ASSERT_TRUE(within([&] { return isUnderWay("killed", generation); })) << program.output();
        EXPECT_EQ(program.end(SIGKILL), -1);
    }
    const RunResult result = runProgram(SIDELINE_PROGRAM, words("killed", "--workers 2 --resume"));
    ASSERT_EQ(result.status, 0) << result.out;
    EXPECT_EQ(contentsOf(run("killed")), one);
}

TEST_F(TrainRanksTest, ASecondProcessOnTheFolderIsRefused) {
    RunningProgram first(
        SIDELINE_PROGRAM,
        {"train", file().string(), "--folder", run("busy").string(), "--workers", "1"}, run("out"));
    ASSERT_TRUE(within([&] { return isUnderWay("busy", 0); })) << first.output();
    const RunResult second = runProgram(SIDELINE_PROGRAM, words("busy", "--resume"));
    EXPECT_EQ(second.status, 2);
    EXPECT_THAT(second.out, HasSubstr("another process is running this experiment"));
}

TEST_F(TrainRanksTest, AFolderOfAnotherVersionIsRefused) {
    static_cast<void>(expected());
    writeFile(run("one") / "checkpoint", "sideline-checkpoint 99\nwhatever");
    const RunResult checkpoint = runProgram(SIDELINE_PROGRAM, words("one", "--resume"));
    EXPECT_EQ(checkpoint.status, 2);
    EXPECT_THAT(checkpoint.out, HasSubstr("checkpoint"));
    EXPECT_THAT(checkpoint.out, HasSubstr("version 99"));
    std::string text = kExperiment;
    text.replace(text.find("experiment = 1"), 14, "experiment = 9");
    writeFile(run("one") / "experiment.toml", text);
    const RunResult settings = runProgram(SIDELINE_PROGRAM, words("one", "--resume"));
    EXPECT_EQ(settings.status, 2);
    EXPECT_THAT(settings.out, HasSubstr("unsupported experiment version 9"));
}

TEST_F(TrainRanksTest, FourRanksGiveTheSameFolder) {
    SIDELINE_MPI_OR_SKIP();
    const auto one = expected();
    const RunResult four = mpi(4, words("four", ""));
    ASSERT_EQ(four.status, 0) << four.out;
    EXPECT_EQ(contentsOf(run("four")), one);
    // Started with three ranks, resumed with two ranks of two threads each.
    const RunResult begun = mpi(3, words("changed", "--generations 1"));
    ASSERT_EQ(begun.status, 0) << begun.out;
    const RunResult changed = mpi(2, words("changed", "--generations 3 --resume --workers 2"));
    ASSERT_EQ(changed.status, 0) << changed.out;
    auto contents = contentsOf(run("changed"));
    contents["experiment.toml"] = one.at("experiment.toml"); // contains 1 generation
    EXPECT_EQ(contents, one);
}

TEST_F(TrainRanksTest, WhatIsWrongIsSaidOnceByRanks) {
    SIDELINE_MPI_OR_SKIP();
    const RunResult result = mpi(3, "train " + quoted(run("nothing.toml")));
    EXPECT_EQ(result.status, 2);
    const std::size_t first = result.out.find("nothing.toml");
    EXPECT_NE(first, std::string::npos);
    EXPECT_EQ(result.out.find("sideline: ", result.out.find("sideline: ") + 1), std::string::npos)
        << result.out;
}

// Other ranks compensate for a killed rank; without rank 0, the supervisor restarts all.
TEST_F(TrainRanksTest, KilledRanksDoNotChangeTheResult) {
    SIDELINE_MPI_OR_SKIP();
    const auto one = expected();
    RunningProgram program(SIDELINE_PROGRAM,
                           {"train", file().string(), "--folder", run("killed").string(), "--ranks",
                            "4", "--mpirun", kFreely},
                           run("out"));
    ASSERT_TRUE(within([&] { return isUnderWay("killed", 0); })) << program.output();
    ASSERT_TRUE(killRank(run("killed"), 2, SIGKILL)) << program.output();
    ASSERT_TRUE(within([&] { return isUnderWay("killed", 1); })) << program.output();
    EXPECT_THAT(program.output(), testing::Not(HasSubstr("restarting them")));
    ASSERT_TRUE(killRank(run("killed"), 0, SIGKILL)) << program.output();
    EXPECT_TRUE(program.hasOutput("restarting them")) << program.output();
    EXPECT_TRUE(program.hasOutput("champion: ")) << program.output();
    EXPECT_EQ(program.wait(), 0) << program.output();
    EXPECT_EQ(contentsOf(run("killed")), one) << program.output();
    EXPECT_TRUE(ranksOf(run("killed")).empty());
    EXPECT_FALSE(fs::exists(run("killed.status")));
}

// A lost rank costs only its current trials and those that were delayed.
TEST_F(TrainRanksTest, ALostRankCostsWhatItHadInHand) {
    SIDELINE_MPI_OR_SKIP();
    const auto one = expected();
    RunningProgram program(kMpirun,
                           {"--allow-run-as-root", "--oversubscribe", "--enable-recovery", "-n",
                            "3", SIDELINE_PROGRAM, "train", file().string(), "--folder",
                            run("lost").string()},
                           run("out"));
    ASSERT_TRUE(within([&] { return isUnderWay("lost", 0); })) << program.output();
    ASSERT_TRUE(killRank(run("lost"), 2, SIGKILL)) << program.output();
    EXPECT_TRUE(program.hasOutput("champion: ")) << program.output();
    static_cast<void>(program.wait()); // mpirun reports that a rank was killed
    EXPECT_EQ(contentsOf(run("lost")), one) << program.output();
    int again = 0;
    const std::string out = program.output();
    const std::size_t at = out.find(" trials were run twice");
    if (at != std::string::npos) {
        again = std::stoi(out.substr(out.rfind('\n', at) + 1));
    }
    EXPECT_LT(again, 40) << "of more than 200 trials\n" << out;
}

// A stopped rank delays no other rank, not even at the end.
TEST_F(TrainRanksTest, AStoppedRankDelaysNoOtherRank) {
    SIDELINE_MPI_OR_SKIP();
    const auto one = expected();
    RunningProgram program(SIDELINE_PROGRAM,
                           {"train", file().string(), "--folder", run("stopped").string(),
                            "--ranks", "3", "--mpirun", kFreely},
                           run("out"));
    ASSERT_TRUE(within([&] { return isUnderWay("stopped", 0); })) << program.output();
    ASSERT_TRUE(killRank(run("stopped"), 1, SIGSTOP)) << program.output();
    EXPECT_TRUE(program.hasOutput("champion: ")) << program.output();
    EXPECT_EQ(program.wait(), 0) << program.output();
    EXPECT_EQ(contentsOf(run("stopped")), one) << program.output();
    EXPECT_TRUE(within([&] { return ranksOf(run("stopped")).empty(); }));
}

TEST_F(TrainRanksTest, InterruptedRanksEndAfterTheGeneration) {
    SIDELINE_MPI_OR_SKIP();
    const auto one = expected();
    RunningProgram program(SIDELINE_PROGRAM,
                           {"train", file().string(), "--folder", run("asked").string(), "--ranks",
                            "2", "--mpirun", kFreely},
                           run("out"));
    ASSERT_TRUE(within([&] { return isUnderWay("asked", 0); })) << program.output();
    EXPECT_EQ(program.end(SIGINT), 0) << program.output();
    EXPECT_THAT(program.output(), HasSubstr("stopped after 1 of 3 generations"));
    const RunResult result = runProgram(SIDELINE_PROGRAM, words("asked", "--workers 2 --resume"));
    ASSERT_EQ(result.status, 0) << result.out;
    EXPECT_EQ(contentsOf(run("asked")), one);
}

} // namespace
} // namespace sideline::tests
