#include "widgets/common/joint_model.h"

#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/mujoco_robots.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "tests/widgets/input_events.h"
#include "widgets/common/joint_poses.h"

namespace sideline::widgets {
namespace {

using robot::JointId;
using tests::plain;

const robot::RobotModel& standard() {
    return robot::naoModel(robot::NaoType::Standard);
}

TEST(JointModelTest, NamesEveryJointOnceInFiveGroups) {
    for (const robot::NaoType type : robot::kNaoTypes) {
        const robot::RobotModel& model = robot::naoModel(type);
        const std::vector<JointName> names = jointNames(model);
        ASSERT_EQ(names.size(), model.joints().size());
        std::set<QString> fullNames;
        std::vector<QString> groups;
        for (const JointName& name : names) {
            fullNames.insert(name.fullName);
            if (groups.empty() || groups.back() != name.group) {
                groups.push_back(name.group);
            }
        }
        EXPECT_EQ(fullNames.size(), names.size());
        const std::vector<QString> expected = {"Head", "Left arm", "Right arm", "Left leg",
                                               "Right leg"};
        EXPECT_EQ(groups, expected);
    }
}

TEST(JointModelTest, CallsTheKneeAKnee) {
    const JointId knee = standard().findJoint("lle4");
    for (const JointName& name : jointNames(standard())) {
        if (name.joint == knee) {
            EXPECT_EQ(plain(name.name), "Knee");
            EXPECT_EQ(plain(name.fullName), "Left knee");
            EXPECT_EQ(plain(name.effector), "lle4");
            EXPECT_EQ(plain(name.perceptor), "llj4");
            return;
        }
    }
    FAIL() << "no knee";
}

TEST(JointModelTest, CallsOneJointByItsNumberOrEffector) {
    const JointId knee = standard().findJoint("lle4");
    EXPECT_EQ(plain(jointText(standard(), knee)), "Left knee");
    EXPECT_EQ(plain(jointText(standard(), JointId())), "");
    EXPECT_EQ(plain(jointText(standard(), std::string("he1"))), "Head yaw");
    EXPECT_EQ(plain(jointText(standard(), std::string("lle7"))), "Left toe")
        << "it has none, but a motion for one that has may move it";
    for (const JointName& name : jointNames(standard())) {
        EXPECT_EQ(jointText(standard(), name.joint), name.fullName);
    }
}

// The first joint of a leg is a pitch joint for T1, a yaw joint for soccerbot056.
TEST(JointModelTest, NamesJointsByWhatTheyDoOnEveryRobot) {
    for (const robot::MujocoRobot robot : robot::kMujocoRobots) {
        const robot::RobotModel& model = robot::mujocoRobotModel(robot);
        std::set<QString> names;
        for (const JointName& name : jointNames(model)) {
            EXPECT_TRUE(names.insert(name.fullName).second) << plain(name.fullName);
            EXPECT_FALSE(name.fullName.contains(u'_')) << plain(name.fullName);
        }
        EXPECT_EQ(plain(jointText(model, std::string("lle1"))), "Left hip pitch") << model.name();
        EXPECT_EQ(plain(jointText(model, std::string("rle4"))), "Right knee") << model.name();
    }
    const robot::RobotModel& t1 = robot::mujocoRobotModel(robot::MujocoRobot::T1);
    EXPECT_EQ(plain(jointText(t1, std::string("lle3"))), "Left hip yaw");
    EXPECT_EQ(plain(jointText(t1, std::string("te1"))), "Waist");
    const robot::RobotModel& old = robot::soccerbot056Model();
    EXPECT_EQ(plain(jointText(old, std::string("lle1"))), "Left hip yaw");
    EXPECT_EQ(plain(jointText(old, std::string("lle2_3"))), "Left hip pitch");
    EXPECT_EQ(plain(jointText(old, std::string("rle5_6.2"))), "Right ankle roll");
    EXPECT_EQ(plain(jointText(old, std::string("lae1_2"))), "Left shoulder pitch");
}

TEST(JointModelTest, KeysOfTheOlderRobotsJointsAreThoseOfItsEffectors) {
    const robot::RobotModel& model = robot::soccerbot056Model();
    const std::vector<JointName> names = jointNames(model);
    ASSERT_EQ(names.size(), model.joints().size());
    std::set<QString> keys;
    for (const JointName& name : names) {
        EXPECT_FALSE(name.fullName.isEmpty());
        EXPECT_FALSE(name.group.isEmpty());
        EXPECT_TRUE(keys.insert(name.key).second) << plain(name.key);
        EXPECT_EQ(name.key.isEmpty(), name.effector.isEmpty());
    }
    EXPECT_TRUE(keys.contains(QStringLiteral("lle2_3")));
    EXPECT_TRUE(keys.contains(QStringLiteral("lle2_3.2")));
    EXPECT_EQ(plain(jointText(model, std::string("lle2_3.2"))), "Left hip roll");
    const auto mirror = mirrorJoint(model, model.findJoint("lle2_3.2"));
    ASSERT_TRUE(mirror);
    EXPECT_EQ(model.jointName(mirror->joint), "rle2_3.2");
    EXPECT_EQ(mirror->sign, -1.0);
}

TEST(JointModelTest, StoredPosesKeepBothAxesOfUniversalJoints) {
    const robot::RobotModel& model = robot::soccerbot056Model();
    std::vector<double> anglesRad;
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        anglesRad.push_back(0.01 * static_cast<double>(i));
    }
    const StoredPose pose = storedPose(QStringLiteral("pose"), model, anglesRad);
    EXPECT_EQ(pose.angleRad.size(), 20U);
    for (const auto& [key, angleRad] : pose.angleRad) {
        const JointId joint = model.findJoint(key.toStdString());
        ASSERT_TRUE(joint.isValid()) << plain(key);
        EXPECT_EQ(angleRad, anglesRad[joint.index()]);
    }
}

TEST(JointModelTest, MirrorsPitchAlikeAndRollAndYawWithTheOtherSign) {
    struct Case {
        const char* joint;
        const char* other;
        double sign;
    };
    for (const Case& c : {Case{"lle1", "rle1", 1.0},
                          {"lle2", "rle2", -1.0},
                          {"lle3", "rle3", 1.0},
                          {"lle4", "rle4", 1.0},
                          {"rle5", "lle5", 1.0},
                          {"rle6", "lle6", -1.0},
                          {"lae1", "rae1", 1.0},
                          {"lae2", "rae2", -1.0},
                          {"lae3", "rae3", -1.0},
                          {"rae4", "lae4", -1.0}}) {
        const auto mirror = mirrorJoint(standard(), standard().findJoint(c.joint));
        ASSERT_TRUE(mirror) << c.joint;
        EXPECT_EQ(mirror->joint, standard().findJoint(c.other)) << c.joint;
        EXPECT_DOUBLE_EQ(mirror->sign, c.sign) << c.joint;
    }
    EXPECT_FALSE(mirrorJoint(standard(), standard().findJoint("he1")));
    EXPECT_FALSE(mirrorJoint(standard(), standard().findJoint("he2")));
    const robot::RobotModel& toes = robot::naoModel(robot::NaoType::Toes);
    ASSERT_TRUE(mirrorJoint(toes, toes.findJoint("lle7")));
    EXPECT_DOUBLE_EQ(mirrorJoint(toes, toes.findJoint("lle7"))->sign, 1.0);
}

// A robot whose left joints are the mirror of its right ones looks the same in a mirror.
TEST(JointModelTest, MirroredAnglesGiveMirroredBodies) {
    base::Rng rng(5);
    for (const robot::NaoType type : robot::kNaoTypes) {
        const robot::RobotModel& model = robot::naoModel(type);
        std::vector<double> anglesRad(model.joints().size(), 0.0);
        for (std::size_t i = 0; i < anglesRad.size(); ++i) {
            const robot::Joint& joint = model.joints()[i];
            if (joint.effector.starts_with('r')) {
                anglesRad[i] = rng.uniform(joint.minRad, joint.maxRad);
                const auto mirror = mirrorJoint(model, JointId(i));
                ASSERT_TRUE(mirror) << joint.effector;
                anglesRad[mirror->joint.index()] = mirror->sign * anglesRad[i];
                const robot::Joint& other = model.joint(mirror->joint);
                EXPECT_NEAR(insideStops(other, anglesRad[mirror->joint.index()]),
                            anglesRad[mirror->joint.index()], 1e-12)
                    << other.effector << " has other stops";
            }
        }
        std::vector<math::Pose> X_TBody(model.bodies().size());
        robot::forwardKinematics(model, math::Pose{}, anglesRad, X_TBody);
        for (std::size_t i = 0; i < model.bodies().size(); ++i) {
            const std::string& name = model.bodies()[i].name;
            if (name.starts_with('r')) {
                const robot::BodyId left = model.findBody('l' + name.substr(1));
                ASSERT_TRUE(left.isValid()) << name;
                Eigen::Vector3d image = X_TBody[i].p;
                image.x() = -image.x();
                EXPECT_LT((image - X_TBody[left.index()].p).norm(), 1e-9) << name;
            }
        }
    }
}

TEST(JointModelTest, KeepsAnglesInsideTheStops) {
    const robot::Joint& knee = standard().joint(standard().findJoint("lle4"));
    EXPECT_DOUBLE_EQ(insideStops(knee, -10.0), knee.minRad);
    EXPECT_DOUBLE_EQ(insideStops(knee, 10.0), knee.maxRad);
    EXPECT_DOUBLE_EQ(insideStops(knee, -0.5), -0.5);
    EXPECT_DOUBLE_EQ(insideStops(knee, std::numeric_limits<double>::quiet_NaN()), 0.0);
}

TEST(JointPosesTest, AreTheSameAfterWritingAndReading) {
    JointPoses poses;
    std::vector<double> anglesRad(standard().joints().size(), 0.25);
    anglesRad[3] = std::numeric_limits<double>::quiet_NaN();
    poses.store(storedPose("squat", standard(), anglesRad));
    poses.store(storedPose("\u00e4 \"name\"", standard(), std::vector<double>(22, -0.5)));
    EXPECT_EQ(poses.find("squat")->angleRad.size(), 21U);
    const auto read = JointPoses::fromJson(poses.toJson());
    ASSERT_TRUE(read) << read.error().toString();
    EXPECT_EQ(read->names(), poses.names());
    EXPECT_NEAR(read->find("squat")->angleRad.at("lle4"), 0.25, 1e-6);
}

TEST(JointPosesTest, OneNameIsOnePose) {
    JointPoses poses;
    poses.store({"b", {{"lle4", 1.0}}});
    poses.store({"a", {}});
    poses.store({"b", {{"lle4", 2.0}}});
    EXPECT_EQ(poses.names(), QStringList({"a", "b"}));
    EXPECT_DOUBLE_EQ(poses.find("b")->angleRad.at("lle4"), 2.0);
    poses.remove("b");
    poses.remove("never stored");
    EXPECT_EQ(poses.names(), QStringList({"a"}));
    EXPECT_EQ(poses.find("b"), nullptr);
}

TEST(JointPosesTest, RefusesWhatIsNoListOfPoses) {
    struct Case {
        const char* json;
        base::ErrorCode code;
        const char* words;
    };
    for (const Case& c :
         {Case{"[{", base::ErrorCode::Malformed, "not valid JSON"},
          {"{}", base::ErrorCode::Malformed, "not a list"},
          {"[1]", base::ErrorCode::Malformed, "pose 1 has no name"},
          {R"([{"name":"a","joints":{}},{"name":" ","joints":{}}])", base::ErrorCode::Malformed,
           "pose 2 has no name"},
          {R"([{"name":"a"}])", base::ErrorCode::Malformed, "has no joints"},
          {R"([{"name":"a","joints":{"lle4":"x"}}])", base::ErrorCode::Malformed, "not a number"},
          {R"([{"name":"a","joints":{"lle4":1e300}}])", base::ErrorCode::LimitExceeded,
           "too large"}}) {
        const auto read = JointPoses::fromJson(c.json);
        ASSERT_FALSE(read) << c.json;
        EXPECT_EQ(read.error().code, c.code) << c.json;
        EXPECT_NE(read.error().toString().find(c.words), std::string::npos)
            << read.error().toString();
    }
    EXPECT_TRUE(JointPoses::fromJson("").value().poses().empty());
}

} // namespace
} // namespace sideline::widgets
