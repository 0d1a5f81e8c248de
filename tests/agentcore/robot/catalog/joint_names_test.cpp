// Names and mirror images of joints, for every robot of the catalog.
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/mujoco_robots.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/robot/soccerbot056.h"

namespace sideline::robot {
namespace {

// Those of both servers.
std::vector<RobotModelPtr> allRobots() {
    std::vector<RobotModelPtr> models = builtInRobots();
    for (const RobotCatalog::Entry& entry : RobotCatalog().entries()) {
        models.push_back(entry.model);
    }
    return models;
}

Joint hingeNamed(std::string perceptor, std::string effector) {
    Joint joint;
    joint.perceptor = std::move(perceptor);
    joint.effector = std::move(effector);
    joint.parent = BodyId(std::size_t{0});
    joint.child = BodyId(std::size_t{1});
    return joint;
}

// A torso and a body with joints in between.
RobotModel robotWith(std::vector<Joint> joints) {
    std::vector<Body> bodies(2);
    bodies[0].name = "torso";
    bodies[1].name = "arm";
    bodies[1].parent = BodyId(std::size_t{0});
    bodies[1].joint = JointId(std::size_t{0});
    bodies[1].p_ParentBody = {0.2, 0.0, 0.0};
    for (Body& body : bodies) {
        body.massKg = 1.0;
        body.shape = Sphere{0.1};
    }
    return {"named", std::move(bodies), std::move(joints)};
}

TEST(JointNamesTest, EveryAxisOfEveryRobotHasAUniqueNameThatFindsIt) {
    for (const RobotModelPtr& model : allRobots()) {
        std::set<std::string> names;
        std::set<std::string> perceptors;
        for (std::size_t i = 0; i < model->joints().size(); ++i) {
            const Joint& joint = model->joints()[i];
            const std::string& name = model->jointName(JointId(i));
            const bool isNamed = !joint.effector.empty() || !joint.perceptor.empty();
            ASSERT_EQ(!name.empty(), isNamed) << model->name() << " joint " << i;
            if (!isNamed) {
                EXPECT_EQ(model->perceptorName(JointId(i)), "");
                continue;
            }
            EXPECT_TRUE(names.insert(name).second) << model->name() << ' ' << name;
            EXPECT_TRUE(perceptors.insert(model->perceptorName(JointId(i))).second) << name;
            EXPECT_EQ(model->findJoint(name), JointId(i)) << model->name() << ' ' << name;
            EXPECT_EQ(model->findJoint(model->perceptorName(JointId(i))), JointId(i)) << name;
            if (joint.kind != JointKind::UniversalSecond) { // as on the wire, and in older files
                EXPECT_EQ(model->findJoint(joint.effector), JointId(i)) << joint.effector;
                EXPECT_EQ(model->findJoint(joint.perceptor), JointId(i)) << joint.perceptor;
            }
        }
    }
}

TEST(JointNamesTest, TheAxesOfAUniversalJointAreNumbered) {
    const RobotModel& model = soccerbot056Model();
    const JointId first = model.findJoint("lle2_3");
    ASSERT_EQ(model.joint(first).kind, JointKind::UniversalFirst);
    const JointId second = otherAxis(model, first);
    EXPECT_EQ(model.jointName(first), "lle2_3");
    EXPECT_EQ(model.jointName(second), "lle2_3.2");
    EXPECT_EQ(model.perceptorName(first), "llj2_3");
    EXPECT_EQ(model.perceptorName(second), "llj2_3.2");
    EXPECT_EQ(model.findJoint("lle2_3.2"), second);
    EXPECT_EQ(model.findJoint("llj2_3.2"), second);
    EXPECT_FALSE(model.findJoint("lle2_3.3").isValid());
    EXPECT_FALSE(model.findJoint("lle1.2").isValid()) << "a hinge";
    std::size_t named = 0;
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        named += model.jointName(JointId(i)).empty() ? 0U : 1U;
    }
    EXPECT_EQ(named, 20U) << "all but the locked joint of the trunk";
}

TEST(JointNamesTest, EqualEffectorsGetDifferentNames) {
    Joint first = hingeNamed("p", "x");
    first.kind = JointKind::UniversalFirst;
    Joint second = first;
    second.kind = JointKind::UniversalSecond;
    second.axis = Eigen::Vector3d::UnitY();
    const RobotModel model = robotWith({first, second, hingeNamed("q", "x.2"), hingeNamed("r", "x"),
                                        hingeNamed("s", ""), hingeNamed("", "")});
    std::vector<std::string> names;
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        names.push_back(model.jointName(JointId(i)));
    }
    EXPECT_EQ(names, (std::vector<std::string>{"x", "x.2", "x.2~2", "x~2", "s", ""}));
    EXPECT_EQ(model.findJoint("x~2"), JointId(std::size_t{3}));
    EXPECT_EQ(model.findJoint("r"), JointId(std::size_t{3}));
    EXPECT_FALSE(model.findJoint("").isValid());
}

TEST(JointMirrorTest, IsMutualOnEveryRobotAndLeavesNoMovableJointOut) {
    for (const RobotModelPtr& model : allRobots()) {
        for (std::size_t i = 0; i < model->joints().size(); ++i) {
            const auto& mirror = model->mirror(JointId(i));
            ASSERT_TRUE(mirror) << model->name() << ' ' << model->jointName(JointId(i));
            const auto& back = model->mirror(mirror->joint);
            ASSERT_TRUE(back);
            EXPECT_EQ(*back, (MirrorJoint{JointId(i), mirror->sign}));
        }
    }
}

TEST(JointMirrorTest, FollowsTheAxesAndNotTheNames) {
    struct Row {
        const RobotModel& model;
        const char* joint;
        const char* other;
        double sign;
    };
    const RobotModel& older = soccerbot056Model();
    const RobotModel& t1 = *findMujocoRobot("T1");
    for (const Row& row :
         {Row{older, "lae1_2", "rae1_2", 1.0}, Row{older, "lae1_2.2", "rae1_2.2", -1.0},
          Row{older, "rle2_3.2", "lle2_3.2", -1.0},
          Row{older, "lle1", "rle1", -1.0}, // yaws; on a Nao it also pitches
          Row{older, "lae4", "rae4", 1.0},  // pitches; on a Nao it yaws
          Row{older, "lle5_6", "rle5_6", 1.0}, Row{older, "lle5_6.2", "rle5_6.2", -1.0},
          Row{naoModel(NaoType::Toes), "lle7", "rle7", 1.0},
          Row{naoModel(NaoType::Standard), "he1", "he1", -1.0},
          Row{naoModel(NaoType::Standard), "he2", "he2", 1.0}, Row{t1, "tj1", "tj1", -1.0},
          Row{t1, "llj3", "rlj3", -1.0}, Row{t1, "laj3", "raj3", 1.0}}) {
        const auto& mirror = row.model.mirror(row.model.findJoint(row.joint));
        ASSERT_TRUE(mirror) << row.joint;
        EXPECT_EQ(mirror->joint, row.model.findJoint(row.other)) << row.joint;
        EXPECT_EQ(mirror->sign, row.sign) << row.joint;
    }
}

// The mirror images of angles move the bodies to the mirror images of their places.
TEST(JointMirrorTest, MirroredAnglesMirrorTheBodies) {
    base::Rng rng(7);
    const Eigen::Vector3d flip(-1.0, 1.0, 1.0); // x is to the robot's right
    for (const RobotModelPtr& model : builtInRobots()) {
        // Bodies of rcssservermj's robots are not quite symmetric.
        const double toleranceM =
            model->traits().server == game::ServerKind::SimSpark ? 1e-9 : 5e-3;
        for (int round = 0; round < 10; ++round) {
            std::vector<double> anglesRad(model->joints().size());
            std::vector<double> imageRad(model->joints().size());
            for (std::size_t i = 0; i < anglesRad.size(); ++i) {
                anglesRad[i] = rng.uniform(-1.0, 1.0);
                const MirrorJoint& mirror = *model->mirror(JointId(i));
                imageRad[mirror.joint.index()] = mirror.sign * anglesRad[i];
            }
            std::vector<math::Pose> poses(model->bodies().size());
            std::vector<math::Pose> images(model->bodies().size());
            forwardKinematics(*model, {}, anglesRad, poses);
            forwardKinematics(*model, {}, imageRad, images);
            for (std::size_t i = 0; i < poses.size(); ++i) {
                const JointId joint = model->bodies()[i].joint;
                if (!joint.isValid()) {
                    continue;
                }
                const BodyId other = model->joint(model->mirror(joint)->joint).child;
                const Eigen::Vector3d apart =
                    images[other.index()].p - flip.cwiseProduct(poses[i].p);
                EXPECT_LT(apart.norm(), toleranceM)
                    << model->name() << ' ' << model->bodies()[i].name;
            }
        }
    }
}

TEST(JointMirrorTest, AJointOfOneSideOnlyHasNone) {
    const RobotModel model = robotWith({hingeNamed("p", "x")});
    EXPECT_FALSE(model.mirror(JointId(std::size_t{0})));
}

} // namespace
} // namespace sideline::robot
