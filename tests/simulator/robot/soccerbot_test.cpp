// The older robot in the physical world: universal joints, fixed bodies, foot forces.
#include "simulator/robot/robot_body.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/field/field_model.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/limb_joints.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "simulator/robot/self_contacts.h"
#include "simulator/world/physics_world.h"
#include "tests/support/test_files.h"

namespace sideline::simulator {
namespace {

using math::degFromRad;
using math::radFromDeg;
using robot::BodyId;
using robot::JointId;
using robot::JointKind;
using robot::RobotModel;
using robot::Soccerbot056Stops;

// Feet slightly above the ground, or high up for a free fall.
constexpr double kStandingM = 3.56;
constexpr double kHighM = 500.0;

class Soccerbot {
public:
    explicit Soccerbot(double heightM, Soccerbot056Stops stops = Soccerbot056Stops::None)
        : m_world(field::newestField().dimensions),
          m_model(soccerbot056Model(stops)),
          m_key(m_world.addRobot(m_model, math::Pose::translation({0, 3, heightM}))) {}

    [[nodiscard]] RobotBody& body() { return *m_world.findRobot(m_key); }
    [[nodiscard]] const RobotModel& model() const { return m_model; }
    [[nodiscard]] PhysicsWorld& world() { return m_world; }
    [[nodiscard]] JointId joint(const char* name) const { return m_model.findJoint(name); }
    [[nodiscard]] double angleDeg(JointId id) { return degFromRad(body().jointAngleRad(id)); }
    [[nodiscard]] double torsoZ() { return body().pose(BodyId(std::size_t{0})).p.z(); }
    void steps(int count) {
        for (int i = 0; i < count; ++i) {
            m_world.step();
        }
    }
    [[nodiscard]] std::vector<double> angles() {
        std::vector<double> angles;
        for (std::size_t i = 0; i < m_model.joints().size(); ++i) {
            angles.push_back(body().jointAngleRad(JointId(i)));
        }
        return angles;
    }

private:
    PhysicsWorld m_world;
    const RobotModel& m_model;
    RobotKey m_key;
};

TEST(SoccerbotTest, MatchesItsDescription) {
    Soccerbot robot(kHighM);
    const RobotModel& model = robot.model();
    std::vector<math::Pose> poses(model.bodies().size());
    forwardKinematics(model, robot.body().pose(BodyId(std::size_t{0})),
                      std::vector<double>(model.joints().size(), 0.0), poses);
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const math::Pose pose = robot.body().pose(BodyId(i));
        EXPECT_TRUE(pose.p.isApprox(poses[i].p, 1e-12)) << model.bodies()[i].name;
        EXPECT_TRUE(pose.R.isApprox(poses[i].R, 1e-12)) << model.bodies()[i].name;
    }
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        EXPECT_NEAR(robot.body().jointAngleRad(JointId(i)), 0.0, 1e-9);
    }
    EXPECT_EQ(robot.body().odeJoint(robot.joint("laj1_2")),
              robot.body().odeJoint(otherAxis(model, robot.joint("laj1_2"))));
    EXPECT_FALSE(robot.body().surface(BodyId(std::size_t{0})).softCfm);
}

TEST(SoccerbotTest, BothMotorsOfAUniversalJointFollowTheirSpeeds) {
    Soccerbot robot(kHighM);
    const JointId first = robot.joint("laj1_2");
    const JointId second = otherAxis(robot.model(), first);
    robot.body().setJointSpeed(first, 0.5);
    robot.body().setJointSpeed(second, 0.3);
    robot.steps(50);
    EXPECT_NEAR(robot.body().jointAngleRad(first), 0.5, 0.01);
    EXPECT_NEAR(robot.body().jointAngleRad(second), 0.3, 0.01);
    robot.body().setJointSpeed(first, 0.0);
    robot.body().setJointSpeed(second, 0.0);
    robot.steps(50);
    EXPECT_NEAR(robot.body().jointAngleRad(first), 0.5, 0.01);
    EXPECT_NEAR(robot.body().jointAngleRad(second), 0.3, 0.01);
}

TEST(SoccerbotTest, ArmStopsAtTheTrunk) {
    Soccerbot robot(kHighM);
    const JointId first = robot.joint("laj1_2");
    const JointId second = otherAxis(robot.model(), first);
    robot.body().setJointSpeed(first, 0.5);
    robot.body().setJointSpeed(second, -0.3);
    robot.steps(100);
    EXPECT_LT(robot.body().jointAngleRad(first), 0.8) << "the way would be 1 rad";
}

// The angles measured by ODE agree with the model's definition.
TEST(SoccerbotTest, AnglesAndPosesAreConsistentInMotion) {
    Soccerbot robot(kHighM);
    const RobotModel& model = robot.model();
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        if (!model.joints()[i].effector.empty()) {
            robot.body().setJointSpeed(JointId(i), i % 3 == 0 ? 0.4 : -0.25);
        }
    }
    robot.steps(60);
    const std::vector<double> angles = robot.angles();
    std::vector<math::Pose> measured;
    for (std::size_t i = 0; i < model.bodies().size(); ++i) {
        measured.push_back(robot.body().pose(BodyId(i)));
    }
    std::vector<math::Pose> computed(measured.size());
    forwardKinematics(model, measured.front(), angles, computed);
    for (std::size_t i = 0; i < measured.size(); ++i) {
        EXPECT_LT((measured[i].p - computed[i].p).norm(), tests::tolerance(0.01))
            << model.bodies()[i].name;
        EXPECT_LT((measured[i].R - computed[i].R).norm(), tests::tolerance(0.01))
            << model.bodies()[i].name;
    }
    for (std::size_t i = 0; i < angles.size(); ++i) {
        const math::HingeAngle found = jointAngle(model, JointId(i), measured);
        EXPECT_NEAR(found.angleRad, angles[i], tests::tolerance(0.005)) << i;
    }
}

// Half of its weight, 24.5 N, per foot, as on the 0.5.6 server: (f -0.42 -0.30 12.22) and (f 0.41
// -0.28 12.30).
TEST(SoccerbotTest, StandsOnItsFeet) {
    Soccerbot robot(kStandingM);
    robot.steps(50);
    EXPECT_NEAR(robot.torsoZ(), 3.559, 0.02);
    double sumN = 0.0;
    for (const char* foot : {"leftfoot", "rightfoot"}) {
        const BodyId id = robot.model().findBody(foot);
        ASSERT_TRUE(robot.body().isTouched(id)) << foot;
        const ForceReading reading = robot.body().force(id).value();
        EXPECT_NEAR(reading.center_Body.z(), -0.0475, 0.005);
        EXPECT_NEAR(reading.force_BodyN.z(), 12.2, 1.5) << foot;
        sumN += reading.force_BodyN.z();
    }
    EXPECT_NEAR(sumN, robot.model().massKg() * -PhysicsWorld::kGravityMps2, 0.5);
    EXPECT_FALSE(robot.body().isTouched(BodyId(std::size_t{0})));
    EXPECT_NEAR(robot.angleDeg(JointId(std::size_t{0})), 0.01, 0.2) << "the trunk is locked";
}

TEST(SoccerbotTest, FallsWhenItsAnklesTip) {
    Soccerbot robot(kStandingM);
    robot.steps(20);
    for (const char* ankle : {"llj5_6", "rlj5_6"}) {
        robot.body().setJointSpeed(robot.joint(ankle), 0.6);
    }
    robot.steps(250);
    EXPECT_LT(robot.torsoZ(), 1.5);
    EXPECT_GT(robot.torsoZ(), 0.2) << "the ground carries it";
}

TEST(SoccerbotTest, LimitsHoldUniversalJoint) {
    Soccerbot robot(kHighM, Soccerbot056Stops::Described);
    const JointId first = robot.joint("laj1_2");
    const JointId second = otherAxis(robot.model(), first);
    robot.body().setJointSpeed(first, -3.0);  // its limit is at -90
    robot.body().setJointSpeed(second, -3.0); // limit at -10
    robot.steps(100);
    EXPECT_NEAR(robot.angleDeg(first), -90.0, 3.0);
    EXPECT_NEAR(robot.angleDeg(second), -10.0, 3.0);
    // A universal joint at its limit accepts another speed immediately.
    robot.body().setJointSpeed(second, 0.5);
    robot.steps(50);
    EXPECT_GT(robot.angleDeg(second), 10.0);
}

TEST(SoccerbotTest, HingeWithoutLimitsRotatesFreely) {
    Soccerbot robot(kHighM);
    const JointId id = robot.joint("laj3");
    robot.body().setJointSpeed(id, radFromDeg(100.0));
    robot.steps(150); // 300 degrees
    EXPECT_NEAR(robot.angleDeg(id), -60.0, 2.0);
}

TEST(SoccerbotTest, ContinuesIdenticallyFromSavedBody) {
    Soccerbot robot(kStandingM);
    const JointId ankle = robot.joint("rlj5_6");
    robot.body().setJointSpeed(otherAxis(robot.model(), ankle), 0.8);
    robot.body().setJointSpeed(ankle, -0.4);
    robot.steps(40);
    const PhysicsState saved = robot.world().save();
    robot.steps(60);
    const PhysicsState later = robot.world().save();
    Soccerbot other(kStandingM);
    ASSERT_TRUE(other.world().restore(saved));
    EXPECT_EQ(other.world().save(), saved);
    other.steps(60);
    EXPECT_EQ(other.world().save(), later);
}

// Joined bodies may overlap, as those of a bent elbow; other bodies of an arm may not.
TEST(SoccerbotTest, ItsArmsTouchTheTrunkButNotThemselves) {
    constexpr double kToleranceM = 0.04;
    Soccerbot robot(kHighM);
    const auto contactsWith = [&](const char* name, robot::AxisRole axis, double angleRad) {
        std::vector<double> anglesRad(robot.model().joints().size(), 0.0);
        JointId joint = robot.joint(name);
        if (axisSign(robot.model(), joint, axis) == 0.0) {
            joint = otherAxis(robot.model(), joint);
        }
        anglesRad[joint.index()] = angleRad;
        robot.body().setPosture(math::Pose::translation({0, 3, kHighM}), anglesRad);
        return selfContacts(robot.body(), kToleranceM);
    };
    EXPECT_TRUE(contactsWith("laj4", robot::AxisRole::Pitch, 0.0).empty()) << "straight";
    EXPECT_TRUE(contactsWith("laj4", robot::AxisRole::Pitch, radFromDeg(130.0)).empty());
    EXPECT_TRUE(contactsWith("llj4", robot::AxisRole::Pitch, radFromDeg(-90.0)).empty());
    EXPECT_TRUE(contactsWith("laj1_2", robot::AxisRole::Roll, radFromDeg(40.0)).empty());
    const auto inward = contactsWith("laj1_2", robot::AxisRole::Roll, radFromDeg(-40.0));
    ASSERT_FALSE(inward.empty());
    EXPECT_EQ(inward.front().first, BodyId(std::size_t{0})) << "the trunk";
    for (const SelfContact& contact : inward) {
        EXPECT_NE(robot::limbOf(robot.model(), contact.first),
                  robot::limbOf(robot.model(), contact.second));
    }
}

TEST(SoccerbotTest, AllRobotsHaveTheNaoSurface) {
    PhysicsWorld world(field::newestField().dimensions);
    const auto key = world.addRobot(robot::naoModel(robot::NaoType::Standard),
                                    math::Pose::translation({0, 0, 0.4}));
    const Surface& surface = world.findRobot(key)->surface(BodyId(std::size_t{0}));
    EXPECT_EQ(surface.softErp, kRobotSurface.softErp);
    EXPECT_EQ(surface.softCfm, kRobotSurface.softCfm);
    EXPECT_EQ(surface.slip, kRobotSurface.slip);
    EXPECT_FALSE(surface.bounce);
}

} // namespace
} // namespace sideline::simulator
