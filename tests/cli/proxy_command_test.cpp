// Tests `sideline proxy` from the user's perspective, and when one of the three programs is killed.
#include <csignal>
#include <filesystem>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "logs/session/session_reader.h"
#include "tests/support/run_program.h"
#include "tests/support/test_files.h"

namespace {

using sideline::tests::quoted;
using sideline::tests::readUnpacked;
using sideline::tests::RunningProgram;
using sideline::tests::runProgram;
using sideline::tests::TempDir;
using sideline::tests::within;
using testing::HasSubstr;

// Returns the port that a program reports as `WORDS 127.0.0.1:PORT`.
std::string portOf(const RunningProgram& program, const std::string& words) {
    EXPECT_TRUE(program.hasOutput(words + " 127.0.0.1:")) << program.output();
    std::smatch match;
    const std::string output = program.output();
    EXPECT_TRUE(std::regex_search(output, match, std::regex(words + R"( 127\.0\.0\.1:(\d+))")));
    return match[1];
}

struct Place {
    explicit Place(const std::vector<std::string>& more = {}, bool isProxied = true) {
        std::vector<std::string> words = {"server",
                                          "--agent-port",
                                          "0",
                                          "--server-port",
                                          "0",
                                          "--sync",
                                          "--no-realtime",
                                          "--monitor-log",
                                          (folder / "match.log").string()};
        words.insert(words.end(), more.begin(), more.end());
        server.emplace(SIDELINE_PROGRAM, words, folder / "server.txt");
        const std::string serverPort = portOf(*server, "agents connect to");
        port = serverPort;
        if (isProxied) {
            proxy.emplace(SIDELINE_PROGRAM,
                          std::vector<std::string>{"proxy", "--server", "127.0.0.1:" + serverPort,
                                                   "--record", (folder / "rec").string()},
                          folder / "proxy.txt");
            port = portOf(*proxy, "agents connect to");
        }
    }
    void startAgent() {
        agent.emplace(SIDELINE_PROGRAM,
                      std::vector<std::string>{"agent", "--port", port, "--sync", "--unum", "5",
                                               "--behavior", "walk", "--beam=-3,1,10"},
                      folder / "agent.txt");
    }
    [[nodiscard]] std::filesystem::path session() const {
        return folder / "rec" / "Sideline-5.session";
    }
    // Waits until the session has grown: it is written about twice per second.
    [[nodiscard]] bool records() const {
        return within([&] {
            const auto reader = sideline::logs::SessionReader::open(session());
            return reader && !(*reader)->agents().empty() &&
                   (*reader)->agents().front().frames > 50;
        });
    }

    TempDir folder;
    std::optional<RunningProgram> server;
    std::optional<RunningProgram> proxy;
    std::optional<RunningProgram> agent;
    std::string port;
};

std::string verified(const std::filesystem::path& session, int status) {
    const auto result = runProgram(SIDELINE_PROGRAM, "log verify " + quoted(session));
    EXPECT_EQ(result.status, status) << result.out;
    return result.out;
}

// A session is closed shortly after its link: the recorder writes what is queued first.
std::string verifiedOnceClosed(const std::filesystem::path& session) {
    const std::string words = "log verify " + quoted(session);
    EXPECT_TRUE(within([&] { return runProgram(SIDELINE_PROGRAM, words).status == 0; }));
    return verified(session, 0);
}

// The same agent on the same server plays the same match, bit for bit, with or without the proxy.
TEST(ProxyCommandTest, ChangesNoByteOfAMatch) {
    std::vector<std::string> logs;
    for (const bool isProxied : {false, true}) {
        Place place({"--minutes", "0.1", "--seed", "5"}, isProxied);
        place.startAgent();
        EXPECT_EQ(place.server->wait(), 0) << place.server->output();
        logs.push_back(readUnpacked(place.folder / "match.log"));
        if (isProxied) {
            EXPECT_TRUE(place.proxy->hasOutput("Sideline 5 has disconnected"))
                << place.proxy->output();
            EXPECT_EQ(place.proxy->end(SIGINT), 0) << place.proxy->output();
            EXPECT_THAT(place.proxy->output(), HasSubstr(" cycles recorded"));
            EXPECT_THAT(place.proxy->output(), HasSubstr("0 dropped"));
            EXPECT_THAT(verified(place.session(), 0), HasSubstr("good"));
            // The last lines count as the recording does, up to the last cycle.
            const auto info =
                runProgram(SIDELINE_PROGRAM, "log info --json " + quoted(place.session()));
            const auto agent = nlohmann::json::parse(info.out)["agents"][0];
            EXPECT_THAT(place.proxy->output(),
                        HasSubstr(fmt::format("  Sideline 5: {} cycles, {} missed",
                                              agent["cycles"].get<int>(),
                                              agent["missedCycles"].get<int>())));
        }
    }
    EXPECT_GT(logs[0].size(), 10'000U);
    EXPECT_TRUE(logs[0] == logs[1]);
}

TEST(ProxyCommandTest, WhatWasRecordedIsGoodWhenTheProxyIsKilled) {
    Place place;
    place.startAgent();
    ASSERT_TRUE(place.records()) << place.proxy->output();
    EXPECT_EQ(place.proxy->end(SIGKILL), -1);
    EXPECT_TRUE(place.agent->hasOutput("waiting: ")) << place.agent->output();
    EXPECT_THAT(verified(place.session(), 1), HasSubstr("the session was not closed"));
    const auto reader = sideline::logs::SessionReader::open(place.session());
    ASSERT_TRUE(reader) << reader.error().toString();
    EXPECT_GT((*reader)->agents().front().frames, 50U);
    EXPECT_TRUE((*reader)->damage().empty());
    const auto localized = runProgram(SIDELINE_PROGRAM, "localize " + quoted(place.session()));
    EXPECT_EQ(localized.status, 0) << localized.out;
    EXPECT_THAT(localized.out, HasSubstr("Fusion"));
}

TEST(ProxyCommandTest, ContinuesWhenAgentAndServerAreKilled) {
    Place place;
    place.startAgent();
    ASSERT_TRUE(place.records());
    EXPECT_EQ(place.agent->end(SIGKILL), -1);
    EXPECT_TRUE(place.proxy->hasOutput("Sideline 5 has disconnected (closed by the agent)"))
        << place.proxy->output();
    EXPECT_THAT(verifiedOnceClosed(place.session()), HasSubstr("good"));
    place.startAgent();
    EXPECT_TRUE(place.proxy->hasOutput("Sideline-5-2.session"));
    EXPECT_EQ(place.server->end(SIGKILL), -1);
    EXPECT_TRUE(place.proxy->hasOutput("closed by the server")) << place.proxy->output();
    EXPECT_TRUE(place.proxy->hasOutput("connection refused")) << place.proxy->output();
    EXPECT_THAT(verifiedOnceClosed(place.folder / "rec" / "Sideline-5-2.session"),
                HasSubstr("good"));
    EXPECT_EQ(place.proxy->end(SIGINT), 0);
}

TEST(ProxyCommandTest, SaysWhatIsWrong) {
    const std::pair<const char*, const char*> cases[] = {
        {"--server nowhere:99999", "'nowhere:99999' is not the address of a server"},
        {"--server :3100", "':3100' is not the address of a server"},
        {"--bind 1.2.3", "'1.2.3' is not an IP address"},
        {"--listen 70000", "--listen"},
    };
    for (const auto& [arguments, message] : cases) {
        const auto result = runProgram(SIDELINE_PROGRAM, std::string("proxy ") + arguments);
        EXPECT_EQ(result.status, 2) << arguments;
        EXPECT_THAT(result.out, HasSubstr(message)) << arguments;
    }
}

} // namespace
