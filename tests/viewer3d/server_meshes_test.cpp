#include "viewer3d/scene/server_meshes.h"

#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/robot/mujoco_robots.h"
#include "agentcore/robot/nao.h"
#include "tests/support/test_files.h"
#include "tests/viewer3d/viewer_checks.h"

namespace sideline::viewer3d {
namespace {

using base::ErrorCode;
using Eigen::Vector3f;
using robot::NaoType;
using tests::TempDir;
using tests::writeFile;

const std::string kCorners = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

class ServerMeshesTest : public ::testing::Test {
protected:
    base::Expected<MeshData> readText(const std::string& text) {
        writeFile(m_folder / "model.obj", text);
        return readObjMesh(m_folder / "model.obj");
    }
    MeshData meshOf(const std::string& text) {
        auto mesh = readText(text);
        EXPECT_TRUE(mesh) << (mesh ? "" : mesh.error().toString());
        return mesh.value_or(MeshData{});
    }
    void expectMalformed(const std::string& text, std::uint64_t line) {
        const auto mesh = readText(text);
        ASSERT_FALSE(mesh) << text;
        EXPECT_EQ(mesh.error().code, ErrorCode::Malformed) << text;
        EXPECT_EQ(mesh.error().line, line) << text;
        const std::string reported = mesh.error().toString();
        EXPECT_NE(reported.find("model.obj:" + std::to_string(line)), std::string::npos)
            << reported;
    }
    [[nodiscard]] const MeshData* find(NaoType type, const char* body) const {
        const robot::RobotModel& model = robot::naoModel(type);
        return m_meshes->find(model, model.findBody(body));
    }
    void load() {
        auto meshes = ServerMeshes::load(m_folder.path());
        ASSERT_TRUE(meshes) << meshes.error().toString();
        m_meshes = *meshes;
    }

    TempDir m_folder;
    std::shared_ptr<const ServerMeshes> m_meshes;
};

TEST_F(ServerMeshesTest, ReadsATriangleWithNormalsAndTextureCoordinates) {
    const MeshData mesh = meshOf("# by hand\nmtllib nao.mtl\no part\n" + kCorners +
                                 "vt 0 0\nvn 0 0 -1\ns off\nusemtl matTeam\n"
                                 "f 1/1/1 2/1/1 3/1/1\n");
    ASSERT_EQ(mesh.triangleCount(), 1U);
    EXPECT_TRUE(isSound(mesh));
    EXPECT_EQ(corner(mesh, 0, 0).position, Vector3f(0, 0, 0));
    EXPECT_EQ(corner(mesh, 0, 1).position, Vector3f(1, 0, 0));
    EXPECT_EQ(corner(mesh, 0, 2).position, Vector3f(1, 1, 0));
    for (const Vertex& vertex : mesh.vertices) {
        EXPECT_EQ(vertex.normal, Vector3f(0, 0, -1)) << "the file's, not that of the winding";
        EXPECT_EQ(vertex.zone, static_cast<float>(Zone::Team));
    }
}

TEST_F(ServerMeshesTest, SplitsPolygonsIntoTriangles) {
    const MeshData square = meshOf(kCorners + "f 1 2 3 4\n");
    ASSERT_EQ(square.triangleCount(), 2U);
    EXPECT_EQ(areaNormal(square, 0), Vector3f(0, 0, 1));
    EXPECT_EQ(areaNormal(square, 1), Vector3f(0, 0, 1));
    const MeshData pentagon = meshOf(kCorners + "v -0.5 0.5 0\nf 1 2 3 4 5\n");
    ASSERT_EQ(pentagon.triangleCount(), 3U);
    float area = 0.0F;
    for (std::size_t t = 0; t < 3; ++t) {
        EXPECT_GT(areaNormal(pentagon, t).z(), 0.0F);
        area += 0.5F * areaNormal(pentagon, t).z();
    }
    EXPECT_FLOAT_EQ(area, 1.25F);
}

TEST_F(ServerMeshesTest, MakesFlatNormalsWhereTheFileHasNone) {
    for (const char* face : {"f 1 2 3\n", "f 1/7 2/7 3/7\n", "f 1// 2// 3//\n"}) {
        const MeshData mesh = meshOf(kCorners + face);
        ASSERT_EQ(mesh.triangleCount(), 1U) << face;
        for (const Vertex& vertex : mesh.vertices) {
            EXPECT_EQ(vertex.normal, Vector3f(0, 0, 1)) << face;
        }
    }
}

TEST_F(ServerMeshesTest, NegativeNumbersCountFromTheEnd) {
    const MeshData mesh = meshOf(kCorners + "vn 1 0 0\nvn 0 1 0\nf -4//-1 -3//-1 -2//-2\n");
    ASSERT_EQ(mesh.triangleCount(), 1U);
    EXPECT_EQ(corner(mesh, 0, 0).position, Vector3f(0, 0, 0));
    EXPECT_EQ(corner(mesh, 0, 2).position, Vector3f(1, 1, 0));
    EXPECT_EQ(corner(mesh, 0, 0).normal, Vector3f(0, 1, 0));
    EXPECT_EQ(corner(mesh, 0, 2).normal, Vector3f(1, 0, 0));
}

TEST_F(ServerMeshesTest, MapsTheServersMaterialsToZones) {
    const std::vector<std::pair<const char*, Zone>> materials = {
        {"naowhite", Zone::White}, {"naogrey", Zone::Gray}, {"naoblack", Zone::Dark},
        {"matTeam", Zone::Team},   {"matLeft", Zone::Team}, {"matRight", Zone::Team},
        {"matType3", Zone::Gray},  {"matNum", Zone::White}, {"anything", Zone::White}};
    std::string text = kCorners + "f 1 2 3\n";
    for (const auto& [name, zone] : materials) {
        text += "usemtl " + std::string(name) + "\nf 1 2 3\n";
    }
    const MeshData mesh = meshOf(text);
    ASSERT_EQ(mesh.triangleCount(), materials.size() + 1);
    EXPECT_EQ(corner(mesh, 0, 2).zone, static_cast<float>(Zone::White)) << "before any";
    for (std::size_t i = 0; i < materials.size(); ++i) {
        EXPECT_EQ(corner(mesh, i + 1, 2).zone, static_cast<float>(materials[i].second))
            << materials[i].first;
    }
}

TEST_F(ServerMeshesTest, ReadsFilesFromWindows) {
    const MeshData mesh =
        meshOf("v 0 0 0\r\nv 1 0 0\r\nv 1 1 0\r\nusemtl matTeam\r\n\r\nf 1 2 3\r\n");
    ASSERT_EQ(mesh.triangleCount(), 1U);
    EXPECT_EQ(corner(mesh, 0, 2).zone, static_cast<float>(Zone::Team));
}

TEST_F(ServerMeshesTest, AnEmptyFileIsAnEmptyMesh) {
    EXPECT_EQ(meshOf("").triangleCount(), 0U);
}

TEST_F(ServerMeshesTest, NamesTheLineOfANumberThatIsNoCorner) {
    expectMalformed(kCorners + "f 1 2 5\n", 5);
    expectMalformed(kCorners + "f 0 1 2\n", 5);
    expectMalformed(kCorners + "f 1 2 -5\n", 5);
    expectMalformed(kCorners + "\n# a remark\nf 1 2 99999999999999999999\n", 7);
    expectMalformed("v 0 0 0\nv 1 0 0\nf 1 2 3\nv 1 1 0\n", 3);
}

TEST_F(ServerMeshesTest, NamesTheLineOfANormalThatIsNotThere) {
    expectMalformed(kCorners + "vn 0 0 1\nf 1//1 2//1 3//2\n", 6);
    expectMalformed(kCorners + "vn 0 0 1\nf 1//1 2//1 3//-2\n", 6);
}

TEST_F(ServerMeshesTest, NamesTheLineOfAFaceThatIsNone) {
    expectMalformed(kCorners + "f 1 2\n", 5);
    expectMalformed(kCorners + "f\n", 5);
    expectMalformed(kCorners + "f 1 2 three\n", 5);
    expectMalformed(kCorners + "f 1 2 //1\n", 5);
    expectMalformed(kCorners + "f 1 2 -\n", 5);
}

TEST_F(ServerMeshesTest, NamesTheLineOfACornerThatIsNone) {
    expectMalformed("v 0 0 0\nv 1 2\n", 2);
    expectMalformed("v 0 0 0\n\nv a b c\n", 3);
    expectMalformed("vn 0 0\n", 1);
}

TEST_F(ServerMeshesTest, PassesOverWordsItDoesNotKnow) {
    EXPECT_EQ(
        meshOf("hello world\n\x01\x02\x03\n" + kCorners + "g x\nf 1 2 3\nl 1 2\n").triangleCount(),
        1U);
}

TEST_F(ServerMeshesTest, AMissingFileIsNotFound) {
    const auto mesh = readObjMesh(m_folder / "nothing.obj");
    ASSERT_FALSE(mesh);
    EXPECT_EQ(mesh.error().code, ErrorCode::NotFound);
    EXPECT_NE(mesh.error().toString().find("nothing.obj"), std::string::npos);
}

TEST_F(ServerMeshesTest, AFolderWithoutTheHeadIsNotTheServers) {
    writeFile(m_folder / "rfoot.obj", kCorners + "f 1 2 3\n");
    for (const auto& folder : {m_folder.path(), m_folder / "missing"}) {
        const auto meshes = ServerMeshes::load(folder);
        ASSERT_FALSE(meshes) << folder;
        EXPECT_EQ(meshes.error().code, ErrorCode::NotFound) << folder;
        EXPECT_NE(meshes.error().toString().find(folder.string()), std::string::npos)
            << meshes.error().toString();
    }
}

// Triangles of a binary STL file, whose normals are left at zero, as some exporters do.
std::string stl(const std::vector<std::array<Vector3f, 3>>& triangles) {
    std::string bytes(80, ' ');
    const auto append = [&](const auto& value) {
        bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
    };
    append(static_cast<std::uint32_t>(triangles.size()));
    for (const auto& triangle : triangles) {
        bytes.append(12, '\0');
        for (const Vector3f& corner : triangle) {
            append(corner.x());
            append(corner.y());
            append(corner.z());
        }
        bytes.append(2, '\0');
    }
    return bytes;
}

// A triangle that faces forward, with one corner at the left, in the server's axes.
const std::string kForward = stl({{Vector3f(1, 0, 0), Vector3f(1, 2, 0), Vector3f(1, 0, 3)}});

TEST_F(ServerMeshesTest, LeagueRobotsAreTurnedIntoTheBodysAxesAndMirroredAtTheRight) {
    const auto meshFolder = m_folder / "resources" / "robots" / "T1" / "meshes";
    std::filesystem::create_directories(meshFolder);
    writeFile(meshFolder / "Trunk.STL", kForward);
    writeFile(meshFolder / "AL1.STL", kForward);
    load();
    const robot::RobotModel& t1 = robot::mujocoRobotModel(robot::MujocoRobot::T1);
    const MeshData* trunk = m_meshes->find(t1, robot::BodyId(std::size_t{0}));
    ASSERT_NE(trunk, nullptr);
    EXPECT_EQ(trunk->triangleCount(), 1U);
    EXPECT_EQ(trunk->vertices[1].position, Vector3f(-2, 1, 0)) << "left of the middle";
    EXPECT_EQ(trunk->vertices[0].normal, Vector3f(0, 1, 0)) << "forward";
    EXPECT_EQ(trunk->vertices[2].zone, static_cast<float>(Zone::Team));
    const MeshData* left = m_meshes->find(t1, t1.joint(t1.findJoint("laj1")).child);
    const MeshData* right = m_meshes->find(t1, t1.joint(t1.findJoint("raj1")).child);
    ASSERT_TRUE(left != nullptr && right != nullptr);
    EXPECT_EQ(left->vertices[1].position, Vector3f(-2, 1, 0));
    EXPECT_EQ(right->vertices[right->indices[0]].position, Vector3f(2, 1, 0));
    EXPECT_EQ(right->vertices[0].normal, Vector3f(0, 1, 0));
    EXPECT_EQ(m_meshes->find(t1, t1.joint(t1.findJoint("hj1")).child), nullptr);
}

TEST_F(ServerMeshesTest, AnStlFileOfAnotherSizeIsNamed) {
    std::filesystem::create_directories(m_folder / "K1" / "meshes");
    writeFile(m_folder / "K1" / "meshes" / "Trunk.STL", kForward + "x");
    const auto meshes = ServerMeshes::load(m_folder.path());
    ASSERT_FALSE(meshes);
    EXPECT_EQ(meshes.error().code, ErrorCode::Malformed);
    for (const char* part : {"Trunk.STL", "135 bytes", "134 bytes"}) {
        EXPECT_NE(meshes.error().toString().find(part), std::string::npos)
            << meshes.error().toString();
    }
}

TEST_F(ServerMeshesTest, ADamagedModelSpoilsTheFolder) {
    writeFile(m_folder / "naohead.obj", kCorners + "f 1 2 3\n");
    writeFile(m_folder / "lthigh.obj", kCorners + "f 1 2 33\n");
    const auto meshes = ServerMeshes::load(m_folder.path());
    ASSERT_FALSE(meshes);
    EXPECT_EQ(meshes.error().code, ErrorCode::Malformed);
    EXPECT_EQ(meshes.error().line, 5U);
    EXPECT_NE(meshes.error().toString().find("lthigh.obj"), std::string::npos);
}

TEST_F(ServerMeshesTest, LoadsWhatIsThereAndNothingElse) {
    writeFile(m_folder / "naohead.obj", kCorners + "f 1 2 3 4\n");
    writeFile(m_folder / "rshank1.obj", kCorners + "f 1 2 3\n");
    load();
    for (const NaoType type : robot::kNaoTypes) {
        ASSERT_NE(find(type, "head"), nullptr) << static_cast<int>(type);
        EXPECT_EQ(find(type, "head")->triangleCount(), 2U);
        EXPECT_EQ(find(type, "torso"), nullptr);
        EXPECT_EQ(find(type, "neck"), nullptr);
        EXPECT_EQ(find(type, "rshank") != nullptr, type == NaoType::LongLegsAndArms)
            << "shanks are drawn by type";
    }
}

TEST_F(ServerMeshesTest, TurnsTheHeadIntoTheBodysFrame) {
    // The model has x to the robot's left, y up and z forward.
    writeFile(m_folder / "naohead.obj",
              "v 0 0 6\nv 0 5 0\nv -6 0 0\nvn 0 0 1\nvn 0 1 0\nvn -1 0 0\nf 1//1 2//2 3//3\n");
    load();
    const MeshData& head = *find(NaoType::Standard, "head");
    EXPECT_TRUE(corner(head, 0, 0).position.isApprox(Vector3f(0, 0.6F, 0))) << "forward";
    EXPECT_TRUE(corner(head, 0, 1).position.isApprox(Vector3f(0, 0, 0.5F))) << "up";
    EXPECT_TRUE(corner(head, 0, 2).position.isApprox(Vector3f(0.6F, 0, 0))) << "right";
    EXPECT_TRUE(corner(head, 0, 0).normal.isApprox(Vector3f(0, 1, 0)));
    EXPECT_TRUE(corner(head, 0, 1).normal.isApprox(Vector3f(0, 0, 1)));
    EXPECT_TRUE(corner(head, 0, 2).normal.isApprox(Vector3f(1, 0, 0)));
}

TEST_F(ServerMeshesTest, ScalesFeetAndToesToTheirLengths) {
    // A box in place of the server's foot: twice as long as wide.
    MeshData foot = box({1, 2, 0.5F}, Zone::White);
    std::string text;
    for (const Vertex& v : foot.vertices) {
        text += "v " + std::to_string(v.position.x()) + " " + std::to_string(v.position.y()) + " " +
                std::to_string(v.position.z()) + "\n";
    }
    for (std::size_t i = 0; i < foot.indices.size(); i += 3) {
        text += "f";
        for (std::size_t k = i; k < i + 3; ++k) {
            text += " " + std::to_string(foot.indices[k] + 1);
        }
        text += "\n";
    }
    writeFile(m_folder / "naohead.obj", kCorners + "f 1 2 3\n");
    writeFile(m_folder / "rfoot.obj", text);
    load();
    const auto expectSize = [&](NaoType type, const char* body, const Vector3f& size) {
        const MeshData* mesh = find(type, body);
        ASSERT_NE(mesh, nullptr) << body;
        EXPECT_TRUE(boundsOf(mesh->vertices).size().isApprox(size, 1e-3F))
            << body << " " << boundsOf(mesh->vertices).size().transpose();
        EXPECT_EQ(badNormals(*mesh), 0U) << body;
        EXPECT_EQ(inwardNormals(*mesh), 0U) << body;
        EXPECT_EQ(openEdges(*mesh), 0U) << body;
        EXPECT_GT(volumeOf(*mesh), 0.0) << body;
    };
    constexpr float kToe = 0.035517656F;
    constexpr float kFoot = 0.16F - kToe;
    expectSize(NaoType::Standard, "rfoot", {0.08F, 0.16F, 0.04F});
    expectSize(NaoType::Toes, "rfoot", {0.08F, kFoot, 0.04F});
    expectSize(NaoType::Toes, "rtoe", {0.08F, 0.16F * kToe / kFoot, 0.02F});
    EXPECT_EQ(find(NaoType::Standard, "lfoot"), nullptr);
}

} // namespace
} // namespace sideline::viewer3d
