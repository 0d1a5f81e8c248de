// Runs `sideline sim` and `sideline server` as users do.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <regex>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <nlohmann/json.hpp>
#include <sys/socket.h>
#include <unistd.h>

#include "agentcore/base/worker.h"
#include "agentcore/net/frame_client.h"
#include "simulator/server/server.h"
#include "tests/support/run_program.h"
#include "tests/support/test_files.h"

namespace sideline {
namespace {

using Json = nlohmann::json;

using Result = tests::RunResult;

Result run(const std::string& arguments) {
    return tests::runProgram(SIDELINE_PROGRAM, arguments);
}

// A port of this machine that somebody listens on.
class TakenPort {
public:
    TakenPort() : m_socket(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t length = sizeof(address);
        auto* generic = reinterpret_cast<sockaddr*>(&address); // NOLINT: the system's interface
        if (::bind(m_socket, generic, length) == 0 && ::listen(m_socket, 1) == 0 &&
            ::getsockname(m_socket, generic, &length) == 0) {
            m_port = ntohs(address.sin_port);
        }
    }
    ~TakenPort() { ::close(m_socket); }
    TakenPort(const TakenPort&) = delete;
    TakenPort& operator=(const TakenPort&) = delete;
    [[nodiscard]] int number() const { return m_port; }

private:
    int m_socket;
    int m_port = 0;
};

constexpr auto kServer = "server --agent-port 0 --monitor-port 0 --no-realtime ";

TEST(SimCommandTest, ARecordedServerRunIsTheSameAgain) {
    const tests::TempDir folder;
    const Result server =
        run(kServer + fmt::format("--minutes 0.25 --fast-solver --seed 77 --record {}",
                                  tests::quoted(folder / "run")));
    ASSERT_EQ(server.status, 0) << server.out;
    EXPECT_NE(server.out.find("750 cycles simulated"), std::string::npos) << server.out;
    const Result again = run("sim rerun " + tests::quoted(folder / "run"));
    EXPECT_EQ(again.status, 0) << again.out;
    EXPECT_NE(again.out.find("750 cycles"), std::string::npos) << again.out;
    EXPECT_NE(again.out.find("2 state hashes compared"), std::string::npos) << again.out;
    EXPECT_NE(again.out.find("identical bit for bit; final hash "), std::string::npos) << again.out;
    const Json json = Json::parse(run("sim rerun --json " + tests::quoted(folder / "run")).out);
    EXPECT_EQ(json["same"], true);
    EXPECT_EQ(json["cycles"], 750);

    const std::string bytes = tests::readUnpacked(folder / "run");
    tests::writeFile(folder / "cut", bytes.substr(0, bytes.size() - 1000));
    const Result cut = run("sim rerun " + tests::quoted(folder / "cut"));
    EXPECT_EQ(cut.status, 1);
    EXPECT_NE(cut.out.find("cut off here; simulated up to there"), std::string::npos) << cut.out;
    EXPECT_NE(cut.out.find("as far as the recording is intact"), std::string::npos) << cut.out;
}

TEST(SimCommandTest, BenchReportsRatesOfAllWaysAndSolvers) {
    const Result result = run("sim bench --robots 1,2 --cycles 20 --repeat 1 --json");
    ASSERT_EQ(result.status, 0) << result.out;
    const Json rows = Json::parse(result.out);
    ASSERT_EQ(rows.size(), 2U * 3U * 2U);
    for (const Json& row : rows) {
        EXPECT_GT(row["cycles_per_s"].get<double>(), 0.0);
        EXPECT_EQ(row.contains("times_exact"), row["solver"] == "fast");
        EXPECT_FALSE(row.contains("times_other"));
    }
}

TEST(SimCommandTest, BenchMeasuresAnotherServerInTheSameRun) {
    simulator::ServerSettings ports;
    ports.agentPort = 0;
    ports.monitorPort = 0;
    ports.isSynchronous = true;
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
    const Result result = run(fmt::format(
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

TEST(SimCommandTest, TheStatusIsThatSinceTheLastOne) {
    const tests::TempDir folder;
    const tests::RunningProgram server(
        SIDELINE_PROGRAM, {"server", "--agent-port", "0", "--monitor-port", "0", "--status", "0.3"},
        folder / "reported");
    const std::regex line("cycle ([0-9]+), ([0-9.]+) cycles/s");
    std::vector<std::pair<double, double>> reports; // cycle, rate
    ASSERT_TRUE(tests::within([&] {
        const std::string text = server.output();
        reports.clear();
        for (std::sregex_iterator it(text.begin(), text.end(), line), end; it != end; ++it) {
            reports.emplace_back(std::stod((*it)[1]), std::stod((*it)[2]));
        }
        return reports.size() >= 5;
    }));
    // Real time: 50 cycles a second, on a busy machine now and then a few more or fewer.
    EXPECT_GT(reports[4].first - reports[3].first, 5.0);
    EXPECT_GT(reports[4].second, 10.0);
    EXPECT_LT(reports[4].second, 100.0);
}

TEST(SimCommandTest, AServerInSyncModeNamesWhoItWaitsFor) {
    const tests::TempDir folder;
    const tests::RunningProgram server(SIDELINE_PROGRAM,
                                       {"server", "--sync", "--no-realtime", "--agent-port", "0",
                                        "--monitor-port", "0", "--status", "0.2"},
                                       folder / "reported");
    constexpr std::string_view kWelcome = "agents connect to 127.0.0.1:";
    ASSERT_TRUE(server.says("stop with Ctrl+C\n"));
    const std::string reported = server.output();
    const int port = std::stoi(reported.substr(reported.find(kWelcome) + kWelcome.size()));
    std::vector<net::FrameClient> agents;
    for (int i = 0; i < 5; ++i) {
        auto agent = net::FrameClient::connect("127.0.0.1", static_cast<std::uint16_t>(port));
        ASSERT_TRUE(agent.has_value());
        ASSERT_TRUE(agent->send("(scene rsg/agent/nao/nao.rsg 0)(syn)"));
        agents.push_back(std::move(*agent));
    }
    // Whoever came first may be waited for already while the others have yet to hear anything: so
    // everybody answers whenever something comes, until the same cycle.
    constexpr double kLastS = 1.0;
    std::vector<bool> isSilent(agents.size(), false);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    const auto goesOn = [&] { return std::ranges::find(isSilent, false) != isSilent.end(); };
    while (goesOn() && std::chrono::steady_clock::now() < deadline) {
        for (std::size_t i = 0; i < agents.size(); ++i) {
            const auto senses =
                agents[i].receive(std::chrono::steady_clock::now() + std::chrono::milliseconds(20));
            ASSERT_TRUE(senses);
            if (*senses) {
                const std::string text((*senses)->begin(), (*senses)->end());
                isSilent[i] = std::stod(text.substr(text.find("(now ") + 5)) >= kLastS;
                ASSERT_TRUE(isSilent[i] || agents[i].send("(syn)"));
            }
        }
    }
    ASSERT_FALSE(goesOn());
    // They say nothing more, and the match waits for all of them.
    ASSERT_TRUE(server.says("; and for 2 more")) << server.output();
    EXPECT_TRUE(server.says("; waiting for agent 127.0.0.1:")) << server.output();
}

TEST(SimCommandTest, BenchNamesAServerThatIsNotThere) {
    const Result none = run("sim bench --robots 1 --cycles 20 --repeat 1 --other-port 1");
    EXPECT_EQ(none.status, 2);
    EXPECT_NE(none.out.find("127.0.0.1:1: "), std::string::npos) << none.out;
}

TEST(SimCommandTest, BenchOfACrowdStandsBesideOdeAlone) {
    const Result result = run("sim bench --crowd --robots 2 --cycles 40 --repeat 1 --json");
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

TEST(SimCommandTest, CompareTestsBothSolversAndWritesWhatItFound) {
    const tests::TempDir folder;
    const std::string csv = (folder / "try.csv").string();
    const std::string command = fmt::format("sim compare --motions kick-left --types 0 --count 4 "
                                            "--seed 7 --json --csv {}",
                                            tests::quoted(csv));
    const Result result = run(command);
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
    // the samples that it wrote are the ones that it reads
    const Result again = run(fmt::format(
        "sim compare --count 0 --json --samples a={} --samples b={}",
        tests::quoted(folder / "try-exact.csv"), tests::quoted(folder / "try-fast.csv")));
    ASSERT_EQ(again.status, 0) << again.out;
    EXPECT_EQ(Json::parse(again.out).at(0)["measures"], comparison["measures"]);
    const Result taken = run(command);
    EXPECT_EQ(taken.status, 2) << "replaces nothing without --force";
}

TEST(SimCommandTest, CompareSeesADifference) {
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
        return run(fmt::format("sim compare --count 0 --samples one={} --samples two={}",
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

TEST(SimCommandTest, CompareCountsNumbersAsNumbersUnlessAllAreZeroOrOne) {
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
        run(fmt::format("sim compare --count 0 --json --samples one={} "
                        "--samples two={}",
                        tests::quoted(folder / "one.csv"), tests::quoted(folder / "two.csv")));
    const Json measures = Json::parse(result.out).at(0)["measures"];
    ASSERT_EQ(measures.size(), 3U);
    // Of a sample: n (n + 1) / 12 steps squared.
    EXPECT_NEAR(measures[0]["first"]["deviation"].get<double>(), 0.01 * std::sqrt(35.0), 1e-6);
    EXPECT_TRUE(measures[1]["fisher"].is_null()) << "one side turns twice, too";
    EXPECT_FALSE(measures[1]["mann_whitney"].is_null());
    EXPECT_FALSE(measures[2]["fisher"].is_null());
}

TEST(SimCommandTest, BenchComparesRunsBitForBit) {
    const Result result = run("sim bench --determinism --cycles 60");
    EXPECT_EQ(result.status, 0) << result.out;
    EXPECT_NE(result.out.find("4 threads"), std::string::npos) << result.out;
    EXPECT_EQ(result.out.find("different"), std::string::npos) << result.out;
}

TEST(SimCommandTest, ReplayOfARecordedRobotIsNearTheRealServer) {
    const Result result =
        run("sim replay --json " + tests::quoted(tests::dataFile("arms-t0.agent.rec.gz")));
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
        run("sim replay --brief " + tests::quoted(tests::dataFile("arms-t0.agent.rec.gz")));
    EXPECT_EQ(brief.status, 0);
    EXPECT_NE(brief.out.find(" HJ   0.00"), std::string::npos) << brief.out;
}

// JSON is UTF-8, which names of files need not be.
TEST(SimCommandTest, NamesThatAreNoUtf8ArePrintedAsFarAsTheyAre) {
    const tests::TempDir folder;
    const auto file = folder / "ar\xffms.rec.gz";
    std::filesystem::copy_file(tests::dataFile("arms-t0.agent.rec.gz"), file);
    const Result result = run("sim replay --json " + tests::quoted(file));
    ASSERT_EQ(result.status, 0) << result.out;
    const auto name = Json::parse(result.out)["file"].get<std::string>();
    EXPECT_TRUE(name.ends_with("ar\xef\xbf\xbdms.rec.gz")) << name;
}

struct FailRow {
    std::string arguments;
    int status;
    const char* expected;
};

TEST(SimCommandTest, FailsWithAClearMessage) {
    const tests::TempDir folder;
    const TakenPort taken;
    tests::writeFile(folder / "bad.json", "{\"RuleHalfTime\": true, \"Nonsense\": 1}");
    tests::writeFile(folder / "broken.json", "{");
    const std::string rules = kServer + std::string("--minutes 0.001 --rules ");
    const FailRow rows[] = {
        {"sim", 2, "subcommand is required"},
        {"sim rerun", 2, "FILE is required"},
        {"sim rerun /nowhere/run", 2, "/nowhere/run: no such file"},
        {"sim rerun /etc/hostname", 2, "not a recording of a run"},
        {"sim rerun /", 2, "this is a folder"},
        {"sim replay /nowhere/x.rec", 2, "no such file"},
        {"sim bench --robots 23", 2, "--robots"},
        {"sim bench --robots 0", 2, "--robots"},
        {"sim bench --solver quick", 2, "--solver"},
        {fmt::format("server --agent-port {} --monitor-port 0", taken.number()), 2,
         "another program is using this port"},
        {fmt::format("server --agent-port 0 --monitor-port {}", taken.number()), 2,
         "another program is using this port"},
        {"server --agent-port 0 --monitor-port 0 --bind nonsense", 2, "is not an IP address"},
        {"server --agent-port 0 --monitor-port 0 --bind 192.0.2.1", 2,
         "does not have this address"},
        {"server --agent-port 70000", 2, "--agent-port"},
        {rules + "/nowhere/rules.json", 2, "--rules"},
        {rules + tests::quoted(folder / "bad.json"), 2, "unknown rule 'Nonsense'"},
        {rules + tests::quoted(folder / "broken.json"), 2, "not a JSON object"},
        {kServer + std::string("--minutes 0.001 --record /nowhere/run"), 2,
         "/nowhere/run: no such folder '/nowhere'"},
        {kServer + std::string("--minutes 0.001 --monitor-log /nowhere/log"), 2,
         "/nowhere/log: no such folder '/nowhere'"},
    };
    for (const FailRow& row : rows) {
        const Result result = run(row.arguments);
        EXPECT_EQ(result.status, row.status) << row.arguments << ": " << result.out;
        EXPECT_NE(result.out.find(row.expected), std::string::npos)
            << row.arguments << ": " << result.out;
    }
}

TEST(SituationCommandTest, AFrameOfALogBecomesAStartOfTheServer) {
    const tests::TempDir folder;
    const std::string file = tests::quoted(folder / "a.situation");
    const std::string log = tests::quoted(tests::sampleLog());
    const std::string spool = " --spool " + tests::quoted(folder.path());
    const Result made = run("log situation " + log + spool + " --time 26 --out " + file);
    EXPECT_EQ(made.status, 0) << made.out;
    EXPECT_NE(made.out.find("a.situation: frame "), std::string::npos) << made.out;
    EXPECT_EQ(run("log situation " + log + spool + " --time 26 --out " + file).status, 2)
        << "it is there already";
    EXPECT_EQ(run("log situation " + log + spool + " --time 9999 --out -").status, 2);
    EXPECT_EQ(run("log situation " + log + spool + " --out -").status != 0, true);
    const Result shown = run("log situation " + log + spool + " --frame 20 --out -");
    EXPECT_EQ(shown.out.rfind("sideline-start = 1", 0), 0U) << shown.out;

    const std::string ports =
        " --agent-port 0 --server-port 0 --no-realtime --minutes 0.02 --quiet";
    const std::string recording = tests::quoted(folder / "run.slr");
    const Result served = run("server" + ports + " --start " + file + " --record " + recording);
    EXPECT_EQ(served.status, 0) << served.out;
    EXPECT_EQ(run("sim rerun " + recording).status, 0) << "it holds the situation";

    tests::writeFile(folder / "bad.situation",
                     "sideline-start = 1\nhalf = 3\n[ball]\nposition-m = [0, nan, 0]\n");
    const Result bad =
        run("server" + ports + " --start " + tests::quoted(folder / "bad.situation"));
    EXPECT_EQ(bad.status, 2);
    EXPECT_NE(bad.out.find("bad.situation:2: "), std::string::npos) << bad.out;
    EXPECT_NE(bad.out.find("bad.situation:4: "), std::string::npos) << "all faults at once";
}

TEST(SituationCommandTest, TakeoversStayNearWhatTheLogShows) {
    const tests::TempDir folder;
    const Result held = run("sim takeover " + tests::quoted(tests::sampleLog()) + " --spool " +
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
