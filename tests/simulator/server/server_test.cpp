// Well-behaved agents and the server.
#include "simulator/server/server.h"

#include <cmath>
#include <thread>
#include <vector>

#include "logs/match/match_log.h"
#include "simulator/server/run_recording.h"
#include "tests/simulator/server/server_fixture.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/test_files.h"

namespace sideline::simulator::tests {
namespace {

using game::Side;

TEST_F(ServerTest, AgentConnectsPlaysAndLeaves) {
    open();
    Peer peer = agent();
    run(3);
    EXPECT_EQ(peer.hear(), 0) << "an agent without a body senses nothing";
    peer.say(kScene);
    ASSERT_TRUE(runUntil([&] { return peer.hear() > 0; }));
    peer.say("(init (unum 4)(teamname Nos))");
    ASSERT_TRUE(runUntil([&] {
        peer.hear();
        const auto percepts = protocol::parsePercepts(peer.last);
        return percepts && percepts->unum == 4;
    }));
    peer.say("(beam -5 1 0)");
    ASSERT_TRUE(runUntil([&] {
        RobotBody* body = server->simulation().body(find("Nos", 4)->id);
        return std::abs(body->pose(robot::BodyId(std::int32_t{0})).p.x() + 5.0) < 0.05;
    }));
    peer.say("(he1 2)(syn)");
    ASSERT_TRUE(runUntil([&] {
        peer.hear();
        const auto percepts = protocol::parsePercepts(peer.last);
        return percepts && std::ranges::any_of(percepts->joints, [](const auto& joint) {
                   return joint.name == "hj1" && joint.angleDeg > 30.0;
               });
    }));
    const std::uint64_t heard = peer.link().counters().messagesReceived;
    run(20);
    ASSERT_TRUE(serveUntil([&] {
        peer.hear();
        return peer.link().counters().messagesReceived >= heard + 20;
    })) << "a message for every cycle";
    EXPECT_EQ(lines.size(), 1U) << allLines();
    peer.link().close();
    ASSERT_TRUE(runUntil([&] { return server->agentCount() == 0; }));
    EXPECT_EQ(server->simulation().physics().robotCount(), 0U);
    EXPECT_EQ(lines.size(), 2U) << allLines();
    EXPECT_EQ(count("Nos 4"), 1);
}

TEST_F(ServerTest, MonitorsSeeTheMatch) {
    open();
    Peer one = player("Nos", 1);
    Watcher first(server->monitorPort());
    Watcher second(server->monitorPort());
    Watcher third(server->monitorPort());
    ASSERT_TRUE(serveUntil([&] { return server->monitorCount() == 3; }));
    Peer two = player("Die", 2); // the scene gets another robot
    one.say("(he1 1)");
    for (int i = 0; i < 100; ++i) {
        run(1);
        one.hear();
        two.hear();
    }
    for (Watcher* watcher : {&first, &second, &third}) {
        ASSERT_TRUE(serveUntil([&] {
            watcher->peer.hear();
            return watcher->stamp >= 50;
        }));
        EXPECT_EQ(watcher->decoder.game().teamLeft, "Nos");
        EXPECT_EQ(watcher->decoder.game().teamRight, "Die");
        EXPECT_LT(watcher->fulls, 6) << "differences after the full scene";
        const auto frame = monitor::makeMatchFrame(
            0, 0.0, watcher->decoder.game(),
            std::make_shared<const monitor::SceneState>(watcher->decoder.scene()), false);
        EXPECT_EQ(frame->robots.size(), 2U);
    }
    second.peer.link().close();
    ASSERT_TRUE(runUntil([&] { return server->monitorCount() == 2; }));
    EXPECT_EQ(count("monitor"), 4) << allLines();
}

TEST_F(ServerTest, LateMonitorGetsTheSameState) {
    open();
    Peer one = player("Nos", 1);
    Watcher early(server->monitorPort());
    early.peer.say("(kickOff Left)(score (left 2)(right 1))");
    ASSERT_TRUE(runUntil([&] {
        early.peer.hear();
        return early.decoder.game().scoreLeft == 2;
    }));
    run(50);
    Watcher late(server->monitorPort());
    ASSERT_TRUE(runUntil([&] { return late.peer.hear() > 0; }));
    run(20);
    ASSERT_TRUE(serveUntil([&] {
        late.peer.hear();
        early.peer.hear();
        const double timeS = server->simulation().referee().game().timeS();
        return std::abs(late.decoder.game().timeS - timeS) < 0.025 &&
               late.decoder.game().timeS == early.decoder.game().timeS;
    }));
    EXPECT_EQ(late.fulls, 1);
    EXPECT_EQ(early.fulls, 1);
    EXPECT_EQ(late.decoder.game().scoreLeft, 2);
    EXPECT_EQ(late.decoder.game().playMode, early.decoder.game().playMode);
    EXPECT_EQ(late.decoder.game().timeS, early.decoder.game().timeS);
    ASSERT_EQ(late.decoder.scene().local.size(), early.decoder.scene().local.size());
}

TEST_F(ServerTest, TrainerCommandsTakeEffect) {
    open();
    Peer one = player("Nos", 1);
    Watcher trainer(server->monitorPort());
    ASSERT_TRUE(runUntil([&] { return trainer.peer.hear() > 0; }));
    trainer.peer.say("(kickOff Left)");
    ASSERT_TRUE(runUntil([&] {
        return server->simulation().referee().game().playMode() == game::PlayMode::KickOffLeft;
    }));
    trainer.peer.hear();
    const int fulls = trainer.fulls;
    trainer.peer.say("(reqfullstate)");
    ASSERT_TRUE(runUntil([&] {
        trainer.peer.hear();
        return trainer.fulls == fulls + 1;
    }));
    run(20);
    trainer.peer.hear();
    EXPECT_EQ(trainer.fulls, fulls + 1) << "once";
    for (int i = 0; i < 5; ++i) {
        trainer.peer.say("(kill (unum 9)(team Left))(nonsense)(playMode Siesta)");
        run(2);
    }
    EXPECT_EQ(count("no player left 9"), 1) << allLines();
    EXPECT_EQ(count("nonsense"), 1) << allLines();
    EXPECT_EQ(count("Siesta"), 1) << allLines();
}

TEST_F(ServerTest, KillEndsTheConnectionOfAnAgent) {
    open();
    Peer one = player("Nos", 1);
    Peer two = player("Nos", 2);
    Watcher trainer(server->monitorPort());
    ASSERT_TRUE(runUntil([&] { return trainer.peer.hear() > 0; }));
    trainer.peer.say("(kill (unum 1)(team Left))");
    ASSERT_TRUE(runUntil([&] { return one.isClosed(); }));
    run(5);
    EXPECT_FALSE(two.isClosed());
    EXPECT_EQ(server->agentCount(), 1U);
    EXPECT_EQ(server->simulation().physics().robotCount(), 1U);
    EXPECT_EQ(count("removed"), 1) << allLines();
    EXPECT_EQ(count("disconnected"), 0) << "reported once: " << allLines();
    Peer again = player("Nos", 1);
}

TEST_F(ServerTest, KillsimRequestsShutdown) {
    open();
    Watcher trainer(server->monitorPort());
    ASSERT_TRUE(runUntil([&] { return trainer.peer.hear() > 0; }));
    EXPECT_FALSE(server->isShutdownRequested());
    trainer.peer.say("(killsim)");
    EXPECT_TRUE(runUntil([&] { return server->isShutdownRequested(); }));
}

TEST_F(ServerTest, ServerEndsAfterTheGameIfConfigured) {
    for (const bool quits : {false, true}) {
        SimulationSettings simulation;
        simulation.rules.quitsAfterGame = quits;
        simulation.rules.halfTimeS = 1.0;
        simulation.rules.hasSingleHalf = true;
        open({}, simulation);
        Peer trainer(server->monitorPort());
        trainer.say("(playMode PlayOn)");
        for (int i = 0; i < 1500; ++i) {
            run(1);
            trainer.hear();
        }
        EXPECT_TRUE(server->simulation().referee().isGameOver());
        EXPECT_EQ(server->isShutdownRequested(), quits);
        server.reset();
    }
}

TEST_F(ServerTest, ReportsPortInUse) {
    open();
    ServerSettings settings;
    settings.agentPort = server->agentPort();
    settings.monitorPort = 0;
    auto second = Server::open(settings, {}, [](const std::string&) {});
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, base::ErrorCode::Io);
    EXPECT_NE(second.error().toString().find("another program is using this port"),
              std::string::npos);
    EXPECT_NE(second.error().toString().find(fmt::format("{}", server->agentPort())),
              std::string::npos);
    settings.agentPort = 0;
    settings.monitorPort = server->monitorPort();
    second = Server::open(settings, {}, [](const std::string&) {});
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().toString().find(fmt::format("{}", server->monitorPort())),
              std::string::npos);
    settings.monitorPort = 0;
    settings.address = "203.0.113.7";
    EXPECT_FALSE(Server::open(settings, {}, [](const std::string&) {}));
    settings.address = "nowhere";
    EXPECT_FALSE(Server::open(settings, {}, [](const std::string&) {}));
    settings.address = "127.0.0.1";
    settings.monitorLog = "/nonexistent/folder/match.log";
    second = Server::open(settings, {}, [](const std::string&) {});
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().toString().find("/nonexistent/folder"), std::string::npos);
}

TEST_F(ServerTest, WritesCompleteMonitorLog) {
    const sideline::tests::TempDir folder;
    ServerSettings settings;
    settings.monitorLog = folder / "sparkmonitor.log";
    open(settings);
    {
        Peer one = player("Nos", 1);
        Peer two = player("Die", 1);
        Peer trainer(server->monitorPort());
        trainer.say("(kickOff Left)");
        run(300);
        one.link().close();
        run(100);
        two.say("(he1 3)");
        run(100);
    }
    server.reset();
    logs::LogOptions options;
    options.spoolDirectory = folder.path();
    const auto log = logs::MatchLog::open(settings.monitorLog, options);
    ASSERT_TRUE(log) << log.error().toString();
    (*log)->waitUntilAnalyzed();
    const auto analysis = (*log)->analysis();
    EXPECT_TRUE(analysis->isComplete);
    EXPECT_EQ(analysis->damagedFrames, 0U);
    EXPECT_EQ(analysis->outOfSyncFrames, 0U);
    EXPECT_EQ(analysis->remarkCount, 0U);
    EXPECT_TRUE(analysis->issues.empty());
    EXPECT_GE((*log)->index()->frameCount(), 50U);
    EXPECT_EQ(analysis->players.size(), 2U);
}

TEST_F(ServerTest, FullDiskIsReportedImmediatelyAndFilesContinueLater) {
    const sideline::tests::TempDir folder;
    ServerSettings settings;
    settings.monitorLog = folder / "match.log";
    settings.inputRecording = folder / "run";
    open(settings);
    run(50);
    std::vector<ServerOutput> before = server->outputs();
    ASSERT_EQ(before.size(), 2U);
    EXPECT_TRUE(changesOf({}, before).empty());
    {
        sideline::tests::FileSizeLimit limit;
        limit.set(1);
        run(10);
        // The next message of the log was due.
        ASSERT_EQ(changesOf(before, server->outputs()).size(), 1U);
        EXPECT_NE(changesOf(before, server->outputs()).front().find("match.log: cannot write"),
                  std::string::npos);
        run(90);
    }
    const std::vector<ServerOutput> full = server->outputs();
    EXPECT_FALSE(full[0].fault.empty());
    EXPECT_EQ(full[0].lost, 10U);
    EXPECT_FALSE(full[1].fault.empty());
    EXPECT_EQ(full[1].lost, 0U) << "inputs wait";
    run(100);
    const auto news = changesOf(full, server->outputs());
    ASSERT_EQ(news.size(), 2U);
    EXPECT_NE(news[0].find("writing again; 10 messages are missing"), std::string::npos) << news[0];
    EXPECT_NE(news[1].find("writing again; 0 cycles"), std::string::npos) << news[1];
    server->endOutputs();
    EXPECT_EQ(lossesOf(server->outputs()).size(), 1U);
    const auto again = rerun(settings.inputRecording);
    ASSERT_TRUE(again) << again.error().toString();
    EXPECT_TRUE(again->isSame());
    EXPECT_EQ(again->cycles, 250U);
    logs::LogOptions options;
    options.spoolDirectory = folder.path();
    const auto log = logs::MatchLog::open(settings.monitorLog, options);
    ASSERT_TRUE(log) << log.error().toString();
    (*log)->waitUntilAnalyzed();
    EXPECT_EQ((*log)->index()->frameCount(), 15U);
    EXPECT_EQ((*log)->analysis()->damagedFrames, 0U);
    EXPECT_EQ((*log)->analysis()->outOfSyncFrames, 0U);
}

TEST_F(ServerTest, DoesNotOverwriteFilesByDefault) {
    const sideline::tests::TempDir folder;
    sideline::tests::writeFile(folder / "old", "yesterday");
    ServerSettings settings;
    settings.agentPort = 0;
    settings.monitorPort = 0;
    settings.monitorLog = folder / "old";
    EXPECT_FALSE(Server::open(settings, {}, [](const std::string&) {}));
    settings.monitorLog = folder / "new";
    settings.inputRecording = folder.path() / "." / "new";
    const auto both = Server::open(settings, {}, [](const std::string&) {});
    ASSERT_FALSE(both);
    EXPECT_NE(both.error().message.find("two outputs"), std::string::npos);
    settings.inputRecording = folder / "old";
    settings.mayReplaceFiles = true;
    EXPECT_TRUE(Server::open(settings, {}, [](const std::string&) {}));
    EXPECT_NE(sideline::tests::readUnpacked(folder / "old"), "yesterday");
}

} // namespace
} // namespace sideline::simulator::tests
