// Tests `sideline skill` on servers and with other programs, from the user's perspective.
#include <csignal>
#include <fstream>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/run_program.h"
#include "tests/support/test_files.h"

namespace {

using sideline::tests::quoted;
using sideline::tests::RunningProgram;
using sideline::tests::TempDir;
using testing::HasSubstr;
using testing::Not;

sideline::tests::RunResult run(const std::string& arguments) {
    return sideline::tests::runProgram(SIDELINE_PROGRAM, arguments);
}

const std::string kOwnPlayer =
    std::string("--program '") + SIDELINE_PROGRAM +
    " agent --host {host} --port {port} --team {team} --unum {number} --type {type} --sync "
    "--behavior striker'";

// Returns the port after given words in a server's first line.
std::string portBehind(const std::string& words, const std::string& text) {
    const std::size_t at = text.find(words);
    const std::size_t begin = text.find(':', at) + 1;
    return at == std::string::npos ? ""
                                   : text.substr(begin, text.find_first_of(",;", begin) - begin);
}

class SkillOnServerTest : public testing::Test {
protected:
    void SetUp() override { ASSERT_TRUE(server.hasOutput("agents connect to")); }
    // Returns the options that specify the server.
    std::string there() const {
        const std::string text = server.output();
        return " --server 127.0.0.1:" + portBehind("agents connect to", text) + " --monitor-port " +
               portBehind("monitors to", text);
    }

    const TempDir folder;
    RunningProgram server{
        SIDELINE_PROGRAM,
        {"server", "--sync", "--no-realtime", "--agent-port", "0", "--server-port", "0"},
        folder / "server.txt"};
};

TEST_F(SkillOnServerTest, TrialsOfATaskAreJudged) {
    const auto done = run("train try getup-front --task get-up --set side=front --trials 2 "
                          "--robot nao1" +
                          there());
    EXPECT_EQ(done.status, 0) << done.out;
    EXPECT_THAT(done.out, HasSubstr("2 of 2"));
    EXPECT_THAT(done.out, HasSubstr("uprightS"));
    const auto bad = run("train try getup-front --task get-up --server 127.0.0.1:http");
    EXPECT_NE(bad.status, 0);
    EXPECT_THAT(bad.out, HasSubstr("'127.0.0.1:http' is not the address of a server"));
    EXPECT_EQ(server.end(SIGTERM), 0);
}

TEST(SkillCommandTest, AnotherProgramScoresFromTheSameStarts) {
    const auto score = run("skill score --robot nao0 --starts 1 --longest 60 --json " + kOwnPlayer);
    EXPECT_EQ(score.status, 0) << score.out;
    EXPECT_THAT(score.out, HasSubstr("\"touchS\""));
    const auto here = run("skill score --robot nao0 --starts 1 --longest 1 --json");
    const auto startOf = [](const std::string& text) {
        return text.substr(text.find("\"ball\""), text.find("\"falls\"") - text.find("\"ball\""));
    };
    EXPECT_EQ(startOf(score.out), startOf(here.out));
}

TEST(SkillCommandTest, AProgramThatDoesNotPlayIsOneMessage) {
    const auto score = run("skill score --robot nao0 --starts 1 --program 'exit 3'");
    EXPECT_NE(score.status, 0);
    EXPECT_THAT(score.out, HasSubstr("the program ended before its robot joined"));
}

} // namespace
