// Runs the benchmarks of `sideline-dev` as developers do.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/log_files.h"
#include "tests/support/run_program.h"
#include "tests/support/test_files.h"

namespace sideline {
namespace {

using Json = nlohmann::json;
using tests::quoted;
using Result = tests::RunResult;
using testing::HasSubstr;
using testing::Not;

Result run(const std::string& arguments) {
    return tests::runProgram(SIDELINE_DEV_PROGRAM, arguments);
}

TEST(DevBenchTest, LogBenchReportsItsNumbers) {
    const Result result = run("log bench --json --seeks 50 " + quoted(tests::sampleLog()));
    ASSERT_EQ(result.status, 0) << result.out;
    const Json json = Json::parse(result.out);
    for (const char* key : {"bytes", "frames", "indexMs", "decodeUsPerFrameWithRobots", "seekP50Ms",
                            "seekP99Ms", "peakMemoryMiB", "treeParseTimesDecode"}) {
        EXPECT_TRUE(json.contains(key)) << key;
    }
    EXPECT_GT(json["seekP99Ms"].get<double>(), 0.0);
}

TEST(DevBenchTest, MotionBenchReportsItsNumbers) {
    const Result result = run("motion bench --json --keyframes 50 --solves 200 --trial 0.4");
    ASSERT_EQ(result.status, 0) << result.out;
    const Json json = Json::parse(result.out);
    for (const char* key : {"legSolveUs", "legSolveTimesForward", "editMs", "resolveMs",
                            "analyzeMs", "trialTimesRealTime", "exactTrialTimesRealTime"}) {
        EXPECT_GT(json.at(key).get<double>(), 0.0) << key;
    }
}

TEST(DevBenchTest, ProxyBenchMeasuresDirectAndProxied) {
    const tests::TempDir folder;
    const Result result =
        run(fmt::format("proxy bench {} --agents 2 --seconds 0.5 --json --record {}",
                        quoted(tests::dataFile("arms-t0.agent.rec.gz")), quoted(folder.path())));
    EXPECT_EQ(result.status, 0) << result.out;
    EXPECT_THAT(result.out, HasSubstr("\"agents\":2"));
    EXPECT_THAT(result.out, HasSubstr("\"dropped\":0"));
    EXPECT_TRUE(std::filesystem::exists(folder / "Bench-1.session"));
    EXPECT_TRUE(std::filesystem::exists(folder / "Bench-2.session"));
}

TEST(DevBenchTest, RecordingLosesNothing) {
    const tests::TempDir dir;
    const Result result =
        run("log bench-recorder --json --belief --agents 22 --seconds 5 " +
            quoted(tests::dataFile("squat-t4.agent.rec.gz")) + " " + quoted(dir / "a.session"));
    ASSERT_EQ(result.status, 0) << result.out;
    const Json json = Json::parse(result.out);
    EXPECT_EQ(json["framesOffered"], 22 * 5 * 50);
    EXPECT_EQ(json["framesWritten"], 22 * 5 * 50);
    EXPECT_EQ(json["framesDropped"], 0);
    EXPECT_GT(json["processorSharePercent"].get<double>(), 0.0);
    EXPECT_EQ(tests::runProgram(SIDELINE_PROGRAM, "log verify " + quoted(dir / "a.session")).status,
              0);
}

TEST(DevBenchTest, AgentBenchMeasuresAnswers) {
    const Result result = run("agent bench --agents 1,2 --seconds 0.3");
    EXPECT_EQ(result.status, 0) << result.out;
    for (const char* row : {"1 agent ", "2 agents ", "echo "}) {
        EXPECT_NE(result.out.find(row), std::string::npos) << result.out;
    }
}

TEST(DevBenchTest, ASkillBenchWithoutServerFailsWithOneMessage) {
    const auto bad = run("skill bench --server 127.0.0.1:http");
    EXPECT_NE(bad.status, 0);
    EXPECT_THAT(bad.out, HasSubstr("'127.0.0.1:http' is not the address of a server"));
    const auto gone = run("skill bench --server 127.0.0.1:1 --monitor-port 1");
    EXPECT_NE(gone.status, 0);
    EXPECT_THAT(gone.out, HasSubstr("127.0.0.1:1"));
    EXPECT_NE(run("skill bench --server 127.0.0.1 --exact").status, 0);
}

TEST(DevBenchTest, SkillBenchPrintsTheRowsThatAreAskedFor) {
    const auto bench = run("skill bench --robot nao1 --trials 1 --rows 'turn, steady'");
    EXPECT_EQ(bench.status, 0) << bench.out;
    EXPECT_THAT(bench.out, HasSubstr("turn, steady, deg/s"));
    EXPECT_THAT(bench.out, Not(HasSubstr("forward")));
    const auto none = run("skill bench --robot nao1 --trials 1 --rows backflip");
    EXPECT_NE(none.status, 0);
    EXPECT_THAT(none.out, HasSubstr("expected part of a row's name, such as forward"));
}

// Returns the port after given words in a server's first line.
std::string portAfter(const std::string& words, const std::string& text) {
    const std::size_t at = text.find(words);
    const std::size_t begin = text.find(':', at) + 1;
    return at == std::string::npos ? ""
                                   : text.substr(begin, text.find_first_of(",;", begin) - begin);
}

TEST(DevBenchTest, SkillBenchMeasuresOnAServer) {
    const tests::TempDir folder;
    const tests::RunningProgram server(
        SIDELINE_PROGRAM,
        {"server", "--sync", "--no-realtime", "--agent-port", "0", "--server-port", "0"},
        folder / "server.txt");
    ASSERT_TRUE(server.hasOutput("monitors to"));
    const std::string reported = server.output();
    const auto bench = run("skill bench --robot nao1 --trials 1 --rows 'turn, steady' --csv " +
                           quoted(folder / "turns.csv") +
                           " --server 127.0.0.1:" + portAfter("agents connect to", reported) +
                           " --monitor-port " + portAfter("monitors to", reported));
    EXPECT_EQ(bench.status, 0) << bench.out;
    EXPECT_THAT(bench.out, HasSubstr("turn, steady, deg/s"));
    EXPECT_THAT(bench.out, HasSubstr("1 of 1"));
    EXPECT_THAT(bench.out, Not(HasSubstr("forward")));
    std::ifstream file(folder / "turns.csv");
    std::stringstream samples;
    samples << file.rdbuf();
    EXPECT_THAT(samples.str(), HasSubstr("nao1 turn steady,deg/s,"));
    EXPECT_THAT(samples.str(), HasSubstr("nao1 turn steady,good,1\n"));
}

TEST(DevBenchTest, FailsWithAClearMessage) {
    const tests::TempDir dir;
    tests::writeFile(dir / "a.session", "");
    const std::string stream = quoted(tests::dataFile("arms-t0.agent.rec.gz"));
    const std::pair<std::string, const char*> rows[] = {
        {"", "subcommand is required"},
        {"sim", "subcommand is required"},
        {"log info x", "unexpected argument 'info' of `sideline-dev log`; expected bench"},
        {"agent bench --agents 0", "--agents"},
        {"log bench --seeks 0 x", "--seeks"},
        {"log bench /nowhere/x.log", "sideline-dev: /nowhere/x.log: no such file"},
        {"log bench-recorder /nowhere.rec " + quoted(dir / "b.session"), "nowhere.rec"},
        {"log bench-recorder " + stream + " " + quoted(dir / "a.session"),
         "the file already exists"},
        {"proxy bench /no/such.rec", "no/such.rec"},
        {"sim replay /nowhere/x.rec", "no such file"},
        {"sim bench --robots 23", "--robots"},
        {"sim bench --robots 0", "--robots"},
        {"sim bench --solver quick", "--solver"},
    };
    for (const auto& [arguments, expected] : rows) {
        const Result result = run(arguments);
        EXPECT_EQ(result.status, 2) << arguments << ": " << result.out;
        EXPECT_THAT(result.out, HasSubstr(expected)) << arguments;
    }
}

} // namespace
} // namespace sideline
