#include "simulator/server/simulator_thread.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <vector>

#include <gtest/gtest.h>

#include "simulator/server/monitor_feed.h"
#include "tests/simulator/server/simulator_thread_fixture.h"

namespace sideline::simulator {
namespace {

class SimulatorThreadTest : public SimulatorThreadFixture {
protected:
    void start(bool isPaused) { SimulatorThreadFixture::start({}, isPaused); }
};

TEST_F(SimulatorThreadTest, SinkGetsTheSameMessagesAsMonitor) {
    start(false);
    ASSERT_TRUE(until([&] { return m_listener->count() > 100; }));
    m_simulator->post(command::Pause{});
    ASSERT_TRUE(until([&] { return m_status.isPaused; }));
    EXPECT_EQ(m_listener->fullCount(), 1);
    EXPECT_NEAR(m_listener->lastS(), 0.04 * m_listener->count(), 0.05);
}

// A Nao that is held in the air carries its limbs with its motors.
TEST_F(SimulatorThreadTest, MessagesAndFramesContainTorques) {
    const game::PlayerId player{game::Side::Left, game::UniformNumber(4)};
    m_reportsTorques = true;
    start(true);
    m_simulator->post(command::AddRobot{"Us", 4, 0, math::Pose::translation({-3.0, 1.0, 0.4})});
    m_simulator->post(command::Hold{player, true});
    m_simulator->post(command::Step{20});
    ASSERT_TRUE(until([&] { return m_listener->count() == 20 && m_status.cycle == 20; }));
    const std::vector<float> torquesNm = m_listener->torquesNm(player);
    ASSERT_EQ(torquesNm.size(), 22U);
    EXPECT_TRUE(
        std::ranges::all_of(torquesNm, [](float torqueNm) { return std::isfinite(torqueNm); }));
    EXPECT_TRUE(
        std::ranges::any_of(torquesNm, [](float torqueNm) { return std::abs(torqueNm) > 0.01F; }));
    ASSERT_TRUE(until([&] { return m_frame.match->recordTimeS > m_listener->lastS() - 1e-6; }));
    const auto shownNm = m_frame.match->game.motorTorquesNm(player);
    ASSERT_EQ(shownNm.size(), torquesNm.size());
    for (std::size_t i = 0; i < torquesNm.size(); ++i) {
        EXPECT_NEAR(shownNm[i], torquesNm[i], 1e-3F + 1e-3F * std::abs(torquesNm[i]));
    }
}

TEST_F(SimulatorThreadTest, MessagesContainNoTorquesUnlessRequested) {
    start(true);
    m_simulator->post(command::AddRobot{"Us", 4, 0, math::Pose::translation({-3.0, 1.0, 0.4})});
    m_simulator->post(command::Step{5});
    ASSERT_TRUE(until([&] { return m_listener->count() == 5; }));
    EXPECT_TRUE(m_listener->torquesNm({game::Side::Left, game::UniformNumber(4)}).empty());
}

// Fails at the third message.
class Fails : public MatchSink {
public:
    [[nodiscard]] bool needsFullScene() const override { return false; }
    void take(const MatchMessage& /*message*/) override {
        if (++m_count == 3) {
            throw std::bad_alloc();
        }
    }

private:
    int m_count = 0;
};

TEST_F(SimulatorThreadTest, InternalErrorStopsItWithMessage) {
    SimulatorThread::Settings settings;
    settings.opensPorts = false;
    settings.speed = 0.0;
    settings.sink = std::make_shared<Fails>();
    auto started = SimulatorThread::start(settings);
    ASSERT_TRUE(started);
    m_simulator = std::move(*started);
    ASSERT_TRUE(until([&] { return !m_status.fault.empty(); }));
    EXPECT_FALSE(m_status.isRunning);
    EXPECT_EQ(m_status.fault,
              "the simulator ran out of memory; expected a smaller input, or more free memory");
}

TEST_F(SimulatorThreadTest, ReportsEverySingleStep) {
    start(true);
    m_simulator->post(command::Step{7});
    ASSERT_TRUE(until([&] { return m_listener->count() == 7; }));
    EXPECT_NEAR(m_listener->lastS(), 0.14, 1e-6);
    m_listener->needFull();
    m_simulator->post(command::Step{2});
    ASSERT_TRUE(until([&] { return m_listener->count() == 9; }));
    EXPECT_EQ(m_listener->fullCount(), 2);
}

TEST_F(SimulatorThreadTest, RecordTimeContinuesAfterRestoredSnapshot) {
    start(true);
    m_simulator->post(command::SaveSnapshot{"begin"});
    m_simulator->post(command::Step{10});
    ASSERT_TRUE(until([&] { return m_listener->count() == 10 && m_frame.match; }));
    m_simulator->post(command::RestoreSnapshot{"begin"});
    m_simulator->post(command::Step{10});
    ASSERT_TRUE(until([&] { return m_listener->count() == 20; }));
    EXPECT_NEAR(m_listener->lastS(), 0.4, 1e-5);
    ASSERT_TRUE(until([&] { return m_frame.match->recordTimeS > 0.39; }));
    EXPECT_EQ(m_frame.restores, 1);
}

TEST_F(SimulatorThreadTest, RestoredSnapshotCancelsRemainingSteps) {
    start(true);
    m_simulator->post(command::SaveSnapshot{"begin"});
    m_simulator->post(command::Step{1000000});
    m_simulator->post(command::RestoreSnapshot{"begin"});
    m_simulator->post(command::Step{3});
    ASSERT_TRUE(until([&] { return m_frame.restores == 1 && m_status.cycle == 3; }));
    m_simulator->post(command::SaveSnapshot{"there"});
    ASSERT_TRUE(until([&] { return m_status.snapshots.size() == 2; }));
    EXPECT_EQ(m_status.cycle, 3U);
    m_simulator->post(command::Resume{});
    ASSERT_TRUE(until([&] { return m_status.cycle > 30; }));
    EXPECT_FALSE(m_status.isPaused);
}

TEST_F(SimulatorThreadTest, SnapshotWithSameNameReplacesPrevious) {
    start(true);
    m_simulator->post(command::SaveSnapshot{"here"});
    m_simulator->post(command::Step{5});
    ASSERT_TRUE(until([&] { return m_status.cycle == 5; }));
    m_simulator->post(command::SaveSnapshot{"here"});
    m_simulator->post(command::Step{5});
    ASSERT_TRUE(until([&] { return m_status.cycle == 10; }));
    EXPECT_EQ(m_status.snapshots.size(), 1U);
    m_simulator->post(command::RestoreSnapshot{"here"});
    ASSERT_TRUE(until([&] { return m_frame.restores == 1 && m_status.cycle != 10; }));
    EXPECT_EQ(m_status.cycle, 5U);
}

TEST_F(SimulatorThreadTest, ShowsCommandWithoutCycle) {
    start(true);
    ASSERT_TRUE(until([&] { return m_frame.match != nullptr; }));
    const Eigen::Vector3d p_S(3.0, 2.0, 0.5);
    m_simulator->post(command::Trainer{monitor::BallCommand{p_S, Eigen::Vector3d::Zero()}});
    ASSERT_TRUE(until([&] { return (m_frame.match->ball->X_SBall.p - p_S).norm() < 1e-3; }));
    EXPECT_EQ(m_status.cycle, 0U);
}

TEST_F(SimulatorThreadTest, PullWhilePausedMovesImmediatelyAndStaysAboveGround) {
    const Eigen::Vector3d center_Body = Eigen::Vector3d::Zero();
    start(true);
    const game::PlayerId id{game::Side::Left, game::UniformNumber(4)};
    m_simulator->post(command::AddRobot{"Us", 4, 0, math::Pose::translation({-3.0, 1.0, 0.5})});
    ASSERT_TRUE(until([&] { return m_frame.match && m_frame.match->findRobot(id) != nullptr; }));
    const auto torso = [&] { return m_frame.match->findRobot(id)->X_STorso().p; };
    const Eigen::Vector3d target_S(-2.0, 2.0, 0.9);
    m_simulator->post(command::Pull{monitor::ObjectId::ofRobot(id), center_Body, target_S});
    ASSERT_TRUE(until([&] { return (torso() - target_S).norm() < 1e-3; }));
    m_simulator->post(
        command::Pull{monitor::ObjectId::ofRobot(id), center_Body, {-2.0, 2.0, -1.0}});
    ASSERT_TRUE(until([&] { return torso().z() < 0.8; }));
    EXPECT_GT(torso().z(), 0.3);
    const Eigen::Vector3d sideways_S(-1.0, 0.0, 0.0);
    m_simulator->post(command::Pull{monitor::ObjectId::ball(), center_Body, sideways_S});
    ASSERT_TRUE(until(
        [&] { return (m_frame.match->ball->X_SBall.p - sideways_S).head<2>().norm() < 1e-3; }));
    EXPECT_NEAR(m_frame.match->ball->X_SBall.p.z(), 0.042, 1e-6);
    EXPECT_EQ(m_status.cycle, 0U);
}

TEST(MonitorFeedTest, FoulIsReportedInOneFrame) {
    SimulationSettings settings;
    settings.rules.maxPlayersInsideOwnArea = 0;
    Simulation simulation(settings);
    const auto defender = simulation.addRobot("rsg/agent/nao/nao_hetero.rsg", 0, "Us", 2);
    ASSERT_TRUE(defender);
    simulation.referee().setPlayMode(game::PlayMode::PlayOn);
    simulation.place(*defender, math::Pose::translation({-14.0, 1.5, 0.4}));
    for (int i = 0; i < 5; ++i) {
        simulation.cycle();
    }
    const std::size_t fouls = simulation.referee().fouls().fouls().size();
    ASSERT_GT(fouls, 0U);
    MonitorFeed feed(simulation);
    EXPECT_EQ(feed.game().fouls.size(), fouls);
    EXPECT_EQ(feed.frame(0, 0.0)->game.fouls.size(), fouls);
    feed.update();
    EXPECT_EQ(feed.game().fouls.size(), fouls) << "each of them is reported to monitors once, too";
    EXPECT_TRUE(feed.frame(1, 0.02)->game.fouls.empty());
}

TEST(MonitorFeedTest, ReportsChangedRules) {
    Simulation simulation({});
    MonitorFeed feed(simulation);
    const auto before = feed.game().environment;
    feed.update();
    EXPECT_EQ(feed.game().environment, before) << "the same, to be sent once";
    game::Rules rules = simulation.referee().rules();
    rules.halfTimeS = 123.0;
    simulation.referee().setRules(rules);
    feed.update();
    EXPECT_EQ(feed.game().environment->halfTimeS, 123.0);
    const auto after = feed.game().environment;
    feed.update();
    EXPECT_EQ(feed.game().environment, after);
}

TEST_F(SimulatorThreadTest, HeldRobotIsClearOfTheGround) {
    start(true);
    const game::PlayerId id{game::Side::Left, game::UniformNumber(1)};
    for (int type = 0; type < 5; ++type) {
        // The last one lies on its back.
        math::Pose X_STorso = math::Pose::translation({-3.0, 2.0, 0.4});
        if (type == 4) {
            X_STorso = {Eigen::AngleAxisd(1.5, Eigen::Vector3d::UnitX()).toRotationMatrix(),
                        {-3.0, 2.0, 0.1}};
        }
        m_simulator->post(command::AddRobot{"Us", 1, type, X_STorso});
        ASSERT_TRUE(until([&] { return m_frame.match && m_frame.match->findRobot(id); }));
        m_simulator->post(command::Hold{id, true});
        m_simulator->post(command::Step{150});
        const auto& robot = [&]() -> const monitor::RobotFrame& {
            return *m_frame.match->findRobot(id);
        };
        const std::uint64_t end = m_status.cycle + 150;
        ASSERT_TRUE(until([&] { return m_status.cycle >= end && m_status.robots[0].isHeld; }));
        double lowestM = 1.0;
        for (const math::Pose& X_SBody : robot().X_SBody) {
            lowestM = std::min(lowestM, X_SBody.p.z());
        }
        EXPECT_GT(lowestM, 0.1) << "type " << type;
        EXPECT_LT(robot().X_STorso().p.z(), 0.8) << "within reach of the camera";
        EXPECT_NEAR(robot().X_STorso().p.x(), -3.0, 0.05) << "above where it was";
        EXPECT_NEAR(robot().tiltRad(), type == 4 ? 1.5 : 0.0, 0.2) << "as it was";
        const double heldM = robot().X_STorso().p.z();
        m_simulator->post(command::Hold{id, true});
        m_simulator->post(command::Hold{id, false});
        m_simulator->post(command::Step{50});
        EXPECT_TRUE(until([&] { return robot().X_STorso().p.z() < heldM - 0.05; }));
        m_simulator->post(command::RemoveRobot{id});
        ASSERT_TRUE(until([&] { return m_frame.match->findRobot(id) == nullptr; }));
    }
}

TEST_F(SimulatorThreadTest, SwitchesGravityOff) {
    start(true);
    m_simulator->post(command::SetGravity{false});
    EXPECT_TRUE(until([&] { return m_status.isRunning && !m_status.hasGravity; }));
    m_simulator->post(command::Trainer{monitor::SetPlayMode{game::PlayMode::PlayOn}});
    m_simulator->post(command::Trainer{
        monitor::BallCommand{Eigen::Vector3d(1.0, 0.0, 1.0), Eigen::Vector3d::Zero()}});
    m_simulator->post(command::Step{50});
    ASSERT_TRUE(until([&] {
        return m_frame.match && m_status.cycle == 50 && m_frame.match->recordTimeS > 0.99;
    }));
    EXPECT_NEAR(m_frame.match->ball->X_SBall.p.z(), 1.0, 0.01);
    m_simulator->post(command::SetGravity{true});
    m_simulator->post(command::Step{20});
    EXPECT_TRUE(until([&] { return m_frame.match->ball->X_SBall.p.z() < 0.6; }));
    EXPECT_TRUE(until([&] { return m_status.hasGravity; }));
}

} // namespace
} // namespace sideline::simulator
