#include "viewer3d/view/picking.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/mujoco_robots.h"
#include "agentcore/robot/nao.h"
#include "tests/viewer3d/viewer_checks.h"

namespace sideline::viewer3d {
namespace {

using Eigen::Vector3d;
using game::PlayerId;
using game::Side;
using math::radFromDeg;
using monitor::MatchFrame;
using monitor::ObjectId;
using tests::ScriptedScene;

constexpr double kWidth = 900.0;
constexpr double kHeight = 600.0;
const PlayerId kPickedLeft3{Side::Left, game::UniformNumber(3)};
const PlayerId kPickedRight5{Side::Right, game::UniformNumber(5)};

CameraPose tiltedCamera() {
    CameraPose camera;
    camera.eye = {1, -5, 4};
    camera.forward = Vector3d(1, 2, -1).normalized();
    camera.up = camera.forward.cross(Vector3d::UnitZ()).cross(camera.forward).normalized();
    camera.fovYRad = radFromDeg(50);
    return camera;
}

ScriptedScene robotToPick(double x = 1.0, double y = 2.0) {
    ScriptedScene scene;
    scene.p_SBall = {-8, 5, 0.042};
    scene.robots = {tests::scriptedRobot(Side::Left, 3, x, y)};
    return scene;
}

Ray ray(const Vector3d& origin, const Vector3d& direction) {
    return {origin, direction.normalized()};
}

ObjectId body(const PlayerId& robot, const char* name) {
    return ObjectId::ofRobot(robot,
                             robot::naoModel(robot::NaoType::Standard).findBody(name).value());
}

TEST(PickingTest, TheRayThroughTheCenterIsTheCamerasDirection) {
    CameraPose camera = tiltedCamera();
    for (const bool orthographic : {false, true}) {
        camera.orthographic = orthographic;
        const Ray center = rayThrough(camera, kWidth / 2, kHeight / 2, kWidth, kHeight);
        EXPECT_LT((center.direction - camera.forward).norm(), 1e-12);
        EXPECT_LT((center.origin - camera.eye).norm(), 1e-12);
    }
}

TEST(PickingTest, APointIsSeenWhereItsRayGoesThrough) {
    CameraPose camera = tiltedCamera();
    for (const bool orthographic : {false, true}) {
        camera.orthographic = orthographic;
        const Ray ray = rayThrough(camera, 37.0, 211.0, kWidth, kHeight);
        const auto place = placeInView(camera, ray.origin + 7.0 * ray.direction, kWidth, kHeight);
        ASSERT_TRUE(place);
        EXPECT_LT((*place - Eigen::Vector2d(37.0, 211.0)).norm(), 1e-9);
    }
    camera.orthographic = false;
    EXPECT_FALSE(placeInView(camera, camera.eye - camera.forward, kWidth, kHeight)) << "behind";
}

TEST(PickingTest, RaysThroughTheCornersAreSymmetrical) {
    const CameraPose camera = tiltedCamera();
    const Vector3d right = camera.forward.cross(camera.up);
    const double slope = std::tan(camera.fovYRad / 2.0);
    for (const auto& [x, y, signRight, signUp] : {std::tuple{0.0, 0.0, -1.0, 1.0},
                                                  {kWidth, 0.0, 1.0, 1.0},
                                                  {0.0, kHeight, -1.0, -1.0},
                                                  {kWidth, kHeight, 1.0, -1.0}}) {
        const Ray corner = rayThrough(camera, x, y, kWidth, kHeight);
        EXPECT_NEAR(corner.direction.norm(), 1.0, 1e-12);
        EXPECT_EQ(corner.origin, camera.eye);
        const double depth = corner.direction.dot(camera.forward);
        EXPECT_NEAR(corner.direction.dot(right) / depth, signRight * slope * 1.5, 1e-9);
        EXPECT_NEAR(corner.direction.dot(camera.up) / depth, signUp * slope, 1e-9);
    }
}

TEST(PickingTest, OrthographicRaysAreParallel) {
    CameraPose camera;
    camera.eye = {2, 1, 30};
    camera.forward = -Vector3d::UnitZ();
    camera.up = Vector3d::UnitY();
    camera.orthographic = true;
    camera.halfHeightM = 6.0;
    const Ray upperLeft = rayThrough(camera, 0, 0, kWidth, kHeight);
    const Ray lowerRight = rayThrough(camera, kWidth, kHeight, kWidth, kHeight);
    EXPECT_EQ(upperLeft.direction, camera.forward);
    EXPECT_EQ(lowerRight.direction, camera.forward);
    EXPECT_LT((upperLeft.origin - Vector3d(2 - 9, 1 + 6, 30)).norm(), 1e-9);
    EXPECT_LT((lowerRight.origin - Vector3d(2 + 9, 1 - 6, 30)).norm(), 1e-9);
}

TEST(PickingTest, HitsTheBall) {
    const auto frame = frameOf(robotToPick());
    EXPECT_EQ(pick(*frame, ray({-8, 5, 5}, {0, 0, -1})), ObjectId::ball());
    EXPECT_EQ(pick(*frame, ray({-8, -3, 0.042}, {0, 1, 0})), ObjectId::ball());
    EXPECT_EQ(pick(*frame, ray({-6, 5, 2}, {-2, 0, -1.958})), ObjectId::ball());
}

TEST(PickingTest, HitsTheBodyOfARobotThatIsMeant) {
    const auto frame = frameOf(robotToPick());
    EXPECT_EQ(pick(*frame, ray({1, 2, 3}, {0, 0, -1})), body(kPickedLeft3, "head"));
    EXPECT_EQ(pick(*frame, ray({1, 4, 0.39}, {0, -1, 0})), body(kPickedLeft3, "torso"));
    EXPECT_EQ(pick(*frame, ray({1, 0, 0.39}, {0, 1, 0})), body(kPickedLeft3, "torso"))
        << "from behind";
    EXPECT_EQ(pick(*frame, ray({1.055, 4, 0.01}, {0, -1, 0})), body(kPickedLeft3, "rfoot"));
    EXPECT_EQ(pick(*frame, ray({0.945, 4, 0.01}, {0, -1, 0})), body(kPickedLeft3, "lfoot"));
    EXPECT_EQ(pick(*frame, ray({1.108, 4, 0.465}, {0, -1, 0})), body(kPickedLeft3, "rlowerarm"));
}

TEST(PickingTest, FollowsTurnedRobots) {
    ScriptedScene scene = robotToPick();
    // On its back, head towards -y.
    scene.robots[0].X_STorso.R =
        Eigen::AngleAxisd(radFromDeg(90), Vector3d::UnitX()).toRotationMatrix();
    scene.robots[0].X_STorso.p.z() = 0.1;
    const auto frame = frameOf(scene);
    EXPECT_EQ(pick(*frame, ray({1, 2 - 0.155, 3}, {0, 0, -1})), body(kPickedLeft3, "head"));
    EXPECT_FALSE(pick(*frame, ray({1, 5, 0.545}, {0, -1, 0}))) << "where the head was upright";
    EXPECT_EQ(pick(*frameOf(robotToPick()), ray({1, 5, 0.545}, {0, -1, 0})),
              body(kPickedLeft3, "head"));
}

TEST(PickingTest, MissesWhatIsNotOnTheRay) {
    const auto frame = frameOf(robotToPick());
    EXPECT_FALSE(pick(*frame, ray({1, 2, 3}, {0, 0, 1}))) << "the robot is behind the camera";
    EXPECT_FALSE(pick(*frame, ray({3, 2, 3}, {0, 0, -1})));
    EXPECT_FALSE(pick(*frame, ray({1, 4, 1.0}, {0, -1, 0}))) << "above the head";
    EXPECT_FALSE(pick(*frame, ray({1, 4, 0.39}, {1, -0.2, 0})));
    EXPECT_FALSE(pick(MatchFrame{}, ray({1, 2, 3}, {0, 0, -1})));
    MatchFrame noBall = *frame;
    noBall.ball.reset();
    EXPECT_FALSE(pick(noBall, ray({-8, 5, 5}, {0, 0, -1})));
}

TEST(PickingTest, TheNearestWins) {
    ScriptedScene scene = robotToPick();
    scene.robots.push_back(tests::scriptedRobot(Side::Right, 5, 1, -1));
    scene.p_SBall = {1, 0.5, 0.39}; // in the air between the two
    const auto frame = frameOf(scene);
    EXPECT_EQ(pick(*frame, ray({1, 6, 0.39}, {0, -1, 0})), body(kPickedLeft3, "torso"));
    EXPECT_EQ(pick(*frame, ray({1, -6, 0.39}, {0, 1, 0})), body(kPickedRight5, "torso"));
    EXPECT_EQ(pick(*frame, ray({1, 1, 0.39}, {0, -1, 0})), ObjectId::ball());
    MatchFrame swapped = *frame;
    std::swap(swapped.robots[0], swapped.robots[1]);
    EXPECT_EQ(pick(swapped, ray({1, 6, 0.39}, {0, -1, 0})), body(kPickedLeft3, "torso"))
        << "whatever their order";
}

TEST(PickingTest, FarThingsAreHitWithMoreEase) {
    const auto frame = frameOf(robotToPick());
    const auto hits = [&](double distance, double beside) {
        return pick(*frame, ray({-8 + beside, 5 - distance, 0.042}, {0, 1, 0})).has_value();
    };
    EXPECT_TRUE(hits(2.0, 0.05)) << "a centimeter beside the ball";
    EXPECT_FALSE(hits(2.0, 0.15));
    EXPECT_TRUE(hits(40.0, 0.15));
    EXPECT_FALSE(hits(40.0, 0.5));
}

TEST(PickingTest, HitsRobotsWithoutADescription) {
    MatchFrame frame;
    monitor::RobotFrame robot;
    robot.id = kPickedRight5;
    robot.X_SBody = {math::Pose::translation({0, 0, 0.3}), math::Pose::translation({0, 0, 0.6})};
    frame.robots = {robot};
    EXPECT_EQ(pick(frame, ray({4, 0, 0.6}, {-1, 0, 0})), ObjectId::ofRobot(kPickedRight5, 1));
    EXPECT_EQ(pick(frame, ray({4, 0, 0.3}, {-1, 0, 0})), ObjectId::ofRobot(kPickedRight5, 0));
    EXPECT_FALSE(pick(frame, ray({4, 0, 0.45}, {-1, 0, 0})));
}

// The forearm of a T1 is drawn from its joint to its end; its collision shape is a ball at the
// joint.
TEST(PickingTest, HitsSolidsOfARobotWhereTheyAreDrawn) {
    const robot::RobotModel& t1 = robot::mujocoRobotModel(robot::MujocoRobot::T1);
    MatchFrame frame;
    monitor::RobotFrame& robot = frame.robots.emplace_back();
    robot.id = kPickedRight5;
    robot.model = t1.shared();
    robot.X_SBody.resize(t1.bodies().size());
    robot::forwardKinematics(t1, math::Pose::translation({1, 2, 1}),
                             std::vector<double>(t1.joints().size()), robot.X_SBody);
    for (const char* joint : {"laj4", "raj4", "llj4", "rlj4"}) {
        const robot::BodyId limb = t1.joint(t1.findJoint(joint)).child;
        const math::Pose X_SSolid =
            robot.X_SBody[limb.index()] * t1.body(limb).solids.back().X_BodySolid;
        EXPECT_GT((X_SSolid.p - robot.X_SBody[limb.index()].p).norm(), 0.05) << joint;
        const auto hit = pickPoint(frame, ray(X_SSolid.p + Vector3d(0, 5, 0), Vector3d(0, -1, 0)));
        ASSERT_TRUE(hit) << joint;
        EXPECT_EQ(hit->id,
                  ObjectId::ofRobot(kPickedRight5, static_cast<std::int32_t>(limb.index())))
            << joint;
        const Vector3d p_S = robot.X_SBody[limb.index()] * hit->p_Body;
        EXPECT_LT((p_S - hit->p_S).norm(), 1e-9) << joint;
        EXPECT_NEAR(hit->p_S.x(), X_SSolid.p.x(), 0.02) << joint;
        EXPECT_NEAR(hit->p_S.z(), X_SSolid.p.z(), 0.02) << joint;
    }
}

TEST(PickingTest, ARobotsEyesDoNotHitItsOwnHead) {
    ScriptedScene scene = robotToPick();
    scene.robots.push_back(tests::scriptedRobot(Side::Right, 5, 1, 4));
    const auto frame = frameOf(scene);
    CameraRig rig;
    rig.setPlayer(kPickedLeft3);
    rig.setMode(CameraMode::FirstPerson);
    rig.snap(frame.get());
    const auto pickAt = [&](double y) {
        return pick(*frame, rayThrough(rig.pose(), kWidth / 2, y, kWidth, kHeight));
    };
    EXPECT_EQ(pickAt(kHeight / 2), body(kPickedRight5, "head")) << "the robot in front of it";
    EXPECT_FALSE(pickAt(0.1 * kHeight)) << "the sky";
}

} // namespace
} // namespace sideline::viewer3d
