#include "viewer3d/view/mouse_grip.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "viewer3d/view/camera_rig.h"

namespace sideline::viewer3d {
namespace {

using Eigen::Vector3d;

constexpr double kPi = std::numbers::pi;

CameraRig orbiting() {
    CameraRig rig;
    rig.setMode(CameraMode::Orbit);
    return rig;
}

void passTime(CameraRig& rig, double timeS) {
    for (int i = 0; i < 50; ++i) {
        rig.advance(timeS / 50, {}, nullptr);
    }
}

Ray rayTo(const CameraPose& camera, const Vector3d& p_S) {
    return {camera.eye, (p_S - camera.eye).normalized()};
}

TEST(OrbitTest, LooksFromWhereItIsReported) {
    CameraRig rig = orbiting();
    rig.orbitAbout({0.5, 0.2, 0.3}, 1.0);
    struct Row {
        double azimuthRad;
        double elevationRad;
        Vector3d eye;
    };
    for (const Row& row : {Row{0.0, 0.0, {0.5, 1.2, 0.3}}, Row{kPi / 2, 0.0, {-0.5, 0.2, 0.3}},
                           Row{kPi, 0.0, {0.5, -0.8, 0.3}}, Row{-kPi / 2, 0.0, {1.5, 0.2, 0.3}},
                           Row{0.0, kPi / 4, {0.5, 0.2 + std::sqrt(0.5), 0.3 + std::sqrt(0.5)}}}) {
        rig.orbitTo(row.azimuthRad, row.elevationRad);
        EXPECT_TRUE(rig.isMoving());
        passTime(rig, 1.5);
        EXPECT_FALSE(rig.isMoving());
        const CameraPose pose = rig.pose();
        EXPECT_LT((pose.eye - row.eye).norm(), 0.01) << row.azimuthRad << ": " << pose.eye;
        EXPECT_LT((pose.forward - (Vector3d(0.5, 0.2, 0.3) - pose.eye).normalized()).norm(), 1e-9);
    }
}

TEST(OrbitTest, TheMouseTurnsShiftsAndComesCloser) {
    CameraRig rig = orbiting();
    const Vector3d target(0, 0, 0.3);
    rig.orbitAbout(target, 1.0);
    const auto distanceM = [&] { return (rig.pose().eye - target).norm(); };
    rig.rotate(60, 30, 600);
    EXPECT_NEAR(distanceM(), 1.0, 1e-9);
    rig.zoom(3, false);
    EXPECT_LT(distanceM(), 0.8);
    rig.zoom(1000, false);
    EXPECT_NEAR(distanceM(), 0.3, 1e-9);
    rig.zoom(-1000, false);
    EXPECT_NEAR(distanceM(), 30.0, 1e-9);
    rig.orbitAbout(target, 1.0);
    const CameraPose before = rig.pose();
    rig.pan(100, 0, 600); // what is seen moves along with the mouse
    const Vector3d shift = rig.pose().eye - before.eye;
    EXPECT_LT(shift.dot(before.forward.cross(before.up)), -0.05);
    EXPECT_NEAR(shift.dot(before.up), 0.0, 1e-9);
    EXPECT_NEAR(shift.dot(before.forward), 0.0, 1e-9);
}

TEST(OrbitTest, StaysAboveTheGround) {
    CameraRig rig = orbiting();
    for (const double dy : {-1e5, 1e5, -300.0}) {
        rig.rotate(13, dy, 600);
        rig.pan(0, -1e5, 600);
        EXPECT_GT(rig.pose().eye.z(), 0.0);
        EXPECT_TRUE(rig.pose().forward.allFinite());
        EXPECT_NEAR(rig.pose().up.norm(), 1.0, 1e-9);
    }
    rig.orbitTo(0.0, -2.0);
    passTime(rig, 2.0);
    EXPECT_GT(rig.pose().eye.z(), 0.0);
    EXPECT_EQ(cameraModeName(CameraMode::Orbit), "orbit");
}

TEST(OrbitTest, ADragTakesOverFromASwing) {
    CameraRig rig;
    rig.setMode(CameraMode::Orbit);
    rig.orbitTo(2.0, 0.8);
    rig.advance(0.03, {}, nullptr);
    ASSERT_TRUE(rig.isMoving()) << "the swing is under way";
    rig.rotate(-40.0, 10.0, 600.0);
    const CameraPose dragged = rig.pose();
    for (int i = 0; i < 50; ++i) {
        rig.advance(0.03, {}, nullptr);
    }
    EXPECT_LT((rig.pose().eye - dragged.eye).norm(), 1e-9) << "it stays where the mouse left it";
    EXPECT_FALSE(rig.isMoving());
}

TEST(OrbitTest, ASwingGoesTheShortWayRoundAndLiftsSmoothly) {
    CameraRig rig = orbiting();
    rig.orbitAbout({0.0, 0.0, 0.3}, 1.0);
    rig.orbitTo(-kPi / 2 - 0.3, 0.0);
    passTime(rig, 1.5);
    rig.orbitTo(-kPi / 2 + 0.3, 0.0);
    for (int i = 0; i < 100; ++i) {
        rig.advance(0.01, {}, nullptr);
        EXPECT_GT(rig.pose().eye.x(), 0.9) << "not round the other side, " << i;
    }
    rig.orbitTo(-kPi / 2 + 0.3, 1.0);
    rig.advance(0.02, {}, nullptr);
    EXPECT_TRUE(rig.isMoving());
    EXPECT_LT(rig.pose().eye.z(), 0.9);
    passTime(rig, 1.5);
    EXPECT_NEAR(rig.pose().eye.z(), 0.3 + std::sin(1.0), 1e-9);
}

TEST(OrbitTest, ASwingEndsWithTheMode) {
    CameraRig rig;
    rig.setMode(CameraMode::Orbit);
    rig.orbitTo(2.0, 0.8);
    rig.advance(0.03, {}, nullptr);
    rig.setMode(CameraMode::Free);
    rig.setMode(CameraMode::Orbit);
    const CameraPose start = rig.pose();
    rig.advance(0.5, {}, nullptr);
    EXPECT_LT((rig.pose().eye - start.eye).norm(), 1e-9);
    EXPECT_FALSE(rig.isMoving());
}

TEST(OrbitTest, OnlyOrbitsWhenItIsTheMode) {
    CameraRig rig;
    const CameraPose before = rig.pose();
    rig.orbitTo(1.0, 0.3);
    passTime(rig, 1.0);
    EXPECT_EQ(rig.pose().eye, before.eye);
}

TEST(MouseGripTest, NothingIsPulledUnderTheGround) {
    const CameraPose camera = orbiting().pose();
    PickHit hit;
    hit.p_S = {0.0, 0.0, 0.3};
    MouseGrip grip(MouseGrip::Kind::Pull, hit, rayTo(camera, hit.p_S), camera.forward);
    const Vector3d higher = hit.p_S + 0.1 * camera.up;
    grip.moveTo(rayTo(camera, higher));
    EXPECT_LT((grip.target_S() - higher).norm(), 1e-9);
    grip.moveTo(rayTo(camera, hit.p_S - 0.5 * camera.up));
    EXPECT_EQ(grip.target_S().z(), 0.0);
}

TEST(PoseGripTest, MovesInThePicturesPlaneWithoutAJump) {
    const CameraPose camera = orbiting().pose();
    const Vector3d p(0.1, 0.1, 0.4);
    const Vector3d right = camera.forward.cross(camera.up);
    const Vector3d held = p + 0.01 * right; // not quite its middle
    PoseGrip grip(p, rayTo(camera, held), camera.forward);
    EXPECT_EQ(grip.target_S(), p);
    grip.moveTo(rayTo(camera, held));
    EXPECT_LT((grip.target_S() - p).norm(), 1e-9);
    const Vector3d way = 0.12 * right - 0.07 * camera.up;
    grip.moveTo(rayTo(camera, held + way));
    EXPECT_LT((grip.target_S() - (p + way)).norm(), 1e-9);
}

TEST(PoseGripTest, KeepsToItsPath) {
    const CameraPose camera = orbiting().pose();
    const Vector3d p(0.1, 0.1, 0.05);
    const Vector3d up(0, 0, 0.1);
    const Vector3d right = camera.forward.cross(camera.up);
    PoseGrip grip(p, rayTo(camera, p), camera.forward);
    grip.setPath(PoseGrip::Path::Vertical, rayTo(camera, p));
    grip.moveTo(rayTo(camera, p + up));
    EXPECT_LT((grip.target_S() - (p + up)).norm(), 1e-9);
    grip.moveTo(rayTo(camera, p + up + 0.3 * right));
    EXPECT_EQ(grip.target_S().head<2>(), p.head<2>());
    // Another path continues from there.
    const Ray ray = rayTo(camera, p + up);
    grip.moveTo(ray);
    grip.setPath(PoseGrip::Path::Level, ray);
    EXPECT_LT((grip.target_S() - (p + up)).norm(), 1e-9);
    const Vector3d level(0.05, -0.03, 0);
    grip.moveTo(rayTo(camera, p + up + level));
    EXPECT_LT((grip.target_S() - (p + up + level)).norm(), 1e-9);
}

TEST(PoseGripTest, StaysWhereAPathCannotBeReported) {
    const Vector3d p(0, 0, 0.3);
    const Vector3d down = -Vector3d::UnitZ();
    PoseGrip fromAbove(p, {{0, 0, 2}, down}, down);
    fromAbove.setPath(PoseGrip::Path::Vertical, {{0, 0, 2}, down});
    fromAbove.moveTo({{0.2, 0.1, 2}, down});
    EXPECT_EQ(fromAbove.target_S(), p);
    const Vector3d ahead = Vector3d::UnitY();
    PoseGrip level(p, {{0, -2, 0.3}, ahead}, ahead);
    level.setPath(PoseGrip::Path::Level, {{0, -2, 0.3}, ahead});
    level.moveTo({{0, -2, 0.3}, Vector3d(0.1, 1, 0).normalized()});
    EXPECT_EQ(level.target_S(), p);
    PoseGrip far(p, {{0, -2, 0.3}, ahead}, ahead);
    far.moveTo({{0, -2, 0.3}, Vector3d(100, 1, 0).normalized()});
    EXPECT_LT((far.target_S() - p).norm(), 3.0) << "a slip of the hand";
}

} // namespace
} // namespace sideline::viewer3d
