// `sideline skill` on servers and with other programs, as its users see it.
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

// The port behind some words of a server's first line.
std::string portBehind(const std::string& words, const std::string& text) {
    const std::size_t at = text.find(words);
    const std::size_t begin = text.find(':', at) + 1;
    return at == std::string::npos ? ""
                                   : text.substr(begin, text.find_first_of(",;", begin) - begin);
}

class SkillOnServerTest : public testing::Test {
protected:
    void SetUp() override { ASSERT_TRUE(server.says("agents connect to")); }
    // Options that name the server.
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

TEST_F(SkillOnServerTest, BenchPrintsTheRows) {
    const auto bench = run("skill bench --robot nao1 --trials 1 --rows 'turn, steady' --csv " +
                           quoted(folder / "turns.csv") + there());
    EXPECT_EQ(bench.status, 0) << bench.out;
    EXPECT_THAT(bench.out, HasSubstr("turn, steady, deg/s"));
    EXPECT_THAT(bench.out, HasSubstr("1 of 1"));
    EXPECT_THAT(bench.out, Not(HasSubstr("forward")));
    EXPECT_EQ(server.end(SIGTERM), 0);
    std::ifstream file(folder / "turns.csv");
    std::stringstream samples;
    samples << file.rdbuf();
    EXPECT_THAT(samples.str(), HasSubstr("nao1 turn steady,deg/s,"));
    EXPECT_THAT(samples.str(), HasSubstr("nao1 turn steady,good,1\n"));
}

TEST(SkillCommandTest, AServerThatIsNoneIsOneMessage) {
    const auto bad = run("skill bench --server 127.0.0.1:http");
    EXPECT_NE(bad.status, 0);
    EXPECT_THAT(bad.out, HasSubstr("'127.0.0.1:http' is not the address of a server"));
    const auto gone = run("skill bench --server 127.0.0.1:1 --monitor-port 1");
    EXPECT_NE(gone.status, 0);
    EXPECT_THAT(gone.out, HasSubstr("127.0.0.1:1"));
    EXPECT_NE(run("skill bench --server 127.0.0.1 --exact").status, 0);
}

TEST(SkillCommandTest, BenchPrintsTheRowsThatAreAskedFor) {
    const auto bench = run("skill bench --robot nao1 --trials 1 --rows 'turn, steady'");
    EXPECT_EQ(bench.status, 0) << bench.out;
    EXPECT_THAT(bench.out, HasSubstr("turn, steady, deg/s"));
    EXPECT_THAT(bench.out, Not(HasSubstr("forward")));
    const auto none = run("skill bench --robot nao1 --trials 1 --rows backflip");
    EXPECT_NE(none.status, 0);
    EXPECT_THAT(none.out, HasSubstr("expected part of one, such as forward"));
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
