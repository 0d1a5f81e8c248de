#include "logs/match/signals.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/robot/mujoco_robots.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

using game::Side;
using monitor::ObjectId;

TEST(SignalsTest, EveryAvailableSignalHasANameAndAValue) {
    const auto log = tests::openAnalyzed(tests::sampleLog());
    ASSERT_NE(log, nullptr);
    FrameReader reader = log->makeReader();
    const auto before = *reader.frame(9);
    const auto frame = *reader.frame(10);
    const auto ids = availableSignals(*frame);
    EXPECT_GT(ids.size(), 22U * 29);
    std::vector<std::string> names;
    for (const SignalId& id : ids) {
        names.push_back(signalName(id, frame.get()));
        EXPECT_TRUE(std::isfinite(signalValue(id, *frame, before.get()))) << names.back();
    }
    for (const char* name : {"game.time", "ball.speed", "left.7.rlj4", "right.11.heading",
                             "left.5.llj7", "right.2.ball_distance"}) {
        EXPECT_NE(std::ranges::find(names, name), names.end()) << name;
    }
    std::ranges::sort(names);
    EXPECT_EQ(std::ranges::adjacent_find(names), names.end()); // unique names
}

TEST(SignalsTest, MissingValuesAreNaN) {
    const monitor::MatchFrame empty;
    EXPECT_TRUE(std::isnan(signalValue({Quantity::XM, ObjectId::ball(), -1}, empty, nullptr)));
    const ObjectId robot = ObjectId::ofRobot({Side::Left, game::UniformNumber(4)});
    EXPECT_TRUE(std::isnan(signalValue({Quantity::JointDeg, robot, 3}, empty, nullptr)));
    EXPECT_EQ(signalName({Quantity::JointDeg, robot, 3}, nullptr), "left.4.joint3");
}

TEST(SignalsTest, BothAxesOfUniversalJointsHaveNames) {
    monitor::MatchFrame frame;
    monitor::RobotFrame& robot = frame.robots.emplace_back();
    robot.id = {Side::Left, game::UniformNumber(4)};
    robot.model = robot::soccerbot056Model().shared();
    std::set<std::string> names;
    for (std::size_t i = 0; i < robot.model->joints().size(); ++i) {
        const SignalId id{Quantity::JointDeg, ObjectId::ofRobot(robot.id),
                          static_cast<std::int32_t>(i)};
        EXPECT_TRUE(names.insert(signalName(id, &frame)).second) << signalName(id, &frame);
    }
    for (const char* name : {"left.4.laj1_2", "left.4.laj1_2.2", "left.4.llj4", "left.4.joint0"}) {
        EXPECT_TRUE(names.contains(name)) << name;
    }
}

TEST(SignalsTest, TorquesOfMotorsAreComparedWithTheirLimits) {
    monitor::MatchFrame frame;
    monitor::RobotFrame& robot = frame.robots.emplace_back();
    robot.id = {Side::Right, game::UniformNumber(3)};
    robot.model = robot::mujocoRobotModel(robot::MujocoRobot::T1).shared();
    robot.jointAnglesRad.resize(robot.model->joints().size());
    robot.X_SBody.resize(robot.model->bodies().size());
    const std::size_t withoutTorques = availableSignals(frame).size();
    const robot::JointId knee = robot.model->findJoint("llj4");
    const double limitNm = robot.model->joint(knee).dynamics.maxTorqueNm;
    std::vector<float> torquesNm(robot.jointAnglesRad.size());
    torquesNm[knee.index()] = static_cast<float>(-0.25 * limitNm);
    torquesNm[0] = std::numeric_limits<float>::quiet_NaN();
    frame.game.torques = {{robot.id, torquesNm}};
    EXPECT_EQ(availableSignals(frame).size(), withoutTorques + 2 * torquesNm.size());
    const auto value = [&](const char* name) {
        const auto id = signalNamed(name);
        EXPECT_TRUE(id) << name;
        const SignalId resolved = resolvedSignal(id.value_or(SignalId{}), name, frame);
        EXPECT_EQ(signalName(resolved, &frame), name);
        EXPECT_EQ(modelOfJoint(resolved, frame), robot.model.get()) << name;
        return signalValue(resolved, frame, nullptr);
    };
    EXPECT_NEAR(value("right.3.torque.llj4"), -0.25 * limitNm, 1e-4);
    EXPECT_NEAR(value("right.3.torque_ratio.llj4"), 0.25, 1e-6);
    EXPECT_TRUE(std::isnan(value("right.3.torque.hj1"))) << "unknown";
    EXPECT_EQ(signalUnit(*signalNamed("right.3.torque.llj4")), "Nm");
    EXPECT_EQ(signalUnit(*signalNamed("right.3.torque_ratio.llj4")), "");
    frame.game.torques.clear();
    EXPECT_TRUE(std::isnan(value("right.3.torque.llj4"))) << "not reported";
}

// Robots that were placed but have no number yet, of types with 22 and 24 joints.
monitor::MatchFrame twoWithoutNumber() {
    monitor::MatchFrame frame;
    for (const auto type : {robot::NaoType::Standard, robot::NaoType::Toes}) {
        monitor::RobotFrame& robot = frame.robots.emplace_back();
        robot.model = robot::naoModel(type).shared();
        robot.X_SBody.resize(robot.model->bodies().size());
        robot.jointAnglesRad.resize(robot.model->joints().size());
    }
    return frame;
}

TEST(SignalsTest, RobotsWithTheSameIdAreOfferedOnce) {
    monitor::MatchFrame frame = twoWithoutNumber();
    const auto fewer = availableSignals(frame);
    EXPECT_EQ(std::set<SignalId>(fewer.begin(), fewer.end()).size(), fewer.size());
    for (const SignalId& id : fewer) {
        EXPECT_EQ(modelOfJoint(id, frame) != nullptr, id.quantity == Quantity::JointDeg)
            << signalName(id, &frame);
    }
    std::ranges::reverse(frame.robots);
    EXPECT_EQ(availableSignals(frame).size(), fewer.size() + 2);
}

TEST(SignalsTest, AJointThatTheRobotLacksHasNoModel) {
    const monitor::MatchFrame frame = twoWithoutNumber();
    SignalId joint{Quantity::JointDeg, ObjectId::ofRobot({}), 21};
    EXPECT_EQ(modelOfJoint(joint, frame), &robot::naoModel(robot::NaoType::Standard));
    joint.joint = 22;
    EXPECT_EQ(modelOfJoint(joint, frame), nullptr);
    joint.joint = -1; // of a name that the robot's type lacks
    EXPECT_EQ(modelOfJoint(joint, frame), nullptr);
    joint = {Quantity::JointDeg, ObjectId::ofRobot({Side::Left, game::UniformNumber(1)}), 0};
    EXPECT_EQ(modelOfJoint(joint, frame), nullptr);
}

TEST(SignalsTest, ExtractsColumnsOverFrames) {
    const tests::TempDir dir;
    tests::writeFile(dir / "m.log", tests::scriptedLog(tests::movingScenes(80), 20));
    const auto log = tests::openAnalyzed(dir / "m.log");
    ASSERT_NE(log, nullptr);
    FrameReader reader = log->makeReader();
    const ObjectId left = ObjectId::ofRobot({Side::Left, game::UniformNumber(1)});
    const auto table = extractSignals(
        reader,
        {{Quantity::GameTimeS, {}, -1}, {Quantity::XM, left, -1}, {Quantity::SpeedMps, left, -1}},
        10, 69, [] { return true; });
    ASSERT_TRUE(table) << table.error().toString();
    ASSERT_EQ(table->frames.size(), 60U);
    EXPECT_EQ(table->frames.front(), 10U);
    EXPECT_NEAR(table->values[0][5], 3.0, 1e-5);
    EXPECT_NEAR(table->values[1][5], -5 + 0.3 * 3.0, 0.006);
    EXPECT_NEAR(table->values[2][5], 0.3, 0.03);
    int asked = 0;
    const auto stopped =
        extractSignals(reader, {{Quantity::GameTimeS, {}, -1}}, 0, 79, [&] { return ++asked < 2; });
    ASSERT_TRUE(stopped);
    EXPECT_LT(stopped->frames.size(), 80U);
}

// A beam in frame 20, and the ball moved to the center in frame 40.
TEST(SignalsTest, SpeedsBreakAtTeleports) {
    auto scenes = tests::movingScenes(60);
    for (std::size_t i = 20; i < scenes.size(); ++i) {
        scenes[i].robots[0].X_STorso.p.y() += 4.0;
        scenes[i].p_SBall.x() -= i < 40 ? 0.0 : 8.0;
    }
    const tests::TempDir dir;
    tests::writeFile(dir / "m.log", tests::scriptedLog(scenes, 25));
    const auto log = tests::openAnalyzed(dir / "m.log");
    ASSERT_NE(log, nullptr);
    FrameReader reader = log->makeReader();
    const ObjectId left = ObjectId::ofRobot({Side::Left, game::UniformNumber(1)});
    const auto table = extractSignals(reader,
                                      {{Quantity::SpeedMps, left, -1},
                                       {Quantity::YM, left, -1},
                                       {Quantity::BallDistanceM, left, -1},
                                       {Quantity::JointDeg, left, 3},
                                       {Quantity::SpeedMps, ObjectId::ball(), -1}},
                                      0, 59, [] { return true; });
    ASSERT_TRUE(table) << table.error().toString();
    for (std::size_t row = 1; row < table->frames.size(); ++row) {
        SCOPED_TRACE(row);
        EXPECT_EQ(std::isnan(table->values[0][row]), row == 20);
        EXPECT_EQ(std::isnan(table->values[4][row]), row == 40);
        EXPECT_TRUE(std::isfinite(table->values[1][row]));
        EXPECT_EQ(table->breaks[0][row], row == 20 ? 1 : 0);
        EXPECT_EQ(table->breaks[1][row], row == 20 ? 1 : 0);
        EXPECT_EQ(table->breaks[2][row], row == 20 || row == 40 ? 1 : 0);
        EXPECT_EQ(table->breaks[3][row], 0); // joints are unchanged
        EXPECT_EQ(table->breaks[4][row], row == 40 ? 1 : 0);
        if (row != 20) {
            EXPECT_LT(table->values[0][row], 2.0);
        }
    }
}

} // namespace
} // namespace sideline::logs
