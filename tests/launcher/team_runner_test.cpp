#include "launcher/team_runner.h"

#include <array>
#include <atomic>
#include <csignal>
#include <optional>
#include <string>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/net/frame_server.h"
#include "launcher/supervisor/process_table.h"
#include "tests/launcher/launcher_support.h"
#include "tests/support/test_files.h"

namespace sideline::launcher {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using tests::kLong;
using tests::pidIn;
using tests::scriptPlayer;
using tests::teamOf;
using tests::waitUntilGone;

class TeamRunnerTest : public ::testing::Test {
protected:
    TeamRunner& run(std::vector<PlayerSpec> players) {
        m_settings.supervisor = SIDELINE_KEEPER;
        m_settings.sinks = {&m_heard};
        m_runner = std::make_unique<TeamRunner>(teamOf(std::move(players)), m_settings);
        m_runner->startAll();
        return *m_runner;
    }
    [[nodiscard]] PlayerStatus player(std::size_t index = 0) const {
        return m_runner->status().players.at(index);
    }
    /// Waits until the published status of a player fulfills a condition; it lags behind events.
    [[nodiscard]] bool waitForStatus(const std::function<bool(const PlayerStatus&)>& isSo,
                                     std::size_t index = 0) const {
        const auto deadline = Clock::now() + kLong;
        while (!isSo(player(index)) && Clock::now() < deadline) {
            static_cast<void>(m_runner->waitUntilIdle(Clock::now() + milliseconds(5)));
        }
        return isSo(player(index));
    }
    [[nodiscard]] bool waitForPhase(PlayerPhase phase, std::size_t index = 0) const {
        return waitForStatus([&](const PlayerStatus& status) { return status.phase == phase; },
                             index);
    }
    [[nodiscard]] bool waitUntilIdle() const {
        return m_runner->waitUntilIdle(Clock::now() + kLong);
    }
    /// Returns how often a player has been in a phase so far.
    [[nodiscard]] std::ptrdiff_t countOf(PlayerPhase phase, std::size_t index = 0) {
        return std::ranges::count_if(m_heard.phases(), [&](const tests::Listener::Phase& entry) {
            return entry.index == index && entry.phase == phase;
        });
    }

    tests::Listener m_heard;
    TeamRunnerSettings m_settings;
    std::unique_ptr<TeamRunner> m_runner;
};

TEST_F(TeamRunnerTest, ACrashAtOnceIsReportedWithTheLastWords) {
    run({scriptPlayer("echo loading; echo 'no such field' >&2; kill -SEGV $$")});
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(player().phase, PlayerPhase::Crashed);
    EXPECT_EQ(player().signal, SIGSEGV);
    EXPECT_THAT(player().reason, HasSubstr("SIGSEGV"));
    EXPECT_THAT(player().reason, HasSubstr("no such field"));
}

TEST_F(TeamRunnerTest, LinesOfAllPlayersComeInTheirOrder) {
    run({scriptPlayer("echo a; echo b"), scriptPlayer("echo c", 2)});
    ASSERT_TRUE(waitUntilIdle());
    const auto lines = m_runner->output(0);
    ASSERT_EQ(lines.size(), m_runner->output(0, 0).size() + m_runner->output(1, 0).size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        EXPECT_EQ(lines[i].line.teamNumber, i + 1);
    }
    EXPECT_TRUE(std::ranges::any_of(
        lines, [](const TeamLine& each) { return each.index == 1 && each.line.text == "c"; }));
    ASSERT_EQ(m_runner->output(lines.size() - 1).size(), 1U);
    EXPECT_EQ(m_runner->output(lines.size() - 1)[0].line, lines.back().line);
    EXPECT_TRUE(m_runner->output(lines.size()).empty());
}

TEST_F(TeamRunnerTest, AnExitCodeIsReported) {
    run({scriptPlayer("exit 3"), scriptPlayer("nosuchcommand", 2), scriptPlayer("true", 3)});
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(player(0).phase, PlayerPhase::Exited);
    EXPECT_EQ(player(0).exitCode, 3);
    EXPECT_EQ(player(0).reason, "exit code 3");
    EXPECT_THAT(player(1).reason, HasSubstr("a command was not found"));
    EXPECT_EQ(player(2).reason, "exit code 0");
}

// A server that sends something every few milliseconds to a player that reads it, until the player
// is stopped.
TEST_F(TeamRunnerTest, APlayerThatHangsIsReportedAsSilent) {
    auto server = net::FrameServer::listen({});
    ASSERT_TRUE(server) << server.error().toString();
    struct Peers : net::FrameHandler {
        void onConnected(net::ConnectionId id, const std::string& /*peer*/) override { peer = id; }
        void onMessage(net::ConnectionId /*id*/, std::string_view /*message*/) override {}
        void onClosed(net::ConnectionId /*id*/, const net::Closing& /*closing*/) override {}
        std::optional<net::ConnectionId> peer;
    };
    const std::uint16_t port = server->port();
    std::jthread sender([&](const std::stop_token& stop) {
        Peers peers;
        while (!stop.stop_requested()) {
            server->pollUntil(net::Clock::now() + milliseconds(10), peers);
            if (peers.peer) {
                static_cast<void>(server->send(*peers.peer, "(time (now 1.00))"));
            }
        }
    });
    m_settings.supervisor = SIDELINE_KEEPER;
    m_settings.sinks = {&m_heard};
    TeamFile team = teamOf({scriptPlayer(fmt::format(
        "exec 3<>/dev/tcp/127.0.0.1/{}; echo pid $$; exec cat <&3 > /dev/null", port))});
    team.port = port;
    m_runner = std::make_unique<TeamRunner>(team, m_settings);
    m_runner->startAll();
    const pid_t reader = pidIn(m_heard.waitForLine(0, "pid "));
    ASSERT_GT(reader, 0);
    ASSERT_TRUE(waitForStatus([](const PlayerStatus& status) { return status.processCount > 0; }));
    EXPECT_EQ(player().silence, "");
    ASSERT_EQ(::kill(reader, SIGSTOP), 0);
    EXPECT_TRUE(waitForStatus([](const PlayerStatus& status) {
        return status.silence.find("bytes of the server's messages are unread") !=
               std::string::npos;
    }));
    EXPECT_EQ(player().phase, PlayerPhase::Running);
    ASSERT_EQ(::kill(reader, SIGCONT), 0);
    EXPECT_TRUE(waitForStatus([](const PlayerStatus& status) { return status.silence.empty(); }));
    const auto lines = m_heard.lines(0);
    EXPECT_TRUE(std::ranges::any_of(
        lines, [](const OutputLine& line) { return line.text.starts_with("silent: stopped or"); }));
    m_runner.reset();
}

TEST_F(TeamRunnerTest, OnlyTheLastWordsAreReported) {
    run({scriptPlayer("for i in 1 2 3 4 5; do echo word $i; done; exit 3")});
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(player().reason, "exit code 3; last output: word 3 / word 4 / word 5");
}

TEST_F(TeamRunnerTest, WhatCannotBeStartedSaysWhy) {
    const sideline::tests::TempDir folder;
    tests::Listener unused;
    PlayerSpec missing = scriptPlayer("");
    missing.program = "./nothing-here";
    missing.folder = folder.path();
    PlayerSpec nowhere = scriptPlayer("", 2);
    nowhere.folder = folder / "gone";
    PlayerSpec noInterpreter = missing;
    noInterpreter.program = "./script.sh";
    sideline::tests::writeFile(folder / "script.sh", "#!/no/such/shell\n");
    std::filesystem::permissions(folder / "script.sh", std::filesystem::perms::owner_all);
    PlayerSpec notAllowed = missing;
    notAllowed.program = "./text";
    sideline::tests::writeFile(folder / "text", "hello");
    run({missing, nowhere, noInterpreter, notAllowed});
    ASSERT_TRUE(waitUntilIdle());
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(player(i).phase, PlayerPhase::CouldNotStart) << i;
    }
    EXPECT_THAT(player(0).reason, HasSubstr("nothing-here: No such file or directory"));
    EXPECT_THAT(player(1).reason, HasSubstr("cannot enter the folder"));
    EXPECT_THAT(player(2).reason, HasSubstr("interpreter"));
    EXPECT_THAT(player(3).reason, HasSubstr("Permission denied"));
}

TEST_F(TeamRunnerTest, WithoutAKeeperNothingStarts) {
    m_settings.supervisor = "/no/such/keeper";
    m_runner = std::make_unique<TeamRunner>(teamOf({scriptPlayer("true")}), m_settings);
    m_runner->startAll();
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(player().phase, PlayerPhase::CouldNotStart);
    EXPECT_THAT(player().reason, HasSubstr("/no/such/keeper"));
}

TEST_F(TeamRunnerTest, AHangShowsAsARunningPlayerThatDoesNothing) {
    run({scriptPlayer("echo ready; exec sleep 1000")});
    ASSERT_EQ(m_heard.waitForLine(0, "ready"), "ready");
    EXPECT_TRUE(waitForPhase(PlayerPhase::Running));
    m_runner->stopAll();
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(player().phase, PlayerPhase::Stopped);
    EXPECT_EQ(player().reason, "") << "it ended when it was asked to";
}

TEST_F(TeamRunnerTest, APlayerThatIgnoresSigtermIsKilledAfterTheGrace) {
    m_settings.grace = milliseconds(150);
    run({scriptPlayer("trap '' TERM; echo pid $$; while true; do sleep 1000; done")});
    const pid_t pid = pidIn(m_heard.waitForLine(0, "pid"));
    ASSERT_GT(pid, 0);
    const auto before = Clock::now();
    m_runner->stopAll();
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_GE(Clock::now() - before, milliseconds(150));
    EXPECT_TRUE(waitUntilGone(pid));
    EXPECT_EQ(player().phase, PlayerPhase::Stopped);
    EXPECT_EQ(player().reason, "did not exit within 0.15 s and was killed");
}

TEST_F(TeamRunnerTest, AStoppedProcessIsEndedToo) {
    run({scriptPlayer("echo pid $$; kill -STOP $$")});
    ASSERT_GT(pidIn(m_heard.waitForLine(0, "pid")), 0);
    m_runner->stopAll();
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(player().phase, PlayerPhase::Stopped);
}

TEST_F(TeamRunnerTest, AFloodIsBoundedAndDisturbsNoOtherPlayer) {
    m_settings.flood = {.linesPerSecond = 50, .newestLines = 5};
    run({scriptPlayer("i=0; while true; do echo flood $i; i=$((i+1)); done"),
         scriptPlayer("echo quiet; exec sleep 1000", 2)});
    ASSERT_EQ(m_heard.waitForLine(1, "quiet"), "quiet");
    ASSERT_TRUE(m_heard.wait([&] { return m_runner->status().players[0].skippedLines > 0; }));
    m_runner->stopAll();
    ASSERT_TRUE(waitUntilIdle());
    std::size_t floods = 0;
    std::string newest;
    bool isReportedLeftOut = false;
    for (const OutputLine& line : m_heard.lines(0)) {
        floods += line.text.starts_with("flood") ? 1U : 0U;
        newest = line.text.starts_with("flood") ? line.text : newest;
        isReportedLeftOut =
            isReportedLeftOut || line.text.find("lines omitted") != std::string::npos;
    }
    EXPECT_TRUE(isReportedLeftOut);
    EXPECT_LE(floods, 500U);
    // The newest line was written after the omitted ones.
    EXPECT_GT(std::stoul(newest.substr(6)), 50U + player().skippedLines / 2);
}

// Of 20 MiB, 16 are read within the first second and the rest in the next one.
TEST_F(TeamRunnerTest, APlayerThatWritesTooManyBytesIsThrottledAndReadToTheEnd) {
    const auto before = Clock::now();
    run({scriptPlayer("head -c 20971520 /dev/zero | tr '\\0' x; echo; echo done")});
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_GE(Clock::now() - before, std::chrono::seconds(1));
    EXPECT_EQ(player().exitCode, 0);
    EXPECT_EQ(player().lastLine, "done");
}

TEST_F(TeamRunnerTest, DoubleForkedChildrenAreFoundAndEnded) {
    m_settings.grace = milliseconds(100);
    run({scriptPlayer("(setsid bash -c 'echo pid $$; trap \"\" TERM HUP; while true; do sleep "
                      "1000; done' & ) ; exit 0")});
    const pid_t pid = pidIn(m_heard.waitForLine(0, "pid"));
    ASSERT_GT(pid, 0);
    EXPECT_TRUE(waitForStatus([](const PlayerStatus& status) {
        return status.phase == PlayerPhase::Running &&
               status.reason.find("child processes are still running") != std::string::npos;
    }));
    m_runner->stopAll();
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_TRUE(waitUntilGone(pid));
}

TEST_F(TeamRunnerTest, APlayerWhoseKeeperIsKilledLeavesNothing) {
    run({scriptPlayer("echo main $$; (setsid sleep 1000 & echo pid $!) ; sleep 1000")});
    const pid_t sleeper = pidIn(m_heard.waitForLine(0, "pid"));
    const pid_t script = pidIn(m_heard.waitForLine(0, "main"));
    ASSERT_GT(sleeper, 0);
    pid_t supervisor = -1;
    for (const ProcessEntry& process : readProcessTable()) {
        supervisor = process.pid == script ? process.parent : supervisor;
    }
    ASSERT_GT(supervisor, 0);
    ASSERT_EQ(::kill(supervisor, SIGKILL), 0);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(player().phase, PlayerPhase::Crashed);
    EXPECT_THAT(player().reason, HasSubstr("its supervisor was killed"));
    EXPECT_TRUE(waitUntilGone(script));
    EXPECT_TRUE(waitUntilGone(sleeper));
}

TEST_F(TeamRunnerTest, ArgumentsEnvironmentAndFolderArrive) {
    const sideline::tests::TempDir folder;
    PlayerSpec spec = scriptPlayer("echo \"args $*\"; echo \"env $FOO\"; echo \"in $PWD\"", 7);
    spec.arguments.insert(spec.arguments.end(), {"zero", "{host}:{port}", "a b", "{team}{number}"});
    spec.environment["FOO"] = "{monitor_port}";
    spec.folder = std::filesystem::canonical(folder.path());
    run({spec});
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(m_heard.waitForLine(0, "args"), "args 127.0.0.1:3100 a b Team7");
    EXPECT_EQ(m_heard.waitForLine(0, "env"), "env 3200");
    EXPECT_EQ(m_heard.waitForLine(0, "in"), "in " + spec.folder.string());
}

TEST_F(TeamRunnerTest, OutputIsMadeReadable) {
    run({scriptPlayer("printf 'bad \\xff\\xfe utf\\n'; printf '\\033[31mred\\033[0m\\r\\n'; "
                      "head -c 100000 /dev/zero | tr '\\0' x; echo; printf 'no end'; sleep 1000")});
    EXPECT_EQ(m_heard.waitForLine(0, "bad"), "bad \xEF\xBF\xBD\xEF\xBF\xBD utf");
    EXPECT_EQ(m_heard.waitForLine(0, "red"), "red");
    EXPECT_EQ(m_heard.waitForLine(0, "xxx").size(), kMaxLineBytes + 4);
    EXPECT_EQ(m_heard.waitForLine(0, "no"), "no end") << "also while it keeps running";
    EXPECT_TRUE(
        waitForStatus([](const PlayerStatus& status) { return status.lastLine == "no end"; }));
    const auto kept = m_runner->output(0, 0);
    ASSERT_GE(kept.size(), 4U);
    EXPECT_EQ(m_runner->output(0, kept.back().number).size(), 0U);
}

TEST_F(TeamRunnerTest, ACrashedPlayerIsStartedAgainAndAgainUntilTheLimit) {
    m_settings.restart = {.first = milliseconds(1),
                          .longest = milliseconds(4),
                          .limit = 2,
                          .healthy = std::chrono::hours(1)};
    PlayerSpec spec = scriptPlayer("exit 1");
    spec.restart = Restart::OnCrash;
    PlayerSpec content = scriptPlayer("exit 0", 2);
    content.restart = Restart::OnCrash;
    run({spec, content});
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(player(0).restarts, 2);
    EXPECT_THAT(player(0).reason, HasSubstr("not restarted after 2 attempts"));
    EXPECT_EQ(player(1).restarts, 0) << "an end with code 0 is no crash";
}

TEST_F(TeamRunnerTest, AManualStartResetsTheRestartCount) {
    m_settings.restart = {.first = milliseconds(1),
                          .longest = milliseconds(1),
                          .limit = 2,
                          .healthy = std::chrono::hours(1)};
    PlayerSpec spec = scriptPlayer("exit 1");
    spec.restart = Restart::OnCrash;
    run({spec});
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(countOf(PlayerPhase::Starting), 3);
    m_runner->start(0);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(countOf(PlayerPhase::Starting), 6);
    EXPECT_EQ(player().restarts, 2);
}

TEST_F(TeamRunnerTest, ARunThatWentWellEndsTheCountOfRestarts) {
    const sideline::tests::TempDir folder;
    m_settings.restart = {.first = milliseconds(1),
                          .longest = milliseconds(1),
                          .limit = 1,
                          .healthy = milliseconds(0)}; // every run counts as successful
    PlayerSpec spec = scriptPlayer("echo run >> runs; [ $(wc -l < runs) -ge 4 ]");
    spec.folder = folder.path();
    spec.restart = Restart::OnCrash;
    run({spec});
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(countOf(PlayerPhase::Starting), 4);
    EXPECT_EQ(player().reason, "exit code 0");
    EXPECT_EQ(player().restarts, 1) << "in a row";
}

TEST_F(TeamRunnerTest, ARestartedPlayerEndsWithTheWordsOfItsOwnRun) {
    const sideline::tests::TempDir folder;
    m_settings.restart = {.first = milliseconds(1),
                          .longest = milliseconds(1),
                          .limit = 1,
                          .healthy = std::chrono::hours(1)};
    // Writes output only before its first end.
    PlayerSpec spec =
        scriptPlayer("[ -e spoke ] && exit 4; touch spoke; echo 'no such field'; exit 3");
    spec.folder = folder.path();
    spec.restart = Restart::OnCrash;
    run({spec});
    ASSERT_TRUE(waitUntilIdle());
    std::vector<std::string> ends;
    for (const tests::Listener::Phase& phase : m_heard.phases()) {
        if (phase.phase == PlayerPhase::Exited) {
            ends.push_back(phase.reason);
        }
    }
    ASSERT_EQ(ends.size(), 2U);
    EXPECT_EQ(ends[0], "exit code 3; last output: no such field");
    EXPECT_EQ(ends[1], "exit code 4") << "what its first run said is old";
    EXPECT_EQ(player().exitCode, 4);
}

TEST_F(TeamRunnerTest, SinglePlayersAreStoppedAndRestarted) {
    run({scriptPlayer("echo up; exec sleep 1000"), scriptPlayer("echo up; exec sleep 1000", 2)});
    ASSERT_TRUE(m_heard.waitForPhase(0, PlayerPhase::Running));
    ASSERT_TRUE(m_heard.waitForPhase(1, PlayerPhase::Running));
    m_runner->restart(1);
    ASSERT_TRUE(m_heard.waitForPhase(1, PlayerPhase::Running, 2));
    m_runner->stop(0);
    ASSERT_TRUE(m_heard.waitForPhase(0, PlayerPhase::Stopped));
    EXPECT_TRUE(waitForPhase(PlayerPhase::Running, 1));
    m_runner->restartAll();
    ASSERT_TRUE(m_heard.waitForPhase(0, PlayerPhase::Running, 2));
    ASSERT_TRUE(m_heard.waitForPhase(1, PlayerPhase::Running, 3));
    m_runner->start(99); // there is no such player
    m_runner->stopAll();
    EXPECT_TRUE(waitUntilIdle());
}

// Runs indefinitely at its first start in its folder, and ends at once afterward.
PlayerSpec stayingOncePlayer(const sideline::tests::TempDir& folder, const std::string& prepare) {
    PlayerSpec spec = scriptPlayer("[ -e ran ] && exit 0; touch ran; " + prepare +
                                   "; echo pid $$; exec sleep 1000");
    spec.folder = folder.path();
    return spec;
}

TEST_F(TeamRunnerTest, ARestartStartsOnce) {
    for (const bool isWholeTeam : {false, true}) {
        const sideline::tests::TempDir folder;
        tests::Listener heard;
        m_settings.supervisor = SIDELINE_KEEPER;
        m_settings.sinks = {&heard};
        TeamRunner runner(teamOf({stayingOncePlayer(folder, "true")}), m_settings);
        runner.startAll();
        ASSERT_GT(pidIn(heard.waitForLine(0, "pid")), 0);
        isWholeTeam ? runner.restartAll() : runner.restart(0);
        ASSERT_TRUE(runner.waitUntilIdle(Clock::now() + kLong)) << isWholeTeam;
        EXPECT_EQ(runner.status().players.at(0).phase, PlayerPhase::Exited) << isWholeTeam;
        EXPECT_EQ(std::ranges::count(heard.phases(), PlayerPhase::Starting,
                                     &tests::Listener::Phase::phase),
                  2)
            << isWholeTeam;
    }
}

TEST_F(TeamRunnerTest, APlayerStoppedDuringItsRestartDoesNotStartAgain) {
    const sideline::tests::TempDir folder;
    m_settings.grace = kLong; // the test ends it
    run({stayingOncePlayer(folder, "trap '' TERM")});
    const pid_t pid = pidIn(m_heard.waitForLine(0, "pid"));
    ASSERT_GT(pid, 0);
    m_runner->restart(0);
    m_runner->stop(0);
    ASSERT_TRUE(m_heard.waitForPhase(0, PlayerPhase::Stopping));
    ASSERT_EQ(::kill(pid, SIGKILL), 0);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(player().phase, PlayerPhase::Stopped);
    EXPECT_EQ(countOf(PlayerPhase::Starting), 1);
}

TEST_F(TeamRunnerTest, PlayersStartInTheirOrderWithTheirDelays) {
    std::vector<PlayerSpec> players;
    for (int number = 1; number <= 3; ++number) {
        players.push_back(scriptPlayer("exec sleep 1000", number));
        players.back().startDelay = milliseconds(30);
    }
    const auto before = Clock::now();
    run(players);
    ASSERT_TRUE(m_heard.waitForPhase(2, PlayerPhase::Running));
    EXPECT_GE(Clock::now() - before, milliseconds(90));
    std::vector<std::size_t> order;
    for (const auto& entry : m_heard.phases()) {
        if (entry.phase == PlayerPhase::Starting) {
            order.push_back(entry.index);
        }
    }
    EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2}));
}

TEST_F(TeamRunnerTest, StoppingWhileOneWaitsForItsStartStartsNothing) {
    PlayerSpec spec = scriptPlayer("exec sleep 1000");
    spec.startDelay = std::chrono::hours(1);
    run({spec});
    ASSERT_TRUE(m_heard.waitForPhase(0, PlayerPhase::Waiting));
    m_runner->stopAll();
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(player().phase, PlayerPhase::Stopped);
    EXPECT_EQ(m_heard.phases().size(), 2U) << "waiting, stopped";
}

TEST_F(TeamRunnerTest, CpuAndMemoryOfAllProcessesAreMeasured) {
    run({scriptPlayer("(while true; do :; done) & while true; do :; done")});
    ASSERT_TRUE(waitForStatus([](const PlayerStatus& status) {
        return status.cpuPercent.value_or(0.0) > 10.0;
    })) << "two loops, however slow the machine";
    EXPECT_GT(player().memoryMiB.value_or(0.0), 1.0);
    EXPECT_EQ(player().processCount, 2U);
    m_runner->stopAll();
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_FALSE(player().cpuPercent) << "an ended player uses nothing";
    EXPECT_FALSE(player().memoryMiB);
    EXPECT_EQ(player().processCount, 0U);
}

TEST_F(TeamRunnerTest, DestroyingTheRunnerEndsEverything) {
    run({scriptPlayer("echo pid $$; exec sleep 1000"),
         scriptPlayer("echo pid $$; exec sleep 1000")});
    const pid_t first = pidIn(m_heard.waitForLine(0, "pid"));
    const pid_t second = pidIn(m_heard.waitForLine(1, "pid"));
    ASSERT_GT(first, 0);
    ASSERT_GT(second, 0);
    m_runner.reset();
    EXPECT_EQ(::kill(first, 0), -1);
    EXPECT_EQ(::kill(second, 0), -1);
}

class FakePlayer : public EmbeddedPlayer {
public:
    explicit FakePlayer(std::atomic<int>& alive) : m_alive(alive) { ++m_alive; }
    ~FakePlayer() override { --m_alive; }
    EmbeddedReport report() override {
        return {.hasPlayed = true,
                .isPlaying = true,
                .detail = "the server is slow",
                .cycles = 12,
                .cycleMs = 0.5,
                .missedCycles = 3,
                .lateAnswers = 2,
                .cpuPercent = 4.0};
    }
    std::vector<std::string> takeLines() override { return std::exchange(m_lines, {}); }

private:
    std::atomic<int>& m_alive;
    std::vector<std::string> m_lines = {"hello"};
};

TEST_F(TeamRunnerTest, EmbeddedPlayersAreShownLikeTheOthers) {
    std::atomic<int> alive = 0;
    m_settings.embedded =
        [&](const TeamFile&,
            const PlayerSpec& spec) -> base::Expected<std::unique_ptr<EmbeddedPlayer>> {
        if (spec.number == 2) {
            return base::failure(base::ErrorCode::Io, "no more threads");
        }
        return std::make_unique<FakePlayer>(alive);
    };
    PlayerSpec spec;
    spec.isEmbedded = true;
    spec.number = 1;
    PlayerSpec second = spec;
    second.number = 2;
    run({spec, second});
    EXPECT_EQ(m_heard.waitForLine(0, "hello"), "hello");
    ASSERT_TRUE(waitForStatus([](const PlayerStatus& status) { return status.cycles == 12; }));
    ASSERT_TRUE(waitForPhase(PlayerPhase::CouldNotStart, 1));
    EXPECT_EQ(player().missedCycles, 3U);
    EXPECT_EQ(player().lateAnswers, 2U);
    EXPECT_EQ(player().reason, "the server is slow");
    EXPECT_EQ(player(1).reason, "no more threads");
    EXPECT_EQ(alive, 1);
    m_runner->stopAll();
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(alive, 0);
    EXPECT_EQ(player().phase, PlayerPhase::Stopped);
    m_runner.reset();
}

/// A built-in agent whose cycles the test counts.
class CountedPlayer : public EmbeddedPlayer {
public:
    explicit CountedPlayer(const std::atomic<std::uint64_t>& cycles) : m_cycles(cycles) {}
    EmbeddedReport report() override {
        EmbeddedReport report;
        report.hasPlayed = m_cycles > 0;
        report.isPlaying = true;
        report.cycles = m_cycles;
        return report;
    }
    std::vector<std::string> takeLines() override { return {}; }

private:
    const std::atomic<std::uint64_t>& m_cycles;
};

// Three cycles are 60 ms of the server's time: on a slow server, robots that start by the clock on
// the wall would be created inside each other.
TEST_F(TeamRunnerTest, ABuiltInAgentStartsWhenTheOneBeforeItHasLeftThePlaceOfArrival) {
    std::array<std::atomic<std::uint64_t>, 2> cycles{};
    m_settings.embedded =
        [&](const TeamFile&,
            const PlayerSpec& spec) -> base::Expected<std::unique_ptr<EmbeddedPlayer>> {
        return std::make_unique<CountedPlayer>(
            cycles.at(static_cast<std::size_t>(spec.number - 1)));
    };
    PlayerSpec spec;
    spec.isEmbedded = true;
    spec.number = 1;
    spec.startDelay = milliseconds(60);
    PlayerSpec second = spec;
    second.number = 2;
    PlayerSpec program = scriptPlayer("exec sleep 1000", 3);
    program.startDelay = milliseconds(60);
    run({spec, second, program});
    ASSERT_TRUE(waitForPhase(PlayerPhase::Starting));
    cycles[0] = 2;
    ASSERT_TRUE(waitForStatus([](const PlayerStatus& status) { return status.cycles == 2; }));
    const auto later = Clock::now() + milliseconds(200); // of real time
    static_cast<void>(m_runner->waitUntilIdle(later));
    EXPECT_EQ(player(1).phase, PlayerPhase::Waiting);
    EXPECT_TRUE(m_runner->status().isArriving(m_runner->team()));
    cycles[0] = 3;
    EXPECT_TRUE(waitForPhase(PlayerPhase::Starting, 1));
    EXPECT_EQ(player(2).phase, PlayerPhase::Waiting);
    m_runner->stop(1); // the last one no longer waits for it
    EXPECT_TRUE(waitForPhase(PlayerPhase::Running, 2));
    EXPECT_TRUE(waitForPhase(PlayerPhase::Stopped, 1));
    EXPECT_FALSE(m_runner->status().isArriving(m_runner->team()));
    m_runner->stopAll();
    ASSERT_TRUE(waitUntilIdle());
    m_runner.reset();
}

} // namespace
} // namespace sideline::launcher
