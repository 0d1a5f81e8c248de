// Runs `sideline sim` and `sideline server` as users do.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <regex>
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

#include "agentcore/net/frame_client.h"
#include "tests/support/agent_record.h"
#include "tests/support/run_program.h"
#include "tests/support/test_files.h"

namespace sideline {
namespace {

using Json = nlohmann::json;

using Result = tests::RunResult;

Result runSim(const std::string& arguments) {
    return tests::runProgram(SIDELINE_PROGRAM, arguments);
}

// A port of this machine with a listener.
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
        runSim(kServer + fmt::format("--minutes 0.25 --fast-solver --seed 77 --record {}",
                                     tests::quoted(folder / "run")));
    ASSERT_EQ(server.status, 0) << server.out;
    EXPECT_NE(server.out.find("750 cycles simulated"), std::string::npos) << server.out;
    const Result again = runSim("sim rerun " + tests::quoted(folder / "run"));
    EXPECT_EQ(again.status, 0) << again.out;
    EXPECT_NE(again.out.find("750 cycles"), std::string::npos) << again.out;
    EXPECT_NE(again.out.find("2 state hashes compared"), std::string::npos) << again.out;
    EXPECT_NE(again.out.find("identical bit for bit; final hash "), std::string::npos) << again.out;
    const Json json = Json::parse(runSim("sim rerun --json " + tests::quoted(folder / "run")).out);
    EXPECT_EQ(json["same"], true);
    EXPECT_EQ(json["cycles"], 750);

    const std::string bytes = tests::readUnpacked(folder / "run");
    tests::writeFile(folder / "cut", bytes.substr(0, bytes.size() - 1000));
    const Result cut = runSim("sim rerun " + tests::quoted(folder / "cut"));
    EXPECT_EQ(cut.status, 1);
    EXPECT_NE(cut.out.find("cut off here; simulated up to there"), std::string::npos) << cut.out;
    EXPECT_NE(cut.out.find("up to the damaged part of the recording"), std::string::npos)
        << cut.out;
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
    // Real time: 50 cycles per second, with small deviations on a busy machine.
    EXPECT_GT(reports[4].first - reports[3].first, 5.0);
    EXPECT_GT(reports[4].second, 10.0);
    EXPECT_LT(reports[4].second, 100.0);
}

TEST(SimCommandTest, AServerInSyncModeNamesTheAgentsThatItWaitsFor) {
    const tests::TempDir folder;
    const tests::RunningProgram server(SIDELINE_PROGRAM,
                                       {"server", "--sync", "--no-realtime", "--agent-port", "0",
                                        "--monitor-port", "0", "--status", "0.2"},
                                       folder / "reported");
    constexpr std::string_view kWelcome = "agents connect to 127.0.0.1:";
    ASSERT_TRUE(server.hasOutput("stop with Ctrl+C\n"));
    const std::string reported = server.output();
    const int port = std::stoi(reported.substr(reported.find(kWelcome) + kWelcome.size()));
    std::vector<net::FrameClient> agents;
    for (int i = 0; i < 5; ++i) {
        auto agent = net::FrameClient::connect("127.0.0.1", static_cast<std::uint16_t>(port));
        ASSERT_TRUE(agent.has_value());
        ASSERT_TRUE(agent->send("(scene rsg/agent/nao/nao.rsg 0)(syn)"));
        agents.push_back(std::move(*agent));
    }
    // The match may wait for the first agent before the others have received anything: so every
    // agent answers whenever a message arrives, until the same cycle.
    constexpr double kLastS = 1.0;
    std::vector<bool> isSilent(agents.size(), false);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    const auto isAnyAnswering = [&] {
        return std::ranges::find(isSilent, false) != isSilent.end();
    };
    while (isAnyAnswering() && std::chrono::steady_clock::now() < deadline) {
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
    ASSERT_FALSE(isAnyAnswering());
    // The agents send nothing more, and the match waits for all of them.
    ASSERT_TRUE(server.hasOutput("; and for 2 more")) << server.output();
    EXPECT_TRUE(server.hasOutput("; waiting for agent 127.0.0.1:")) << server.output();
}

struct SimFailRow {
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
    const SimFailRow rows[] = {
        {"sim", 2, "subcommand is required"},
        {"sim rerun", 2, "FILE is required"},
        {"sim rerun /nowhere/run", 2, "/nowhere/run: no such file"},
        {"sim rerun /etc/hostname", 2, "not a recording of a run"},
        {"sim rerun /", 2, "this is a folder"},
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
    for (const SimFailRow& row : rows) {
        const Result result = runSim(row.arguments);
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
    const Result made = runSim("log situation " + log + spool + " --time 26 --out " + file);
    EXPECT_EQ(made.status, 0) << made.out;
    EXPECT_NE(made.out.find("a.situation: frame "), std::string::npos) << made.out;
    EXPECT_EQ(runSim("log situation " + log + spool + " --time 26 --out " + file).status, 2)
        << "it is there already";
    EXPECT_EQ(runSim("log situation " + log + spool + " --time 9999 --out -").status, 2);
    EXPECT_EQ(runSim("log situation " + log + spool + " --out -").status != 0, true);
    const Result shown = runSim("log situation " + log + spool + " --frame 20 --out -");
    EXPECT_EQ(shown.out.rfind("sideline-start = 1", 0), 0U) << shown.out;

    const std::string ports =
        " --agent-port 0 --server-port 0 --no-realtime --minutes 0.02 --quiet";
    const std::string recording = tests::quoted(folder / "run.slr");
    const Result served = runSim("server" + ports + " --start " + file + " --record " + recording);
    EXPECT_EQ(served.status, 0) << served.out;
    EXPECT_EQ(runSim("sim rerun " + recording).status, 0) << "it holds the situation";

    tests::writeFile(folder / "bad.situation",
                     "sideline-start = 1\nhalf = 3\n[ball]\nposition-m = [0, nan, 0]\n");
    const Result bad =
        runSim("server" + ports + " --start " + tests::quoted(folder / "bad.situation"));
    EXPECT_EQ(bad.status, 2);
    EXPECT_NE(bad.out.find("bad.situation:2: "), std::string::npos) << bad.out;
    EXPECT_NE(bad.out.find("bad.situation:4: "), std::string::npos) << "all faults at once";
}

// A frame of a match that the league's own server played.
TEST(SituationCommandTest, ARecordedFrameOfTheLeagueIsServedRecordedAndRerun) {
    SIDELINE_SHARED_OR_SKIP(recorded, "mj/B-3v3-sync.monitor.rec.xz");
    const tests::TempDir folder;
    const std::filesystem::path log = folder / "b.log";
    tests::writeFile(log, tests::matchLogOf(recorded));
    const std::string situation = tests::quoted(folder / "b.situation");
    const Result made =
        runSim("log situation " + tests::quoted(log) + " --time 20 --out " + situation);
    ASSERT_EQ(made.status, 0) << made.out;
    EXPECT_NE(made.out.find("6 robots"), std::string::npos) << made.out;
    const std::string recording = tests::quoted(folder / "run");
    const std::string start = kServer + std::string("--minutes 0.02 --quiet --start ") + situation;
    const Result served = runSim(start + " --family rcssservermj --seed 5 --record " + recording);
    if (served.out.find("without MuJoCo") != std::string::npos) {
        GTEST_SKIP() << "the program was built without MuJoCo";
    }
    EXPECT_EQ(served.status, 0) << served.out;
    const Result again = runSim("sim rerun " + recording);
    EXPECT_EQ(again.status, 0) << again.out;
    EXPECT_NE(again.out.find("60 cycles"), std::string::npos) << again.out;
    EXPECT_NE(again.out.find("identical bit for bit"), std::string::npos) << again.out;

    const Result other = runSim(start);
    EXPECT_EQ(other.status, 2) << other.out;
    EXPECT_NE(other.out.find("T1 is a robot of rcssservermj"), std::string::npos) << other.out;
    const Result clock = runSim(start + " --family rcssservermj --time 3");
    EXPECT_EQ(clock.status, 2) << clock.out;
    EXPECT_NE(clock.out.find("--phase and --time do not apply"), std::string::npos) << clock.out;
}

} // namespace
} // namespace sideline
