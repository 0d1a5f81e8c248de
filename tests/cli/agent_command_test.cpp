// Runs `sideline agent` as users do.
#include <array>
#include <cstdio>
#include <filesystem>
#include <regex>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agentcore/net/udp.h"
#include "logs/session/session_reader.h"
#include "tests/agentcore/runtime/agent_fixture.h"
#include "tests/support/run_program.h"
#include "tests/support/test_files.h"

namespace sideline {
namespace {

using Result = tests::RunResult;

Result agent(const std::string& arguments) {
    return tests::runProgram(SIDELINE_PROGRAM, "agent " + arguments);
}

TEST(AgentCommandTest, ListsBehaviorsAndDescribesOne) {
    const Result all = agent("list");
    EXPECT_EQ(all.status, 0);
    EXPECT_NE(all.out.find("stand-and-look (role), the default\n"), std::string::npos) << all.out;
    EXPECT_EQ(all.out.find("look-smoothing="), std::string::npos) << "without parameters";
    const Result one = agent("list walk");
    EXPECT_EQ(one.status, 0);
    EXPECT_NE(one.out.find("\n  go-forward=0   speed: -3 to 3 m/s\n"), std::string::npos)
        << one.out;
    EXPECT_EQ(one.out.find("stand-and-look"), std::string::npos) << one.out;
    const Result none = agent("list wlak");
    EXPECT_EQ(none.status, 2);
    EXPECT_NE(none.out.find("unknown behavior 'wlak'"), std::string::npos) << none.out;
}

TEST(AgentCommandTest, PlaysAndSumsUp) {
    std::uint16_t port = 0;
    const auto simulator = runtime::tests::startSimulator(port, true, {}, 8.0);
    auto drawings = net::UdpReceiver::open();
    ASSERT_TRUE(drawings);
    const tests::TempDir folder;
    const Result result = agent(fmt::format(
        "--port {} --unum 9 --type 4 --team Walkers --sync --beam=-2,1,90 --minutes 0.03 "
        "--localizer magma --draw 127.0.0.1:{} --record {}",
        port, drawings->port(), tests::quoted(folder / "player.session")));
    EXPECT_EQ(result.status, 0) << result.out;
    EXPECT_NE(result.out.find("Walkers 9: connecting\nWalkers 9: playing\n"), std::string::npos)
        << result.out;
    std::smatch match;
    ASSERT_TRUE(std::regex_search(
        result.out, match,
        std::regex(
            R"(Walkers 9: (\d+) cycles, 0 missed, \d+ late, sense to act p50 [0-9.]+ ms, p99 )")))
        << result.out;
    EXPECT_GT(std::stoi(match[1]), 20);
    EXPECT_NE(result.out.find("joined the team 1 time, 0 unknown percepts, 0 damaged messages"),
              std::string::npos)
        << result.out;
    EXPECT_GT(std::filesystem::file_size(folder / "player.session"), 0U);
    const auto datagram = drawings->tryReceive();
    ASSERT_TRUE(datagram && *datagram);
    EXPECT_NE((*datagram)->bytes.find("Walkers.9."), std::string::npos);
}

// The session contains the robot's description, so the folder of its scene file is not needed.
TEST(AgentCommandTest, PlaysWithOtherRobotsAndRecordsThem) {
    const tests::TempDir folder;
    const std::string scenes = tests::dataFile("").string();
    std::uint16_t port = 0;
    // Slow enough for a recorder of every cycle on a busy machine.
    const auto simulator = runtime::tests::startSimulator(port, true, scenes, 8.0);
    struct Row {
        const char* robot;
        std::string arguments;
        const char* name;
        std::size_t joints;
    };
    const std::array rows = {
        Row{"rsg/agent/soccerbot056.rsg", "", "soccerbot056", 21},
        Row{"rsg/agent/scout.rsg", " --robots " + tests::quoted(scenes), "scout 0", 3}};
    for (const Row& row : rows) {
        const auto file = folder / fmt::format("{}.session", row.joints);
        const Result result =
            agent(fmt::format("--port {} --sync --minutes 0.03 --robot {} --record {}{}", port,
                              row.robot, tests::quoted(file), row.arguments));
        EXPECT_EQ(result.status, 0) << result.out;
        EXPECT_NE(result.out.find("0 unknown percepts, 0 damaged messages"), std::string::npos)
            << result.out;
        const auto session = logs::SessionReader::open(file);
        ASSERT_TRUE(session) << session.error().toString();
        const logs::AgentTrack& track = (*session)->agents().front();
        EXPECT_EQ(track.model, row.name);
        ASSERT_GT(track.frames, 20U);
        const auto frame = (*session)->frame(track.id, track.frames - 1);
        ASSERT_TRUE(frame) << frame.error().toString();
        ASSERT_TRUE(frame->frame->identity.model);
        EXPECT_EQ(frame->frame->identity.model->name(), row.name);
        EXPECT_EQ(frame->frame->body.joints.size(), row.joints);
        EXPECT_TRUE(frame->frame->body.pose.isValid);
        const Result info = tests::runProgram(SIDELINE_PROGRAM, "log info " + tests::quoted(file));
        EXPECT_EQ(info.status, 0);
        EXPECT_NE(info.out.find(row.name), std::string::npos) << info.out;
        const Result verified =
            tests::runProgram(SIDELINE_PROGRAM, "log verify " + tests::quoted(file));
        EXPECT_EQ(verified.status, 0) << verified.out;
        const Result localized =
            tests::runProgram(SIDELINE_PROGRAM, "localize " + tests::quoted(file));
        EXPECT_EQ(localized.status, 0) << localized.out;
        EXPECT_TRUE(std::regex_search(localized.out, std::regex("Fusion +(100|9[0-9])\\.")))
            << localized.out;
        // As a stream, in which only the scene file name identifies the robot.
        const auto stream = folder / fmt::format("{}.rec", row.joints);
        EXPECT_EQ(
            tests::runProgram(SIDELINE_PROGRAM,
                              fmt::format("log export {} --agent '{}' --stream {}",
                                          tests::quoted(file), track.name, tests::quoted(stream)))
                .status,
            0);
        const Result again = tests::runProgram(SIDELINE_PROGRAM,
                                               "localize " + tests::quoted(stream) + row.arguments);
        EXPECT_EQ(again.status, 0) << again.out;
        EXPECT_NE(again.out.find(row.name), std::string::npos) << again.out;
    }
}

TEST(AgentCommandTest, EndsCleanlyWhenItIsInterrupted) {
    std::uint16_t port = 0;
    const auto simulator = runtime::tests::startSimulator(port);
    for (const char* signal : {"INT", "TERM", "HUP"}) {
        const Result result =
            tests::runProgram("timeout", fmt::format("--preserve-status -s {} 1 {} agent --port {} "
                                                     "--sync --verbose",
                                                     signal, SIDELINE_PROGRAM, port));
        EXPECT_EQ(result.status, 0) << result.out;
        EXPECT_NE(result.out.find("joined the team 1 time,"), std::string::npos) << result.out;
    }
}

TEST(AgentCommandTest, FailsWhenItNeverGetsIntoTheTeam) {
    std::uint16_t port = 0;
    {
        const runtime::tests::ScriptedServer gone;
        port = gone.port();
    }
    const Result result = agent(fmt::format("--port {} --minutes 0.01", port));
    EXPECT_EQ(result.status, 2);
    EXPECT_NE(result.out.find("waiting: 127.0.0.1:"), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("connection refused"), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("0 cycles"), std::string::npos) << result.out;
}

TEST(AgentCommandTest, SaysWhichArgumentIsWrong) {
    const std::pair<const char*, const char*> cases[] = {
        {"--team 'two words'", "'two words' is not a valid team name"},
        {"--unum 12", "invalid player number 12"},
        {"--robot T1", "--unum is missing; expected 1 to 99"},
        {"--type 9", "has no type 9; expected one of the types 0, 1, 2, 3, 4"},
        {"--robot rsg/agent/t1.rsg", "unknown robot \"rsg/agent/t1.rsg\"; expected one of "},
        {"--robots /no/such/folder", "--robots"},
        {"--port 0", "--port: Value 0 not in range 1 to 65535"},
        {"--beam 1,2", "'1,2' is not a beam pose"},
        {"--beam 1,2,3,4", "is not a beam pose"},
        {"--beam 1,x,3", "is not a beam pose"},
        {"--localizer gps", "unknown localizer 'gps'; expected gyro, umeyama, field-normal, magma, "
                            "three-flags or fusion"},
        {"--draw 127.0.0.1:x", "'127.0.0.1:x' is not an address for drawings"},
        {"--draw :7", "':7' is not an address for drawings"},
        {"--record /no/such/folder/a.session --minutes 0.01", "/no/such/folder/a.session"},
    };
    for (const auto& [arguments, message] : cases) {
        const Result result = agent(arguments);
        EXPECT_EQ(result.status, 2) << arguments << '\n' << result.out;
        EXPECT_NE(result.out.find(message), std::string::npos) << arguments << '\n' << result.out;
    }
}

} // namespace
} // namespace sideline
