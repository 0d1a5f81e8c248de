#include "viewer3d/shapes/nao_shells.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <vector>

namespace sideline::viewer3d {

namespace {

using Eigen::Vector3f;
using robot::Body;
using robot::BodyId;
using robot::RobotModel;

Vector3f toFloat(const Eigen::Vector3d& v) {
    return v.cast<float>();
}

MeshData ball(float radiusM, Zone zone, const Detail& detail) {
    return ellipsoid(Vector3f::Constant(radiusM), zone, detail);
}

MeshData torsoShell(const Detail& detail) {
    // Pelvis, jersey, shoulders.
    const std::array sections = {
        Section{-0.112F, 0.022F, 0.024F, 0, -0.006F, Zone::Gray},
        Section{-0.104F, 0.040F, 0.038F, 0, -0.006F, Zone::Gray},
        Section{-0.070F, 0.056F, 0.048F, 0, -0.003F, Zone::White},
        Section{-0.050F, 0.059F, 0.051F, 0, 0, Zone::Team},
        Section{0.000F, 0.064F, 0.055F, 0, 0.002F, Zone::Team},
        Section{0.045F, 0.074F, 0.060F, 0, 0.003F, Zone::Team},
        Section{0.070F, 0.075F, 0.057F, 0, 0.001F, Zone::White},
        Section{0.092F, 0.060F, 0.045F, 0, 0, Zone::White},
        Section{0.102F, 0.034F, 0.032F, 0, 0, Zone::Gray},
    };
    MeshData mesh = loft(Axis::Z, sections, 2.7F, detail);
    mesh.add(cylinder(Axis::X, 0.024F, 0.176F, Zone::Gray, detail), {0, 0, 0.075F});
    mesh.add(ball(0.011F, Zone::Eye, detail), {0, 0.057F, 0.030F}); // chest button
    return mesh;
}

MeshData headShell(const Detail& detail) {
    const std::array skull = {
        Section{-0.056F, 0.026F, 0.024F, 0, -0.004F, Zone::Gray},
        Section{-0.046F, 0.046F, 0.042F, 0, -0.002F, Zone::White},
        Section{-0.020F, 0.061F, 0.056F, 0, 0, Zone::White},
        Section{0.012F, 0.065F, 0.061F, 0, 0, Zone::White},
        Section{0.040F, 0.056F, 0.052F, 0, -0.003F, Zone::White},
        Section{0.058F, 0.034F, 0.032F, 0, -0.005F, Zone::White},
        Section{0.064F, 0.012F, 0.012F, 0, -0.005F, Zone::White},
    };
    MeshData mesh = loft(Axis::Z, skull, 2.2F, detail);
    // Ears in the team's color, eyes, and the two cameras.
    for (const float side : {-1.0F, 1.0F}) {
        mesh.add(cylinder(Axis::X, 0.026F, 0.014F, Zone::Gray, detail), {side * 0.060F, 0, 0});
        mesh.add(cylinder(Axis::X, 0.020F, 0.020F, Zone::Team, detail), {side * 0.060F, 0, 0});
        mesh.add(ellipsoid({0.016F, 0.012F, 0.014F}, Zone::Dark, detail),
                 {side * 0.027F, 0.049F, 0.006F});
        mesh.add(ellipsoid({0.009F, 0.008F, 0.008F}, Zone::Eye, detail),
                 {side * 0.027F, 0.056F, 0.006F});
    }
    mesh.add(ball(0.008F, Zone::Dark, detail), {0, 0.053F, 0.034F});
    mesh.add(ellipsoid({0.014F, 0.008F, 0.006F}, Zone::Dark, detail), {0, 0.052F, -0.026F});
    return mesh;
}

// `elbowY`: position of the elbow, from the upper arm's center. Drawn for the right arm.
MeshData upperArmShell(float elbowY, const Detail& detail) {
    const std::array sections = {
        Section{-0.056F, 0.016F, 0.014F, 0, 0.002F, Zone::White},
        Section{-0.048F, 0.030F, 0.030F, 0, 0.002F, Zone::White},
        Section{-0.015F, 0.034F, 0.037F, 0, 0.003F, Zone::White},
        Section{0.012F, 0.032F, 0.034F, 0, 0.001F, Zone::Team},
        Section{0.026F, 0.030F, 0.032F, 0.002F, 0, Zone::White},
        Section{elbowY - 0.022F, 0.026F, 0.027F, 0.007F, -0.006F, Zone::White},
        Section{elbowY - 0.008F, 0.018F, 0.018F, 0.009F, -0.010F, Zone::Gray},
    };
    return loft(Axis::Y, sections, 2.4F, detail);
}

MeshData lowerArmShell(const Detail& detail) {
    const std::array sections = {
        Section{-0.050F, 0.014F, 0.014F, 0, 0, Zone::Gray},
        Section{-0.040F, 0.023F, 0.023F, 0, 0, Zone::White},
        Section{-0.010F, 0.028F, 0.027F, 0, 0, Zone::White},
        Section{0.022F, 0.024F, 0.024F, 0, 0, Zone::Gray},
        Section{0.032F, 0.018F, 0.018F, 0, 0, Zone::Gray},
    };
    MeshData mesh = loft(Axis::Y, sections, 2.4F, detail);
    mesh.add(ellipsoid({0.016F, 0.024F, 0.021F}, Zone::White, detail), {0, 0.046F, 0});
    return mesh;
}

// `hipZ`: position of the hip, from the thigh's center.
MeshData thighShell(float hipZ, const Detail& detail) {
    const std::array sections = {
        Section{-0.100F, 0.018F, 0.020F, 0, -0.006F, Zone::Gray},
        Section{-0.090F, 0.032F, 0.034F, 0, -0.005F, Zone::Gray},
        Section{-0.066F, 0.037F, 0.040F, 0, -0.002F, Zone::White},
        Section{-0.020F, 0.041F, 0.045F, 0, 0.002F, Zone::White},
        Section{0.010F, 0.041F, 0.044F, 0, 0, Zone::Team},
        Section{0.026F, 0.040F, 0.042F, 0, -0.002F, Zone::White},
        Section{hipZ, 0.035F, 0.036F, 0, -0.008F, Zone::Gray},
        Section{hipZ + 0.018F, 0.020F, 0.020F, 0, -0.010F, Zone::Gray},
    };
    return loft(Axis::Z, sections, 2.5F, detail);
}

// `ankleZ`: position of the ankle, from the shank's center.
MeshData shankShell(float ankleZ, const Detail& detail) {
    const std::array sections = {
        Section{ankleZ - 0.012F, 0.016F, 0.016F, 0, -0.010F, Zone::Gray},
        Section{ankleZ, 0.027F, 0.027F, 0, -0.010F, Zone::Gray},
        Section{ankleZ + 0.022F, 0.031F, 0.032F, 0, -0.008F, Zone::White},
        Section{-0.010F, 0.036F, 0.040F, 0, -0.006F, Zone::White},
        Section{0.030F, 0.038F, 0.040F, 0, -0.004F, Zone::White},
        Section{0.052F, 0.034F, 0.034F, 0, -0.006F, Zone::Gray},
        Section{0.066F, 0.018F, 0.018F, 0, -0.008F, Zone::Gray},
    };
    MeshData mesh = loft(Axis::Z, sections, 2.5F, detail);
    mesh.add(cylinder(Axis::X, 0.024F, 0.084F, Zone::Gray, detail), {0, -0.010F, 0.045F});
    return mesh;
}

// A shoe of the given length; the top is highest at the back, around the ankle.
MeshData footShell(float lengthM, bool withToeCap, const Detail& detail) {
    const float back = -lengthM / 2.0F;
    const float front = lengthM / 2.0F;
    const auto section = [](float y, float halfWidth, float top, Zone zone) {
        constexpr float kSole = -0.007F;
        return Section{y, (top - kSole) / 2.0F, halfWidth, (top + kSole) / 2.0F, 0, zone};
    };
    const std::array sections = {
        section(back, 0.016F, 0.006F, Zone::White),
        section(back + 0.008F, 0.031F, 0.020F, Zone::White),
        section(back + 0.040F, 0.037F, 0.034F, Zone::White),
        section(back + 0.075F, 0.040F, 0.026F, Zone::White),
        section(front - 0.036F, 0.041F, 0.014F, withToeCap ? Zone::Team : Zone::White),
        section(front - 0.012F, 0.036F, 0.009F, withToeCap ? Zone::Team : Zone::White),
        section(front, 0.018F, 0.003F, Zone::White),
    };
    MeshData mesh = loft(Axis::Y, sections, 2.8F, detail);
    const std::array sole = {
        Section{back, 0.003F, 0.022F, -0.007F, 0, Zone::Dark},
        Section{back + 0.012F, 0.003F, 0.036F, -0.007F, 0, Zone::Dark},
        Section{front - 0.020F, 0.003F, 0.040F, -0.007F, 0, Zone::Dark},
        Section{front, 0.003F, 0.024F, -0.007F, 0, Zone::Dark},
    };
    mesh.add(loft(Axis::Y, sole, 4.0F, detail));
    return mesh;
}

MeshData toeShell(float lengthM, const Detail& detail) {
    const float back = -lengthM / 2.0F;
    const std::array sections = {
        Section{back, 0.006F, 0.036F, 0.001F, 0, Zone::Gray},
        Section{back + 0.006F, 0.007F, 0.039F, 0.001F, 0, Zone::Team},
        Section{-back - 0.008F, 0.005F, 0.034F, 0, 0, Zone::Team},
        Section{-back, 0.002F, 0.020F, 0, 0, Zone::Team},
    };
    return loft(Axis::Y, sections, 2.8F, detail);
}

MeshData collisionShape(const robot::Shape& shape, const Detail& detail) {
    if (const auto* solid = std::get_if<robot::Box>(&shape)) {
        return box(toFloat(solid->sizeM), Zone::White);
    }
    if (const auto* capsule = std::get_if<robot::Capsule>(&shape)) {
        return cylinder(Axis::Z, static_cast<float>(capsule->radiusM),
                        static_cast<float>(capsule->lengthM), Zone::Gray, detail);
    }
    return ball(static_cast<float>(std::get<robot::Sphere>(shape).radiusM), Zone::Gray, detail);
}

// Position of the joint to the only child of `body`, in the body's frame.
Vector3f childJoint(const RobotModel& model, BodyId body) {
    for (const robot::Joint& joint : model.joints()) {
        if (joint.parent == body) {
            return toFloat(model.body(joint.child).p_ParentBody + joint.anchor_Child);
        }
    }
    return Vector3f::Zero();
}

Vector3f ownJoint(const RobotModel& model, BodyId body) {
    return toFloat(model.joint(model.body(body).joint).anchor_Child);
}

MeshData sideShell(const RobotModel& model, BodyId id, std::string_view part,
                   const Detail& detail) {
    if (part == "shoulder") {
        return ball(0.031F, Zone::Gray, detail);
    }
    if (part == "upperarm") {
        return upperArmShell(childJoint(model, id).y(), detail);
    }
    if (part == "elbow") {
        return ball(0.023F, Zone::Gray, detail);
    }
    if (part == "lowerarm") {
        return lowerArmShell(detail);
    }
    if (part == "hip1" || part == "hip2") {
        return ball(part == "hip1" ? 0.034F : 0.030F, Zone::Gray, detail);
    }
    if (part == "thigh") {
        return thighShell(ownJoint(model, id).z(), detail);
    }
    if (part == "shank") {
        return shankShell(childJoint(model, id).z(), detail);
    }
    if (part == "ankle") {
        return ball(0.026F, Zone::Gray, detail);
    }
    const auto* solid = std::get_if<robot::Box>(&model.body(id).shape);
    const float lengthM = solid != nullptr ? static_cast<float>(solid->sizeM.y()) : 0.16F;
    if (part == "foot") {
        return footShell(lengthM, lengthM > 0.15F, detail);
    }
    if (part == "toe") {
        return toeShell(lengthM, detail);
    }
    return collisionShape(model.body(id).shape, detail);
}

Zone zoneOf(robot::SolidColor color) {
    switch (color) {
    case robot::SolidColor::Gray:
        return Zone::Gray;
    case robot::SolidColor::Team:
        return Zone::Team;
    case robot::SolidColor::Shell:
        break;
    }
    return Zone::White;
}

// A block with rounded edges, tapered a little toward its ends.
MeshData block(const Vector3f& halfM, Zone zone, const Detail& detail) {
    const std::array sections = {
        Section{-halfM.z(), 0.86F * halfM.x(), 0.86F * halfM.y(), 0, 0, zone},
        Section{-0.8F * halfM.z(), halfM.x(), halfM.y(), 0, 0, zone},
        Section{0.8F * halfM.z(), halfM.x(), halfM.y(), 0, 0, zone},
        Section{halfM.z(), 0.86F * halfM.x(), 0.86F * halfM.y(), 0, 0, zone},
    };
    return loft(Axis::Z, sections, 5.0F, detail);
}

MeshData solidShape(const robot::Solid& solid, const Detail& detail) {
    const Zone zone = zoneOf(solid.color);
    if (const auto* cuboid = std::get_if<robot::Box>(&solid.shape)) {
        return block(toFloat(cuboid->sizeM / 2.0), zone, detail);
    }
    if (const auto* capsule = std::get_if<robot::Capsule>(&solid.shape)) {
        const auto radiusM = static_cast<float>(capsule->radiusM);
        const auto halfM = static_cast<float>(capsule->lengthM / 2.0);
        MeshData mesh = cylinder(Axis::Z, 0.85F * radiusM, 2.0F * halfM, zone, detail);
        mesh.add(ball(radiusM, Zone::Gray, detail), {0, 0, -halfM}); // joints at both ends
        mesh.add(ball(0.9F * radiusM, Zone::Gray, detail), {0, 0, halfM});
        return mesh;
    }
    return ball(static_cast<float>(std::get<robot::Sphere>(solid.shape).radiusM), zone, detail);
}

MeshData solidsShell(const Body& body, const Detail& detail) {
    MeshData shell;
    for (const robot::Solid& solid : body.solids) {
        MeshData mesh = solidShape(solid, detail);
        const Eigen::Matrix3f R = solid.X_BodySolid.R.cast<float>();
        for (Vertex& vertex : mesh.vertices) {
            vertex.position = R * vertex.position;
            vertex.normal = R * vertex.normal;
        }
        shell.add(mesh, toFloat(solid.X_BodySolid.p));
        const auto* cuboid = std::get_if<robot::Box>(&solid.shape);
        if (body.role == robot::BodyRole::Head && cuboid != nullptr) {
            const Vector3f half = toFloat(cuboid->sizeM / 2.0);
            // A dark visor that shows the direction of view.
            shell.add(
                block({0.8F * half.x(), 0.25F * half.y(), 0.35F * half.z()}, Zone::Dark, detail),
                toFloat(solid.X_BodySolid.p) + Vector3f(0, 0.82F * half.y(), 0.25F * half.z()));
        }
    }
    return shell;
}

// Whether a body, judging by its name, is part of a Nao, so that there is a shell for it.
bool isNaoPart(const RobotModel& model, BodyId id) {
    const Body& body = model.body(id);
    if (!std::string_view(model.name()).starts_with("nao") || !body.solids.empty()) {
        return false;
    }
    if (body.name == "torso" || body.name == "neck" || body.name == "head") {
        return true;
    }
    constexpr std::string_view kParts[] = {"shoulder", "upperarm", "elbow", "lowerarm",
                                           "hip1",     "hip2",     "thigh", "shank",
                                           "ankle",    "foot",     "toe"};
    const bool isSide = body.name.starts_with('l') || body.name.starts_with('r');
    return isSide &&
           std::ranges::find(kParts, std::string_view(body.name).substr(1)) != std::end(kParts);
}

// Key of a body that is drawn as its collision shape, with the sizes of the shape.
std::string solidKey(const Body& body) {
    std::vector<double> sizesM;
    if (const auto* box = std::get_if<robot::Box>(&body.shape)) {
        sizesM = {box->sizeM.x(), box->sizeM.y(), box->sizeM.z()};
    } else if (const auto* capsule = std::get_if<robot::Capsule>(&body.shape)) {
        sizesM = {capsule->radiusM, capsule->lengthM};
    } else {
        sizesM = {std::get<robot::Sphere>(body.shape).radiusM};
    }
    std::string key = ' ' + std::to_string(body.solids.size());
    for (const double sizeM : sizesM) {
        key += ' ' + std::to_string(std::lround(sizeM * 1e6));
    }
    return key;
}

} // namespace

MeshData bodyShell(const RobotModel& model, BodyId id, const Detail& detail) {
    const Body& body = model.body(id);
    if (!body.solids.empty()) {
        return solidsShell(body, detail);
    }
    if (!isNaoPart(model, id)) {
        return collisionShape(body.shape, detail);
    }
    if (body.name == "torso") {
        return torsoShell(detail);
    }
    if (body.name == "neck") {
        return cylinder(Axis::Z, 0.022F, 0.07F, Zone::Gray, detail);
    }
    if (body.name == "head") {
        return headShell(detail);
    }
    const std::string_view part = std::string_view(body.name).substr(1);
    // Shells are drawn for the right side; the left one is its mirror image.
    const MeshData right = sideShell(model, id, part, detail);
    return body.name.front() == 'l' ? right.mirroredX() : right;
}

std::string shellKey(const RobotModel& model, BodyId id) {
    const Body& body = model.body(id);
    if (!isNaoPart(model, id)) {
        return model.name() + "." + body.name + solidKey(body);
    }
    const Vector3f below = childJoint(model, id);
    const Vector3f above = body.joint.isValid() ? ownJoint(model, id) : Vector3f::Zero();
    std::string key = body.name;
    if (key == "torso" || key == "rankle" || key == "lankle") {
        return key; // hips and feet differ, but they are not part of the shell
    }
    const auto* solid = std::get_if<robot::Box>(&body.shape);
    for (const float length : {below.y(), below.z(), above.z(),
                               solid != nullptr ? static_cast<float>(solid->sizeM.y()) : 0.0F}) {
        key += ' ' + std::to_string(std::lround(length * 1e6F));
    }
    return key;
}

MeshData backNumberPatch() {
    constexpr int kSteps = 6;
    constexpr float kHalfWidthM = 0.042F;
    constexpr float kBottomM = -0.030F;
    constexpr float kTopM = 0.054F;
    constexpr float kLiftM = 0.0015F; // keeps the patch above the jersey, which would hide it
    MeshData mesh;
    for (int row = 0; row <= kSteps; ++row) {
        for (int column = 0; column <= kSteps; ++column) {
            const float u = static_cast<float>(column) / kSteps;
            const float v = static_cast<float>(row) / kSteps;
            // Seen from behind, the robot's right is the viewer's right.
            const float x = (2.0F * u - 1.0F) * kHalfWidthM;
            const float z = kBottomM + v * (kTopM - kBottomM);
            const float fraction = std::clamp((z + 0.050F) / 0.110F, 0.0F, 1.0F);
            const float halfU = 0.059F + 0.016F * fraction;
            const float halfV = 0.051F + 0.009F * fraction;
            const float bulge = 1.0F - std::pow(std::abs(x) / halfU, 2.7F);
            const float y = 0.002F - halfV * std::pow(std::max(bulge, 0.0F), 1.0F / 2.7F) - kLiftM;
            mesh.vertices.push_back({{x, y, z}, {u, v, 0}, 0});
        }
    }
    constexpr std::uint32_t kRow = kSteps + 1;
    for (std::uint32_t row = 0; row < kSteps; ++row) {
        for (std::uint32_t column = 0; column < kSteps; ++column) {
            const std::uint32_t a = row * kRow + column;
            mesh.indices.insert(mesh.indices.end(),
                                {a, a + 1, a + kRow + 1, a, a + kRow + 1, a + kRow});
        }
    }
    return mesh;
}

MeshData unknownBodyShell(const Detail& detail) {
    return ball(0.05F, Zone::Gray, detail);
}

MeshData ballMesh(float radiusM, const Detail& detail) {
    return ball(radiusM, Zone::Ball, detail);
}

} // namespace sideline::viewer3d
