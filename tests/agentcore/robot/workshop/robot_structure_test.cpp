// Tests adding and removing bodies, joints and sensors, and robots in files.
#include "agentcore/robot/workshop/robot_structure.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/robot/catalog/robot_description.h"
#include "agentcore/robot/mujoco_robots.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/rsg/scene_text.h"
#include "agentcore/robot/soccerbot056.h"
#include "agentcore/robot/workshop/robot_analysis.h"
#include "agentcore/robot/workshop/robot_checks.h"
#include "agentcore/robot/workshop/robot_edit.h"
#include "agentcore/robot/workshop/robot_file.h"
#include "tests/support/test_files.h"

namespace sideline::robot {
namespace {

using base::ErrorCode;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const RobotModel& nao() {
    return naoModel(NaoType::Standard);
}

RobotModel good(const base::Expected<RobotModel>& made) {
    EXPECT_TRUE(made) << (made ? "" : made.error().toString());
    return made.value_or(nao());
}

// Expects that a server reads a written robot unchanged, with percepts in their order.
void expectReadsBack(const RobotModel& model) {
    const tests::TempDir folder;
    tests::writeFile(folder / "robot.rsg", rsg::sceneText(model));
    const auto same = checkReadsBack(folder / "robot.rsg", model);
    EXPECT_TRUE(same) << (same ? "" : same.error().toString());
}

NewBody tail() {
    NewBody body;
    body.name = "tail";
    body.parent = nao().findBody("torso");
    body.shape = Capsule{0.01, 0.1};
    body.massKg = 0.05;
    body.p_ParentBody = {0.0, -0.1, 0.0};
    return body;
}

TEST(RobotStructureTest, AddsABodyWithAJointThatAgentsCanMove) {
    const RobotModel model = good(addBody(nao(), tail()));
    const BodyId id = model.findBody("tail");
    ASSERT_TRUE(id.isValid());
    EXPECT_EQ(model.bodies().size(), nao().bodies().size() + 1);
    const JointId joint = model.findJoint("tailj");
    ASSERT_TRUE(joint.isValid());
    EXPECT_EQ(model.joint(joint).effector, "taile");
    EXPECT_EQ(model.joint(joint).child, id);
    EXPECT_TRUE(model.joint(joint).anchor_Child.isApprox(Eigen::Vector3d(0.0, 0.05, 0.0)));
    EXPECT_EQ(model.percepts().perceptors.back().name, "tailj");
    EXPECT_DOUBLE_EQ(model.massKg(), nao().massKg() + 0.05);
    expectReadsBack(model);
}

TEST(RobotStructureTest, RemovesABodyWithAllThatHangsOnIt) {
    const RobotModel model = good(removeBody(nao(), nao().findBody("rshank")));
    EXPECT_FALSE(model.findBody("rshank").isValid());
    EXPECT_FALSE(model.findBody("rfoot").isValid());
    EXPECT_FALSE(model.findJoint("rlj4").isValid());
    EXPECT_FALSE(model.findJoint("rlj6").isValid());
    EXPECT_TRUE(model.findJoint("rlj3").isValid());
    EXPECT_TRUE(model.findJoint("llj6").isValid());
    for (const Perceptor& perceptor : model.percepts().perceptors) {
        EXPECT_NE(perceptor.name, "rf") << "the force sensor of the foot that is gone";
    }
    // Unchanged parts are compared by name.
    for (const Joint& joint : model.joints()) {
        const Joint& before = nao().joint(nao().findJoint(joint.perceptor));
        EXPECT_EQ(model.body(joint.child).name, nao().body(before.child).name);
        EXPECT_EQ(joint.effector, before.effector);
    }
    expectReadsBack(model);
}

TEST(RobotStructureTest, AJointIsTakenAndGivenBack) {
    const BodyId shank = nao().findBody("rshank");
    const RobotModel fixed = good(connectBody(nao(), shank, Connection::Fixed));
    EXPECT_EQ(connectionOf(fixed, fixed.findBody("rshank")), Connection::Fixed);
    EXPECT_EQ(fixed.joints().size(), nao().joints().size() - 1);
    expectReadsBack(fixed);
    const RobotModel two = good(connectBody(nao(), shank, Connection::Universal));
    EXPECT_EQ(two.joints().size(), nao().joints().size() + 1);
    const JointId first = two.findJoint("rlj4");
    ASSERT_TRUE(first.isValid());
    EXPECT_EQ(two.joint(first).kind, JointKind::UniversalFirst);
    EXPECT_NEAR(two.joint(first).axis.dot(two.joint(otherAxis(two, first)).axis), 0.0, 1e-12);
    expectReadsBack(two);
    const RobotModel again = good(connectBody(two, shank, Connection::Hinge));
    EXPECT_THAT(robotDifferences(nao(), again), IsEmpty());
    EXPECT_EQ(again.percepts(), nao().percepts());
}

TEST(RobotStructureTest, NamesAreChangedEverywhere) {
    const RobotModel body = good(renameBody(nao(), nao().findBody("rlowerarm"), "rhook"));
    EXPECT_TRUE(body.findBody("rhook").isValid());
    const auto& parts = body.percepts().visibleParts;
    EXPECT_TRUE(std::ranges::any_of(
        parts, [&](const VisiblePart& part) { return part.body == body.findBody("rhook"); }));
    expectReadsBack(body);
    const RobotModel joint = good(renameJoint(nao(), nao().findJoint("hj1"), "pan", ""));
    EXPECT_TRUE(joint.findJoint("pan").isValid());
    EXPECT_EQ(joint.joint(joint.findJoint("pan")).effector, "");
    EXPECT_TRUE(std::ranges::any_of(joint.percepts().perceptors, [](const Perceptor& each) {
        return each.name == "pan" && each.kind == PerceptorKind::Hinge;
    }));
    expectReadsBack(joint);
    const RobotModel silent = good(renameJoint(nao(), nao().findJoint("hj1"), "", "he1"));
    EXPECT_EQ(silent.percepts().perceptors.size(), nao().percepts().perceptors.size() - 1);
    expectReadsBack(silent);
}

TEST(RobotStructureTest, SensorsComeAndGo) {
    const BodyId hand = nao().findBody("rlowerarm");
    const RobotModel model = good(addSensor(nao(), hand, PerceptorKind::ForceResistance));
    const auto& percepts = model.percepts().perceptors;
    const auto own = std::ranges::find(percepts, "rlowerarmforce", &Perceptor::name);
    ASSERT_NE(own, percepts.end());
    expectReadsBack(model);
    const RobotModel without =
        good(removeSensor(model, static_cast<std::size_t>(own - percepts.begin())));
    EXPECT_EQ(without.percepts(), nao().percepts());
    EXPECT_FALSE(addSensor(model, hand, PerceptorKind::ForceResistance)) << "it has one";
    EXPECT_FALSE(addSensor(nao(), hand, PerceptorKind::Vision));
}

TEST(RobotStructureTest, EveryKindOfSensorWithAnEndingReadsBack) {
    const BodyId hand = nao().findBody("rlowerarm");
    for (const PerceptorKindInfo& info : kPerceptorKinds) {
        const auto made = addSensor(nao(), hand, info.kind);
        ASSERT_EQ(made.has_value(), !info.ending.empty()) << info.name;
        if (made) {
            const std::string name = "rlowerarm" + std::string(info.ending);
            EXPECT_EQ(std::ranges::count(made->percepts().perceptors, name, &Perceptor::name), 1)
                << name;
            expectReadsBack(*made);
            const auto described = readDescription(describe(*made));
            ASSERT_TRUE(described) << described.error().toString();
            EXPECT_EQ((*described)->percepts(), made->percepts()) << info.name;
        }
    }
}

TEST(RobotStructureTest, SaysWhyItCannotBe) {
    const auto faultOf = [](const base::Expected<RobotModel>& made) {
        EXPECT_FALSE(made);
        return made ? std::string() : made.error().toString();
    };
    const BodyId torso(std::size_t{0});
    EXPECT_THAT(faultOf(removeBody(nao(), torso)), HasSubstr("torso"));
    EXPECT_THAT(faultOf(connectBody(nao(), torso, Connection::Hinge)), HasSubstr("torso"));
    EXPECT_THAT(faultOf(renameBody(nao(), torso, "trunk")), HasSubstr("torso"));
    for (const char* name : {"", "two words", "a(b", "body", "rthigh"}) {
        NewBody body = tail();
        body.name = name;
        EXPECT_THAT(faultOf(addBody(nao(), body)), HasSubstr("expected")) << name;
    }
    NewBody flat = tail();
    flat.shape = Box{{0.1, 0.0, 0.1}};
    EXPECT_THAT(faultOf(addBody(nao(), flat)), HasSubstr("size"));
    EXPECT_THAT(faultOf(renameJoint(nao(), nao().findJoint("hj1"), "rlj1", "he1")),
                HasSubstr("rlj1"));
    const auto& percepts = nao().percepts().perceptors;
    for (std::size_t i = 0; i < percepts.size(); ++i) {
        if (percepts[i].kind == PerceptorKind::Vision || percepts[i].kind == PerceptorKind::Hinge) {
            EXPECT_FALSE(removeSensor(nao(), i)) << percepts[i].name;
        }
    }
    RobotModel full = nao();
    NewBody more = tail();
    more.connection = Connection::Fixed;
    while (full.bodies().size() < kMaxBodies) {
        more.name = freeBodyName(full);
        full = good(addBody(full, more));
    }
    more.name = freeBodyName(full);
    const auto over = addBody(full, more);
    ASSERT_FALSE(over);
    EXPECT_EQ(over.error().code, ErrorCode::LimitExceeded);
}

TEST(RobotEditTest, ShapesAndRotationsAreSetAndBothSidesFromEither) {
    RobotEdit edit(nao());
    ASSERT_TRUE(edit.set("head.box=0.1 0.12 0.14"));
    ASSERT_TRUE(edit.set("neck.sphere=0.03"));
    ASSERT_TRUE(edit.set("*upperarm.capsule=0.02 0.1"));
    ASSERT_TRUE(edit.setBothSides("lthigh.rotation=10 20 30"));
    ASSERT_TRUE(edit.setBothSides("lthigh.stretch=0.02"));
    ASSERT_TRUE(edit.setBothSides("llj2.min=-10")) << "turns about y: mirrored";
    ASSERT_TRUE(edit.setBothSides("torso.mass=1.5")) << "it has no other side";
    EXPECT_FALSE(edit.set("torso.rotation=1 2 3"));
    EXPECT_FALSE(edit.set("head.capsule=0.1"));
    const RobotModel model = edit.build("edited");
    EXPECT_TRUE(std::holds_alternative<Sphere>(model.body(model.findBody("neck")).shape));
    EXPECT_DOUBLE_EQ(std::get<Capsule>(model.body(model.findBody("lupperarm")).shape).lengthM, 0.1);
    const Body& left = model.body(model.findBody("lthigh"));
    const Body& right = model.body(model.findBody("rthigh"));
    EXPECT_TRUE(degFromRotation(left.R_ParentBody).isApprox(Eigen::Vector3d(10, 20, 30), 1e-9));
    EXPECT_TRUE(degFromRotation(right.R_ParentBody).isApprox(Eigen::Vector3d(10, -20, -30), 1e-9));
    EXPECT_DOUBLE_EQ(std::get<Box>(right.shape).sizeM.z(),
                     std::get<Box>(nao().body(nao().findBody("rthigh")).shape).sizeM.z() + 0.02);
    EXPECT_NEAR(model.joint(model.findJoint("llj2")).minRad * 180.0 / M_PI, -10.0, 1e-9);
    EXPECT_NEAR(model.joint(model.findJoint("rlj2")).maxRad * 180.0 / M_PI, 10.0, 1e-9);
    EXPECT_TRUE(edit.hasOtherSide("llj2"));
    EXPECT_FALSE(edit.hasOtherSide("torso"));
    expectReadsBack(model);
}

TEST(RobotFileTest, ReportsWhetherTheFileMayBeReplaced) {
    const tests::TempDir folder;
    const RobotModel tall = renamed(nao(), "tall");
    const auto file = folder / "rsg" / "agent" / "tall.rsg";
    std::filesystem::create_directories(file.parent_path());
    tests::writeFile(file, rsg::sceneText(tall));
    const auto read = readRobotFile(file, 0);
    ASSERT_TRUE(read) << read.error().toString();
    EXPECT_TRUE(read->isWhole);
    EXPECT_FALSE(read->takesType);
    EXPECT_EQ(read->model->name(), "tall");
    EXPECT_EQ(read->model->traits().scenePath, "rsg/agent/tall.rsg");
    EXPECT_EQ(scenePlaceOf(file).folder, folder.path());
    tests::writeFile(file, "; mine\n" + rsg::sceneText(tall));
    EXPECT_FALSE(readRobotFile(file, 0).value().isWhole) << "a comment would be lost";
    const auto scout = readRobotFile(tests::dataFile("rsg/agent/scout.rsg"), 0);
    ASSERT_TRUE(scout) << scout.error().toString();
    EXPECT_FALSE(scout->isWhole);
}

TEST(RobotFileTest, AFolderGivesAllItsRobots) {
    const tests::TempDir folder;
    const auto none = readRobotFolders({folder.path()});
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, base::ErrorCode::NotFound);
    std::filesystem::create_directories(folder / "rsg" / "agent" / "own");
    tests::writeFile(folder / "rsg" / "agent" / "ball.rsg", "(RSG 0 1)\n(\n)\n");
    tests::writeFile(folder / "rsg" / "agent" / "own" / "tall.rsg", rsg::sceneText(nao()));
    const auto robots = readRobotFolders({folder.path()});
    ASSERT_TRUE(robots) << robots.error().toString();
    ASSERT_EQ(robots->size(), 1U) << "a scene without a robot is left out";
    EXPECT_EQ(robots->front().file, "rsg/agent/own/tall.rsg");
    EXPECT_EQ(robots->front().type, 0);
    EXPECT_EQ(robots->front().model->name(), "tall");
}

TEST(RobotFileTest, SeveralFoldersGiveTheirRobotsWithPartsOfEachOther) {
    const tests::TempDir folder;
    std::filesystem::create_directories(folder / "a" / "rsg");
    std::filesystem::create_directories(folder / "b" / "rsg");
    tests::writeFile(folder / "a" / "rsg" / "one.rsg",
                     "(RSG 0 1)\n(\n(nd Space (nd AgentAspect (importScene rsg/part.rsg)))\n)\n");
    tests::writeFile(folder / "b" / "rsg" / "part.rsg",
                     "(RSG 0 1)\n(\n(nd RigidBody (setBoxTotal 1 0.1 0.1 0.1))\n)\n");
    EXPECT_FALSE(readRobotFolders({folder / "a"}));
    const auto robots = readRobotFolders({folder / "a", folder / "b"});
    ASSERT_TRUE(robots) << robots.error().toString();
    ASSERT_EQ(robots->size(), 1U);
    EXPECT_EQ(robots->front().file, "rsg/one.rsg");
    const auto read = readRobotFile(folder / "a" / "rsg" / "one.rsg",
                                    RobotReading{.type = 0, .moreFolders = {folder / "b"}});
    EXPECT_TRUE(read) << read.error().toString();
}

TEST(RobotFileTest, AByteOrderMarkIsNoted) {
    const tests::TempDir folder;
    tests::writeFile(folder / "tall.rsg", "\xEF\xBB\xBF" + rsg::sceneText(renamed(nao(), "tall")));
    const auto read = readRobotFile(folder / "tall.rsg", 0);
    ASSERT_TRUE(read) << read.error().toString();
    EXPECT_FALSE(read->isWhole) << "the mark would be lost";
    ASSERT_EQ(read->notes.size(), 1U);
    EXPECT_THAT(read->notes.front().toString(),
                HasSubstr("tall.rsg:1: the file begins with a byte order mark"));
}

TEST(RobotFileTest, ASceneFileHasTheInertiaOfShapes) {
    const RobotModel& t1 = mujocoRobotModel(MujocoRobot::T1);
    EXPECT_EQ(withoutShapeInertia(t1).size(), t1.bodies().size());
    EXPECT_TRUE(withoutShapeInertia(nao()).empty());
}

TEST(RobotFileTest, SaysWhereAFileIsBroken) {
    const tests::TempDir folder;
    tests::writeFile(folder / "bad.rsg",
                     "(RSG 0 1)\n(\n  (nd Space\n    (nd AgentAspect\n      (setName body)\n"
                     "      (nd RigidBody (setBoxTotal 1 0.1 0.1))))\n)\n");
    const auto bad = readRobotFile(folder / "bad.rsg", 0);
    ASSERT_FALSE(bad);
    EXPECT_THAT(bad.error().toString(), HasSubstr("bad.rsg:6"));
    EXPECT_FALSE(bad.error().expected.empty());
    EXPECT_EQ(readRobotFile(folder / "none.rsg", 0).error().code, ErrorCode::NotFound);
    // A server would read a different robot than intended.
    tests::writeFile(folder / "nao.rsg", rsg::sceneText(nao()));
    RobotEdit edit(nao());
    ASSERT_TRUE(edit.set("rthigh.mass=1"));
    const auto other = checkReadsBack(folder / "nao.rsg", edit.build("other"));
    ASSERT_FALSE(other);
    EXPECT_THAT(other.error().toString(), HasSubstr("rthigh: mass 1 -> 0.275 kg"));
}

TEST(CompareRobotsTest, ListsEqualValuesAndWhatOnlyOneHas) {
    const auto same = compareRobots(nao(), nao());
    EXPECT_GT(same.size(), 200U);
    EXPECT_TRUE(std::ranges::all_of(same, &ComparedValue::isSame));
    const RobotModel more = good(addBody(nao(), tail()));
    const RobotModel less = good(connectBody(nao(), nao().findBody("head"), Connection::Universal));
    EXPECT_THAT(robotDifferences(nao(), more),
                ElementsAre("robot: mass 4.6071 -> 4.6571 kg", "robot: percepts one set -> another",
                            "tail: only in the second", "tailj: only in the second"));
    EXPECT_THAT(robotDifferences(less, nao()), testing::Contains("hj2: only in the second"));
    EXPECT_FALSE(robotDifferences(nao(), soccerbot056Model()).empty());
}

} // namespace
} // namespace sideline::robot
