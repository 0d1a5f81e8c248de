#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/mujoco_robots.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/posture.h"
#include "agentcore/robot/rsg/robot_scene.h"
#include "agentcore/robot/rsg/scene_text.h"
#include "agentcore/robot/soccerbot056.h"
#include "agentcore/robot/workshop/robot_analysis.h"
#include "agentcore/robot/workshop/robot_checks.h"
#include "agentcore/robot/workshop/robot_edit.h"
#include "agentcore/robot/workshop/robot_sides.h"
#include "agentcore/robot/workshop/urdf_text.h"
#include "tests/support/test_files.h"

namespace sideline::robot {
namespace {

using base::ErrorCode;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr double kGravity = 9.81;

const RobotModel& workshopNao() {
    return naoModel(NaoType::Standard);
}

base::Expected<RobotModel> readBack(const RobotModel& model) {
    const tests::TempDir folder;
    tests::writeFile(folder / "robot.rsg", rsg::sceneText(model));
    return rsg::readRobotScene("robot.rsg", {{folder.path()}, {}, {}});
}

RobotModel changed(const RobotModel& model, std::initializer_list<const char*> changes) {
    RobotEdit edit(model);
    for (const char* change : changes) {
        const auto set = edit.set(change);
        EXPECT_TRUE(set) << set.error().toString();
    }
    return edit.build("changed");
}

ErrorCode faultOf(const char* change) {
    RobotEdit edit(workshopNao());
    const auto set = edit.set(change);
    EXPECT_FALSE(set) << change;
    EXPECT_THAT(robotDifferences(workshopNao(), edit.build("same")), IsEmpty()) << change;
    return set ? ErrorCode::Internal : set.error().code;
}

TEST(SceneTextTest, EveryRobotOfTheCatalogReadsBackTheSame) {
    const RobotCatalog catalog;
    for (const auto& entry : catalog.entries()) {
        const auto read = readBack(*entry.model);
        ASSERT_TRUE(read) << entry.model->name() << ": " << read.error().toString();
        EXPECT_THAT(robotDifferences(*entry.model, *read), IsEmpty()) << entry.model->name();
        EXPECT_EQ(read->percepts(), entry.model->percepts()) << entry.model->name();
        for (std::size_t i = 0; i < read->joints().size(); ++i) {
            EXPECT_EQ(read->joints()[i].effector, entry.model->joints()[i].effector);
            EXPECT_EQ(read->joints()[i].dynamics, entry.model->joints()[i].dynamics);
        }
        for (std::size_t i = 0; i < read->bodies().size(); ++i) {
            EXPECT_EQ(read->bodies()[i].surface, entry.model->bodies()[i].surface);
            EXPECT_EQ(read->bodies()[i].parent, entry.model->bodies()[i].parent);
        }
    }
}

TEST(SceneTextTest, TurnedBodiesAndOpenStopsSurvive) {
    std::vector<Body> bodies(workshopNao().bodies().begin(), workshopNao().bodies().end());
    std::vector<Joint> joints(workshopNao().joints().begin(), workshopNao().joints().end());
    bodies[1].R_ParentBody =
        Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, 2, -0.5).normalized()).toRotationMatrix();
    joints[3].minRad = -std::numeric_limits<double>::infinity();
    joints[3].maxSpeedRadPerS = std::numeric_limits<double>::infinity();
    const RobotModel model("turned", bodies, joints, workshopNao().percepts(),
                           workshopNao().traits());
    const auto read = readBack(model);
    ASSERT_TRUE(read) << read.error().toString();
    EXPECT_TRUE(read->bodies()[1].R_ParentBody.isApprox(bodies[1].R_ParentBody, 1e-9));
    EXPECT_TRUE(std::isinf(read->joints()[3].minRad));
    EXPECT_TRUE(std::isinf(read->joints()[3].maxSpeedRadPerS));
    EXPECT_DOUBLE_EQ(read->joints()[3].maxRad, joints[3].maxRad);
}

TEST(RobotEditTest, AStretchedThighKeepsItsHipAndLowersTheKnee) {
    const RobotModel model = changed(workshopNao(), {"*thigh.stretch=0.03"});
    std::vector<math::Pose> before(workshopNao().bodies().size());
    std::vector<math::Pose> after(before.size());
    std::vector<double> zero(workshopNao().joints().size(), 0.0);
    zero[workshopNao().findJoint("rlj3").index()] = 0.4; // the hip's angle does not matter
    forwardKinematics(workshopNao(), {}, zero, before);
    forwardKinematics(model, {}, zero, after);
    const JointId hip = workshopNao().findJoint("rlj3");
    const JointId knee = workshopNao().findJoint("rlj4");
    EXPECT_TRUE(
        jointFrame(model, hip, after).p.isApprox(jointFrame(workshopNao(), hip, before).p, 1e-12));
    EXPECT_NEAR(
        (jointFrame(model, knee, after).p - jointFrame(workshopNao(), knee, before).p).norm(), 0.03,
        1e-12);
    EXPECT_NEAR(largestJointGapM(model, after), 0.0, 1e-12);
    EXPECT_DOUBLE_EQ(std::get<Box>(model.body(model.findBody("lthigh")).shape).sizeM.z(), 0.17);
}

TEST(RobotEditTest, SetsEveryKindOfValue) {
    const RobotModel model = changed(
        workshopNao(),
        {"rthigh.mass = 0.3", "head.size=0.07", "neck.size=0.02 0.09", "lfoot.size=0.1 0.2 0.03",
         "lshank.collides=0", "rlj3.min=-30", "rlj3.max=90", "rlj3.speed=400", "rlj3.torque=20",
         "hj1.axis=0 0 2", "hj1.anchor=0 0 0.01", "neck.position=0 0.01 0.1", "start.height=0.4"});
    EXPECT_EQ(model.body(model.findBody("rthigh")).massKg, 0.3);
    EXPECT_EQ(std::get<Sphere>(model.body(model.findBody("head")).shape).radiusM, 0.07);
    EXPECT_EQ(std::get<Capsule>(model.body(model.findBody("neck")).shape).lengthM, 0.09);
    EXPECT_FALSE(model.body(model.findBody("lshank")).collides);
    const Joint& joint = model.joint(model.findJoint("rlj3"));
    EXPECT_DOUBLE_EQ(joint.minRad, math::radFromDeg(-30));
    EXPECT_DOUBLE_EQ(joint.maxRad, math::radFromDeg(90));
    EXPECT_DOUBLE_EQ(joint.maxSpeedRadPerS, math::radFromDeg(400));
    EXPECT_EQ(joint.dynamics.maxTorqueNm, 20.0);
    EXPECT_EQ(model.joint(model.findJoint("hj1")).axis, Eigen::Vector3d::UnitZ());
    EXPECT_EQ(model.traits().p_STorsoAtStart.z(), 0.4);
    EXPECT_THAT(robotDifferences(workshopNao(), model), Contains("rthigh: mass 0.275 -> 0.3 kg"));
    EXPECT_TRUE(readBack(model));
}

TEST(RobotEditTest, BothSidesMirrorEachOther) {
    const RobotModel model =
        changed(workshopNao(), {"*lj2.max=30", "*hip1.position=0.06 -0.01 -0.115", "*lj3.max=80"});
    EXPECT_DOUBLE_EQ(model.joint(model.findJoint("rlj2")).maxRad, math::radFromDeg(30));
    EXPECT_DOUBLE_EQ(model.joint(model.findJoint("llj2")).minRad, math::radFromDeg(-30));
    EXPECT_DOUBLE_EQ(model.joint(model.findJoint("llj3")).maxRad, math::radFromDeg(80))
        << "what turns about x does not turn the other way";
    EXPECT_EQ(model.body(model.findBody("lhip1")).p_ParentBody.x(), -0.06);
    for (const RobotFinding& finding : checkRobot(model)) {
        EXPECT_THAT(finding.text, testing::Not(HasSubstr("differs from")));
    }
}

TEST(RobotEditTest, NonsenseIsRefusedAndChangesNothing) {
    EXPECT_EQ(faultOf("rthigh"), ErrorCode::InvalidArgument);
    EXPECT_EQ(faultOf("rthigh.mass"), ErrorCode::InvalidArgument);
    EXPECT_EQ(faultOf("rthigh.mass="), ErrorCode::InvalidArgument);
    EXPECT_EQ(faultOf("rthigh.mass=x"), ErrorCode::InvalidArgument);
    EXPECT_EQ(faultOf("rthigh.mass=nan"), ErrorCode::InvalidArgument);
    EXPECT_EQ(faultOf("rthigh.mass=1e999"), ErrorCode::InvalidArgument);
    EXPECT_EQ(faultOf("rthigh.mass=0"), ErrorCode::InvalidArgument);
    EXPECT_EQ(faultOf("rthigh.size=1 2"), ErrorCode::InvalidArgument);
    EXPECT_EQ(faultOf("rthigh.size=1 2 -3"), ErrorCode::InvalidArgument);
    EXPECT_EQ(faultOf("rthigh.weight=1"), ErrorCode::NotFound);
    EXPECT_EQ(faultOf("rtigh.mass=1"), ErrorCode::NotFound);
    EXPECT_EQ(faultOf("rlj3.mass=1"), ErrorCode::NotFound);
    EXPECT_EQ(faultOf("rlj3.max=-60"), ErrorCode::InvalidArgument);
    EXPECT_EQ(faultOf("rlj3.axis=0 0 0"), ErrorCode::InvalidArgument);
    EXPECT_EQ(faultOf("rlj3.torque=-1"), ErrorCode::InvalidArgument);
    EXPECT_EQ(faultOf("torso.position=0 0 0"), ErrorCode::InvalidArgument);
    EXPECT_EQ(faultOf("head.stretch=0.1"), ErrorCode::InvalidArgument) << "a ball";
    EXPECT_EQ(faultOf("rthigh.stretch=-0.2"), ErrorCode::InvalidArgument);
    EXPECT_EQ(faultOf("*head.mass=1"), ErrorCode::NotFound);
}

TEST(RobotEditTest, StopsAndSpeedsCanBeRemovedAndRestored) {
    RobotEdit edit(workshopNao());
    ASSERT_TRUE(edit.setBothSides("rlj2.max=none")) << "turns about y: the left one's lower stop";
    ASSERT_TRUE(edit.set("*lj3.min=none"));
    ASSERT_TRUE(edit.set("hj1.min=none"));
    ASSERT_TRUE(edit.set("hj1.max=none"));
    ASSERT_TRUE(edit.set("hj2.speed=none"));
    const RobotModel open = edit.build("open");
    const auto joint = [](const RobotModel& model, const char* name) {
        return model.joint(model.findJoint(name));
    };
    EXPECT_TRUE(std::isinf(joint(open, "rlj2").maxRad));
    EXPECT_TRUE(std::isinf(joint(open, "llj2").minRad));
    EXPECT_LT(joint(open, "llj2").minRad, 0.0);
    EXPECT_FALSE(std::isinf(joint(open, "llj2").maxRad));
    EXPECT_TRUE(std::isinf(joint(open, "rlj3").minRad));
    EXPECT_TRUE(std::isinf(joint(open, "llj3").minRad));
    EXPECT_TRUE(std::isinf(joint(open, "hj2").maxSpeedRadPerS));
    // In files, in checks and in analyses.
    const auto read = readBack(open);
    ASSERT_TRUE(read) << read.error().toString();
    EXPECT_THAT(robotDifferences(open, *read), IsEmpty());
    EXPECT_THAT(robotDifferences(workshopNao(), open), Contains(HasSubstr("rlj2: upper limit")));
    EXPECT_THAT(robotDifferences(workshopNao(), open), Contains(HasSubstr("-> none deg")));
    for (const RobotFinding& finding : checkRobot(open)) {
        EXPECT_NE(finding.severity, RobotFinding::Severity::Error) << finding.text;
        EXPECT_THAT(finding.text, testing::Not(HasSubstr("180 degrees"))) << "it has no stop there";
    }
    for (const Eigen::Vector3d& point : reachPoints(open, open.findBody("rfoot"), 50, 1)) {
        EXPECT_TRUE(point.allFinite());
    }
    const std::string urdf = urdfText(open);
    EXPECT_THAT(urdf, HasSubstr("<joint name=\"hj1\" type=\"continuous\">"));
    EXPECT_THAT(urdf, HasSubstr("<joint name=\"rlj2\" type=\"revolute\">"));
    EXPECT_THAT(urdf, testing::Not(HasSubstr("inf")));
    ASSERT_TRUE(edit.set("hj1.min=-120"));
    ASSERT_TRUE(edit.set("hj1.max=120"));
    ASSERT_TRUE(edit.setBothSides("llj2.min=-45"));
    const RobotModel closed = edit.build("closed");
    EXPECT_DOUBLE_EQ(joint(closed, "hj1").minRad, math::radFromDeg(-120));
    EXPECT_DOUBLE_EQ(joint(closed, "rlj2").maxRad, math::radFromDeg(45));
}

TEST(RobotEditTest, CameraAndSurfacesAreValuesToo) {
    const RobotModel model =
        changed(workshopNao(), {"vision.cone=90 60", "vision.interval=2", "vision.noise=0",
                                "vision.lines=1", "vision.own-position=1", "*foot.soft-erp=0.4",
                                "*foot.soft-cfm=none", "rfoot.slip=0.01", "lfoot.soft-cfm=0.001"});
    const VisionSettings& vision = model.percepts().vision;
    EXPECT_DOUBLE_EQ(vision.cone->halfWidthRad, math::radFromDeg(45));
    EXPECT_DOUBLE_EQ(vision.cone->halfHeightRad, math::radFromDeg(30));
    EXPECT_EQ(vision.intervalCycles, 2);
    EXPECT_FALSE(vision.hasNoise);
    EXPECT_TRUE(vision.seesLines);
    EXPECT_TRUE(vision.reportsOwnPosition);
    const ContactSurface& right = model.body(model.findBody("rfoot")).surface;
    EXPECT_EQ(right.softErp, 0.4);
    EXPECT_FALSE(right.softCfm);
    EXPECT_EQ(right.slip, 0.01);
    EXPECT_EQ(model.body(model.findBody("lfoot")).surface.softCfm, 0.001);
    const auto read = readBack(model);
    ASSERT_TRUE(read) << read.error().toString();
    EXPECT_THAT(robotDifferences(model, *read), IsEmpty());
    EXPECT_EQ(read->percepts(), model.percepts());
    EXPECT_EQ(read->body(read->findBody("rfoot")).surface, right);
    EXPECT_THAT(robotDifferences(workshopNao(), model),
                Contains("vision: view 120 x 120 deg -> 90 x 60 deg"));
    EXPECT_THAT(robotDifferences(workshopNao(), model), Contains("rfoot: soft CFM 0.0001 -> none"));
    const RobotModel around = changed(workshopNao(), {"vision.cone=none"});
    EXPECT_FALSE(around.percepts().vision.cone);
    EXPECT_EQ(readBack(around).value().percepts(), around.percepts());
    EXPECT_EQ(faultOf("vision.cone=0 60"), ErrorCode::InvalidArgument);
    EXPECT_EQ(faultOf("vision.cone=90"), ErrorCode::InvalidArgument);
    EXPECT_EQ(faultOf("vision.cone=400 60"), ErrorCode::InvalidArgument);
    EXPECT_EQ(faultOf("vision.interval=0"), ErrorCode::InvalidArgument);
    EXPECT_EQ(faultOf("vision.interval=1.5"), ErrorCode::InvalidArgument);
    EXPECT_EQ(faultOf("vision.color=1"), ErrorCode::NotFound);
    EXPECT_EQ(faultOf("rfoot.soft-erp=2"), ErrorCode::InvalidArgument);
    EXPECT_EQ(faultOf("rfoot.slip=-1"), ErrorCode::InvalidArgument);
    EXPECT_EQ(faultOf("rfoot.mass=none"), ErrorCode::InvalidArgument);
    EXPECT_EQ(faultOf("rfoot.slip=none"), ErrorCode::InvalidArgument);
    RobotEdit edit(workshopNao());
    ASSERT_TRUE(edit.set("neck.collides=0"));
    EXPECT_FALSE(edit.set("neck.slip=0.1")) << "nothing touches it";
}

// Other robots have other naming schemes for sides.
TEST(RobotSidesTest, EveryKnownRobotHasCounterparts) {
    const auto pair = [](const RobotModel& model, const char* one, const char* other) {
        const BodyId id = model.findBody(one);
        ASSERT_TRUE(id.isValid()) << one;
        const BodyId found = otherSide(model, id);
        ASSERT_TRUE(found.isValid()) << one;
        EXPECT_EQ(model.body(found).name, other);
        EXPECT_EQ(otherSide(model, found), id);
    };
    pair(workshopNao(), "rthigh", "lthigh");
    pair(soccerbot056Model(), "leftthigh", "rightthigh");
    pair(mujocoRobotModel(MujocoRobot::T1), "Hip_Pitch_Left", "Hip_Pitch_Right");
    pair(mujocoRobotModel(MujocoRobot::T1), "AL1", "AR1");
    pair(mujocoRobotModel(MujocoRobot::T1), "left_foot_link", "right_foot_link");
    pair(mujocoRobotModel(MujocoRobot::K1), "Left_Shank", "Right_Shank");
    pair(mujocoRobotModel(MujocoRobot::PiPlus), "r_calf_link", "l_calf_link");
    for (const char* alone : {"torso", "head", "neck"}) {
        EXPECT_FALSE(otherSide(workshopNao(), workshopNao().findBody(alone)).isValid()) << alone;
    }
}

TEST(RobotSidesTest, EditsOfOtherRobotsAreMirrored) {
    const RobotModel& t1 = mujocoRobotModel(MujocoRobot::T1);
    RobotEdit edit(t1);
    ASSERT_TRUE(edit.setBothSides("Hip_Pitch_Left.position=-0.11 0.01 -0.02"));
    ASSERT_TRUE(edit.setBothSides("llj2.min=-20")) << "rolls";
    ASSERT_TRUE(edit.setBothSides("llj1.max=80")) << "pitches";
    ASSERT_TRUE(edit.set("Shank_*.mass=1.75"));
    ASSERT_TRUE(edit.set("A*2.mass=0.2"));
    const RobotModel model = edit.build("T1");
    const auto joint = [&](const char* name) { return model.joint(model.findJoint(name)); };
    EXPECT_EQ(model.body(model.findBody("Hip_Pitch_Right")).p_ParentBody,
              Eigen::Vector3d(0.11, 0.01, -0.02));
    EXPECT_NEAR(math::degFromRad(joint("rlj2").maxRad), 20.0, 1e-9);
    EXPECT_NEAR(math::degFromRad(joint("rlj1").maxRad), 80.0, 1e-9);
    EXPECT_EQ(model.body(model.findBody("Shank_Left")).massKg, 1.75);
    EXPECT_EQ(model.body(model.findBody("Shank_Right")).massKg, 1.75);
    EXPECT_EQ(model.body(model.findBody("AL2")).massKg, 0.2);
    RobotEdit bot(soccerbot056Model());
    ASSERT_TRUE(bot.setBothSides("rightthigh.stretch=0.1"));
    ASSERT_TRUE(bot.setBothSides("rlj1.max=50")) << "turns about z";
    const RobotModel longer = bot.build("longer");
    EXPECT_EQ(std::get<Box>(longer.body(longer.findBody("leftthigh")).shape).sizeM.z(),
              std::get<Box>(longer.body(longer.findBody("rightthigh")).shape).sizeM.z());
    EXPECT_NEAR(math::degFromRad(longer.joint(longer.findJoint("llj1")).minRad), -50.0, 1e-9);
}

// A mirrored axis is such that equal angles keep their meaning.
TEST(RobotSidesTest, AMirroredAxisKeepsItsSense) {
    RobotEdit edit(workshopNao());
    ASSERT_TRUE(edit.setBothSides("rlj2.axis=0 1 0.5"));
    const RobotModel model = edit.build("turned");
    const Eigen::Vector3d left = model.joint(model.findJoint("llj2")).axis;
    EXPECT_TRUE(left.isApprox(Eigen::Vector3d(0, 1, 0.5).normalized(), 1e-12));
}

TEST(RobotChecksTest, KnownRobotsHaveNoErrors) {
    const RobotCatalog catalog;
    for (const auto& entry : catalog.entries()) {
        for (const RobotFinding& finding : checkRobot(*entry.model)) {
            EXPECT_NE(finding.severity, RobotFinding::Severity::Error)
                << entry.model->name() << " " << finding.subject << ": " << finding.text;
        }
    }
}

TEST(RobotChecksTest, FindsWhatIsWrong) {
    const auto findings =
        checkRobot(changed(workshopNao(), {"rlj4.max=-10", "lthigh.mass=0.5", "rlj5.torque=0",
                                           "start.height=0.1", "hj1.anchor=0 0 1"}));
    const auto finds = [&](const char* subject, const char* text) {
        return std::ranges::any_of(findings, [&](const RobotFinding& finding) {
            return finding.subject == subject && finding.text.find(text) != std::string::npos;
        });
    };
    EXPECT_TRUE(finds("rlj4", "exclude 0"));
    EXPECT_TRUE(finds("rthigh", "differs from 'lthigh'"));
    EXPECT_TRUE(finds("rlj5", "no torque"));
    EXPECT_TRUE(finds("start", "below the ground"));
    EXPECT_TRUE(finds("hj1", "outside 'neck'"));
    EXPECT_FALSE(finds("llj4", ""));
    EXPECT_FALSE(finds("lthigh", "differs")) << "each pair once";
}

TEST(RobotAnalysisTest, InertiaOfSolids) {
    Body body;
    body.massKg = 2.0;
    body.shape = Box{{1, 2, 3}};
    EXPECT_TRUE(inertiaKgM2(body).diagonal().isApprox(Eigen::Vector3d(13, 10, 5) / 6.0));
    body.shape = Sphere{0.5};
    EXPECT_TRUE(inertiaKgM2(body).diagonal().isApprox(Eigen::Vector3d::Constant(0.2)));
    // A capsule as the sum of thin discs.
    body.shape = Capsule{0.3, 1.0};
    double mass = 0.0;
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    constexpr double kStep = 1e-4;
    for (double z = -0.8 + kStep / 2; z < 0.8; z += kStep) {
        const double beyond = std::max(std::abs(z) - 0.5, 0.0);
        const double squared = 0.09 - beyond * beyond;
        mass += squared;
        sum += squared * Eigen::Vector3d(squared / 4 + z * z, squared / 4 + z * z, squared / 2);
    }
    EXPECT_TRUE(inertiaKgM2(body).diagonal().isApprox(2.0 * sum / mass, 1e-4))
        << inertiaKgM2(body).diagonal().transpose();
}

TEST(RobotAnalysisTest, ReachStaysWithinTheArm) {
    const BodyId hand = workshopNao().findBody("rlowerarm");
    const auto points = reachPoints(workshopNao(), hand, 2000, 3);
    ASSERT_GT(points.size(), 500U);
    EXPECT_LT(points.size(), 2000U) << "without postures in which bodies overlap";
    EXPECT_EQ(points, reachPoints(workshopNao(), hand, 2000, 3));
    const Eigen::Vector3d shoulder(0.098, 0.0, 0.075);
    double farthestM = 0.0;
    for (const Eigen::Vector3d& point : points) {
        farthestM = std::max(farthestM, (point - shoulder).norm());
    }
    // Upper arm 90 mm in front of the shoulder, 9 mm above it, lower arm 105 mm.
    EXPECT_LT(farthestM, 0.2);
    EXPECT_GT(farthestM, 0.18);
}

TEST(RobotAnalysisTest, StandingLegsBearTheRobotBetweenThem) {
    std::vector<double> zero(workshopNao().joints().size(), 0.0);
    const HoldingTorques held = holdingTorques(workshopNao(), zero);
    EXPECT_GT(held.marginM, 0.0);
    const auto torqueOf = [&](const HoldingTorques& torques, const char* joint) {
        return torques.torquesNm[workshopNao().findJoint(joint).index()];
    };
    EXPECT_NEAR(torqueOf(held, "rlj3"), torqueOf(held, "llj3"), 1e-6);
    EXPECT_NEAR(torqueOf(held, "rlj2"), -torqueOf(held, "llj2"), 1e-6);
    // For an arm stretched forward, weight times lever arm.
    const double expected = kGravity * (0.15 * 0.02 + 0.035 * 0.09 + 0.2 * 0.14);
    EXPECT_NEAR(torqueOf(held, "raj1"), expected, 1e-9) << "about x, against its falling";
    zero[workshopNao().findJoint("raj1").index()] = math::radFromDeg(-90);
    EXPECT_NEAR(torqueOf(holdingTorques(workshopNao(), zero), "raj1"),
                kGravity * 0.009 * (0.035 + 0.2), 1e-9)
        << "hanging down, but for the 9 mm that the elbow is set off";
}

// For a robot leaning sideways on two flat feet, the legs balance the weight above the hips.
TEST(RobotAnalysisTest, BothLegsCarryTheWeightAboveThem) {
    constexpr double kSwayRad = 0.1;
    std::vector<double> angles(workshopNao().joints().size(), 0.0);
    for (const char* side : {"r", "l"}) {
        angles[workshopNao().findJoint(side + std::string("lj2")).index()] = kSwayRad;
        angles[workshopNao().findJoint(side + std::string("lj6")).index()] = -kSwayRad;
    }
    std::vector<math::Pose> poses(workshopNao().bodies().size());
    forwardKinematics(workshopNao(), {}, angles, poses);
    const double hipY = jointFrame(workshopNao(), workshopNao().findJoint("rlj3"), poses).p.y();
    double momentNm = 0.0; // of the weight above the hips about their line
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const std::string& name = workshopNao().bodies()[i].name;
        const bool isOfLeg = name.ends_with("thigh") || name.ends_with("shank") ||
                             name.ends_with("ankle") || name.ends_with("foot");
        momentNm -=
            isOfLeg ? 0.0 : (poses[i].p.y() - hipY) * kGravity * workshopNao().bodies()[i].massKg;
    }
    const HoldingTorques held = holdingTorques(workshopNao(), angles);
    const double right = held.torquesNm[workshopNao().findJoint("rlj3").index()];
    const double left = held.torquesNm[workshopNao().findJoint("llj3").index()];
    EXPECT_NEAR(right + left, std::cos(kSwayRad) * momentNm, 1e-6);
    EXPECT_GT(std::abs(right - left), 0.01) << "one bears more";
}

TEST(UrdfTextTest, NamesEveryBodyAndJointAndKeepsTheMass) {
    for (const RobotModel* model : {&workshopNao(), &mujocoRobotModel(MujocoRobot::T1)}) {
        const std::string text = urdfText(*model);
        const auto count = [&](const char* pattern) {
            const std::regex regex(pattern);
            return std::distance(std::sregex_iterator(text.begin(), text.end(), regex), {});
        };
        EXPECT_EQ(count("<link "), static_cast<long>(model->bodies().size())) << model->name();
        EXPECT_EQ(count("type=\"revolute\""), static_cast<long>(model->joints().size()));
        double mass = 0.0;
        const std::regex masses("<mass value=\"([^\"]*)\"");
        for (std::sregex_iterator it(text.begin(), text.end(), masses), end; it != end; ++it) {
            mass += std::stod((*it)[1]);
        }
        EXPECT_NEAR(mass, model->massKg(), 1e-9);
    }
}

// Follows the tree of the file as a reader would, with all joints at zero.
TEST(UrdfTextTest, LinksStandWhereTheBodiesAre) {
    const std::string text = urdfText(workshopNao());
    const std::regex joint("<parent link=\"([^\"]*)\"/>\\s*<child link=\"([^\"]*)\"/>\\s*<origin "
                           "xyz=\"(\\S+) (\\S+) (\\S+)\"");
    const std::regex link(
        "<link name=\"([^\"]*)\">\\s*<inertial>\\s*<origin xyz=\"(\\S+) (\\S+) (\\S+)\"");
    std::map<std::string, Eigen::Vector3d> frames{{"torso", Eigen::Vector3d::Zero()}};
    for (std::sregex_iterator it(text.begin(), text.end(), joint), end; it != end; ++it) {
        frames[(*it)[2]] =
            frames.at((*it)[1]) +
            Eigen::Vector3d(std::stod((*it)[3]), std::stod((*it)[4]), std::stod((*it)[5]));
    }
    std::vector<math::Pose> poses(workshopNao().bodies().size());
    forwardKinematics(workshopNao(), {}, std::vector<double>(workshopNao().joints().size(), 0.0),
                      poses);
    std::size_t seen = 0;
    for (std::sregex_iterator it(text.begin(), text.end(), link), end; it != end; ++it) {
        const Eigen::Vector3d center =
            frames.at((*it)[1]) +
            Eigen::Vector3d(std::stod((*it)[2]), std::stod((*it)[3]), std::stod((*it)[4]));
        const Eigen::Vector3d& p = poses[workshopNao().findBody((*it)[1].str()).index()].p;
        EXPECT_TRUE(center.isApprox(Eigen::Vector3d(p.y(), -p.x(), p.z()), 1e-9) || p.norm() < 1e-9)
            << (*it)[1];
        ++seen;
    }
    EXPECT_EQ(seen, workshopNao().bodies().size());
}

} // namespace
} // namespace sideline::robot
