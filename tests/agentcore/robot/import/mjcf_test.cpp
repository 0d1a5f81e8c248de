#include <algorithm>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/import/robot_import.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/workshop/robot_analysis.h"
#include "agentcore/robot/workshop/robot_checks.h"
#include "agentcore/robot/workshop/robot_file.h"
#include "tests/support/test_files.h"

namespace sideline::robot {
namespace {

using base::ErrorCode;
using Eigen::Vector3d;
using math::radFromDeg;
using ::testing::HasSubstr;

constexpr double kClose = 1e-9;

ImportedRobot mjcfToy() {
    auto read = importRobot(tests::dataFile("robots/toy.xml"));
    EXPECT_TRUE(read) << read.error().toString();
    return std::move(*read);
}

const Joint& jointOf(const RobotModel& model, std::string_view name) {
    const JointId id = model.findJoint(name);
    EXPECT_TRUE(id.isValid()) << name;
    return model.joint(id.isValid() ? id : JointId(std::size_t{0}));
}

// A robot with one body in the torso, which is `body`.
base::Expected<ImportedRobot> readWith(const std::string& settings, const std::string& body) {
    const tests::TempDir folder;
    tests::writeFile(folder / "robot.xml",
                     "<mujoco>\n" + settings +
                         "\n<worldbody><body name=\"base\"><geom size=\"0.1\" mass=\"1\"/>\n" +
                         body + "\n</body></worldbody></mujoco>\n");
    return importRobot(folder / "robot.xml");
}

TEST(MjcfTest, TheToyIsTheSameAsInUrdf) {
    const RobotModel model = mjcfToy().model;
    const RobotModel urdf = importRobot(tests::dataFile("robots/toy.urdf")).value().model;
    ASSERT_EQ(model.bodies().size(), urdf.bodies().size());
    EXPECT_NEAR(model.massKg(), urdf.massKg(), kClose);
    std::vector<math::Pose> poses(model.bodies().size());
    std::vector<math::Pose> urdfPoses(poses.size());
    forwardKinematics(model, {}, std::vector<double>(model.joints().size(), 0.0), poses);
    forwardKinematics(urdf, {}, std::vector<double>(urdf.joints().size(), 0.0), urdfPoses);
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const BodyId other = urdf.findBody(model.bodies()[i].name);
        ASSERT_TRUE(other.isValid()) << model.bodies()[i].name;
        EXPECT_TRUE(poses[i].p.isApprox(urdfPoses[other.index()].p, kClose))
            << model.bodies()[i].name;
        EXPECT_EQ(model.bodies()[i].shape.index(), urdf.body(other).shape.index());
    }
    EXPECT_EQ(model.body(model.findBody(BodyRole::LeftFoot)).name, "left_foot");
    EXPECT_EQ(model.body(model.cameraBody()).name, "head");
    EXPECT_TRUE(model.traits().p_HeadEye.isApprox(Vector3d(0.0, 0.05, 0.01), kClose));
    EXPECT_TRUE(std::ranges::none_of(checkRobot(model), [](const RobotFinding& finding) {
        return finding.severity == RobotFinding::Severity::Error;
    }));
}

TEST(MjcfTest, JointsHaveClassesAnglesAndMotors) {
    const RobotModel model = mjcfToy().model;
    // Named by the sensor `q_hj2`; the reference angle is where the joint is 0 in Sideline.
    const Joint& neck = jointOf(model, "hj2");
    EXPECT_EQ(neck.effector, "he2");
    EXPECT_NEAR(neck.minRad, radFromDeg(-45.0), kClose);
    EXPECT_NEAR(neck.maxRad, radFromDeg(35.0), kClose);
    EXPECT_DOUBLE_EQ(neck.dynamics.maxTorqueNm, 3.0) << "the larger force, with the gear";
    EXPECT_EQ(neck.maxSpeedRadPerS, std::numeric_limits<double>::infinity());
    // Two joints of a body are a universal joint, the first one next to the parent.
    const Joint& pitch = jointOf(model, "llj2");
    EXPECT_EQ(pitch.kind, JointKind::UniversalFirst);
    EXPECT_TRUE(pitch.axis.isApprox(-Vector3d::UnitX(), kClose));
    EXPECT_DOUBLE_EQ(pitch.dynamics.maxTorqueNm, 10.0);
    const Joint& roll = model.joint(otherAxis(model, model.findJoint("llj2")));
    EXPECT_TRUE(roll.axis.isApprox(Vector3d::UnitY(), kClose));
    EXPECT_NEAR(roll.maxRad, radFromDeg(35.0), kClose);
    EXPECT_DOUBLE_EQ(roll.dynamics.maxTorqueNm, 18.0) << "limited by the class of the joint";
    EXPECT_DOUBLE_EQ(jointOf(model, "llj3").dynamics.maxTorqueNm, 1000.0);
    EXPECT_DOUBLE_EQ(jointOf(model, "laj1").dynamics.maxTorqueNm, 0.0) << "without an actuator";
}

TEST(MjcfTest, NamesWhatItDoesNotReadWithTheFileThatHasIt) {
    const ImportedRobot robot = mjcfToy();
    std::vector<std::string> texts;
    for (const ImportNote& note : robot.notes) {
        texts.push_back(note.text);
        EXPECT_GT(note.line, 0U);
    }
    EXPECT_THAT(texts,
                testing::UnorderedElementsAre(
                    "a <geom> in the world is ignored",
                    "damping, armature, friction and springs of joints are ignored (and 13 more)",
                    "meshes are ignored",
                    "a motor without a limit is given a limit of 1000 N m (and 1 more)"));
}

TEST(MjcfTest, MassComesFromShapesWhereNothingElseGivesIt) {
    const auto read = readWith("", "<body name=\"arm\"><joint range=\"-10 10\"/>"
                                   "<geom type=\"capsule\" size=\"0.1 0.2\"/></body>");
    ASSERT_TRUE(read) << read.error().toString();
    const Body& arm = read->model.bodies()[1];
    EXPECT_NEAR(arm.massKg, 1000.0 * math::kPi * 0.01 * (4.0 / 3.0 * 0.1 + 0.4), 1e-9);
    EXPECT_FALSE(arm.inertiaKgM2) << "that of its shape";
    // Two shapes: 1 kg at 0.1 m on each side.
    const auto two = readWith("", "<body name=\"arm\"><joint range=\"-10 10\"/>"
                                  "<geom size=\"0.1\" mass=\"1\" pos=\"0 0.1 0\"/>"
                                  "<geom size=\"0.1\" mass=\"1\" pos=\"0 -0.1 0\"/></body>");
    ASSERT_TRUE(two) << two.error().toString();
    const Eigen::Matrix3d inertia = inertiaKgM2(two->model.bodies()[1]);
    EXPECT_NEAR(inertia(1, 1), 2.0 * (0.4 * 0.01 + 0.01), 1e-9) << "forward is the former x";
    EXPECT_NEAR(inertia(0, 0), 2.0 * 0.4 * 0.01, 1e-9);
}

struct Orientation {
    const char* name;
    const char* compiler;
    const char* attribute;
};
// All of them turn by 90 degrees about z, to the left.
const Orientation kOrientations[] = {
    {"Quaternion", "", "quat=\"0.7071067811865476 0 0 0.7071067811865476\""},
    {"AxisAngle", "", "axisangle=\"0 0 2 90\""},
    {"EulerDegrees", "", "euler=\"0 0 90\""},
    {"EulerRadians", "<compiler angle=\"radian\"/>", "euler=\"0 0 1.5707963267948966\""},
    {"EulerSequence", "<compiler eulerseq=\"zyx\"/>", "euler=\"90 0 0\""},
    // About the fixed x by -90, then about the fixed y by 90, then back about the fixed x.
    {"FixedAxes", "<compiler eulerseq=\"XYX\"/>", "euler=\"-90 90 90\""},
    {"Axes", "", "xyaxes=\"0 1 0 -1 0 0\""},
};

class MjcfOrientationTest : public testing::TestWithParam<Orientation> {};

TEST_P(MjcfOrientationTest, TurnsTheBody) {
    const auto read =
        readWith(GetParam().compiler, std::string("<body name=\"arm\" pos=\"0 0 1\" ") +
                                          GetParam().attribute +
                                          "><geom type=\"box\" size=\"0.1 0.1 0.1\" "
                                          "pos=\"1 0 0\"/></body>");
    ASSERT_TRUE(read) << read.error().toString();
    // 1 m along the arm's x, which is to the left.
    EXPECT_TRUE(read->model.bodies()[1].p_ParentBody.isApprox(Vector3d(-1.0, 0.0, 1.0), 1e-6))
        << read->model.bodies()[1].p_ParentBody.transpose();
}

INSTANTIATE_TEST_SUITE_P(All, MjcfOrientationTest, testing::ValuesIn(kOrientations),
                         [](const auto& param) { return std::string(param.param.name); });

TEST(MjcfTest, FramesAndClassesOfBodiesApply) {
    const auto read = readWith(
        "<default><default class=\"big\"><geom type=\"box\" size=\"0.2 0.2 0.2\"/>"
        "<default class=\"flat\"><geom size=\"0.2 0.2 0.1\"/></default></default></default>",
        "<frame pos=\"0 0 1\" childclass=\"big\"><body name=\"arm\"><geom/></body>"
        "<body name=\"leg\"><geom class=\"flat\"/></body></frame>");
    ASSERT_TRUE(read) << read.error().toString();
    const RobotModel& model = read->model;
    EXPECT_TRUE(std::get<Box>(model.body(model.findBody("arm")).shape)
                    .sizeM.isApprox(Vector3d(0.4, 0.4, 0.4), kClose));
    EXPECT_TRUE(std::get<Box>(model.body(model.findBody("leg")).shape)
                    .sizeM.isApprox(Vector3d(0.4, 0.4, 0.2), kClose));
    EXPECT_TRUE(
        model.body(model.findBody("arm")).p_ParentBody.isApprox(Vector3d(0.0, 0.0, 1.0), kClose));
}

struct BadMjcf {
    const char* name;
    const char* text; // line 2 begins after `<mujoco>`
    const char* found;
};

const BadMjcf kBadMjcf[] = {
    {"NoRobot", "<worldbody/>", ":1: there is no robot; expected a <body> in <worldbody>"},
    {"SeveralRobots",
     "<worldbody><body><geom size=\"1\"/></body>\n<body><geom size=\"1\"/></body></worldbody>",
     ":3: the world contains several bodies"},
    {"NoMass", "<worldbody><body name=\"a\"/></worldbody>", ":2: the first link 'a' has no mass"},
    {"NegativeMass",
     "<worldbody><body>\n<inertial pos=\"0 0 0\" mass=\"-2\" diaginertia=\"1 1 "
     "1\"/></body></worldbody>",
     ":3: the mass is \"-2\"; expected mass=\"...\" above 0 kg"},
    {"NegativeGeom", "<worldbody><body>\n<geom size=\"1\" mass=\"-1\"/></body></worldbody>",
     ":3: a geom has negative mass"},
    {"NotANumber", "<worldbody><body>\n<geom size=\"nan\"/></body></worldbody>",
     ":3: size=\"nan\"; expected 1 to 3 numbers"},
    {"NoInertia", "<worldbody><body>\n<inertial pos=\"0 0 0\" mass=\"2\"/></body></worldbody>",
     ":3: an <inertial> has no inertia"},
    {"NoSize", "<worldbody><body>\n<geom type=\"box\" size=\"1 1\"/></body></worldbody>",
     ":3: the size of a box is \"1 1\"; expected three numbers above 0"},
    {"UnknownShape", "<worldbody><body>\n<geom type=\"cone\" size=\"1\"/></body></worldbody>",
     ":3: a geom has type 'cone'"},
    {"UnknownClass", "<worldbody><body>\n<geom class=\"x\" size=\"1\"/></body></worldbody>",
     ":3: unknown default class 'x'"},
    {"UnknownChildClass", "<worldbody>\n<body childclass=\"x\"/></worldbody>",
     ":3: unknown default class 'x'"},
    {"Sliding",
     "<worldbody><body><geom size=\"1\"/>\n<body><joint name=\"j\" "
     "type=\"slide\"/></body></body></worldbody>",
     ":3: joint 'j' has type 'slide'; expected a hinge"},
    {"ThreeJoints",
     "<worldbody><body><geom size=\"1\"/>\n<body "
     "name=\"b\"><joint/><joint/><joint/></body></body></worldbody>",
     ":3: body 'b' has 3 joints"},
    {"JointsApart",
     "<worldbody><body><geom size=\"1\"/>\n<body name=\"b\"><joint/><joint pos=\"0 0 "
     "1\"/></body></body></worldbody>",
     ":3: the joints of body 'b' are at different places"},
    {"NoAxis",
     "<worldbody><body><geom size=\"1\"/><body>\n<joint name=\"j\" axis=\"0 0 "
     "0\"/></body></body></worldbody>",
     ":3: joint 'j' has no axis"},
    {"ImpossibleRange",
     "<worldbody><body><geom size=\"1\"/><body>\n<joint name=\"j\" range=\"1 "
     "-1\"/></body></body></worldbody>",
     ":3: joint 'j' has impossible limits; expected range=\"LOWER UPPER\" in degrees"},
    {"UnknownJoint",
     "<worldbody><body><geom size=\"1\"/></body></worldbody>\n<actuator><motor "
     "joint=\"j\"/></actuator>",
     ":3: the actuator's joint 'j' is unknown"},
    {"Replicated",
     "<worldbody><body><geom size=\"1\"/>\n<replicate count=\"3\"/></body></worldbody>",
     ":3: bodies are generated by <replicate>"},
    {"UnknownAngle", "<compiler angle=\"turns\"/>",
     ":2: angle=\"turns\"; expected degree or radian"},
    {"GlobalCoordinates", "<compiler coordinate=\"global\"/>", ":2: coordinate=\"global\""},
    {"EulerSequence", "<compiler eulerseq=\"xy\"/>", ":2: eulerseq=\"xy\""},
    {"NoIncludedName", "<include/>", ":2: an <include> names no file"},
    {"NoIncludedFile", "<include file=\"none.xml\"/>", ":2: there is no file 'none.xml'"},
    {"IncludeAbove", "<include file=\"../other.xml\"/>",
     ":2: the included file '../other.xml' is outside the robot's folder"},
    {"IncludeAbsolute", "<include file=\"/etc/passwd\"/>",
     ":2: the included file '/etc/passwd' is outside"},
    {"IncludesItself", "<include file=\"bad.xml\"/>", ":2: 'bad.xml' is included twice"},
    {"EntityBomb", "<!DOCTYPE mujoco [<!ENTITY a \"b\">]>", ":2: invalid XML"},
};

class BadMjcfTest : public testing::TestWithParam<BadMjcf> {};

TEST_P(BadMjcfTest, IsNamedWithItsLine) {
    const tests::TempDir folder;
    tests::writeFile(folder / "bad.xml",
                     std::string("<mujoco>\n") + GetParam().text + "\n</mujoco>\n");
    const auto read = importRobot(folder / "bad.xml");
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().toString(), HasSubstr("bad.xml:"));
    EXPECT_THAT(read.error().toString(), HasSubstr(GetParam().found));
    EXPECT_FALSE(read.error().expected.empty());
}

INSTANTIATE_TEST_SUITE_P(Faults, BadMjcfTest, testing::ValuesIn(kBadMjcf),
                         [](const auto& param) { return std::string(param.param.name); });

TEST(MjcfTest, IncludedFilesStayInTheFolderAndHaveTheirOwnLines) {
    const tests::TempDir folder;
    const tests::TempDir elsewhere;
    tests::writeFile(folder / "robot.xml",
                     "<mujoco>\n<worldbody><body><geom size=\"1\"/>\n<include "
                     "file=\"arm.xml\"/></body></worldbody></mujoco>\n");
    tests::writeFile(folder / "arm.xml",
                     "<mujocoinclude>\n\n<body><geom size=\"-1\"/></body></mujocoinclude>\n");
    const auto bad = importRobot(folder / "robot.xml");
    ASSERT_FALSE(bad);
    EXPECT_THAT(bad.error().toString(), HasSubstr("arm.xml:3: the size of a sphere is \"-1\""));
    // A link that leads out of the folder.
    tests::writeFile(elsewhere / "arm.xml",
                     "<mujocoinclude><body><geom size=\"1\"/></body></mujocoinclude>\n");
    std::filesystem::remove(folder / "arm.xml");
    std::filesystem::create_symlink(elsewhere / "arm.xml", folder / "arm.xml");
    const auto outside = importRobot(folder / "robot.xml");
    ASSERT_FALSE(outside);
    EXPECT_EQ(outside.error().code, ErrorCode::InvalidArgument);
    EXPECT_THAT(outside.error().toString(), HasSubstr("robot.xml:3: the included file"));
}

TEST(MjcfTest, DamagedFilesDoNotCrash) {
    const std::string good = tests::readUnpacked(tests::dataFile("robots/toy.xml"));
    const std::string arms = tests::readUnpacked(tests::dataFile("robots/parts/arms.xml"));
    const tests::TempDir folder;
    std::filesystem::create_directories(folder / "parts");
    tests::writeFile(folder / "parts" / "arms.xml", arms);
    base::Rng random(5);
    for (int i = 0; i < 300; ++i) {
        std::string text = good;
        for (int k = 0; k < 3; ++k) {
            const auto at =
                static_cast<std::size_t>(random.uniform(0.0, static_cast<double>(text.size() - 1)));
            text[at] = static_cast<char>(random.uniform(1.0, 127.0));
        }
        tests::writeFile(folder / "damaged.xml", text);
        const auto read = importRobot(folder / "damaged.xml");
        EXPECT_TRUE(read.has_value() || !read.error().message.empty());
    }
}

TEST(RobotImportTest, FilesAreRecognizedByNameAndFirstElement) {
    const tests::TempDir folder;
    tests::writeFile(folder / "tree.xml", "<root BTCPP_format=\"4\"/>\n");
    tests::writeFile(folder / "urdf.xml",
                     "<?xml version=\"1.0\"?>\n<!-- <a> -->\n<robot name=\"r\"/>\n");
    EXPECT_TRUE(isImportable(tests::dataFile("robots/toy.xml")));
    EXPECT_TRUE(isImportable(folder / "urdf.xml"));
    EXPECT_TRUE(isImportable("any.URDF"));
    EXPECT_FALSE(isImportable(folder / "tree.xml"));
    EXPECT_FALSE(isImportable(folder / "none.xml"));
    EXPECT_FALSE(isImportable("robot.rsg"));
}

} // namespace
} // namespace sideline::robot
