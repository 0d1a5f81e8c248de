#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/import/robot_import.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/rsg/scene_text.h"
#include "agentcore/robot/workshop/robot_analysis.h"
#include "agentcore/robot/workshop/robot_checks.h"
#include "agentcore/robot/workshop/robot_file.h"
#include "agentcore/robot/workshop/urdf_text.h"
#include "tests/support/test_files.h"

namespace sideline::robot {
namespace {

using base::ErrorCode;
using Eigen::Vector3d;
using ::testing::HasSubstr;

constexpr double kNear = 1e-9;

ImportedRobot toy(FixedBodies fixed = FixedBodies::Keep) {
    auto read = importRobot(tests::dataFile("robots/toy.urdf"), fixed);
    EXPECT_TRUE(read) << read.error().toString();
    return std::move(*read);
}

const Body& bodyOf(const RobotModel& model, std::string_view name) {
    const BodyId id = model.findBody(name);
    EXPECT_TRUE(id.isValid()) << name;
    return model.body(id.isValid() ? id : BodyId(std::size_t{0}));
}

std::vector<std::string> noteTexts(const ImportedRobot& robot) {
    std::vector<std::string> texts;
    for (const ImportNote& note : robot.notes) {
        texts.push_back(note.text);
    }
    return texts;
}

TEST(UrdfTest, BodiesHaveSidelinesFramesInTheMiddleOfTheirColliders) {
    const RobotModel model = toy().model;
    EXPECT_EQ(model.name(), "toy");
    EXPECT_EQ(model.traits().scenePath, "rsg/agent/toy.rsg");
    ASSERT_EQ(model.bodies().size(), 13U);
    EXPECT_NEAR(model.massKg(), 5.6, kNear);
    const Body& torso = model.bodies().front();
    EXPECT_EQ(torso.name, "torso");
    EXPECT_TRUE(std::get<Box>(torso.shape).sizeM.isApprox(Vector3d(0.2, 0.1, 0.24), kNear));
    EXPECT_TRUE(torso.collides);
    EXPECT_TRUE(torso.p_BodyCom.isApprox(Vector3d(0.0, 0.01, -0.08), kNear));
    ASSERT_TRUE(torso.inertiaKgM2);
    EXPECT_TRUE(torso.inertiaKgM2->diagonal().isApprox(Vector3d(0.02, 0.03, 0.01), kNear));
    EXPECT_NEAR(model.traits().p_STorsoAtStart.z(), 0.5, kNear) << "stands on the ground";
    // A capsule turns its body's frame, so that its axis is z.
    const Body& arm = bodyOf(model, "left_upper_arm");
    EXPECT_NEAR(std::get<Capsule>(arm.shape).radiusM, 0.02, kNear);
    EXPECT_NEAR(std::get<Capsule>(arm.shape).lengthM, 0.08, kNear);
    EXPECT_TRUE(arm.p_ParentBody.isApprox(Vector3d(-0.18, 0.0, 0.1), kNear));
    EXPECT_NEAR(std::abs(arm.R_ParentBody(0, 2)), 1.0, kNear);
    // Two colliders are one box.
    const Body& foot = bodyOf(model, "left_foot");
    EXPECT_TRUE(std::get<Box>(foot.shape).sizeM.isApprox(Vector3d(0.08, 0.16, 0.03), kNear));
    EXPECT_EQ(foot.solids.size(), 2U);
}

TEST(UrdfTest, JointsHaveAxesLimitsSpeedsAndTorques) {
    const RobotModel model = toy().model;
    ASSERT_EQ(model.joints().size(), 14U);
    const Joint& neck = model.joint(model.findJoint("hj2"));
    EXPECT_EQ(neck.effector, "he2");
    EXPECT_TRUE(neck.axis.isApprox(-Vector3d::UnitX(), kNear)) << "y is to the left in URDF";
    EXPECT_TRUE(neck.anchor_Child.isApprox(Vector3d(0.0, 0.0, -0.06), kNear));
    EXPECT_DOUBLE_EQ(neck.minRad, -0.7);
    EXPECT_DOUBLE_EQ(neck.maxRad, 0.7);
    EXPECT_DOUBLE_EQ(neck.maxSpeedRadPerS, 5.0);
    EXPECT_DOUBLE_EQ(neck.dynamics.maxTorqueNm, 3.0);
    // Two joints with a link without mass in between are a universal joint.
    const JointId hip = model.findJoint("llj1_2");
    ASSERT_TRUE(hip.isValid());
    EXPECT_EQ(model.joint(hip).kind, JointKind::UniversalFirst);
    EXPECT_TRUE(model.joint(hip).axis.isApprox(-Vector3d::UnitX(), kNear));
    EXPECT_TRUE(model.joint(otherAxis(model, hip)).axis.isApprox(Vector3d::UnitY(), kNear));
    EXPECT_DOUBLE_EQ(model.joint(hip).minRad, -1.5);
    EXPECT_DOUBLE_EQ(model.joint(otherAxis(model, hip)).maxRad, 0.6);
}

TEST(UrdfTest, LimbsAndSensorsAreFound) {
    const RobotModel model = toy().model;
    EXPECT_EQ(model.body(model.findBody(BodyRole::LeftFoot)).name, "left_foot");
    EXPECT_EQ(model.body(model.findBody(BodyRole::RightHand)).name, "right_forearm");
    EXPECT_EQ(model.body(model.cameraBody()).name, "head");
    EXPECT_TRUE(model.traits().p_HeadEye.isApprox(Vector3d(0.0, 0.05, 0.01), kNear));
    const auto& perceptors = model.percepts().perceptors;
    const auto force = std::ranges::find(perceptors, "rf", &Perceptor::name);
    ASSERT_NE(force, perceptors.end());
    EXPECT_EQ(force->kind, PerceptorKind::ForceResistance);
    EXPECT_EQ(model.body(force->body).name, "right_foot");
    for (const RobotFinding& finding : checkRobot(model)) {
        EXPECT_EQ(finding.severity, RobotFinding::Severity::Warning) << finding.text;
        EXPECT_THAT(finding.text, testing::Not(HasSubstr("differs from")))
            << "frames of both sides are mirrored";
    }
}

TEST(UrdfTest, NamesWhatItDoesNotRead) {
    const ImportedRobot robot = toy();
    EXPECT_THAT(noteTexts(robot),
                testing::UnorderedElementsAre(
                    "damping and friction of joints are ignored", "settings of Gazebo are ignored",
                    "meshes are ignored", "a cylinder of 'neck' is replaced by a capsule",
                    "a cylinder of 'left_upper_arm' is replaced by a capsule",
                    "a cylinder of 'right_upper_arm' is replaced by a capsule",
                    "the 2 shapes of 'left_foot' collide as their bounding box",
                    "the 2 shapes of 'right_foot' collide as their bounding box"));
    const auto mesh = std::ranges::find(robot.notes, "meshes are ignored", &ImportNote::text);
    EXPECT_THAT(mesh->toString(), HasSubstr("toy.urdf:14: meshes"));
}

TEST(UrdfTest, FixedLinksAreKeptOrMerged) {
    const std::string text = R"(<robot name="box">
  <link name="a"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>
  </inertial></link>
  <link name="b"><inertial><mass value="3"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>
  </inertial></link>
  <joint name="ab" type="fixed"><parent link="a"/><child link="b"/><origin xyz="0 0 1"/></joint>
</robot>
)";
    const tests::TempDir folder;
    tests::writeFile(folder / "box.urdf", text);
    const auto kept = importRobot(folder / "box.urdf");
    ASSERT_TRUE(kept) << kept.error().toString();
    ASSERT_EQ(kept->model.bodies().size(), 2U);
    EXPECT_FALSE(kept->model.bodies()[1].joint.isValid());
    EXPECT_TRUE(kept->model.bodies()[1].p_ParentBody.isApprox(Vector3d(0.0, 0.0, 1.0), kNear));
    const auto merged = importRobot(folder / "box.urdf", FixedBodies::Merge);
    ASSERT_TRUE(merged) << merged.error().toString();
    ASSERT_EQ(merged->model.bodies().size(), 1U);
    const Body& body = merged->model.bodies().front();
    EXPECT_NEAR(body.massKg, 4.0, kNear);
    // 1 kg at 0.75 m and 3 kg at 0.25 m from the common center of mass.
    EXPECT_NEAR(inertiaKgM2(body)(0, 0), 2.0 + 0.5625 + 3.0 * 0.0625, kNear);
    EXPECT_NEAR(inertiaKgM2(body)(2, 2), 2.0, kNear);
}

TEST(UrdfTest, RobotsThatWereWrittenAreReadAgain) {
    const tests::TempDir folder;
    base::Rng random(7);
    for (const RobotModelPtr& model : builtInRobots()) {
        SCOPED_TRACE(model->name());
        tests::writeFile(folder / "robot.urdf", urdfText(*model));
        const auto read = importRobot(folder / "robot.urdf");
        ASSERT_TRUE(read) << read.error().toString();
        ASSERT_EQ(read->model.bodies().size(), model->bodies().size());
        ASSERT_EQ(read->model.joints().size(), model->joints().size());
        EXPECT_NEAR(read->model.massKg(), model->massKg(), kNear);
        std::vector<double> anglesRad(model->joints().size());
        std::vector<double> readRad(anglesRad.size());
        for (std::size_t i = 0; i < anglesRad.size(); ++i) {
            const Joint& joint = model->joints()[i];
            anglesRad[i] = random.uniform(-1.0, 1.0);
            const auto same = std::ranges::find_if(read->model.joints(), [&](const Joint& each) {
                return read->model.body(each.child).name == model->body(joint.child).name &&
                       each.kind == joint.kind;
            });
            ASSERT_NE(same, read->model.joints().end()) << model->body(joint.child).name;
            if (!joint.perceptor.empty()) { // URDF requires a name of every joint
                EXPECT_EQ(same->perceptor, joint.perceptor);
                EXPECT_EQ(same->effector, joint.effector);
            }
            EXPECT_NEAR(std::max(same->minRad, -9.0), std::max(joint.minRad, -9.0), kNear);
            EXPECT_NEAR(std::min(same->maxRad, 9.0), std::min(joint.maxRad, 9.0), kNear);
            EXPECT_NEAR(same->dynamics.maxTorqueNm, joint.dynamics.maxTorqueNm, kNear);
            readRad[static_cast<std::size_t>(same - read->model.joints().begin())] = anglesRad[i];
        }
        std::vector<math::Pose> poses(model->bodies().size());
        std::vector<math::Pose> readPoses(poses.size());
        forwardKinematics(*model, {}, anglesRad, poses);
        forwardKinematics(read->model, {}, readRad, readPoses);
        for (std::size_t i = 0; i < poses.size(); ++i) {
            const Body& body = model->bodies()[i];
            const BodyId id = read->model.findBody(body.name);
            ASSERT_TRUE(id.isValid()) << body.name;
            const Body& other = read->model.body(id);
            const math::Pose& X = readPoses[id.index()];
            EXPECT_LT((X * other.p_BodyCom - poses[i] * body.p_BodyCom).norm(), 1e-6) << body.name;
            const Eigen::Matrix3d inertia = poses[i].R * inertiaKgM2(body) * poses[i].R.transpose();
            const Eigen::Matrix3d readInertia = X.R * inertiaKgM2(other) * X.R.transpose();
            EXPECT_LT((inertia - readInertia).norm(), 1e-6) << body.name;
        }
    }
}

TEST(UrdfTest, ConvertsToASceneFile) {
    const tests::TempDir folder;
    const RobotFile read = readRobotFile(tests::dataFile("robots/toy.urdf"), 0).value();
    EXPECT_FALSE(read.isWhole) << "saving must not replace it";
    EXPECT_FALSE(read.notes.empty());
    EXPECT_EQ(withoutShapeInertia(*read.model).front(), "torso");
    tests::writeFile(folder / "toy.rsg", rsg::sceneText(*read.model));
    const auto same = checkReadsBack(folder / "toy.rsg", *read.model);
    EXPECT_TRUE(same) << same.error().toString();
}

struct BadUrdf {
    const char* name;
    const char* text;
    const char* found; // part of the message with its line
};

constexpr const char* kLink =
    "<link name=\"a\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" "
    "iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial></link>\n";

// `@` stands for a good link `a`, in one line.
const BadUrdf kBadUrdf[] = {
    {"Empty", "", ":1: invalid XML"},
    {"Truncated", "<robot name=\"r\">\n@<link name=\"b\">\n", ": invalid XML: "},
    {"NoXml", "(RSG 0 1)\n", ":1: invalid XML"},
    {"AnotherRoot", "<?xml version=\"1.0\"?>\n<sdf/>\n",
     ":2: the first element is <sdf>; expected <robot> (URDF) or <mujoco> (MJCF)"},
    {"EntityBomb",
     "<?xml version=\"1.0\"?>\n<!DOCTYPE robot [<!ENTITY a \"ha\">\n<!ENTITY b \"&a;&a;\">]>\n"
     "<robot name=\"&b;\">\n@</robot>\n",
     ":2: a document type declaration; expected a robot without <!DOCTYPE>"},
    {"NoName", "<robot>\n@</robot>\n", ":1: a <robot> without 'name'"},
    {"AnotherVersion", "<robot name=\"r\" version=\"2.0\">\n@</robot>\n", ":1: URDF version 2.0"},
    {"NoLink", "<robot name=\"r\">\n</robot>\n", ":1: the robot has no links"},
    {"Macro", "<robot name=\"r\">\n@<xacro:arm/>\n</robot>\n", ":3: a macro <xacro:arm>"},
    {"LinkTwice", "<robot name=\"r\">\n@@</robot>\n", ":3: a second link 'a'"},
    {"NegativeMass",
     "<robot name=\"r\">\n<link name=\"a\"><inertial>\n<mass value=\"-1\"/><inertia/>"
     "</inertial></link>\n</robot>\n",
     ":3: the mass of 'a' is -1; expected 0 kg or more"},
    {"NotANumber",
     "<robot name=\"r\">\n<link name=\"a\"><inertial>\n<mass value=\"nan\"/><inertia/>"
     "</inertial></link>\n</robot>\n",
     ":3: value=\"nan\"; expected 1 number"},
    {"InfiniteOrigin",
     "<robot name=\"r\">\n<link name=\"a\"><collision>\n<origin xyz=\"0 inf 0\"/></collision>"
     "</link>\n</robot>\n",
     ":3: xyz=\"0 inf 0\"; expected 3 numbers"},
    {"NegativeInertia",
     "<robot name=\"r\">\n<link name=\"a\"><inertial><mass value=\"1\"/>\n<inertia ixx=\"-1\" "
     "ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial></link>\n</robot>\n",
     ":3: the inertia of 'a' has a negative moment"},
    {"NoMass", "<robot name=\"r\">\n<link name=\"a\"/>\n</robot>\n",
     ":2: the first link 'a' has no mass"},
    {"FlatBox",
     "<robot name=\"r\">\n<link name=\"a\"><collision><geometry>\n<box size=\"1 0 1\"/>"
     "</geometry></collision></link>\n</robot>\n",
     ":3: 'size' of <box> is \"1 0 1\"; expected more than 0"},
    {"UnknownShape",
     "<robot name=\"r\">\n<link name=\"a\"><visual><geometry>\n<cone/>"
     "</geometry></visual></link>\n</robot>\n",
     ":3: the geometry is a <cone>; expected box, sphere, cylinder or mesh"},
    {"MissingLink",
     "<robot name=\"r\">\n@<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/>\n"
     "<child link=\"b\"/></joint>\n</robot>\n",
     ":4: joint 'j' names the unknown link 'b'; expected the name of a <link>"},
    {"NoChild",
     "<robot name=\"r\">\n@<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/></joint>\n"
     "</robot>\n",
     ":3: joint 'j' has no child"},
    {"Sliding", "<robot name=\"r\">\n@<joint name=\"j\" type=\"prismatic\"/>\n</robot>\n",
     ":3: joint 'j' is prismatic; expected revolute"},
    {"UnknownType", "<robot name=\"r\">\n@<joint name=\"j\" type=\"hinge\"/>\n</robot>\n",
     ":3: joint 'j' has the unknown type 'hinge'"},
    {"NoLimit", "<robot name=\"r\">\n@<joint name=\"j\" type=\"revolute\"/>\n</robot>\n",
     ":3: the revolute joint 'j' has no <limit>"},
    {"ImpossibleLimit",
     "<robot name=\"r\">\n@<joint name=\"j\" type=\"revolute\">\n<limit lower=\"1\" upper=\"-1\" "
     "effort=\"1\" velocity=\"1\"/></joint>\n</robot>\n",
     ":4: joint 'j' has impossible limits"},
    {"NoAxis",
     "<robot name=\"r\">\n@<joint name=\"j\" type=\"continuous\">\n<axis xyz=\"0 0 0\"/></joint>\n"
     "</robot>\n",
     ":4: joint 'j' has no axis"},
    {"Ring",
     "<robot name=\"r\">\n@<link name=\"b\"/><link name=\"c\"/>\n"
     "<joint name=\"bc\" type=\"fixed\"><parent link=\"b\"/><child link=\"c\"/></joint>\n"
     "<joint name=\"cb\" type=\"fixed\"><parent link=\"c\"/><child "
     "link=\"b\"/></joint>\n</robot>\n",
     ":4: joint 'bc' closes a loop of links; expected a tree of links"},
    {"OnlyARing",
     "<robot name=\"r\">\n@<joint name=\"aa\" type=\"fixed\"><parent link=\"a\"/>"
     "<child link=\"a\"/></joint>\n</robot>\n",
     ":3: joint 'aa' closes a loop of links"},
    {"TwoParents",
     "<robot name=\"r\">\n@<link name=\"b\"/><link name=\"c\"/>\n"
     "<joint name=\"ac\" type=\"fixed\"><parent link=\"a\"/><child link=\"c\"/></joint>\n"
     "<joint name=\"bc\" type=\"fixed\"><parent link=\"b\"/><child "
     "link=\"c\"/></joint>\n</robot>\n",
     ":5: link 'c' is already attached by 'ac'"},
    {"LooseLink", "<robot name=\"r\">\n@<link name=\"b\"/>\n</robot>\n",
     ":3: link 'b' is attached to nothing"},
    {"MovesWithoutMass",
     "<robot name=\"r\">\n@<link name=\"b\"/>\n<joint name=\"ab\" type=\"continuous\">"
     "<parent link=\"a\"/><child link=\"b\"/></joint>\n</robot>\n",
     ":3: 'b' moves, but has no mass"},
};

class BadUrdfTest : public testing::TestWithParam<BadUrdf> {};

TEST_P(BadUrdfTest, IsNamedWithItsLine) {
    std::string text = GetParam().text;
    for (std::size_t at = text.find('@'); at != std::string::npos; at = text.find('@')) {
        text.replace(at, 1, kLink);
    }
    const tests::TempDir folder;
    tests::writeFile(folder / "bad.urdf", text);
    const auto read = importRobot(folder / "bad.urdf");
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().toString(), HasSubstr("bad.urdf:"));
    EXPECT_THAT(read.error().toString(), HasSubstr(GetParam().found));
    EXPECT_FALSE(read.error().expected.empty());
}

INSTANTIATE_TEST_SUITE_P(Faults, BadUrdfTest, testing::ValuesIn(kBadUrdf),
                         [](const auto& param) { return std::string(param.param.name); });

TEST(UrdfTest, HugeFilesAndDeepNestingAreRejected) {
    const tests::TempDir folder;
    tests::writeFile(folder / "long.urdf", std::string(kMaxImportBytes + 1, ' '));
    EXPECT_EQ(importRobot(folder / "long.urdf").error().code, ErrorCode::LimitExceeded);
    std::string deep = "<robot name=\"r\">\n";
    for (int i = 0; i < 100'000; ++i) {
        deep += "<a>";
    }
    tests::writeFile(folder / "deep.urdf", deep);
    EXPECT_FALSE(importRobot(folder / "deep.urdf")) << "cut off";
    for (int i = 0; i < 100'000; ++i) {
        deep += "</a>";
    }
    tests::writeFile(folder / "deep.urdf", deep + "</robot>\n");
    const auto nested = importRobot(folder / "deep.urdf");
    ASSERT_FALSE(nested);
    EXPECT_EQ(nested.error().code, ErrorCode::LimitExceeded);
    EXPECT_THAT(nested.error().toString(),
                HasSubstr("deep.urdf:2: elements are nested too deeply"));
    // A chain of more links than a robot may have.
    std::string chain = "<robot name=\"r\">\n";
    for (int i = 0; i < 40; ++i) {
        const std::string name = "l" + std::to_string(i);
        chain += std::string(kLink).replace(12, 1, name);
        if (i > 0) {
            chain += "<joint name=\"j" + std::to_string(i) +
                     "\" type=\"continuous\"><parent link=\"l" + std::to_string(i - 1) +
                     "\"/><child link=\"" + name + "\"/></joint>\n";
        }
    }
    tests::writeFile(folder / "chain.urdf", chain + "</robot>\n");
    const auto many = importRobot(folder / "chain.urdf");
    ASSERT_FALSE(many);
    EXPECT_EQ(many.error().code, ErrorCode::LimitExceeded);
    EXPECT_THAT(many.error().toString(), HasSubstr("too many joints; expected at most 32"));
    EXPECT_EQ(importRobot(folder / "none.urdf").error().code, ErrorCode::NotFound);
}

TEST(UrdfTest, DamagedFilesNeverCrash) {
    const std::string good = tests::readUnpacked(tests::dataFile("robots/toy.urdf"));
    const tests::TempDir folder;
    base::Rng random(3);
    for (int i = 0; i < 300; ++i) {
        std::string text = good;
        for (int k = 0; k < 3; ++k) {
            const auto at =
                static_cast<std::size_t>(random.uniform(0.0, static_cast<double>(text.size() - 1)));
            text[at] = static_cast<char>(random.uniform(1.0, 127.0));
        }
        text.resize(i % 3 == 0 ? static_cast<std::size_t>(
                                     random.uniform(0.0, static_cast<double>(text.size())))
                               : text.size());
        tests::writeFile(folder / "damaged.urdf", text);
        const auto read = importRobot(folder / "damaged.urdf");
        EXPECT_TRUE(read.has_value() || !read.error().message.empty());
    }
}

} // namespace
} // namespace sideline::robot
