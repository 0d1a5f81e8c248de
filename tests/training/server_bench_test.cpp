// Skills of a built-in agent on a server, over TCP.
#include "training/server/server_bench.h"

#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/base/worker.h"
#include "agentcore/net/frame_server.h"
#include "agentcore/robot/nao.h"
#include "agentcore/runtime/agent_runner.h"
#include "agents/agent_blueprint.h"
#include "agents/behaviors/built_in.h"
#include "simulator/server/simulator_thread.h"
#include "training/experiment/experiment_parts.h"
#include "training/experiment/individual_trials.h"
#include "training/server/drops.h"
#include "training/server/external_scoring.h"
#include "training/server/server_robot.h"
#include "training/server/server_trial.h"

namespace sideline::training {
namespace {

using simulator::SimulatorThread;
using testing::HasSubstr;

robot::RobotModelPtr model() {
    return robot::naoModel(robot::NaoType::Standard).shared();
}

// A built-in server in sync mode, without real-time pacing.
class ServerBenchTest : public testing::Test {
protected:
    void open() {
        SimulatorThread::Settings settings;
        settings.server.agentPort = 0;
        settings.server.monitorPort = 0;
        settings.server.syncMode = simulator::SyncMode::All;
        settings.server.sync.answerTimeout = std::chrono::milliseconds(100);
        settings.speed = 0.0;
        auto started = SimulatorThread::start(settings);
        ASSERT_TRUE(started) << started.error().toString();
        simulator = std::move(*started);
        bench.server.agentPort = simulator->agentPort();
        bench.server.monitorPort = simulator->monitorPort();
        bench.bench.trials = 1;
    }

    std::unique_ptr<SimulatorThread> simulator;
    ServerBenchSettings bench;
};

// Sends a text to each new connection.
class Talker final : public net::FrameHandler {
public:
    explicit Talker(net::FrameServer& server, std::string text)
        : m_server(server), m_text(std::move(text)) {}
    void onConnected(net::ConnectionId id, const std::string& peer) override {
        static_cast<void>(peer);
        m_server.send(id, m_text);
    }
    void onMessage(net::ConnectionId id, std::string_view message) override {
        static_cast<void>(id);
        static_cast<void>(message);
    }
    void onClosed(net::ConnectionId id, const net::Closing& closing) override {
        static_cast<void>(id);
        static_cast<void>(closing);
    }

private:
    net::FrameServer& m_server;
    std::string m_text;
};

TEST_F(ServerBenchTest, RobotsWalkGetUpAndKickAsInSimulation) {
    open();
    bench.bench.rows = {"10 s from standstill", "from the back", "from the left", "long kick"};
    std::vector<std::string> reported;
    const auto rows = benchSkillsOnServer(
        model(), 0, bench, [&](const SkillRow& row) { reported.push_back(row.name); });
    ASSERT_TRUE(rows) << rows.error().toString();
    ASSERT_EQ(rows->size(), 6U);
    ASSERT_EQ(reported.size(), 6U);
    SkillBenchSettings here;
    here.trials = 1;
    const auto simulated = benchSkills(model(), here);
    ASSERT_TRUE(simulated);
    for (const SkillRow& row : *rows) {
        const auto same = std::ranges::find(*simulated, row.name, &SkillRow::name);
        ASSERT_NE(same, simulated->end()) << row.name;
        EXPECT_EQ(row.trials, same->trials) << row.name;
        EXPECT_EQ(row.unit, same->unit);
        ASSERT_GT(row.sorted.size(), 0.7 * row.trials) << row.name;
        const double here50 = same->sorted[same->sorted.size() / 2];
        const double there50 = row.sorted[row.sorted.size() / 2];
        if (row.unit != "deg") {
            EXPECT_NEAR(there50, here50, 0.25 * here50) << row.name;
        }
    }
}

TEST_F(ServerBenchTest, ADisconnectIsAnError) {
    open();
    bench.bench.rows = {"forward, steady", "backward, steady"};
    const auto rows =
        benchSkillsOnServer(model(), 0, bench, [&](const SkillRow&) { simulator.reset(); });
    ASSERT_FALSE(rows);
    EXPECT_EQ(rows.error().code, base::ErrorCode::Io) << rows.error().toString();
}

TEST_F(ServerBenchTest, NoServerIsAnError) {
    open();
    simulator.reset();
    const auto rows = benchSkillsOnServer(model(), 0, bench);
    ASSERT_FALSE(rows);
    EXPECT_EQ(rows.error().code, base::ErrorCode::NotFound) << rows.error().toString();
    EXPECT_THAT(rows.error().toString(), HasSubstr(std::to_string(bench.server.monitorPort)));
}

TEST_F(ServerBenchTest, AnotherProtocolOnTheMonitorPortIsAnError) {
    open();
    auto server = net::FrameServer::listen({});
    ASSERT_TRUE(server) << server.error().toString();
    Talker talker(*server, "220 mail.example.org ready");
    const base::Worker worker("the other server",
                              [&](const std::stop_token& stop) {
                                  while (!stop.stop_requested()) {
                                      server->pollUntil(
                                          net::Clock::now() + std::chrono::milliseconds(5), talker);
                                  }
                              },
                              {});
    bench.server.monitorPort = server->port();
    const auto rows = benchSkillsOnServer(model(), 0, bench);
    ASSERT_FALSE(rows);
    EXPECT_EQ(rows.error().code, base::ErrorCode::UnsupportedFormat);
    EXPECT_THAT(rows.error().toString(), HasSubstr("expected the monitor port of a SimSpark"));
}

TEST_F(ServerBenchTest, AnOccupiedNumberIsAnError) {
    open();
    ServerRobotSettings other;
    other.server = bench.server;
    other.model = model();
    const auto robot = ServerRobot::join(other);
    ASSERT_TRUE(robot) << robot.error().toString();
    const auto rows = benchSkillsOnServer(model(), 0, bench);
    ASSERT_FALSE(rows);
    EXPECT_THAT(rows.error().toString(), HasSubstr("number 2 in team Sideline"));
}

TEST_F(ServerBenchTest, PlacesTheRobotForATrial) {
    open();
    ServerRobotSettings settings;
    settings.server = bench.server;
    settings.model = model();
    const auto robot = ServerRobot::join(settings);
    ASSERT_TRUE(robot) << robot.error().toString();
    base::Rng rng(7);
    for (const auto pose : {keyframe::StartPose::Standing, keyframe::StartPose::LyingOnFront,
                            keyframe::StartPose::LyingOnBack, keyframe::StartPose::LyingOnLeft,
                            keyframe::StartPose::LyingOnRight}) {
        ServerStart start;
        start.pose = pose;
        start.p_F = {3.0, -2.0, 1.0};
        const auto ready = (*robot)->setPosture(start, rng);
        ASSERT_TRUE(ready) << ready.error().toString();
        EXPECT_EQ((*robot)->isFallen(), keyframe::isLying(pose));
        const math::Pose X_SGround = (*robot)->ground();
        EXPECT_NEAR(X_SGround.p.x(), 3.0, 0.6);
        EXPECT_NEAR(X_SGround.p.y(), -2.0, 0.6);
        if (!keyframe::isLying(pose)) {
            EXPECT_NEAR(std::atan2(X_SGround.R(1, 0), X_SGround.R(0, 0)), 1.0, 0.05);
        }
    }
    ASSERT_TRUE((*robot)->placeBall({5.0, 1.0}));
    EXPECT_NEAR((*robot)->ball_S().x(), 5.0, 0.02);
    EXPECT_NEAR((*robot)->ball_S().y(), 1.0, 0.02);
}

TEST_F(ServerBenchTest, AnUnknownRowIsAnError) {
    open();
    bench.bench.rows = {"backflip"};
    const auto rows = benchSkillsOnServer(model(), 0, bench);
    ASSERT_FALSE(rows);
    EXPECT_EQ(rows.error().code, base::ErrorCode::NotFound);
}

// Evaluates an agent on a server by tasks.
class ServerTrialTest : public ServerBenchTest {
protected:
    void choose(const ExperimentSettings& settings, int trials) {
        auto made = partsOf(settings);
        ASSERT_TRUE(made) << made.error().toString();
        parts = std::move(*made);
        genome = {parts.subject->space().start(), {}};
        const auto mover = parts.subject->mover(genome, model());
        ASSERT_TRUE(mover);
        trial.robot = robotSettings(model(), 0, bench);
        trial.task = parts.task;
        trial.behavior = parts.subject->behavior(genome, model()).value();
        trial.startRad.assign((*mover)->startRad().begin(), (*mover)->startRad().end());
        trial.trials = trials;
    }
    double medianHere(std::size_t metric) {
        const TrialFunction run = trialsOf(parts, false)().value();
        std::vector<double> values;
        for (unsigned i = 0; i < 5; ++i) {
            values.push_back(run(genome, {0, 0, trialSeed(1, 0, i)}).metrics[metric]);
        }
        std::ranges::nth_element(values, values.begin() + 2);
        return values[2];
    }
    std::size_t metric(std::string_view name) {
        const auto& infos = parts.task->metrics();
        return static_cast<std::size_t>(std::ranges::find(infos, name, &MetricInfo::name) -
                                        infos.begin());
    }
    static ExperimentSettings of(std::string task, agents::ParameterTexts texts) {
        ExperimentSettings settings;
        settings.robots = {"nao0"};
        settings.change.isFixed = true;
        settings.task = std::move(task);
        settings.taskSettings = std::move(texts);
        return settings;
    }

    ExperimentParts parts;
    Genome genome;
    ServerTrialSettings trial;
};

TEST_F(ServerTrialTest, AGetUpTakesAsLongAsInSimulation) {
    open();
    ExperimentSettings settings = of("get-up", {{"side", "back"}});
    settings.change.motion = "getup-back";
    choose(settings, 3);
    std::size_t reported = 0;
    const auto scores = runServerTrials(trial, [&](const TrialScore&) { ++reported; });
    ASSERT_TRUE(scores) << scores.error().toString();
    EXPECT_EQ(reported, 3U);
    const double hereS = medianHere(metric("uprightS"));
    for (const TrialScore& score : *scores) {
        EXPECT_TRUE(score.isSuccess);
        EXPECT_NEAR(score.metrics[metric("uprightS")], hereS, 0.15);
        EXPECT_GT(score.fitness, 4.0);
    }
}

TEST_F(ServerTrialTest, AKickReachesTheSimulatedDistance) {
    open();
    ExperimentSettings settings = of("kick", {{"ball-left", "-0.05"}, {"ball-forward", "0.16"}});
    settings.change.motion = "kick-far-right";
    choose(settings, 2);
    const auto scores = runServerTrials(trial);
    ASSERT_TRUE(scores) << scores.error().toString();
    const double hereM = medianHere(metric("ballForwardM"));
    for (const TrialScore& score : *scores) {
        EXPECT_NEAR(score.metrics[metric("ballForwardM")], hereM, 0.15 * hereM);
    }
}

TEST_F(ServerTrialTest, ADrivenRobotReceivesItsTargets) {
    open();
    ExperimentSettings settings = of("walk-to", {});
    settings.change.behavior = "drive";
    choose(settings, 1);
    const auto scores = runServerTrials(trial);
    ASSERT_TRUE(scores) << scores.error().toString();
    EXPECT_GT(scores->front().metrics[metric("targetsReached")], 0.0);
}

TEST_F(ServerTrialTest, RejectsTasksWithPushes) {
    open();
    ExperimentSettings settings = of("walk-to", {{"push", "0.3"}});
    settings.change.behavior = "drive";
    choose(settings, 1);
    const auto scores = runServerTrials(trial);
    ASSERT_FALSE(scores);
    EXPECT_THAT(scores.error().toString(), HasSubstr("push=0"));
}

TEST_F(ServerTrialTest, AnUnavailableServerIsAnError) {
    open();
    ExperimentSettings settings = of("get-up", {{"side", "back"}});
    settings.change.motion = "getup-back";
    choose(settings, 3);
    const auto scores = runServerTrials(trial, [&](const TrialScore&) { simulator.reset(); });
    ASSERT_FALSE(scores);
    EXPECT_EQ(scores.error().code, base::ErrorCode::Io) << scores.error().toString();
}

// A built-in agent in its own thread.
class ExternalRobotTest : public ServerBenchTest {
protected:
    void join(std::string_view behavior) {
        open();
        agents::AgentBlueprint blueprint;
        blueprint.settings.port = bench.server.agentPort;
        blueprint.settings.unum = 2;
        blueprint.settings.isSync = true;
        blueprint.behavior = behavior;
        agents::SkillLibrary skills;
        auto made = agents::build(blueprint, agents::builtInBehaviors(), skills);
        ASSERT_TRUE(made) << made.error().toString();
        runner = std::make_unique<runtime::AgentRunner>(blueprint.settings, std::move(*made));
    }
    std::unique_ptr<runtime::AgentRunner> runner;
};

TEST_F(ExternalRobotTest, ADroppedRobotGetsUp) {
    join("drive");
    DropSettings drops;
    drops.server = bench.server;
    drops.drops = 3;
    const auto trials = dropExternalRobot(drops, [] { return true; });
    ASSERT_TRUE(trials) << trials.error().toString();
    ASSERT_EQ(trials->size(), 3U);
    for (const DropTrial& trial : *trials) {
        ASSERT_TRUE(trial.standsS);
        EXPECT_GT(*trial.standsS, 0.5);
        EXPECT_LT(*trial.standsS, 10.0);
    }
}

TEST_F(ExternalRobotTest, ARobotThatOnlyStandsDoesNotScore) {
    join("stand-and-look");
    ExternalScoring scoring;
    scoring.server = bench.server;
    scoring.longestS = 3.0;
    const ScoringTrial start = scoringStart(1, 0);
    const auto trial = scoreExternal(scoring, start, [] { return true; });
    ASSERT_TRUE(trial) << trial.error().toString();
    EXPECT_EQ(trial->ball_F, start.ball_F);
    EXPECT_FALSE(trial->touchS);
    EXPECT_FALSE(trial->goalS);
}

TEST_F(ServerBenchTest, AnExitedExternalProgramIsAnError) {
    open();
    ExternalScoring scoring;
    scoring.server = bench.server;
    const auto trial = scoreExternal(scoring, scoringStart(1, 0), [] { return false; });
    ASSERT_FALSE(trial);
    EXPECT_THAT(trial.error().toString(), HasSubstr("ended before its robot joined"));
}

} // namespace
} // namespace sideline::training
