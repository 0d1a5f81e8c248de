// Runs `sideline-dev sim` as developers do.
#include <chrono>
#include <cmath>
#include <filesystem>
#include <regex>
#include <stop_token>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/worker.h"
#include "simulator/server/server.h"
#include "tests/support/run_program.h"
#include "tests/support/test_files.h"

namespace sideline {
namespace {

using Json = nlohmann::json;
using Result = tests::RunResult;

Result runSim(const std::string& arguments) {
    return tests::runProgram(SIDELINE_DEV_PROGRAM, arguments);
}

TEST(DevSimTest, BenchReportsRatesOfAllWaysAndSolvers) {
    const Result result = runSim("sim bench --robots 1,2 --cycles 20 --repeat 1 --json");
    ASSERT_EQ(result.status, 0) << result.out;
    const Json rows = Json::parse(result.out);
    ASSERT_EQ(rows.size(), 2U * 3U * 2U);
    for (const Json& row : rows) {
        EXPECT_GT(row["cycles_per_s"].get<double>(), 0.0);
        EXPECT_EQ(row.contains("times_exact"), row["solver"] == "fast");
        EXPECT_FALSE(row.contains("times_other"));
    }
}

TEST(DevSimTest, BenchMeasuresAnotherServerInTheSameRun) {
    simulator::ServerSettings ports;
    ports.agentPort = 0;
    ports.monitorPort = 0;
    ports.syncMode = simulator::SyncMode::All;
    const auto other = simulator::Server::open(ports, {}, [](const std::string&) {});
    ASSERT_TRUE(other.has_value());
    base::Worker worker(
        "the other server",
        [&other](const std::stop_token& stop) {
            while (!stop.stop_requested()) {
                if ((*other)->awaitCycle(std::chrono::steady_clock::now() +
                                         std::chrono::milliseconds(1))) {
                    (*other)->cycle();
                }
            }
        },
        nullptr);
    const Result result = runSim(fmt::format(
        "sim bench --robots 3 --cycles 20 --repeat 2 --solver fast --json --other-port {}",
        (*other)->agentPort()));
    ASSERT_EQ(result.status, 0) << result.out;
    const Json rows = Json::parse(result.out);
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_EQ(rows[3]["solver"], "other");
    EXPECT_EQ(rows[3]["way"], "tcp");
    EXPECT_NEAR(rows[2]["times_other"].get<double>(),
                rows[2]["cycles_per_s"].get<double>() / rows[3]["cycles_per_s"].get<double>(),
                1e-9);
    worker = {};
}

TEST(DevSimTest, BenchNamesAServerThatIsNotThere) {
    const Result none = runSim("sim bench --robots 1 --cycles 20 --repeat 1 --other-port 1");
    EXPECT_EQ(none.status, 2);
    EXPECT_NE(none.out.find("127.0.0.1:1: "), std::string::npos) << none.out;
}

TEST(DevSimTest, BenchOfACrowdStandsBesideOdeAlone) {
    const Result result = runSim("sim bench --crowd --robots 2 --cycles 40 --repeat 1 --json");
    ASSERT_EQ(result.status, 0) << result.out;
    const Json rows = Json::parse(result.out);
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows[0]["way"], "ODE alone");
    EXPECT_EQ(rows[0]["times_ode_alone"], 1.0);
    EXPECT_EQ(rows[1]["way"], "exact");
    EXPECT_EQ(rows[2]["way"], "fast");
    for (const Json& row : rows) {
        EXPECT_NEAR(row["times_ode_alone"].get<double>(),
                    row["cycles_per_s"].get<double>() / rows[0]["cycles_per_s"].get<double>(),
                    1e-9);
    }
}

TEST(DevSimTest, CompareTestsBothSolversAndWritesWhatItFound) {
    const tests::TempDir folder;
    const std::string csv = (folder / "try.csv").string();
    const std::string command = fmt::format("sim compare --motions kick-left --types 0 --count 4 "
                                            "--seed 7 --json --csv {}",
                                            tests::quoted(csv));
    const Result result = runSim(command);
    ASSERT_EQ(result.status, 0) << result.out;
    const Json comparison = Json::parse(result.out).at(0);
    EXPECT_EQ(comparison["first"], "exact");
    EXPECT_EQ(comparison["second"], "fast");
    EXPECT_EQ(comparison["tests"], 5) << "two for distance, two for direction, one for falls";
    EXPECT_EQ(comparison["different"], false);
    for (const Json& measure : comparison["measures"]) {
        EXPECT_EQ(measure["first"]["count"], 4);
        EXPECT_EQ(measure["experiment"], "kick-left type 0");
        EXPECT_EQ(measure["fisher"].is_null(), measure["measure"] != "fell");
        if (measure["measure"] == "ball m") {
            EXPECT_NEAR(measure["first"]["median"].get<double>(), 4.4, 0.5);
        }
    }
    // the written samples can be read again
    const Result again = runSim(fmt::format(
        "sim compare --count 0 --json --samples a={} --samples b={}",
        tests::quoted(folder / "try-exact.csv"), tests::quoted(folder / "try-fast.csv")));
    ASSERT_EQ(again.status, 0) << again.out;
    EXPECT_EQ(Json::parse(again.out).at(0)["measures"], comparison["measures"]);
    const Result taken = runSim(command);
    EXPECT_EQ(taken.status, 2) << "replaces nothing without --force";
}

TEST(DevSimTest, CompareSeesADifference) {
    const tests::TempDir folder;
    std::string near = "experiment,measure,value\n";
    std::string far = near;
    for (int i = 0; i < 20; ++i) {
        near += fmt::format("kick,ball m,{}\nkick,fell,0\n", 4.0 + 0.01 * i);
        far += fmt::format("kick,ball m,{}\nkick,fell,{}\n", 4.1 + 0.01 * i, i % 2);
    }
    tests::writeFile(folder / "near.csv", near);
    tests::writeFile(folder / "far.csv", far);
    const auto compare = [&](const char* first, const char* second) {
        return runSim(fmt::format("sim compare --count 0 --samples one={} --samples two={}",
                                  tests::quoted(folder / first), tests::quoted(folder / second)));
    };
    const Result differ = compare("near.csv", "far.csv");
    EXPECT_EQ(differ.status, 1) << differ.out;
    EXPECT_NE(differ.out.find("they differ"), std::string::npos) << differ.out;
    EXPECT_NE(differ.out.find("10/20"), std::string::npos) << differ.out;
    const Result same = compare("near.csv", "near.csv");
    EXPECT_EQ(same.status, 0) << same.out;
    EXPECT_NE(same.out.find("no evidence of a difference"), std::string::npos) << same.out;
    tests::writeFile(folder / "bad.csv", "experiment,measure,value\nkick,ball m,far\n");
    const Result bad = compare("near.csv", "bad.csv");
    EXPECT_EQ(bad.status, 2);
    EXPECT_NE(bad.out.find("bad.csv:2: this is not a sample"), std::string::npos) << bad.out;
}

TEST(DevSimTest, CompareCountsNumbersAsNumbersUnlessAllAreZeroOrOne) {
    const tests::TempDir folder;
    std::string one = "experiment,measure,value\n";
    std::string two = one;
    for (int i = 0; i < 20; ++i) {
        one += fmt::format("kick,ball m,{}\nkick,turns,{}\nkick,fell,0\n", 4.0 + 0.01 * i, i % 2);
        two += fmt::format("kick,ball m,{}\nkick,turns,{}\nkick,fell,1\n", 4.0 + 0.01 * i, i % 3);
    }
    tests::writeFile(folder / "one.csv", one);
    tests::writeFile(folder / "two.csv", two);
    const Result result =
        runSim(fmt::format("sim compare --count 0 --json --samples one={} "
                           "--samples two={}",
                           tests::quoted(folder / "one.csv"), tests::quoted(folder / "two.csv")));
    const Json measures = Json::parse(result.out).at(0)["measures"];
    ASSERT_EQ(measures.size(), 3U);
    // For a sample: n (n + 1) / 12 steps squared.
    EXPECT_NEAR(measures[0]["first"]["deviation"].get<double>(), 0.01 * std::sqrt(35.0), 1e-6);
    EXPECT_TRUE(measures[1]["fisher"].is_null()) << "one side turns twice, too";
    EXPECT_FALSE(measures[1]["mann_whitney"].is_null());
    EXPECT_FALSE(measures[2]["fisher"].is_null());
}

TEST(DevSimTest, BenchComparesRunsBitForBit) {
    const Result result = runSim("sim bench --determinism --cycles 60");
    EXPECT_EQ(result.status, 0) << result.out;
    EXPECT_NE(result.out.find("4 threads"), std::string::npos) << result.out;
    EXPECT_EQ(result.out.find("different"), std::string::npos) << result.out;
}

TEST(DevSimTest, ReplayOfARecordedRobotIsNearTheRealServer) {
    const Result result =
        runSim("sim replay --json " + tests::quoted(tests::dataFile("arms-t0.agent.rec.gz")));
    ASSERT_EQ(result.status, 0) << result.out;
    const Json json = Json::parse(result.out);
    int joints = 0;
    for (const Json& signal : json["signals"]) {
        if (signal["name"].get<std::string>().starts_with("HJ")) {
            EXPECT_LT(signal["rms"].get<double>(), 0.01) << signal["name"];
            ++joints;
        }
    }
    EXPECT_GT(joints, 10);
    const Result brief =
        runSim("sim replay --brief " + tests::quoted(tests::dataFile("arms-t0.agent.rec.gz")));
    EXPECT_EQ(brief.status, 0);
    EXPECT_NE(brief.out.find(" HJ   0.00"), std::string::npos) << brief.out;
}

// JSON is UTF-8, but file names need not be.
TEST(DevSimTest, NamesThatAreNoUtf8ArePrintedAsFarAsTheyAre) {
    const tests::TempDir folder;
    const auto file = folder / "ar\xffms.rec.gz";
    std::filesystem::copy_file(tests::dataFile("arms-t0.agent.rec.gz"), file);
    const Result result = runSim("sim replay --json " + tests::quoted(file));
    ASSERT_EQ(result.status, 0) << result.out;
    const auto name = Json::parse(result.out)["file"].get<std::string>();
    EXPECT_TRUE(name.ends_with("ar\xef\xbf\xbdms.rec.gz")) << name;
}

TEST(DevSimTest, TakeoversStayNearWhatTheLogShows) {
    const tests::TempDir folder;
    const Result held = runSim("sim takeover " + tests::quoted(tests::sampleLog()) + " --spool " +
                               tests::quoted(folder.path()) + " --every 3 --seconds 0.4");
    EXPECT_EQ(held.status, 0) << held.out;
    EXPECT_NE(held.out.find("takeovers, joints held"), std::string::npos) << held.out;
    std::smatch found;
    const std::regex row("\n +0\\.2 +([0-9.]+) +[0-9.]+ +[0-9.]+ +([0-9]+) +([0-9.]+)");
    ASSERT_TRUE(std::regex_search(held.out, found, row)) << held.out;
    EXPECT_LT(std::stod(found[1]), 5.0) << "cm, of the ball";
    EXPECT_GT(std::stoi(found[2]), 5) << "robots";
    EXPECT_LT(std::stod(found[3]), 15.0) << "cm, of the torsos";
}

} // namespace
} // namespace sideline
