#include "agentcore/monitor/match_frame.h"

#include <cmath>

#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "agentcore/monitor/monitor_decoder.h"
#include "agentcore/robot/nao.h"
#include "tests/support/scene_builder.h"

namespace sideline::monitor {
namespace {

using math::radFromDeg;
using tests::scriptedRobot;
using tests::ScriptedScene;

MatchFramePtr frameOf(const ScriptedScene& scene, std::uint32_t index = 0, double timeS = 0.0) {
    MonitorDecoder decoder;
    const auto report = decoder.decode(fullMessage(scene), index);
    EXPECT_TRUE(report) << (report ? "" : report.error().toString());
    return makeMatchFrame(index, timeS, decoder.game(),
                          std::make_shared<SceneState>(decoder.scene()), false);
}

const game::PlayerId kLeft3{game::Side::Left, game::UniformNumber(3)};

ScriptedScene oneRobot() {
    ScriptedScene scene;
    scene.robots = {scriptedRobot(game::Side::Left, 3, 1, 2)};
    return scene;
}

math::Pose turned(double angleRad, const Eigen::Vector3d& axis, const Eigen::Vector3d& p) {
    return {Eigen::AngleAxisd(angleRad, axis).toRotationMatrix(), p};
}

TEST(MatchFrameTest, DerivesJointAnglesFromBodyPoses) {
    ScriptedScene scene = oneRobot();
    const robot::RobotModel& model = robot::naoModel(robot::NaoType::Standard);
    scene.robots[0].jointAnglesRad.resize(model.joints().size());
    scene.robots[0].jointAnglesRad[model.findJoint("rlj4").index()] = radFromDeg(-63.0);
    scene.robots[0].jointAnglesRad[model.findJoint("llj1").index()] = radFromDeg(-25.0);
    scene.robots[0].X_STorso = turned(0.8, Eigen::Vector3d(1, 1, 0).normalized(), {3, -1, 0.4});
    const auto frame = frameOf(scene);
    const RobotFrame* robot = frame->findRobot(kLeft3);
    ASSERT_NE(robot, nullptr);
    for (std::size_t j = 0; j < model.joints().size(); ++j) {
        EXPECT_NEAR(robot->jointAnglesRad[j], scene.robots[0].jointAnglesRad[j], radFromDeg(0.001))
            << model.joints()[j].perceptor;
    }
    EXPECT_LT(robot->maxJointResidualRad, radFromDeg(0.01));
}

TEST(MatchFrameTest, ReportsTheLargestJointResidual) {
    MonitorDecoder decoder;
    ASSERT_TRUE(decoder.decode(fullMessage(oneRobot()), 0));
    SceneState scene = decoder.scene();
    const SceneRobot& robot = scene.structure->objects.robots[0];
    // The head nods about x; its twist about z is not a motion of the joint.
    const std::size_t head = robot::naoModel(robot::NaoType::Standard).findBody("head").index();
    const auto slot =
        static_cast<std::size_t>(scene.structure->node(robot.bodies[head]).transformSlot);
    LocalTransform& X_SHead = scene.local[slot];
    const float c = std::cos(0.3F);
    const float s = std::sin(0.3F);
    for (std::size_t row = 0; row < 3; ++row) {
        const float x = X_SHead[row];
        const float y = X_SHead[3 + row];
        X_SHead[row] = c * x + s * y;
        X_SHead[3 + row] = c * y - s * x;
    }
    EXPECT_NEAR(makeRobotFrame(0, scene).maxJointResidualRad, 0.3, 1e-4);
}

TEST(MatchFrameTest, MarksTheSelectedRobot) {
    const auto replaced = [](std::string text, std::string_view find, std::string_view by) {
        const std::size_t at = text.rfind(find);
        EXPECT_NE(at, std::string::npos);
        return text.replace(at, find.size(), by);
    };
    const ScriptedScene scene = oneRobot();
    std::string full =
        replaced(fullMessage(scene), "(resetMaterials matLeft)", "(resetMaterials matSelect)");
    full = replaced(full, "(setVisible 1)", "(setVisible 0)");
    const std::string difference = diffMessage(scene, scene);
    MonitorDecoder decoder;
    ASSERT_TRUE(decoder.decode(full, 0));
    EXPECT_FALSE(makeRobotFrame(0, decoder.scene()).selected);
    ASSERT_TRUE(decoder.decode(
        replaced(difference, "(nd StaticMesh)", "(nd StaticMesh (setVisible 1))"), 1));
    EXPECT_TRUE(makeRobotFrame(0, decoder.scene()).selected);
    ASSERT_TRUE(decoder.decode(difference, 2));
    EXPECT_TRUE(makeRobotFrame(0, decoder.scene()).selected)
        << "until another selection is reported";
    ASSERT_TRUE(decoder.decode(
        replaced(difference, "(nd StaticMesh)", "(nd StaticMesh (setVisible 0))"), 3));
    EXPECT_FALSE(makeRobotFrame(0, decoder.scene()).selected);
}

TEST(MatchFrameTest, HasHeadingTiltAndFalls) {
    // The robot faces along y; rotated by -90 degrees it faces along x.
    ScriptedScene scene = oneRobot();
    scene.robots[0].X_STorso = turned(radFromDeg(-90), Eigen::Vector3d::UnitZ(), {0, 0, 0.39});
    auto robot = *frameOf(scene)->findRobot(kLeft3);
    EXPECT_NEAR(robot.headingRad(), 0.0, 1e-6);
    EXPECT_NEAR(robot.tiltRad(), 0.0, 1e-3);
    EXPECT_FALSE(robot.isFallen());

    // On its front, head towards +y: it fell forward, so it still faces +y.
    scene.robots[0].X_STorso = turned(radFromDeg(-90), Eigen::Vector3d::UnitX(), {0, 0, 0.1});
    robot = *frameOf(scene)->findRobot(kLeft3);
    EXPECT_TRUE(robot.isFallen());
    EXPECT_NEAR(robot.headingRad(), radFromDeg(90), 1e-5);
    // On its back, head towards -y.
    scene.robots[0].X_STorso = turned(radFromDeg(90), Eigen::Vector3d::UnitX(), {0, 0, 0.1});
    robot = *frameOf(scene)->findRobot(kLeft3);
    EXPECT_NEAR(robot.headingRad(), radFromDeg(90), 1e-5);
    EXPECT_NEAR(robot.tiltRad(), radFromDeg(90), 1e-5);
}

TEST(MatchFrameTest, FindsPosesByObject) {
    const auto frame = frameOf(oneRobot());
    EXPECT_NEAR(frame->findPose(ObjectId::ball())->p.z(), 0.042, 1e-6);
    EXPECT_NEAR(frame->findPose(ObjectId::ofRobot(kLeft3))->p.x(), 1.0, 1e-6);
    const auto head = robot::naoModel(robot::NaoType::Standard).findBody("head");
    EXPECT_NEAR(frame->findPose(ObjectId::ofRobot(kLeft3, head.value()))->p.z(), 0.545, 1e-6);
    EXPECT_FALSE(frame->findPose(ObjectId::ofRobot(kLeft3, 99)));
    EXPECT_FALSE(frame->findPose(ObjectId::ofRobot({game::Side::Right, game::UniformNumber(3)})));
    EXPECT_FALSE(frame->findPose({}));
}

TEST(MatchFrameTest, InterpolationKeepsLimbLengths) {
    ScriptedScene from = oneRobot();
    ScriptedScene to = oneRobot();
    to.robots[0].X_STorso.p.x() += 0.1;
    to.robots[0].jointAnglesRad.assign(22, radFromDeg(-80));
    to.p_SBall.x() = 0.4;
    const auto a = frameOf(from, 0, 0.0);
    const auto b = frameOf(to, 1, 0.2);
    const auto half = interpolate(*a, *b, 0.5);
    EXPECT_NEAR(half->ball->X_SBall.p.x(), 0.2, 1e-6);
    const RobotFrame& robot = half->robots[0];
    EXPECT_NEAR(robot.X_STorso().p.x(), 1.05, 1e-6);
    EXPECT_NEAR(robot.jointAnglesRad[5], radFromDeg(-40), 1e-4);
    const auto elbowToHand = [](const RobotFrame& r) {
        return (r.X_SBody[6].p - r.X_SBody[4].p).norm(); // lower arm to upper arm
    };
    EXPECT_NEAR(elbowToHand(robot), elbowToHand(interpolate(*a, *b, 0.5)->robots[0]), 1e-12);
    EXPECT_EQ(half->index, 0U);
    EXPECT_EQ(interpolate(*a, *b, 0.0)->ball->X_SBall.p, a->ball->X_SBall.p);
}

TEST(MatchFrameTest, DoesNotInterpolateTeleports) {
    ScriptedScene from = oneRobot();
    ScriptedScene to = oneRobot();
    to.robots[0].X_STorso.p.x() += 5;
    to.p_SBall.x() = 7;
    const auto half = interpolate(*frameOf(from, 0), *frameOf(to, 1, 0.2), 0.5);
    EXPECT_NEAR(half->robots[0].X_STorso().p.x(), 1.0, 1e-6);
    EXPECT_NEAR(half->ball->X_SBall.p.x(), 0.0, 1e-6);
}

TEST(MatchFrameTest, RepairsTornRobots) {
    ScriptedScene scene = oneRobot();
    scene.robots[0].jointAnglesRad.assign(22, radFromDeg(-20));
    const auto whole = frameOf(scene);
    EXPECT_LT(whole->robots[0].maxJointGapM, 1e-4);
    EXPECT_EQ(withTornRobotsRepaired(whole), whole);
    MatchFrame torn = *whole;
    torn.robots[0].X_SBody[14].p += Eigen::Vector3d(0.5, 0, 0); // a thigh at its old position
    torn.robots[0].maxJointGapM = 0.5;
    const auto repaired = withTornRobotsRepaired(std::make_shared<MatchFrame>(torn));
    for (std::size_t i = 0; i < 23; ++i) {
        EXPECT_LT((repaired->robots[0].X_SBody[i].p - whole->robots[0].X_SBody[i].p).norm(), 1e-4);
    }
}

TEST(MatchFrameTest, SpeedsComeFromTwoFrames) {
    ScriptedScene from = oneRobot();
    ScriptedScene to = oneRobot();
    to.p_SBall = {0.6, 0, 0.042};
    const auto a = frameOf(from, 0, 1.0);
    const auto b = frameOf(to, 1, 1.2);
    EXPECT_NEAR(velocityMps(*a, *b, ObjectId::ball())->x(), 3.0, 1e-5);
    EXPECT_FALSE(velocityMps(*b, *a, ObjectId::ball()));
    EXPECT_FALSE(
        velocityMps(*a, *b, ObjectId::ofRobot({game::Side::Right, game::UniformNumber(1)})));
}

// A teleport is not a motion.
TEST(MatchFrameTest, TeleportHasNoSpeed) {
    const ObjectId robot = ObjectId::ofRobot(kLeft3);
    const ObjectId foot = ObjectId::ofRobot(kLeft3, 22);
    struct Case {
        double robotM;   // displacement of the robot
        double robotRad; // and change of its tilt
        double ballM;
        double elapsedS;
        bool isRobotPlaced;
        bool isBallPlaced;
    };
    for (const Case& c :
         {Case{0.2, 0.0, 1.0, 0.2, false, false},            // walking; a kick
          Case{18.6, 0.0, 18.6, 0.2, true, true},            // 93 m/s
          Case{0.5, 0.0, 0.9, 0.02, true, true},             // half a meter in one cycle
          Case{1.2, radFromDeg(85), 0.0, 0.2, false, false}, // a fall while running
          Case{1.2, 0.0, 0.0, 0.2, true, false}, Case{0.02, 0.0, 0.2, 0.02, false, false},
          Case{2.4, 0.0, 10.0, 1.0, false, false},
          Case{9.0, 0.0, 9.0, 0.0, false, false}}) { // without elapsed time
        SCOPED_TRACE(c.robotM);
        ScriptedScene from = oneRobot();
        ScriptedScene to = oneRobot();
        math::Pose& X_STorso = to.robots[0].X_STorso;
        X_STorso = turned(c.robotRad, Eigen::Vector3d::UnitX(),
                          X_STorso.p + Eigen::Vector3d(c.robotM, 0, 0));
        from.robots[0].X_STorso = turned(0.0, Eigen::Vector3d::UnitX(), from.robots[0].X_STorso.p);
        to.p_SBall.x() += c.ballM;
        const auto a = frameOf(from, 0, 1.0);
        const auto b = frameOf(to, 1, 1.0 + c.elapsedS);
        EXPECT_EQ(hasTeleported(*a, *b, robot), c.isRobotPlaced);
        EXPECT_EQ(hasTeleported(*a, *b, foot), c.isRobotPlaced);
        EXPECT_EQ(hasTeleported(*a, *b, ObjectId::ball()), c.isBallPlaced);
        EXPECT_EQ(velocityMps(*a, *b, robot).has_value(), !c.isRobotPlaced && c.elapsedS > 0.0);
        EXPECT_EQ(velocityMps(*a, *b, foot).has_value(), !c.isRobotPlaced && c.elapsedS > 0.0);
        EXPECT_EQ(velocityMps(*a, *b, ObjectId::ball()).has_value(),
                  !c.isBallPlaced && c.elapsedS > 0.0);
    }
    // The referee lifts a robot that committed a foul.
    ScriptedScene lifted = oneRobot();
    lifted.robots[0].X_STorso.p.z() += 0.65;
    EXPECT_TRUE(hasTeleported(*frameOf(oneRobot(), 0, 1.0), *frameOf(lifted, 1, 1.2), robot));
    EXPECT_FALSE(hasTeleported(*frameOf(lifted, 0, 1.0), *frameOf(oneRobot(), 1, 1.2), robot));
    // A ball that rolls fast without a robot nearby was teleported; a flying one was not.
    ScriptedScene far = oneRobot();
    ScriptedScene rolled = oneRobot();
    far.p_SBall = {8, 0, 0.042};
    rolled.p_SBall = {9.6, 0, 0.042};
    EXPECT_TRUE(hasTeleported(*frameOf(far, 0, 1.0), *frameOf(rolled, 1, 1.2), ObjectId::ball()));
    far.p_SBall.z() = 0.5;
    EXPECT_FALSE(hasTeleported(*frameOf(far, 0, 1.0), *frameOf(rolled, 1, 1.2), ObjectId::ball()));
    far.p_SBall = {1.5, 0, 0.042}; // the robot stands at x = 1
    rolled.p_SBall = {3.1, 0, 0.042};
    EXPECT_FALSE(hasTeleported(*frameOf(far, 0, 1.0), *frameOf(rolled, 1, 1.2), ObjectId::ball()));
    const auto alone = frameOf(oneRobot(), 0, 1.0);
    EXPECT_FALSE(hasTeleported(*alone, *alone,
                               ObjectId::ofRobot({game::Side::Right, game::UniformNumber(1)})));
    EXPECT_FALSE(hasTeleported(*alone, *alone, {}));
}

} // namespace
} // namespace sideline::monitor
