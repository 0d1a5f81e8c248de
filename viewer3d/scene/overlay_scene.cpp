#include "viewer3d/scene/overlay_scene.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <variant>

#include "viewer3d/shapes/mesh_data.h"

namespace sideline::viewer3d {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::Vector3f;

constexpr float kSolid = 1.0F;
constexpr float kGlass = 0.34F;
constexpr double kShaftRadiusM = 0.009;
constexpr double kHeadRadiusM = 0.026;
constexpr double kHeadLengthM = 0.06;
constexpr double kFacingM = 0.4;
constexpr double kSmallestForceN = 0.05; // smaller forces count as contact without load
constexpr double kArcRadiusM = 0.055;
constexpr double kSmallestRatio = 0.005;
constexpr double kDensityKgPerM3 = 6000.0; // keeps the spheres inside their bodies
constexpr double kCenterSizeM = 0.055;
constexpr float kFootprintM = 0.07F;
constexpr double kSmallestHandleM = 1e-3;
const Vector3f kMassColor(0.55F, 0.30F, 0.75F);
const Vector3f kCenterColor(1.0F, 0.82F, 0.10F);
const Vector3f kAwakeColor(0.10F, 0.75F, 0.85F);
const Vector3f kAsleepColor(0.55F, 0.55F, 0.55F);
const Vector3f kPullColor(1.0F, 0.95F, 0.35F);
const Vector3f kPushColor(1.0F, 0.45F, 0.10F);
const Vector3f kFacingColor(1.0F, 1.0F, 1.0F);

// The rotation from z to `direction`, which must have unit length.
Matrix3d turnedTo(const Vector3d& direction) {
    const Vector3d across =
        std::abs(direction.z()) < 0.9 ? Vector3d(Vector3d::UnitZ()) : Vector3d(Vector3d::UnitX());
    Matrix3d R;
    R.col(2) = direction;
    R.col(0) = across.cross(direction).normalized();
    R.col(1) = R.col(2).cross(R.col(0));
    return R;
}

Instance scaled(const Matrix3d& R, const Vector3d& p_S, const Vector3d& scale,
                const Vector3f& color, float fourth) {
    return Instance::of({R * scale.asDiagonal(), p_S}, color, fourth);
}

// A cylinder of radius 1 from z = 0 to 1.
MeshData unitShaft() {
    MeshData mesh;
    mesh.add(cylinder(Axis::Z, 1.0F, 1.0F, Zone::Team, Detail{10, 3, 1}), {0.0F, 0.0F, 0.5F});
    return mesh;
}

// A cone of radius 1 from z = 0 to its tip at z = 1.
MeshData unitCone() {
    constexpr std::uint32_t kCorners = 12;
    MeshData mesh;
    for (std::uint32_t i = 0; i < kCorners; ++i) {
        const float angle =
            2.0F * std::numbers::pi_v<float> * static_cast<float>(i) / float(kCorners);
        const Vector3f rim(std::cos(angle), std::sin(angle), 0.0F);
        const Vector3f outward = (rim + Vector3f::UnitZ()).normalized();
        const auto zone = static_cast<float>(Zone::Team);
        mesh.vertices.push_back({rim, outward, zone});
        mesh.vertices.push_back({Vector3f::UnitZ(), outward, zone});
        mesh.vertices.push_back({rim, -Vector3f::UnitZ(), zone});
    }
    for (std::uint32_t i = 0; i < kCorners; ++i) {
        const std::uint32_t a = 3 * i;
        const std::uint32_t b = 3 * ((i + 1) % kCorners);
        mesh.indices.insert(mesh.indices.end(), {a, b, a + 1});
        if (i > 0 && i + 1 < kCorners) {
            mesh.indices.insert(mesh.indices.end(), {2, b + 2, a + 2});
        }
    }
    return mesh;
}

// An octahedron from -1 to 1, flat-shaded.
MeshData diamond() {
    MeshData mesh;
    for (const float z : {1.0F, -1.0F}) {
        for (int i = 0; i < 4; ++i) {
            const float angle = std::numbers::pi_v<float> / 2.0F * static_cast<float>(i);
            Vector3f first(std::cos(angle), std::sin(angle), 0.0F);
            Vector3f second(-std::sin(angle), std::cos(angle), 0.0F);
            const Vector3f tip(0.0F, 0.0F, z);
            const Vector3f normal = (first + second + tip).normalized();
            if (z < 0.0F) {
                std::swap(first, second);
            }
            for (const Vector3f& corner : {first, second, tip}) {
                mesh.indices.push_back(static_cast<std::uint32_t>(mesh.vertices.size()));
                mesh.vertices.push_back({corner, normal, static_cast<float>(Zone::Team)});
            }
        }
    }
    return mesh;
}

// A curved arrow about z with radius 1, counterclockwise from x; its tip points forward.
MeshData arc(double angleRad) {
    constexpr int kAround = 6;
    constexpr double kStepRad = std::numbers::pi / 15.0;
    constexpr double kThickness = 0.11;
    constexpr double kTipRad = 0.45;
    MeshData mesh;
    const int steps = std::max(1, static_cast<int>(std::ceil(angleRad / kStepRad)));
    const auto ring = [&](double at, double thickness) {
        for (int k = 0; k < kAround; ++k) {
            const double turn = 2.0 * std::numbers::pi * k / kAround;
            const Vector3d outward(std::cos(at), std::sin(at), 0.0);
            const Vector3d normal = std::cos(turn) * outward + std::sin(turn) * Vector3d::UnitZ();
            mesh.vertices.push_back({(outward + thickness * normal).cast<float>(),
                                     normal.cast<float>(), static_cast<float>(Zone::Team)});
        }
    };
    for (int i = 0; i <= steps; ++i) {
        ring(angleRad * i / steps, kThickness);
    }
    ring(angleRad, 2.6 * kThickness);
    ring(angleRad + kTipRad, 0.01);
    for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(steps) + 2; ++i) {
        for (std::uint32_t k = 0; k < kAround; ++k) {
            const std::uint32_t a = i * kAround + k;
            const std::uint32_t b = i * kAround + (k + 1) % kAround;
            mesh.indices.insert(mesh.indices.end(),
                                {a, a + kAround, b, b, a + kAround, b + kAround});
        }
    }
    return mesh;
}

} // namespace

Vector3f loadColor(double ratio) {
    const std::array<Vector3f, 3> scale = {
        Vector3f(0.15F, 0.75F, 0.25F), Vector3f(1.0F, 0.80F, 0.10F), Vector3f(0.95F, 0.10F, 0.10F)};
    const auto at = static_cast<float>(2.0 * std::clamp(ratio, 0.0, 1.0));
    const std::size_t below = at < 1.0F ? 0 : 1;
    const float part = at - static_cast<float>(below);
    return (1.0F - part) * scale[below] + part * scale[below + 1];
}

void OverlayScene::Shapes::flush() {
    mesh->setInstances(instances);
    instances.clear();
}

OverlayScene::OverlayScene(const Materials& materials, Qt3DCore::QNode* parent) : QEntity(parent) {
    const auto make = [this](const MeshData& mesh, Qt3DRender::QMaterial* material) {
        return std::make_unique<InstancedMesh>(mesh, material, this);
    };
    const Detail fine{14, 8, 1};
    const MeshData sphere = ellipsoid(Vector3f::Ones(), Zone::Team, fine);
    m_shafts.mesh = make(unitShaft(), materials.surface);
    m_heads.mesh = make(unitCone(), materials.surface);
    for (std::size_t i = 0; i < kArcCount; ++i) {
        const double ratio = static_cast<double>(i + 1) / static_cast<double>(kArcCount);
        m_arcs[i].mesh = make(arc(ratio * 1.7 * std::numbers::pi), materials.surface);
    }
    m_spheres.mesh = make(sphere, materials.surface);
    m_centers.mesh = make(diamond(), materials.surface);
    m_footprints.mesh = make(unitSquare(), materials.blob);
    m_boxes.mesh = make(box(Vector3f::Ones(), Zone::Team), materials.glass);
    m_balls.mesh = make(sphere, materials.glass);
    m_tubes.mesh =
        make(cylinder(Axis::Z, 1.0F, 1.0F, Zone::Team, Detail{14, 3, 1}), materials.glass);
    m_handleShaft.mesh = make(unitShaft(), materials.surface);
    m_handleHead.mesh = make(unitCone(), materials.surface);
}

void OverlayScene::setOverlay(const PhysicsOverlay& overlay) {
    for (const auto& force : overlay.forces) {
        addForce(force);
    }
    for (const auto& torque : overlay.torques) {
        addTorque(torque);
    }
    for (const auto& mass : overlay.masses) {
        addMass(mass);
    }
    for (const auto& collider : overlay.colliders) {
        addCollider(collider);
    }
    for (Shapes* shapes : {&m_shafts, &m_heads, &m_spheres, &m_centers, &m_footprints, &m_boxes,
                           &m_balls, &m_tubes}) {
        shapes->flush();
    }
    for (Shapes& shapes : m_arcs) {
        shapes.flush();
    }
}

void OverlayScene::addForce(const PhysicsOverlay::Force& force) {
    const double strengthN = force.force_SN.norm();
    if (!(strengthN > kSmallestForceN)) { // NaN counts as no force
        return;
    }
    const Vector3d direction = force.force_SN / strengthN;
    const Matrix3d R = turnedTo(direction);
    const Vector3f color = loadColor(strengthN / kFullColorN);
    const double lengthM = std::min(strengthN * kArrowMPerN, kLargestArrowM);
    const double headM = std::min(kHeadLengthM, lengthM);
    const double width = headM / kHeadLengthM; // small forces have small heads
    m_shafts.instances.push_back(
        scaled(R, force.p_S,
               {kShaftRadiusM * width, kShaftRadiusM * width, std::max(lengthM - headM, 1e-4)},
               color, kSolid));
    m_heads.instances.push_back(scaled(R, force.p_S + (lengthM - headM) * direction,
                                       {kHeadRadiusM * width, kHeadRadiusM * width, headM}, color,
                                       kSolid));
}

void OverlayScene::addTorque(const PhysicsOverlay::Torque& torque) {
    const double ratio = std::clamp(std::abs(torque.limitRatio), 0.0, 1.0);
    const double lengthOfAxis = torque.axis_S.norm();
    if (!(ratio > kSmallestRatio) || !(lengthOfAxis > 0.0)) {
        return;
    }
    const double sign = torque.torqueNm < 0.0 ? -1.0 : 1.0;
    const auto level = std::min(
        kArcCount - 1, static_cast<std::size_t>(ratio * static_cast<double>(kArcCount) - 1e-9));
    m_arcs[level].instances.push_back(scaled(turnedTo(sign / lengthOfAxis * torque.axis_S),
                                             torque.p_S, Vector3d::Constant(kArcRadiusM),
                                             loadColor(ratio), kSolid));
}

void OverlayScene::addMass(const PhysicsOverlay::Mass& mass) {
    if (!mass.isCenter) {
        const double volumeM3 = std::max(mass.massKg, 0.0) / kDensityKgPerM3;
        const double radiusM = std::cbrt(volumeM3 * 3.0 / (4.0 * std::numbers::pi));
        m_spheres.instances.push_back(scaled(Matrix3d::Identity(), mass.p_S,
                                             Vector3d::Constant(radiusM), kMassColor, kSolid));
        return;
    }
    m_centers.instances.push_back(scaled(Matrix3d::Identity(), mass.p_S,
                                         Vector3d::Constant(kCenterSizeM), kCenterColor, kSolid));
    Instance footprint;
    footprint.rows[0] = static_cast<float>(mass.p_S.x());
    footprint.rows[1] = static_cast<float>(mass.p_S.y());
    footprint.rows[2] = kFootprintM;
    footprint.rows[3] = 0.9F;
    footprint.color = {kCenterColor.x(), kCenterColor.y(), kCenterColor.z(), 1.0F};
    m_footprints.instances.push_back(footprint);
}

void OverlayScene::addCollider(const PhysicsOverlay::Collider& collider) {
    const Vector3f& color = collider.isAwake ? kAwakeColor : kAsleepColor;
    const math::Pose& X = collider.X_SBody;
    if (const auto* cuboid = std::get_if<robot::Box>(&collider.shape)) {
        m_boxes.instances.push_back(scaled(X.R, X.p, cuboid->sizeM, color, kGlass));
    } else if (const auto* capsule = std::get_if<robot::Capsule>(&collider.shape)) {
        m_tubes.instances.push_back(scaled(
            X.R, X.p, {capsule->radiusM, capsule->radiusM, capsule->lengthM}, color, kGlass));
        for (const double end : {-0.5, 0.5}) {
            m_balls.instances.push_back(scaled(X.R, X * Vector3d(0.0, 0.0, end * capsule->lengthM),
                                               Vector3d::Constant(capsule->radiusM), color,
                                               kGlass));
        }
    } else {
        const double radiusM = std::get<robot::Sphere>(collider.shape).radiusM;
        m_balls.instances.push_back(scaled(X.R, X.p, Vector3d::Constant(radiusM), color, kGlass));
    }
}

void OverlayScene::addHandleArrow(const Vector3d& from_S, const Vector3d& to_S,
                                  const Vector3f& color) {
    const double lengthM = (to_S - from_S).norm();
    if (!(lengthM > kSmallestHandleM)) {
        return;
    }
    const Vector3d direction = (to_S - from_S) / lengthM;
    const Matrix3d R = turnedTo(direction);
    const double headM = std::min(2.0 * kHeadLengthM, lengthM);
    const double widthM = kShaftRadiusM * 1.6;
    m_handleShaft.instances.push_back(
        scaled(R, from_S, {widthM, widthM, std::max(lengthM - headM, 1e-4)}, color, kSolid));
    m_handleHead.instances.push_back(scaled(R, to_S - headM * direction,
                                            {1.6 * kHeadRadiusM, 1.6 * kHeadRadiusM, headM}, color,
                                            kSolid));
}

void OverlayScene::setHandle(const std::optional<Handle>& handle) {
    if (handle) {
        addHandleArrow(handle->from_S, handle->to_S, handle->isPush ? kPushColor : kPullColor);
        if (handle->facing_S) {
            addHandleArrow(handle->to_S, handle->to_S + kFacingM * *handle->facing_S, kFacingColor);
        }
    }
    m_handleShaft.flush();
    m_handleHead.flush();
}

} // namespace sideline::viewer3d
