#include "simulator/mujoco/league_play.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "agentcore/monitor/monitor_decoder.h"
#include "simulator/start/start_family.h"
#include "tests/simulator/server/simulator_thread_fixture.h"

namespace sideline::simulator::mujoco {

namespace {

using Eigen::Vector3d;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

const game::PlayerId kPlayer{game::Side::Left, game::UniformNumber(4)};

// A simulator of rcssservermj's family with a T1, paused.
class LeaguePlayTest : public SimulatorThreadFixture {
protected:
    void SetUp() override {
        m_reportsTorques = true;
        start([] { return playLeague({}); }, true);
        m_simulator->post(
            command::AddRobot{"Us", 4, 0, math::Pose::translation({-3.0, 1.0, 0.5}), ""});
        ASSERT_TRUE(until(
            [&] { return m_frame.match && robot() != nullptr && m_status.robots.size() == 1; }));
    }
    [[nodiscard]] const monitor::RobotFrame* robot() const {
        return m_frame.match->findRobot(kPlayer);
    }
    [[nodiscard]] Vector3d torso() const { return robot()->X_STorso().p; }
    // Runs some cycles, and waits for the frame after the last one.
    void step(int cycles) {
        const std::uint64_t end = m_status.cycle + static_cast<std::uint64_t>(cycles);
        m_simulator->post(command::Step{cycles});
        ASSERT_TRUE(until([&] { return m_status.cycle == end; }));
        const double endS = m_listener->lastS();
        ASSERT_TRUE(until([&] { return m_frame.match->recordTimeS > endS - 1e-6; }));
    }
};

TEST_F(LeaguePlayTest, ShowsAndListsTheRobot) {
    EXPECT_EQ(m_status.robots[0].id, kPlayer);
    EXPECT_EQ(m_status.robots[0].team, "Us");
    EXPECT_EQ(m_status.robots[0].model, "T1");
    EXPECT_FALSE(m_status.robots[0].hasAgent);
    ASSERT_NE(robot()->model, nullptr);
    EXPECT_EQ(robot()->model->name(), "T1");
    EXPECT_EQ(robot()->jointAnglesRad.size(), 23U);
    EXPECT_NEAR(torso().z(), 0.6735, 1e-3) << "raised, to stand";
    step(100);
    EXPECT_GT(torso().z(), 0.63) << "stands without an agent";
    EXPECT_LT((torso() - Vector3d(-3.0, 1.0, 0.65)).norm(), 0.1);
    EXPECT_EQ(m_listener->count(), 100);
    m_simulator->post(command::RemoveRobot{kPlayer});
    EXPECT_TRUE(until([&] { return robot() == nullptr && m_status.robots.empty(); }));
    EXPECT_TRUE(m_notes.empty()) << m_notes.front();
}

TEST_F(LeaguePlayTest, HoldsTheTorsoInTheAir) {
    m_simulator->post(command::Hold{kPlayer, true});
    step(50);
    ASSERT_TRUE(until([&] { return m_status.robots[0].isHeld; }));
    const double heldM = torso().z();
    for (const math::Pose& X_SBody : robot()->X_SBody) {
        EXPECT_GT(X_SBody.p.z(), 0.05);
    }
    step(50);
    EXPECT_NEAR(torso().z(), heldM, 1e-6);
    m_simulator->post(command::Hold{kPlayer, false});
    step(25);
    EXPECT_LT(torso().z(), heldM - 0.05);
}

TEST_F(LeaguePlayTest, CarriesWhilePausedAndPullsWhileRunning) {
    const Vector3d target_S(-2.0, 2.0, 1.2);
    m_simulator->post(
        command::Pull{monitor::ObjectId::ofRobot(kPlayer), Vector3d::Zero(), target_S});
    ASSERT_TRUE(until([&] { return (torso() - target_S).norm() < 1e-3; }));
    m_simulator->post(
        command::Pull{monitor::ObjectId::ofRobot(kPlayer), Vector3d::Zero(), {-2.0, 2.0, -1.0}});
    ASSERT_TRUE(until([&] { return torso().z() < 1.0; }));
    EXPECT_GT(torso().z(), 0.5) << "above the ground";
    EXPECT_EQ(m_status.cycle, 0U);
    m_simulator->post(
        command::Pull{monitor::ObjectId::ofRobot(kPlayer), Vector3d::Zero(), {-2.0, 2.0, 1.4}});
    ASSERT_TRUE(until([&] { return torso().z() > 1.3; }));
    step(150);
    EXPECT_GT(torso().z(), 1.0) << "hangs on the spring";
    m_simulator->post(command::Release{});
    step(50);
    EXPECT_LT(torso().z(), 1.0);
    m_simulator->post(command::Pull{monitor::ObjectId::ball(), Vector3d::Zero(), {1.0, 0.5, 0.0}});
    ASSERT_TRUE(until([&] { return (m_frame.match->ball->X_SBall.p.x() - 1.0) > -1e-3; }));
    EXPECT_NEAR(m_frame.match->ball->X_SBall.p.z(), 0.11, 1e-6);
}

TEST_F(LeaguePlayTest, PushesRobotAndBall) {
    const double before = m_frame.match->ball->X_SBall.p.x();
    m_simulator->post(command::Push{monitor::ObjectId::ball(), {}, Vector3d(0.82, 0.0, 0.0)});
    m_simulator->post(
        command::Push{monitor::ObjectId::ofRobot(kPlayer), torso(), Vector3d(0.0, 60.0, 0.0)});
    step(100);
    EXPECT_GT(m_frame.match->ball->X_SBall.p.x(), before + 1.0);
    EXPECT_LT(torso().z(), 0.5) << "fell";
}

TEST_F(LeaguePlayTest, SwitchesGravityOff) {
    m_simulator->post(command::SetGravity{false});
    m_simulator->post(
        command::Pull{monitor::ObjectId::ofRobot(kPlayer), Vector3d::Zero(), {-2.0, 2.0, 1.2}});
    m_simulator->post(command::Release{});
    step(50);
    EXPECT_FALSE(m_status.hasGravity);
    EXPECT_NEAR(torso().z(), 1.2, 0.01);
    m_simulator->post(command::SetGravity{true});
    step(20);
    EXPECT_TRUE(m_status.hasGravity);
    EXPECT_LT(torso().z(), 0.9);
}

TEST_F(LeaguePlayTest, ASnapshotContinuesWhileRecordTimeRunsOn) {
    step(20);
    m_simulator->post(command::SaveSnapshot{"here"});
    m_simulator->post(
        command::Push{monitor::ObjectId::ofRobot(kPlayer), torso(), Vector3d(0.0, 60.0, 0.0)});
    step(50);
    const Vector3d there_S = torso();
    const double timeS = m_frame.match->recordTimeS;
    m_simulator->post(command::RestoreSnapshot{"here"});
    ASSERT_TRUE(until([&] { return m_frame.restores == 1 && m_status.cycle == 20; }));
    EXPECT_GT(torso().z(), 0.63);
    EXPECT_NEAR(m_frame.match->game.serverTimeS.value_or(0.0), m_frame.match->recordTimeS, 1e-6);
    m_simulator->post(
        command::Push{monitor::ObjectId::ofRobot(kPlayer), torso(), Vector3d(0.0, 60.0, 0.0)});
    step(50);
    EXPECT_NEAR(m_frame.match->recordTimeS, timeS + 1.0, 1e-6);
    EXPECT_LT((torso() - there_S).norm(), 0.05);
    m_simulator->post(
        command::AddRobot{"Them", 2, 0, math::Pose::translation({3.0, 1.0, 0.5}), "K1"});
    m_simulator->post(command::RestoreSnapshot{"here"});
    ASSERT_TRUE(until([&] { return !m_notes.empty(); }));
    EXPECT_THAT(m_notes, Contains(HasSubstr("snapshot \"here\": the robots differ")));
}

TEST_F(LeaguePlayTest, RecordsALogOfThatServer) {
    const auto file = std::filesystem::temp_directory_path() / "sideline_league_play_test.log";
    m_simulator->post(command::RecordMatch{file});
    step(20);
    ASSERT_TRUE(until([&] { return m_status.recording == file; }));
    m_simulator->post(command::RecordMatch{});
    ASSERT_TRUE(until([&] { return m_status.recording.empty(); }));
    std::ifstream in(file);
    monitor::MonitorDecoder decoder;
    int lines = 0;
    for (std::string line; std::getline(in, line); ++lines) {
        const auto report = decoder.decode(line, 0);
        ASSERT_TRUE(report) << report.error().toString();
        EXPECT_FALSE(report->outOfSync);
        EXPECT_EQ(report->kind,
                  lines == 0 ? monitor::MessageKind::Full : monitor::MessageKind::Difference);
    }
    EXPECT_EQ(lines, 10);
    EXPECT_EQ(decoder.game().format, monitor::StreamFormat::Rsmp);
    EXPECT_EQ(decoder.scene().structure->objects.robots.size(), 1U);
    std::filesystem::remove(file);
}

// The motors of both legs carry the robot: their torques are in the messages, below their limits.
TEST_F(LeaguePlayTest, MessagesContainTheTorquesOfAStandingRobot) {
    step(100);
    const robot::RobotModel& model = *robot()->model;
    const std::vector<float> torquesNm = m_listener->torquesNm(kPlayer);
    ASSERT_EQ(torquesNm.size(), model.joints().size());
    double legsNm = 0.0;
    for (std::size_t i = 0; i < torquesNm.size(); ++i) {
        const robot::Joint& joint = model.joints()[i];
        EXPECT_LE(std::abs(torquesNm[i]), joint.dynamics.maxTorqueNm + 1e-3) << joint.perceptor;
        legsNm += joint.perceptor.starts_with("llj") || joint.perceptor.starts_with("rlj")
                      ? std::abs(torquesNm[i])
                      : 0.0;
    }
    EXPECT_GT(legsNm, 5.0);
}

TEST_F(LeaguePlayTest, ShowsForcesTorquesAndShapes) {
    m_simulator->post(command::ShowPhysics{true});
    step(50);
    ASSERT_TRUE(until([&] { return m_frame.physics != nullptr; }));
    const PhysicsDetails& physics = *m_frame.physics;
    EXPECT_FALSE(physics.colliders.empty());
    EXPECT_EQ(physics.torques.size(), 23U);
    EXPECT_EQ(physics.masses.size(), 25U);
    EXPECT_TRUE(physics.masses.back().isCenter);
    EXPECT_NEAR(physics.masses.back().massKg, 31.6, 0.1);
    double weightN = 0.0;
    for (const auto& contact : physics.contacts) {
        weightN += contact.force_SN.z();
    }
    EXPECT_NEAR(weightN, 9.81 * 31.6, 100.0);
    EXPECT_TRUE(std::ranges::any_of(physics.torques, [](const PhysicsDetails::JointTorque& torque) {
        return torque.limitRatio > 0.01 && torque.limitRatio <= 1.0;
    }));
}

TEST_F(LeaguePlayTest, SavesItsSituation) {
    const auto file = std::filesystem::temp_directory_path() / "sideline_league_play.situation";
    step(10);
    m_simulator->post(command::SaveSituation{file});
    ASSERT_TRUE(until([&] { return !m_notes.empty(); }));
    EXPECT_THAT(m_notes, Contains(HasSubstr("saved the situation as")));
    robot::RobotCatalog robots;
    const auto read = readStartOfAnyFamily(file, robots);
    ASSERT_TRUE(read) << read.error().front().toString();
    ASSERT_EQ(read->robots.size(), 1U);
    EXPECT_EQ(read->robots[0].model->name(), "T1");
    EXPECT_EQ(read->robots[0].player, kPlayer);
    EXPECT_LT((read->robots[0].p_STorso - torso()).norm(), 1e-3);
    std::filesystem::remove(file);
}

TEST_F(LeaguePlayTest, NotesWhatThatServerCannotDo) {
    m_simulator->post(command::SetRules{});
    m_simulator->post(command::SetSensors{});
    m_simulator->post(command::AddRobot{"Us", 4, 0, {}, "T1"});
    m_simulator->post(command::AddRobot{"Us", 5, 0, {}, "R2D2"});
    m_simulator->post(command::Trainer{monitor::SetTime{1.0}});
    ASSERT_TRUE(until([&] { return m_notes.size() == 5; }));
    EXPECT_THAT(m_notes[0], HasSubstr("the rules cannot be changed during an rcssservermj match"));
    EXPECT_THAT(m_notes[1], HasSubstr("the noise cannot be changed during an rcssservermj match"));
    EXPECT_THAT(m_notes[2], HasSubstr("number 4 of Us is taken"));
    EXPECT_THAT(m_notes[3], HasSubstr("unknown robot R2D2; expected T1, K1 or PiPlus"));
    EXPECT_THAT(m_notes[4], HasSubstr("rcssservermj has no such command"));
}

TEST(LeaguePortsTest, TheMatchIsServedAtItsPorts) {
    SimulatorThread::Settings settings;
    settings.makeMatch = [] { return playLeague({}); };
    settings.server.agentPort = 0;
    settings.server.monitorPort = 0;
    settings.isPaused = true;
    auto started = SimulatorThread::start(settings);
    ASSERT_TRUE(started) << started.error().toString();
    EXPECT_NE((*started)->agentPort(), 0);
    EXPECT_NE((*started)->monitorPort(), 0);
    settings.server.agentPort = (*started)->agentPort();
    EXPECT_FALSE(SimulatorThread::start(settings)) << "the port is taken";
}

} // namespace

} // namespace sideline::simulator::mujoco
