#include "viewer3d/shapes/nao_shells.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "agentcore/robot/nao.h"
#include "tests/viewer3d/viewer_checks.h"

namespace sideline::viewer3d {
namespace {

using Eigen::Vector3f;
using robot::BodyId;
using robot::NaoType;
using robot::RobotModel;

constexpr Detail kShellDefault{16, 8};
constexpr Detail kShellCoarse{8, 5};

MeshData shell(NaoType type, std::string_view body, const Detail& detail = kShellDefault) {
    const RobotModel& model = robot::naoModel(type);
    EXPECT_TRUE(model.findBody(body).isValid()) << body;
    return bodyShell(model, model.findBody(body), detail);
}

std::string key(NaoType type, std::string_view body) {
    const RobotModel& model = robot::naoModel(type);
    return shellKey(model, model.findBody(body));
}

bool isSame(const MeshData& a, const MeshData& b) {
    return a.indices == b.indices &&
           std::ranges::equal(a.vertices, b.vertices, [](const Vertex& p, const Vertex& q) {
               return p.position == q.position && p.normal == q.normal && p.zone == q.zone;
           });
}

std::set<float> zonesOf(const MeshData& mesh) {
    std::set<float> zones;
    for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
        zones.insert(corner(mesh, t, 2).zone);
    }
    return zones;
}

bool has(const MeshData& mesh, Zone zone) {
    return zonesOf(mesh).contains(static_cast<float>(zone));
}

// A robot that is not a Nao.
RobotModel stranger() {
    std::vector<robot::Body> bodies(3);
    bodies[0].name = "torso";
    bodies[0].shape = robot::Box{{0.1, 0.2, 0.3}};
    bodies[1].name = "head";
    bodies[1].shape = robot::Sphere{0.07};
    bodies[2].name = "larm";
    bodies[2].shape = robot::Capsule{0.02, 0.1};
    std::vector<robot::Joint> joints(2);
    for (std::size_t i = 0; i < 2; ++i) {
        bodies[i + 1].parent = BodyId(0);
        bodies[i + 1].joint = robot::JointId(i);
        joints[i].parent = BodyId(0);
        joints[i].child = BodyId(i + 1);
    }
    return {"stranger", std::move(bodies), std::move(joints)};
}

TEST(NaoShellsTest, EveryBodyOfEveryTypeHasASoundShell) {
    for (const NaoType type : robot::kNaoTypes) {
        const RobotModel& model = robot::naoModel(type);
        for (std::size_t i = 0; i < model.bodies().size(); ++i) {
            for (const Detail& detail : {kShellDefault, kShellCoarse}) {
                const std::string what = model.name() + " " + model.bodies()[i].name;
                const MeshData mesh = bodyShell(model, BodyId(i), detail);
                EXPECT_GT(mesh.triangleCount(), 10U) << what;
                EXPECT_TRUE(isSound(mesh)) << what;
                EXPECT_EQ(badNormals(mesh), 0U) << what;
                EXPECT_EQ(inwardNormals(mesh), 0U) << what;
                EXPECT_EQ(openEdges(mesh), 0U) << what;
                EXPECT_GT(volumeOf(mesh), 1e-5) << what;
                const Bounds bounds = boundsOf(mesh.vertices);
                EXPECT_LT(bounds.size().maxCoeff(), 0.5F) << what;
                EXPECT_GT(bounds.size().minCoeff(), 0.005F) << what;
                EXPECT_LT(bounds.min.cwiseAbs().cwiseMax(bounds.max.cwiseAbs()).maxCoeff(), 0.25F)
                    << what;
            }
        }
    }
}

TEST(NaoShellsTest, ShellsCoverTheServersSolidBodies) {
    for (const NaoType type : robot::kNaoTypes) {
        const RobotModel& model = robot::naoModel(type);
        for (std::size_t i = 0; i < model.bodies().size(); ++i) {
            const auto* solid = std::get_if<robot::Box>(&model.bodies()[i].shape);
            if (solid == nullptr) {
                continue;
            }
            const Vector3f size =
                boundsOf(bodyShell(model, BodyId(i), kShellDefault).vertices).size();
            const Vector3f box = solid->sizeM.cast<float>();
            for (Eigen::Index axis = 0; axis < 3; ++axis) {
                EXPECT_GT(size[axis], 0.7F * box[axis]) << model.bodies()[i].name << axis;
                EXPECT_LT(size[axis], 2.6F * box[axis]) << model.bodies()[i].name << axis;
            }
        }
    }
}

TEST(NaoShellsTest, BodiesOfOneNameHaveTheSameKeyExactlyIfTheirShellsAreEqual) {
    for (const NaoType a : robot::kNaoTypes) {
        for (const robot::Body& body : robot::naoModel(a).bodies()) {
            const MeshData mesh = shell(a, body.name, kShellCoarse);
            for (const NaoType b : robot::kNaoTypes) {
                if (robot::naoModel(b).findBody(body.name).isValid()) {
                    EXPECT_EQ(key(a, body.name) == key(b, body.name),
                              isSame(mesh, shell(b, body.name, kShellCoarse)))
                        << body.name << " of types " << static_cast<int>(a) << " and "
                        << static_cast<int>(b) << ": '" << key(a, body.name) << "', '"
                        << key(b, body.name) << "'";
                }
            }
        }
    }
}

TEST(NaoShellsTest, DifferentShellsNeverHaveTheSameKey) {
    std::map<std::string, MeshData> known;
    for (const NaoType type : robot::kNaoTypes) {
        for (const robot::Body& body : robot::naoModel(type).bodies()) {
            const auto [it, isNew] =
                known.try_emplace(key(type, body.name), shell(type, body.name, kShellCoarse));
            EXPECT_TRUE(isNew || isSame(it->second, shell(type, body.name, kShellCoarse)))
                << it->first;
        }
    }
    EXPECT_GT(known.size(), 23U) << "types with longer limbs have shells of their own";
    const RobotModel other = stranger();
    EXPECT_FALSE(known.contains(shellKey(other, BodyId(0))));
    EXPECT_FALSE(known.contains(shellKey(other, BodyId(1))));
}

// What is edited is drawn as it is: bodies that no Nao has, and other sizes of any shape.
TEST(NaoShellsTest, BodiesThatNoNaoHasAreDrawnAsTheirShapes) {
    const auto withTail = [](const robot::Shape& shape, const char* name) {
        const RobotModel& nao = robot::naoModel(NaoType::Standard);
        std::vector<robot::Body> bodies(nao.bodies().begin(), nao.bodies().end());
        robot::Body tail;
        tail.name = name;
        tail.parent = BodyId(0);
        tail.shape = shape;
        bodies.push_back(tail);
        return RobotModel("nao with a tail", bodies, {nao.joints().begin(), nao.joints().end()},
                          nao.percepts(), nao.traits());
    };
    for (const char* name : {"tail", "l", "radar"}) {
        const RobotModel model = withTail(robot::Box{{0.02, 0.03, 0.4}}, name);
        const BodyId tail(model.bodies().size() - 1);
        EXPECT_NEAR(boundsOf(bodyShell(model, tail, kShellDefault).vertices).size().z(), 0.4F,
                    1e-3F)
            << name;
    }
    const auto keyOf = [&](const robot::Shape& shape) {
        const RobotModel model = withTail(shape, "tail");
        return shellKey(model, BodyId(model.bodies().size() - 1));
    };
    EXPECT_NE(keyOf(robot::Sphere{0.02}), keyOf(robot::Sphere{0.03}));
    EXPECT_NE(keyOf(robot::Capsule{0.02, 0.1}), keyOf(robot::Capsule{0.02, 0.2}));
    EXPECT_NE(keyOf(robot::Box{{0.1, 0.2, 0.3}}), keyOf(robot::Box{{0.1, 0.25, 0.3}}));
}

TEST(NaoShellsTest, TheFootWithAToeIsShorter) {
    const auto length = [](NaoType type, const char* body) {
        return boundsOf(shell(type, body).vertices).size().y();
    };
    EXPECT_NEAR(length(NaoType::Standard, "rfoot"), 0.16F, 1e-3F);
    EXPECT_NEAR(length(NaoType::Toes, "rfoot"), 0.16F - 0.0355F, 1e-3F);
    EXPECT_NEAR(length(NaoType::Toes, "rtoe"), 0.0355F, 1e-3F);
    EXPECT_TRUE(has(shell(NaoType::Standard, "rfoot"), Zone::Team)) << "the cap in front";
    EXPECT_FALSE(has(shell(NaoType::Toes, "rfoot"), Zone::Team)) << "the toe has it";
    EXPECT_TRUE(has(shell(NaoType::Toes, "rtoe"), Zone::Team));
}

TEST(NaoShellsTest, LimbsOfLongLeggedTypesAreLonger) {
    for (const char* body : {"rthigh", "lthigh", "rshank", "lshank"}) {
        const auto height = [&](NaoType type) {
            return boundsOf(shell(type, body).vertices).size().z();
        };
        EXPECT_GT(height(NaoType::LongLegsAndArms), height(NaoType::Standard) + 0.01F) << body;
        EXPECT_GT(height(NaoType::LongLegsWideHip), height(NaoType::LongLegsAndArms)) << body;
        EXPECT_EQ(height(NaoType::FastAnklePitch), height(NaoType::Standard)) << body;
    }
    for (const char* body : {"rupperarm", "lupperarm"}) {
        EXPECT_GT(boundsOf(shell(NaoType::LongLegsAndArms, body).vertices).size().y(),
                  boundsOf(shell(NaoType::Standard, body).vertices).size().y() + 0.01F)
            << body;
    }
}

TEST(NaoShellsTest, LeftIsTheMirrorImageOfRight) {
    int pairs = 0;
    for (const NaoType type : robot::kNaoTypes) {
        for (const robot::Body& body : robot::naoModel(type).bodies()) {
            if (body.name.front() != 'r') {
                continue;
            }
            ++pairs;
            const MeshData right = shell(type, body.name);
            const MeshData left = shell(type, "l" + body.name.substr(1));
            ASSERT_EQ(left.vertices.size(), right.vertices.size()) << body.name;
            EXPECT_NEAR(volumeOf(left), volumeOf(right), 1e-9) << body.name;
            const Bounds l = boundsOf(left.vertices);
            const Bounds r = boundsOf(right.vertices);
            EXPECT_NEAR(l.min.x(), -r.max.x(), 1e-6F) << body.name;
            EXPECT_NEAR(l.max.x(), -r.min.x(), 1e-6F) << body.name;
            EXPECT_EQ(l.min.tail<2>(), r.min.tail<2>()) << body.name;
        }
    }
    EXPECT_EQ(pairs, 4 * 10 + 11);
    const Bounds arm = boundsOf(shell(NaoType::Standard, "rupperarm").vertices);
    EXPECT_GT(std::abs(arm.min.x() + arm.max.x()), 1e-3F)
        << "without a bend inward this would compare nothing";
}

TEST(NaoShellsTest, TorsoAndHeadAreSymmetrical) {
    for (const char* body : {"torso", "head", "neck"}) {
        const Bounds bounds = boundsOf(shell(NaoType::Standard, body).vertices);
        EXPECT_NEAR(bounds.min.x(), -bounds.max.x(), 1e-5F) << body;
    }
}

TEST(NaoShellsTest, EyesLookForwardAndTheTeamsColorIsOnTheTorso) {
    const MeshData head = shell(NaoType::Standard, "head");
    int eyeTriangles = 0;
    for (std::size_t t = 0; t < head.triangleCount(); ++t) {
        if (corner(head, t, 2).zone == static_cast<float>(Zone::Eye)) {
            ++eyeTriangles;
            EXPECT_GT(corner(head, t, 2).position.y(), 0.04F);
        }
    }
    EXPECT_GT(eyeTriangles, 20);
    EXPECT_TRUE(has(shell(NaoType::Standard, "torso"), Zone::Team));
    EXPECT_TRUE(has(head, Zone::Team));
    EXPECT_FALSE(has(shell(NaoType::Standard, "rankle"), Zone::Team));
}

TEST(NaoShellsTest, CoarseShellsHaveFewerTriangles) {
    for (const robot::Body& body : robot::naoModel(NaoType::Toes).bodies()) {
        EXPECT_LT(shell(NaoType::Toes, body.name, kShellCoarse).triangleCount(),
                  0.6 * static_cast<double>(shell(NaoType::Toes, body.name).triangleCount()))
            << body.name;
    }
}

TEST(NaoShellsTest, OtherRobotsGetTheirCollisionShapes) {
    const RobotModel model = stranger();
    const auto sizeOf = [&](std::size_t body) {
        const MeshData mesh = bodyShell(model, BodyId(body), kShellDefault);
        EXPECT_EQ(openEdges(mesh), 0U) << body;
        EXPECT_EQ(inwardNormals(mesh), 0U) << body;
        return boundsOf(mesh.vertices).size();
    };
    EXPECT_TRUE(sizeOf(0).isApprox(Vector3f(0.1F, 0.2F, 0.3F)));
    EXPECT_TRUE(sizeOf(1).isApprox(Vector3f::Constant(0.14F), 1e-3F));
    EXPECT_TRUE(sizeOf(2).isApprox(Vector3f(0.04F, 0.04F, 0.1F), 1e-3F));
    EXPECT_NE(shellKey(model, BodyId(0)), shellKey(model, BodyId(1)));
}

TEST(NaoShellsTest, ANewBodyOfANaoGetsItsCollisionShape) {
    std::vector<robot::Body> bodies(1);
    bodies[0].name = "tail";
    bodies[0].shape = robot::Box{{0.02, 0.3, 0.02}};
    const RobotModel model("nao9", std::move(bodies), {});
    const MeshData mesh = bodyShell(model, BodyId(0), kShellDefault);
    EXPECT_TRUE(boundsOf(mesh.vertices).size().isApprox(Vector3f(0.02F, 0.3F, 0.02F)));
}

TEST(NaoShellsTest, RobotsWithoutADescriptionAreMadeOfBalls) {
    const MeshData mesh = unknownBodyShell(kShellDefault);
    EXPECT_EQ(openEdges(mesh), 0U);
    EXPECT_TRUE(boundsOf(mesh.vertices).size().isApprox(Vector3f::Constant(0.1F), 1e-3F));
}

TEST(NaoShellsTest, TheBallHasItsRadiusAndItsOwnPattern) {
    const MeshData mesh = ballMesh(0.042F, kShellDefault);
    EXPECT_EQ(openEdges(mesh), 0U);
    for (const Vertex& vertex : mesh.vertices) {
        EXPECT_NEAR(vertex.position.norm(), 0.042F, 1e-6F);
    }
    EXPECT_EQ(zonesOf(mesh), std::set{static_cast<float>(Zone::Ball)});
}

// Distance along a ray to a mesh, or infinity.
float distanceTo(const MeshData& mesh, const Vector3f& origin, const Vector3f& direction) {
    float nearest = std::numeric_limits<float>::infinity();
    for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
        const Vector3f& a = corner(mesh, t, 0).position;
        const Vector3f ab = corner(mesh, t, 1).position - a;
        const Vector3f ac = corner(mesh, t, 2).position - a;
        const Vector3f p = direction.cross(ac);
        const float det = ab.dot(p);
        if (std::abs(det) < 1e-12F) {
            continue;
        }
        const float u = (origin - a).dot(p) / det;
        const Vector3f q = (origin - a).cross(ab);
        const float v = direction.dot(q) / det;
        const float distance = ac.dot(q) / det;
        if (u >= 0 && v >= 0 && u + v <= 1 && distance > 0) {
            nearest = std::min(nearest, distance);
        }
    }
    return nearest;
}

TEST(NaoShellsTest, TheNumberLiesOnTheOutsideOfTheBack) {
    const MeshData patch = backNumberPatch();
    ASSERT_TRUE(isSound(patch));
    for (std::size_t t = 0; t < patch.triangleCount(); ++t) {
        EXPECT_LT(areaNormal(patch, t).normalized().y(), -0.3F) << "seen from behind";
    }
    const MeshData torso = shell(NaoType::Standard, "torso");
    for (const Vertex& vertex : patch.vertices) {
        EXPECT_TRUE(std::isinf(distanceTo(torso, vertex.position, -Vector3f::UnitY())))
            << "covered by the jersey at " << vertex.position.transpose();
        EXPECT_LT(distanceTo(torso, vertex.position, Vector3f::UnitY()), 0.008F)
            << "floats in the air at " << vertex.position.transpose();
    }
}

TEST(NaoShellsTest, TheNumberIsReadFromLeftToRightAndUpright) {
    const MeshData patch = backNumberPatch();
    for (const Vertex& vertex : patch.vertices) {
        EXPECT_NEAR(vertex.normal.x(), 0.5F + vertex.position.x() / 0.084F, 1e-3F)
            << "seen from behind, the robot's right is the viewer's right";
        EXPECT_NEAR(vertex.normal.y(), (vertex.position.z() + 0.030F) / 0.084F, 1e-3F);
    }
    const Bounds bounds = boundsOf(patch.vertices);
    EXPECT_NEAR(bounds.size().x(), bounds.size().z(), 1e-5F) << "digits would be stretched";
}

} // namespace
} // namespace sideline::viewer3d
