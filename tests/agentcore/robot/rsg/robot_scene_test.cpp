#include "agentcore/robot/rsg/robot_scene.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/kinematics.h"
#include "tests/support/test_files.h"

namespace sideline::robot::rsg {
namespace {

using base::ErrorCode;
using math::radFromDeg;

SceneSource smallSource(const char* type) {
    return {{tests::dataFile("rsg")}, {type}, {"sizes.rb"}};
}

RobotModel smallRobot(const char* type) {
    auto robot = readRobotScene("small/robot.rsg", smallSource(type));
    EXPECT_TRUE(robot) << robot.error().toString();
    return std::move(*robot);
}

TEST(RobotSceneTest, BodiesHaveTheirMassesAndPlaces) {
    const RobotModel robot = smallRobot("0");
    ASSERT_EQ(robot.bodies().size(), 6U);
    EXPECT_EQ(robot.name(), "robot 0");
    const Body& torso = robot.bodies()[0];
    EXPECT_EQ(torso.name, "torso");
    EXPECT_TRUE(torso.collides);
    EXPECT_TRUE(std::get<Box>(torso.shape).sizeM.isApprox(Eigen::Vector3d(1, 1.5, 1)));
    EXPECT_DOUBLE_EQ(torso.massKg, 2.0 * 1.5);
    EXPECT_EQ(torso.surface, (ContactSurface{0.6, 1e-4, 0.01}));
    EXPECT_TRUE(robot.traits().p_STorsoAtStart.isApprox(Eigen::Vector3d(1, 2, 3)));
    EXPECT_TRUE(robot.traits().collidesWithItself);
    const Body& head = robot.body(robot.findBody("head"));
    EXPECT_FALSE(head.joint.isValid());
    EXPECT_EQ(head.parent, BodyId(std::size_t{0}));
    EXPECT_FALSE(head.collides);
    EXPECT_DOUBLE_EQ(head.massKg, 0.5);
    EXPECT_TRUE(head.p_ParentBody.isApprox(Eigen::Vector3d(0, 0, 0.75)));
    const Body& arm = robot.body(robot.findBody("larm"));
    EXPECT_TRUE(arm.p_ParentBody.isApprox(Eigen::Vector3d(-2, 0, 0)));
    EXPECT_NEAR(arm.massKg, 10.0 * math::kPi * (4.0 / 3.0 * 0.001 + 0.01 * 0.5), 1e-12);
    EXPECT_EQ(arm.surface, (ContactSurface{0.3, std::nullopt, 5e-3}))
        << "as the server, which passes over calls with values that do not fit";
    std::vector<math::Pose> poses(robot.bodies().size());
    forwardKinematics(robot, math::Pose::translation({1, 2, 3}),
                      std::vector<double>(robot.joints().size(), 0.0), poses);
    EXPECT_TRUE(poses[robot.findBody("lhand").index()].p.isApprox(Eigen::Vector3d(-1, 2, 2)));
    EXPECT_TRUE(poses[robot.findBody("rhand").index()].R.isIdentity(1e-12));
    EXPECT_FALSE(poses[robot.findBody("rarm").index()].R.isIdentity(1e-12));
}

TEST(RobotSceneTest, JointsHaveTheirMotorsAndStops) {
    const RobotModel robot = smallRobot("0");
    ASSERT_EQ(robot.joints().size(), 6U);
    const JointId first = robot.findJoint("le1_2");
    const Joint& x = robot.joint(first);
    const Joint& y = robot.joint(otherAxis(robot, first));
    EXPECT_EQ(x.kind, JointKind::UniversalFirst);
    EXPECT_EQ(y.kind, JointKind::UniversalSecond);
    EXPECT_TRUE(x.axis.isApprox(Eigen::Vector3d::UnitX()));
    EXPECT_TRUE(y.axis.isApprox(Eigen::Vector3d::UnitY()));
    EXPECT_DOUBLE_EQ(x.dynamics.maxTorqueNm, 20.0);
    EXPECT_DOUBLE_EQ(y.dynamics.maxTorqueNm, 30.0);
    EXPECT_DOUBLE_EQ(x.minRad, radFromDeg(-90.0));
    EXPECT_DOUBLE_EQ(x.maxRad, radFromDeg(45.0));
    EXPECT_TRUE(std::isinf(y.minRad) && std::isinf(y.maxRad));
    EXPECT_TRUE(std::isinf(x.maxSpeedRadPerS));
    EXPECT_DOUBLE_EQ(y.maxSpeedRadPerS, 3.5);
    EXPECT_TRUE(x.anchor_Child.isApprox(Eigen::Vector3d(0, 0, 0.25)));
    const Joint& hinge = robot.joint(robot.findJoint("rj3"));
    EXPECT_EQ(hinge.kind, JointKind::Hinge);
    EXPECT_EQ(hinge.dynamics, (JointDynamics{5.0, 1e-8, 1e-7, 0.8, 0.5, 1.0}));
    EXPECT_TRUE(hinge.axis.isApprox(Eigen::Vector3d::UnitY()));
    EXPECT_DOUBLE_EQ(hinge.minRad, -1.5);
    EXPECT_EQ(robot.body(hinge.parent).name, "rarm");
}

TEST(RobotSceneTest, PerceptorsStandInTheOrderOfTheScene) {
    const RobotModel robot = smallRobot("0");
    using Kind = PerceptorKind;
    const BodyId torso(std::size_t{0});
    const std::vector<Perceptor> expected = {
        {Kind::Time, "", {}, {}},
        {Kind::GameState, "", {}, {}},
        {Kind::Hear, "", {}, {}},
        {Kind::Gyro, "torso", torso, {}},
        {Kind::Accelerometer, "torso", torso, {}},
        {Kind::Vision, "", robot.findBody("head"), {}},
        {Kind::Touch, "rt", robot.findBody("rarm"), {}},
        {Kind::Universal, "rj1_2", {}, robot.findJoint("rj1_2")},
        {Kind::Hinge, "rj3", {}, robot.findJoint("rj3")},
        {Kind::Touch, "lt", robot.findBody("larm"), {}},
        {Kind::Universal, "lj1_2", {}, robot.findJoint("lj1_2")},
        {Kind::Hinge, "lj3", {}, robot.findJoint("lj3")}};
    EXPECT_EQ(robot.percepts().perceptors, expected);
    const VisionSettings vision{.cone = VisionSettings::Cone{radFromDeg(50.0), radFromDeg(40.0)},
                                .intervalCycles = 2,
                                .hasNoise = false,
                                .seesLines = true,
                                .hasStaticAxes = true,
                                .reportsOwnPosition = true};
    EXPECT_EQ(robot.percepts().vision, vision);
    ASSERT_EQ(robot.percepts().visibleParts.size(), 1U);
    EXPECT_EQ(robot.percepts().visibleParts[0].name, "head");
    EXPECT_EQ(smallRobot("1").percepts().perceptors[6].kind, Kind::ForceResistance);
}

TEST(RobotSceneTest, TypesWithoutARowAreFaults) {
    const auto robot = readRobotScene("small/robot.rsg", smallSource("2"));
    ASSERT_FALSE(robot);
    EXPECT_EQ(robot.error().code, ErrorCode::NotFound);
    EXPECT_EQ(robot.error().file, "small/robot.rsg");
    EXPECT_EQ(robot.error().line, 5U);
    EXPECT_EQ(robot.error().expected, "a row below 2");
}

// A valid torso, followed by the scene's list.
constexpr const char* kTorso = "(RSG 0 1)\n"
                               "((nd AgentAspect (setName body)\n"
                               "  (nd RigidBody (setName b) (setBoxTotal 1 1 1 1)))\n";

struct Fault {
    const char* name;
    std::string scene; // after the torso, unless it has its own header
    ErrorCode code;
    std::uint64_t line; // 0: none
    const char* says;   // expected in the error message
};

const std::string kDeep = " " + std::string(100, '(');

std::string deepNodes() {
    std::string text = "(";
    for (int i = 0; i < 5000; ++i) {
        text += "nd Space ";
    }
    return text + "))";
}

// Returns a scene in which short names stand for long values repeatedly.
std::string longValues() {
    std::string text = "(def $a " + std::string(4000, 'a') + ")(call";
    for (int i = 0; i < 10000; ++i) {
        text += " $a";
    }
    return text + "))";
}

const Fault kFaults[] = {
    {"NoHeader", "((nd Space))", ErrorCode::UnsupportedFormat, 1, "(RSG 0 1)"},
    {"OtherVersion", "(RSG 0 2)\n()", ErrorCode::UnsupportedFormat, 1, "(RSG 0 1)"},
    {"NoScene", "(RSG 0 1)", ErrorCode::Malformed, 1, "missing"},
    {"Empty", "(RSG 0 1)\n()", ErrorCode::Malformed, 1, "no robot"},
    {"OpenList", "(nd Transform", ErrorCode::Truncated, 4, "not closed"},
    {"OpenQuote", "(nd Transform (load 'x)))", ErrorCode::Truncated, 4, "quote"},
    {"DeepLists", kDeep, ErrorCode::LimitExceeded, 4, "deep"},
    {"ControlByte", "(nd \x01))", ErrorCode::Malformed, 4, "not text"},
    {"NodeWithoutType", "(nd))", ErrorCode::Malformed, 4, "has no type"},
    {"DeepNodes", deepNodes(), ErrorCode::LimitExceeded, 4, "deep"},
    {"HugeNumber", "(nd Transform (setLocalPos 0 0 1e10)))", ErrorCode::Malformed, 4, "a number"},
    {"Selection", "(sel body))", ErrorCode::UnsupportedFormat, 4, "selected"},
    {"UnknownVariable", "\n(setName $x))", ErrorCode::Malformed, 5, "'$x' has no value"},
    {"DefineNothing", "(def $x))", ErrorCode::Malformed, 4, "(def $name value)"},
    {"NoExpression", "(setName (list 1)))", ErrorCode::Malformed, 4, "(eval ...)"},
    {"BadExpression", "(def $x (eval 1 +)))", ErrorCode::Malformed, 4, "incomplete"},
    {"DivideByZero", "(def $x (eval 1 / 0)))", ErrorCode::InvalidArgument, 4, "by zero"},
    {"UnknownTable", "(def $x (eval \"A[0]['b']\")))", ErrorCode::NotFound, 4, "'A'"},
    {"DoublingText",
     "(def $a aaaaaaaaaaaaaaaa)(def $a (join $a $a $a $a $a $a $a $a))"
     "(def $a (join $a $a $a $a $a $a $a $a))(def $a (join $a $a $a $a $a $a $a $a)))",
     ErrorCode::LimitExceeded, 4, "too long"},
    {"LongValues", longValues(), ErrorCode::LimitExceeded, 4, "too long"},
    {"NoCase", "(switch 1 (2 (nd Space))))", ErrorCode::Malformed, 4, "no case"},
    {"SwitchNothing", "(switch))", ErrorCode::Malformed, 4, "has no value"},
    {"NoSuchImport", "(importScene no/where.rsg))", ErrorCode::NotFound, 4, "no/where.rsg"},
    {"ImportOutside", "(importScene ../x.rsg))", ErrorCode::InvalidArgument, 4, "inside"},
    {"ImportAbsolute", "(importScene /etc/passwd))", ErrorCode::InvalidArgument, 4, "inside"},
    {"ImportNothing", "(importScene))", ErrorCode::Malformed, 4, "has no path"},
    {"ImportItself", "(importScene robot.rsg))", ErrorCode::LimitExceeded, 4, "themselves"},
    {"FreeBody", "(nd Transform (setName t)\n (nd RigidBody (setSphereTotal 1 1))))",
     ErrorCode::Malformed, 4, "not attached to anything"},
    {"NoMass", "(nd Transform (nd RigidBody)))", ErrorCode::UnsupportedFormat, 4, "no mass"},
    {"NegativeMass", "(nd Transform (nd RigidBody (setSphere -1 1))))", ErrorCode::Malformed, 4,
     "more than 0"},
    {"TextForANumber", "(nd Transform (setLocalPos 1 x 2)\n (nd RigidBody (setSphere 1 1))))",
     ErrorCode::Malformed, 4, "a number"},
    {"MissingNumber", "(nd Transform (setLocalPos 1)))", ErrorCode::Malformed, 4, "a number"},
    {"InfiniteNumber", "(nd Transform (setLocalPos inf nan 1e999)))", ErrorCode::Malformed, 4,
     "a number"},
    {"Matrix", "(nd Transform (setLocalTransform 1)))", ErrorCode::UnsupportedFormat, 4, "matrix"},
    {"OtherJoint", "(nd SliderJoint))", ErrorCode::UnsupportedFormat, 4, "SliderJoint"},
    {"AttachNothing", "(nd HingeJoint))", ErrorCode::Malformed, 4, "connects nothing"},
    {"AttachNowhere", "(nd HingeJoint (attach ../../../a b)))", ErrorCode::Malformed, 4,
     "'../../../a'"},
    {"AttachItself", "(nd HingeJoint (attach ../body/b ../body/b)))", ErrorCode::UnsupportedFormat,
     4, "attached"},
    {"NoAxis",
     "(nd Transform (setName t) (nd RigidBody (setName c) (setSphere 1 1))\n"
     "(nd HingeJoint (attach ../c ../../body/b))))",
     ErrorCode::Malformed, 5, "has no axis"},
    {"CrossedStops",
     "(nd Transform (setName t) (nd RigidBody (setName c) (setSphere 1 1))\n"
     "(nd HingeJoint (attach ../c ../../body/b) (setAxis 0)\n"
     "(setLowStopDeg 0 5) (setHighStopDeg 0 -5))))",
     ErrorCode::Malformed, 5, "limits"},
    {"SecondTorso", "(nd AgentAspect (nd RigidBody (setSphere 1 1))))", ErrorCode::Malformed, 4,
     "torso"},
    {"OtherCollider",
     "(nd Transform (setName t) (nd RigidBody (setName c) (setSphere 1 1))\n"
     "(nd SphereCollider (setRadius 2))))",
     ErrorCode::UnsupportedFormat, 5, "shape"},
    {"NoSurface",
     "(nd Transform (setName t) (nd RigidBody (setName c) (setSphere 1 1))\n"
     "(nd SphereCollider (setRadius 1))))",
     ErrorCode::UnsupportedFormat, 5, "surface"},
    {"LooseHingePerceptor", "(nd HingePerceptor (setName x)))", ErrorCode::Malformed, 4,
     "outside a joint"},
    {"BodilessPerceptor", "(nd TouchPerceptor (setName x)))", ErrorCode::Malformed, 4,
     "outside a body"},
    {"NamelessPart", "(nd ObjectState))", ErrorCode::Malformed, 4, "(setID name)"},
    {"OtherDrag", "(nd DragController (setLinearDrag 1)))", ErrorCode::UnsupportedFormat, 4,
     "0.01"},
};

class RobotSceneFaultTest : public ::testing::TestWithParam<Fault> {};

TEST_P(RobotSceneFaultTest, NamesFileLineAndWhatWasExpected) {
    const Fault& fault = GetParam();
    const tests::TempDir folder;
    const bool isWhole = fault.scene.starts_with("(RSG") || fault.scene.starts_with("((");
    tests::writeFile(folder / "robot.rsg", (isWhole ? "" : kTorso) + fault.scene);
    const auto robot = readRobotScene("robot.rsg", {{folder.path()}, {}, {}});
    ASSERT_FALSE(robot);
    const std::string text = robot.error().toString();
    EXPECT_EQ(robot.error().code, fault.code) << text;
    EXPECT_EQ(robot.error().line.value_or(0), fault.line) << text;
    EXPECT_EQ(robot.error().file, "robot.rsg") << text;
    EXPECT_NE(text.find(fault.says), std::string::npos) << text;
}

INSTANTIATE_TEST_SUITE_P(Faults, RobotSceneFaultTest, ::testing::ValuesIn(kFaults),
                         [](const auto& fault) { return std::string(fault.param.name); });

// As in the server, which stops reading after the scene. Some editors begin files with a mark.
TEST(RobotSceneTest, WhatFollowsTheSceneAndAMarkBeforeItAreIgnored) {
    const tests::TempDir folder;
    const std::string text = tests::readUnpacked(tests::dataFile("rsg/agent/scout.rsg"));
    const auto read = [&](const std::string& content) {
        tests::writeFile(folder / "scout.rsg", content);
        return readRobotScene("scout.rsg", {{folder.path()}, {"0"}, {}});
    };
    const auto plain = read(text);
    ASSERT_TRUE(plain) << plain.error().toString();
    for (const std::string& tail : {std::string("(another list)"), std::string(") ) ("),
                                    std::string("\"open quote"), std::string("\1\2")}) {
        const auto same = read(text + "\n" + tail);
        ASSERT_TRUE(same) << same.error().toString();
        EXPECT_EQ(same->bodies().size(), plain->bodies().size());
    }
    const auto marked = read("\xEF\xBB\xBF" + text);
    ASSERT_TRUE(marked) << marked.error().toString();
    EXPECT_EQ(marked->bodies().size(), plain->bodies().size());
    // In front of the scene, nothing may be.
    EXPECT_FALSE(read("word " + text));
    EXPECT_FALSE(read(") " + text));
    // An error within the two lists counts.
    EXPECT_FALSE(read(text.substr(0, text.rfind(')'))));
}

TEST(RobotSceneTest, TemplatesAndArgumentsMustFit) {
    const tests::TempDir folder;
    tests::writeFile(folder / "robot.rsg", "(RSG 0 1)\n((templ $a $b))");
    const auto withArguments = [&](std::vector<std::string> arguments) {
        return readRobotScene("robot.rsg", {{folder.path()}, std::move(arguments), {}});
    };
    EXPECT_EQ(withArguments({"1"}).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(withArguments({"1", "2", "3"}).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(withArguments({"1", "2"}).error().code, ErrorCode::Malformed) << "no robot";
    tests::writeFile(folder / "robot.rsg", "(RSG 0 1)\n((templ $a $a))");
    EXPECT_EQ(withArguments({"1", "2"}).error().code, ErrorCode::Malformed);
    EXPECT_EQ(readRobotScene("none.rsg", {{folder.path()}, {}, {}}).error().code,
              ErrorCode::NotFound);
    EXPECT_EQ(readRobotScene("", {{folder.path()}, {}, {}}).error().code,
              ErrorCode::InvalidArgument);
}

// Two imports of itself per level would give 2^16 imports.
TEST(RobotSceneTest, ScenesThatGrowWithoutEndAreGivenUp) {
    const tests::TempDir folder;
    tests::writeFile(folder / "robot.rsg", "(RSG 0 1)\n((importScene a.rsg)(importScene a.rsg))");
    for (char name = 'a'; name < 'o'; ++name) {
        const std::string next(1, static_cast<char>(name + 1));
        tests::writeFile(folder / (std::string(1, name) + ".rsg"), "(RSG 0 1)\n((importScene " +
                                                                       next + ".rsg)(importScene " +
                                                                       next + ".rsg))");
    }
    tests::writeFile(folder / "o.rsg", "(RSG 0 1)\n((nd Space))");
    const auto robot = readRobotScene("robot.rsg", {{folder.path()}, {}, {}});
    ASSERT_FALSE(robot);
    EXPECT_EQ(robot.error().code, ErrorCode::LimitExceeded) << robot.error().toString();
    std::string many = "(RSG 0 1)\n(";
    for (int i = 0; i < 11000; ++i) {
        many += "(nd Space)";
    }
    tests::writeFile(folder / "robot.rsg", many + ")");
    EXPECT_EQ(readRobotScene("robot.rsg", {{folder.path()}, {}, {}}).error().code,
              ErrorCode::LimitExceeded);
}

// Damaged files give errors or robots, never a crash.
TEST(RobotSceneTest, DamagedFilesNeverCrash) {
    base::Rng rng(5);
    const std::string arm = tests::readUnpacked(tests::dataFile("rsg") / "small/arm.rsg");
    const std::string robot = tests::readUnpacked(tests::dataFile("rsg") / "small/robot.rsg");
    const std::string box = tests::readUnpacked(tests::dataFile("rsg") / "small/box.rsg");
    const std::string sizes = tests::readUnpacked(tests::dataFile("rsg") / "sizes.rb");
    const std::string letters = "()$\"';\n 019-.eabc[]{}=>";
    const tests::TempDir folder;
    std::filesystem::create_directory(folder / "small");
    int faults = 0;
    for (int trial = 0; trial < 400; ++trial) {
        std::string texts[] = {robot, arm, box, sizes};
        for (int damage = 0; damage < 3; ++damage) {
            std::string& text = texts[rng.below(4)];
            text[rng.below(text.size())] = letters[rng.below(letters.size())];
        }
        tests::writeFile(folder / "small/robot.rsg", texts[0]);
        tests::writeFile(folder / "small/arm.rsg", texts[1]);
        tests::writeFile(folder / "small/box.rsg", texts[2]);
        tests::writeFile(folder / "sizes.rb", texts[3]);
        const auto read = readRobotScene("small/robot.rsg", {{folder.path()}, {"1"}, {"sizes.rb"}});
        faults += read ? 0 : 1;
        EXPECT_TRUE(read || !read.error().message.empty());
    }
    EXPECT_GT(faults, 50);
}

} // namespace
} // namespace sideline::robot::rsg
