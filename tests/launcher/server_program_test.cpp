// Tests an installed server as a program: its location, its arguments, and its exit.
#include "launcher/server_program.h"

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/net/frame_server.h"
#include "tests/launcher/launcher_support.h"
#include "tests/support/test_files.h"

namespace sideline::launcher {
namespace {

namespace fs = std::filesystem;
using game::ServerKind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;

class ServerProgramTest : public testing::Test {
protected:
    fs::path script(const fs::path& place, const std::string& text = "exit 0\n") {
        const fs::path file = m_folder.path() / place;
        fs::create_directories(file.parent_path());
        sideline::tests::writeFile(file, "#!/bin/sh\n" + text);
        fs::permissions(file, fs::perms::owner_all);
        return file;
    }
    sideline::tests::TempDir m_folder;
    ServerOptions m_mujoco = defaultOptions(ServerKind::Rcssservermj);
    ServerOptions m_simSpark = defaultOptions(ServerKind::SimSpark);
};

TEST_F(ServerProgramTest, IsLookedForInThePathThenInPythonEnvironments) {
    SearchPlaces places;
    places.path = (m_folder / "empty").string() + ":" + (m_folder / "bin").string();
    places.environments = {m_folder / "venv"};
    const auto nowhere = findServer(m_mujoco, places);
    ASSERT_FALSE(nowhere);
    EXPECT_EQ(nowhere.error().code, base::ErrorCode::NotFound);
    for (const fs::path& searched : {m_folder / "empty", m_folder / "bin", m_folder / "venv/bin"}) {
        EXPECT_THAT(nowhere.error().message, HasSubstr(searched.string()));
    }
    const fs::path inVenv = script("venv/bin/rcssservermj");
    ASSERT_TRUE(findServer(m_mujoco, places));
    EXPECT_EQ(findServer(m_mujoco, places)->program, inVenv);
    const fs::path inPath = script("bin/rcssservermj");
    EXPECT_EQ(findServer(m_mujoco, places)->program, inPath);
    script("venv/bin/rcssserver3d");
    EXPECT_FALSE(findServer(m_simSpark, places)) << "no Python program";
    EXPECT_EQ(findServer(m_simSpark, {.path = (m_folder / "venv/bin").string(), .environments = {}})
                  ->program,
              m_folder / "venv/bin/rcssserver3d");
}

TEST_F(ServerProgramTest, CanBeGivenAsProgramEnvironmentOrInterpreter) {
    const SearchPlaces nowhere;
    const fs::path own = script("own/server.sh");
    m_mujoco.program = own.string();
    EXPECT_EQ(findServer(m_mujoco, nowhere)->program, own);
    const fs::path python = script("env/bin/python3");
    m_mujoco.program = python.string();
    const auto found = findServer(m_mujoco, nowhere);
    ASSERT_TRUE(found);
    EXPECT_THAT(found->arguments, ElementsAre("-m", "rcsssmj"));
    EXPECT_EQ(found->text(), python.string() + " -m rcsssmj");
    m_mujoco.program = (m_folder / "env").string();
    const auto incomplete = findServer(m_mujoco, nowhere);
    ASSERT_FALSE(incomplete);
    EXPECT_THAT(incomplete.error().message, HasSubstr("there is no rcssservermj in"));
    script("env/bin/rcssservermj");
    EXPECT_EQ(findServer(m_mujoco, nowhere)->program, m_folder / "env/bin/rcssservermj");
    m_mujoco.program = (m_folder / "none/rcssservermj").string();
    EXPECT_THAT(findServer(m_mujoco, nowhere).error().message, HasSubstr("there is no"));
    sideline::tests::writeFile(m_folder / "text", "no program");
    m_mujoco.program = (m_folder / "text").string();
    EXPECT_THAT(findServer(m_mujoco, nowhere).error().message, HasSubstr("not executable"));
}

TEST_F(ServerProgramTest, PassesOnlyNonDefaultArguments) {
    EXPECT_THAT(argumentsOf(m_simSpark),
                ElementsAre("--agent-port", "3100", "--server-port", "3200"));
    EXPECT_THAT(argumentsOf(m_mujoco),
                ElementsAre("--aport", "60000", "--mport", "60001", "--no-render"));
    m_mujoco.isSync = true;
    m_mujoco.isRealtime = false;
    m_mujoco.isRendered = true;
    m_mujoco.rules = "ssim26";
    m_mujoco.field = "fifa";
    m_mujoco.phase = 1;
    m_mujoco.startTimeS = 12.5;
    m_mujoco.arguments = "--seed \"a b\"";
    EXPECT_THAT(argumentsOf(m_mujoco),
                ElementsAre("--aport", "60000", "--mport", "60001", "--sync", "--no-realtime",
                            "--field", "fifa", "--rules", "ssim26", "--phase", "1", "--time",
                            "12.5", "--seed", "a b"));
    EXPECT_TRUE(m_mujoco.waitsForAgents());
    EXPECT_FALSE(m_simSpark.waitsForAgents());
}

TEST_F(ServerProgramTest, OptionsThatMakeNoSenseSayWhy) {
    EXPECT_TRUE(check(m_mujoco));
    const auto faultOf = [&](auto change) {
        ServerOptions options = m_mujoco;
        change(options);
        const auto checked = check(options);
        return checked ? std::string() : checked.error().message;
    };
    EXPECT_THAT(faultOf([](auto& o) { o.monitorPort = 60000; }), HasSubstr("the same port"));
    EXPECT_THAT(faultOf([](auto& o) { o.agentPort = 0; }), HasSubstr("two ports"));
    EXPECT_THAT(faultOf([](auto& o) { o.phase = 5; }), HasSubstr("no phase 5"));
    EXPECT_THAT(faultOf([](auto& o) { o.startTimeS = -1.0; }), HasSubstr("below 0"));
    EXPECT_THAT(faultOf([](auto& o) { o.folder = "/nowhere"; }), HasSubstr("no folder /nowhere"));
}

TEST_F(ServerProgramTest, APortThatIsTakenIsNoticed) {
    const auto other = net::FrameServer::listen({});
    ASSERT_TRUE(other);
    const auto spare = [] { return net::FrameServer::listen({})->port(); };
    m_mujoco.agentPort = spare();
    m_mujoco.monitorPort = other->port();
    EXPECT_EQ(takenPort(m_mujoco), other->port());
    m_mujoco.monitorPort = spare();
    EXPECT_EQ(takenPort(m_mujoco), std::nullopt);
    m_mujoco.monitorPort = other->port();
    m_mujoco.rules = "kept";
    const ServerOptions free = withFreePorts(m_mujoco);
    EXPECT_EQ(takenPort(free), std::nullopt);
    EXPECT_NE(free.agentPort, free.monitorPort);
    EXPECT_EQ(free.rules, "kept");
}

TEST_F(ServerProgramTest, ItsEndIsExplained) {
    EXPECT_THAT(hintOf(ServerKind::Rcssservermj, "error: unrecognized arguments: --phase 1"),
                HasSubstr("this version of rcssservermj does not support one of the options"));
    EXPECT_THAT(hintOf(ServerKind::Rcssservermj, "argument --rules: invalid choice: 'ssim26'"),
                HasSubstr("does not support"));
    EXPECT_THAT(hintOf(ServerKind::Rcssservermj, "OSError: [Errno 98] Address already in use"),
                HasSubstr("choose other ports"));
    EXPECT_THAT(hintOf(ServerKind::Rcssservermj, "ModuleNotFoundError: No module named 'mujoco'"),
                HasSubstr("incomplete"));
    EXPECT_EQ(hintOf(ServerKind::SimSpark, "good bye"), "");
}

// The process is a team of one, so that it is handled like any player.
TEST_F(ServerProgramTest, RunsAsAProcessWithItsLinesAndItsEnd) {
    const fs::path file = script("bin/rcssservermj", "trap '' TERM\necho \"args $*\"\n"
                                                     "while true; do sleep 0.05; done\n");
    m_mujoco.folder = m_folder.path();
    TeamFile team = processOf(m_mujoco, {file, {}});
    EXPECT_EQ(team.name, "rcssservermj");
    tests::Listener listener;
    TeamRunnerSettings settings;
    settings.supervisor = SIDELINE_KEEPER;
    settings.sinks = {&listener};
    settings.grace = std::chrono::milliseconds(200);
    TeamRunner runner(std::move(team), settings);
    runner.startAll();
    EXPECT_EQ(listener.waitForLine(0, "args"), "args --aport 60000 --mport 60001 --no-render");
    runner.stopAll();
    ASSERT_TRUE(runner.waitUntilIdle(Clock::now() + tests::kLong));
    EXPECT_THAT(runner.status().players.front().reason, HasSubstr("was killed"))
        << "one that ignores SIGTERM";
}

} // namespace
} // namespace sideline::launcher
