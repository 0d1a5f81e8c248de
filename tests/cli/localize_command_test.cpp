// Runs `sideline localize` on scenarios, on streams, and on invalid input.
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "logs/session/agent_recording.h"
#include "tests/logs/session/session_files.h"
#include "tests/support/run_program.h"
#include "tests/support/test_files.h"

namespace sideline {
namespace {

using Json = nlohmann::json;
using tests::quoted;

tests::RunResult run(const std::string& arguments) {
    return tests::runProgram(SIDELINE_PROGRAM, "localize " + arguments);
}

Json jsonOf(const std::string& arguments) {
    const tests::RunResult result = run(arguments + " --json");
    EXPECT_EQ(result.status, 0) << result.out;
    return result.status == 0 ? Json::parse(result.out) : Json();
}

TEST(LocalizeCommandTest, AScenarioGivesOneRowPerMethod) {
    const Json results = jsonOf("--simulate look --duration 4 --method fusion,gyro");
    ASSERT_EQ(results.size(), 1U);
    const Json& result = results[0];
    EXPECT_EQ(result["name"], "look");
    EXPECT_EQ(result["cycles"], 200);
    EXPECT_EQ(result["truth"]["cycles"], 200);
    EXPECT_EQ(result["cameraOffsetMm"].size(), 3U);
    ASSERT_EQ(result["methods"].size(), 2U);
    EXPECT_EQ(result["methods"][0]["method"], "fusion");
    EXPECT_EQ(result["methods"][1]["method"], "gyro");
    for (const Json& method : result["methods"]) {
        EXPECT_GT(method["validShare"], 0.5) << method;
        EXPECT_GT(method["all"]["groundMm"]["count"], 100) << method;
        EXPECT_GT(method["us"], 0.0);
    }
    EXPECT_LT(result["methods"][0]["all"]["groundMm"]["median"], 50.0);
    EXPECT_GT(result["ball"]["knownShare"], 0.1);
}

TEST(LocalizeCommandTest, TheTableNamesTruthAndMethods) {
    const tests::RunResult result = run("--simulate beam --duration 5");
    EXPECT_EQ(result.status, 0) << result.out;
    for (const char* expected :
         {"the simulator, exact", "Nao type 0", "2D error, mm", "3D error, mm", "heading, deg",
          "valid", "time, us", "standing", "found again", "Gyro", "Umeyama", "Field normal",
          "Magma composite", "Three flags", "Fusion", "ball of the world model"}) {
        EXPECT_NE(result.out.find(expected), std::string::npos) << expected << '\n' << result.out;
    }
}

TEST(LocalizeCommandTest, ListsScenarios) {
    const tests::RunResult result = run("--simulate list");
    EXPECT_EQ(result.status, 0);
    for (const char* expected : {"look", "squat", "upside-down", "replay"}) {
        EXPECT_NE(result.out.find(expected), std::string::npos) << expected;
    }
    EXPECT_GE(jsonOf("--simulate list").size(), 8U);
}

TEST(LocalizeCommandTest, VariantsChangeTheFigures) {
    const std::string scenario = "--simulate look --duration 4 --method gyro";
    const double all = jsonOf(scenario)[0]["methods"][0]["all"]["groundMm"]["mean"];
    const double noisy =
        jsonOf(scenario + " --added-noise 20")[0]["methods"][0]["all"]["groundMm"]["mean"];
    EXPECT_GT(noisy, 2.0 * all);
    const Json blind = jsonOf(scenario + " --without flags,posts,lines")[0]["methods"][0];
    EXPECT_EQ(blind["validShare"], 0.0);
    const Json part = jsonOf(scenario + " --from 2 --to 3")[0]["methods"][0];
    EXPECT_NEAR(part["cycles"].get<double>(), 50.0, 2.0);
}

TEST(LocalizeCommandTest, WritesErrorsOfEveryCycle) {
    const tests::TempDir folder;
    const auto file = folder / "errors.csv";
    const auto result =
        run("--simulate stand --duration 2 --method gyro,magma --csv " + quoted(file));
    ASSERT_EQ(result.status, 0) << result.out;
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    EXPECT_EQ(line.substr(0, 20), "stream,method,cycle,");
    std::size_t rows = 0;
    while (std::getline(in, line)) {
        ++rows;
    }
    EXPECT_EQ(rows, 200U);
    EXPECT_EQ(run("--simulate stand --duration 1 --csv /nowhere/a.csv").status, 2);
}

TEST(LocalizeCommandTest, AStreamWithoutTruthSaysSo) {
    const tests::TempDir folder;
    std::string bytes;
    logs::appendRecord(bytes, logs::Speaker::Agent, "(scene rsg/agent/nao/nao_hetero.rsg 0)(syn)");
    for (int i = 0; i < 10; ++i) {
        logs::appendRecord(bytes, logs::Speaker::Server,
                           "(time (now 1.0" + std::to_string(i) +
                               "))(GS (sl 0) (sr 0) (t 0.00) (pm BeforeKickOff))(HJ (n hj1) (ax "
                               "0.00))");
    }
    tests::writeFile(folder / "a.rec", bytes.substr(0, bytes.size() - 5));
    const auto result = run(quoted(folder / "a.rec"));
    EXPECT_EQ(result.status, 0) << result.out;
    EXPECT_NE(result.out.find("no ground truth"), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("ends early"), std::string::npos) << result.out;
    EXPECT_EQ(result.out.find("2D error"), std::string::npos) << result.out;
}

TEST(LocalizeCommandTest, ReportsWhatIsWrong) {
    const tests::TempDir folder;
    tests::writeFile(folder / "text.rec", "this is no recording");
    tests::writeSession(folder / "a.session", 2, 3);
    const std::string stream = quoted(tests::dataFile("arms-t0.agent.rec.gz"));
    struct Row {
        std::string arguments;
        const char* expected;
    };
    const Row rows[] = {
        {"", "no stream given"},
        {"/nowhere/a.rec", "/nowhere/a.rec"},
        {quoted(folder / "text.rec"), "text.rec"},
        {quoted(folder / "a.session"),
         "several agents; expected --agent with one of 'Testers 1', 'Testers 2'"},
        {quoted(folder / "a.session") + " --agent Tester", "unknown agent 'Tester'; expected"},
        {stream + " --method kalman", "three-flags, fusion"},
        {stream + " --without eyes", "accelerometer"},
        {stream + " --truth /nowhere/b.log", "/nowhere/b.log"},
        {stream + " --belief /nowhere/b.jsonl", "/nowhere/b.jsonl"},
        {stream + " --belief " + quoted(folder / "text.rec"), "text.rec:1"},
        {stream + " " + stream + " --belief " + quoted(folder / "text.rec"), "one --belief for"},
        {"--simulate look --belief " + quoted(folder / "text.rec"), "no scenario"},
        {stream + " --simulate look", "expected no STREAM"},
        {"--simulate dance", "unknown scenario 'dance'"},
        {"--simulate replay", "no stream given"},
        {"--simulate look --type 9", "--type"},
    };
    for (const Row& row : rows) {
        const auto result = run(row.arguments);
        EXPECT_EQ(result.status, 2) << row.arguments << '\n' << result.out;
        EXPECT_NE(result.out.find(row.expected), std::string::npos) << row.arguments << '\n'
                                                                    << result.out;
    }
}

TEST(LocalizeCommandTest, ComparesTheAgentsOwnBelief) {
    const tests::TempDir folder;
    const std::string stream = quoted(tests::dataFile("arms-t0.agent.rec.gz"));
    const auto belief = folder / "belief.jsonl";
    const std::string examples =
        std::string(std::getenv("SIDELINE_SOURCE_DIR")) + "/examples/belief/";
    const auto made = tests::runProgram("python3", tests::quoted(examples + "particle_filter.py") +
                                                       " " + stream + " --file " + quoted(belief));
    ASSERT_EQ(made.status, 0) << made.out;
    const Json methods =
        jsonOf(stream + " --method fusion --belief " + quoted(belief))[0]["methods"];
    ASSERT_EQ(methods.size(), 2U);
    EXPECT_EQ(methods[1]["method"], "particle filter");
    EXPECT_LT(methods[1]["all"]["groundMm"]["median"], 200.0);
    EXPECT_GT(methods[1]["validShare"], 0.9);
    EXPECT_TRUE(methods[1]["us"].is_null());
    EXPECT_EQ(methods[1]["all"]["heightMm"]["count"], 0) << "it estimates no height";
    const auto table = run(stream + " --method fusion --belief " + quoted(belief) + " --csv " +
                           quoted(folder / "errors.csv"));
    EXPECT_EQ(table.status, 0) << table.out;
    EXPECT_NE(table.out.find("particle filter"), std::string::npos) << table.out;
    std::ifstream rows(folder / "errors.csv");
    const std::string all{std::istreambuf_iterator<char>(rows), {}};
    EXPECT_EQ(all.find("nan"), std::string::npos);
    EXPECT_NE(all.find(",particle filter,"), std::string::npos);

    // An invalid line is reported, and the others count.
    std::ofstream(belief, std::ios::app) << "{\"time\": NaN}\n{\"time\": 99999}\n";
    const auto bad = run(stream + " --method fusion --belief " + quoted(belief));
    EXPECT_EQ(bad.status, 2);
    EXPECT_NE(bad.out.find("belief.jsonl:"), std::string::npos) << bad.out;
    EXPECT_NE(bad.out.find("NaN"), std::string::npos) << bad.out;
    EXPECT_NE(bad.out.find("match no cycle"), std::string::npos) << bad.out;
    EXPECT_NE(bad.out.find("particle filter"), std::string::npos) << bad.out;
}

TEST(LocalizeCommandTest, TakesTheTruthFromAMatchLog) {
    const Json result =
        jsonOf(quoted(tests::dataFile("arms-t0.agent.rec.gz")) + " --method gyro --truth " +
               quoted(tests::dataFile("arms-t0.monitor.log.xz")))[0];
    EXPECT_NE(result["truth"]["source"].get<std::string>().find("arms-t0"), std::string::npos);
    EXPECT_GT(result["truth"]["cycles"], 20);
}

class SharedStreamTest : public testing::TestWithParam<const char*> {};

TEST_P(SharedStreamTest, OursIsBest) {
    SIDELINE_SHARED_OR_SKIP(file, std::string("agent/") + GetParam() + ".rec.gz");
    const Json methods = jsonOf(quoted(file) + " --method all")[0]["methods"];
    ASSERT_EQ(methods.size(), 6U);
    const Json& fusion = methods[5];
    ASSERT_EQ(fusion["method"], "fusion");
    EXPECT_LT(fusion["all"]["groundMm"]["mean"], tests::tolerance(15.0));
    EXPECT_LT(fusion["all"]["headingDeg"]["mean"], tests::tolerance(0.1));
    EXPECT_GT(fusion["validShare"], 0.98);
    for (const Json& method : methods) {
        // Not every stream shows three flags.
        if (method["method"] != "fusion" && method["validShare"] > 0.0) {
            EXPECT_GT(method["all"]["groundMm"]["mean"], fusion["all"]["groundMm"]["mean"])
                << method["method"];
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Streams, SharedStreamTest, testing::Values("ut-player00", "ut-player02"),
                         [](const auto& param) { return std::string(param.param).substr(3); });

} // namespace
} // namespace sideline
