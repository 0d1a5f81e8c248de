#include "viewer3d/scene/server_meshes.h"

#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/base/input_file.h"
#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/mujoco_meshes.h"
#include "agentcore/robot/mujoco_robots.h"

namespace sideline::viewer3d {

namespace {

using base::ErrorCode;
using base::Expected;
using Eigen::Vector3f;

constexpr std::size_t kStlHeaderBytes = 80;
constexpr std::size_t kStlTriangleBytes = 50;

Zone zoneOfMaterial(std::string_view name) {
    if (name == "matTeam" || name == "matLeft" || name == "matRight") {
        return Zone::Team;
    }
    if (name == "naoblack") {
        return Zone::Dark;
    }
    return name == "naogrey" || name.starts_with("matType") ? Zone::Gray : Zone::White;
}

// One corner `v`, `v/vt`, `v//vn` or `v/vt/vn`: 1-based, negative from the end.
struct Corner {
    long position = 0;
    long normal = 0;
};

std::optional<Corner> parseCorner(const std::string& word) {
    Corner corner;
    std::array<long*, 3> targets = {&corner.position, nullptr, &corner.normal};
    std::size_t field = 0;
    std::string number;
    const auto store = [&] {
        if (!number.empty() && field < targets.size() && targets[field] != nullptr) {
            *targets[field] = std::strtol(number.c_str(), nullptr, 10);
        }
        number.clear();
    };
    for (const char c : word) {
        if (c == '/') {
            store();
            ++field;
        } else if (c == '-' || (c >= '0' && c <= '9')) {
            number += c;
        } else {
            return std::nullopt;
        }
    }
    store();
    return corner.position != 0 ? std::optional(corner) : std::nullopt;
}

class ObjReader {
public:
    explicit ObjReader(const std::filesystem::path& path) : m_path(path) {}

    Expected<MeshData> read() {
        if (auto checked = base::checkInputFile(m_path, "a Wavefront OBJ model"); !checked) {
            return tl::unexpected(std::move(checked.error()));
        }
        std::ifstream in(m_path);
        std::string text;
        for (std::uint64_t number = 1; std::getline(in, text); ++number) {
            if (!readLine(text)) {
                auto error = base::failure(ErrorCode::Malformed, fmt::format("'{}'", text),
                                           "a line of a Wavefront OBJ model");
                error.value().line = number;
                return tl::unexpected(error.value().inFile(m_path.string()));
            }
        }
        return std::move(m_mesh);
    }

private:
    bool readLine(const std::string& text) {
        std::istringstream line(text);
        std::string word;
        line >> word;
        if (word == "v" || word == "vn") {
            Vector3f p;
            line >> p.x() >> p.y() >> p.z();
            (word == "v" ? m_positions : m_normals).push_back(p);
            return !line.fail();
        }
        if (word == "usemtl") {
            line >> word;
            m_zone = zoneOfMaterial(word);
            return true;
        }
        return word != "f" || readFace(line);
    }

    bool readFace(std::istringstream& line) {
        std::vector<Vertex> corners;
        std::string word;
        while (line >> word) {
            const auto corner = parseCorner(word);
            const Vector3f* position = corner ? lookUp(m_positions, corner->position) : nullptr;
            if (position == nullptr) {
                return false;
            }
            const Vector3f* normal = lookUp(m_normals, corner->normal);
            if (normal == nullptr && corner->normal != 0) {
                return false;
            }
            corners.push_back({*position, normal != nullptr ? *normal : Vector3f::Zero(),
                               static_cast<float>(m_zone)});
        }
        if (corners.size() < 3) {
            return false;
        }
        const Vector3f flat = (corners[1].position - corners[0].position)
                                  .cross(corners[2].position - corners[0].position)
                                  .normalized();
        const auto first = static_cast<std::uint32_t>(m_mesh.vertices.size());
        for (Vertex& corner : corners) {
            if (corner.normal.isZero()) {
                corner.normal = flat;
            }
            m_mesh.vertices.push_back(corner);
        }
        for (std::uint32_t i = 1; i + 1 < corners.size(); ++i) {
            m_mesh.indices.insert(m_mesh.indices.end(), {first, first + i, first + i + 1});
        }
        return true;
    }

    static const Vector3f* lookUp(const std::vector<Vector3f>& list, long index) {
        const long size = static_cast<long>(list.size());
        const long i = index < 0 ? size + index : index - 1;
        return i >= 0 && i < size ? &list[static_cast<std::size_t>(i)] : nullptr;
    }

    std::filesystem::path m_path;
    std::vector<Vector3f> m_positions;
    std::vector<Vector3f> m_normals;
    Zone m_zone = Zone::White;
    MeshData m_mesh;
};

// Use of a model for a body in the server's scene files.
struct Use {
    std::string file;
    Vector3f scale = Vector3f::Ones();
    bool turned = false; // torso and head models have y up and face backward
};

std::optional<Use> useFor(const robot::RobotModel& model, const robot::Body& body, int type) {
    const auto* solid = std::get_if<robot::Box>(&body.shape);
    const std::string number = std::to_string(type);
    if (body.name == "torso") {
        return Use{"naobody" + number + ".obj", Vector3f::Constant(0.1F), true};
    }
    if (body.name == "head") {
        return Use{"naohead.obj", Vector3f::Constant(0.1F), true};
    }
    const std::string part = body.name.substr(1);
    const bool typed = part == "upperarm" || part == "shank";
    if (solid == nullptr || part == "toe") {
        // The toe is drawn with the foot's model, scaled down.
        const robot::BodyId foot = model.findBody(body.name.substr(0, 1) + "foot");
        if (part != "toe" || !foot.isValid() || solid == nullptr) {
            return std::nullopt;
        }
        const auto& footBox = std::get<robot::Box>(model.body(foot).shape);
        return Use{body.name.substr(0, 1) + "foot.obj",
                   0.08F * Vector3f(1.0F, static_cast<float>(solid->sizeM.y() / footBox.sizeM.y()),
                                    static_cast<float>(solid->sizeM.z() / footBox.sizeM.z())),
                   false};
    }
    Vector3f scale = Vector3f::Constant(static_cast<float>(solid->sizeM.x()));
    if (part == "foot") {
        scale.y() *= static_cast<float>(solid->sizeM.y()) / 0.16F;
    }
    return Use{body.name + (typed ? number : "") + ".obj", scale, false};
}

void place(MeshData& mesh, const Use& use) {
    for (Vertex& vertex : mesh.vertices) {
        Vector3f p = vertex.position.cwiseProduct(use.scale);
        Vector3f n = vertex.normal.cwiseQuotient(use.scale).normalized();
        if (use.turned) { // in the scene file: setLocalRotation -90 0 180
            p = {-p.x(), p.z(), p.y()};
            n = {-n.x(), n.z(), n.y()};
        }
        vertex.position = p;
        vertex.normal = n;
    }
}

} // namespace

Expected<MeshData> readObjMesh(const std::filesystem::path& path) {
    return ObjReader(path).read();
}

Expected<MeshData> readStlMesh(const std::filesystem::path& path, Zone zone) {
    if (auto checked = base::checkInputFile(path, "a binary STL model"); !checked) {
        return tl::unexpected(std::move(checked.error()));
    }
    std::ifstream in(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    std::uint32_t count = 0;
    if (bytes.size() >= kStlHeaderBytes + sizeof(count)) {
        std::memcpy(&count, &bytes[kStlHeaderBytes], sizeof(count));
    }
    const std::size_t expected = kStlHeaderBytes + sizeof(count) + count * kStlTriangleBytes;
    if (bytes.size() != expected) {
        auto error = base::failure(ErrorCode::Malformed, fmt::format("{} bytes", bytes.size()),
                                   fmt::format("a binary STL model: {} bytes", expected));
        return tl::unexpected(error.value().inFile(path.string()));
    }
    MeshData mesh;
    mesh.vertices.reserve(3 * std::size_t{count});
    mesh.indices.reserve(3 * std::size_t{count});
    for (std::size_t i = 0; i < count; ++i) {
        std::array<float, 12> values{}; // the normal and three corners
        std::memcpy(values.data(), &bytes[kStlHeaderBytes + sizeof(count) + i * kStlTriangleBytes],
                    sizeof(values));
        const auto corner = [&](std::size_t at) {
            return Vector3f(-values[at + 1], values[at], values[at + 2]);
        };
        // The normals of some files are zero.
        const Vector3f normal = (corner(6) - corner(3)).cross(corner(9) - corner(3)).normalized();
        for (const std::size_t at : {3U, 6U, 9U}) {
            mesh.indices.push_back(static_cast<std::uint32_t>(mesh.vertices.size()));
            mesh.vertices.push_back({corner(at), normal, static_cast<float>(zone)});
        }
    }
    return mesh;
}

Expected<std::shared_ptr<const ServerMeshes>> ServerMeshes::load(
    const std::filesystem::path& folder) {
    auto meshes = std::make_shared<ServerMeshes>();
    const bool hasNaos = std::filesystem::exists(folder / "naohead.obj");
    if (auto loaded = hasNaos ? meshes->loadNaos(folder) : meshes->loadLeague(folder); !loaded) {
        return tl::unexpected(std::move(loaded.error()));
    }
    if (meshes->m_meshes.empty()) {
        auto error =
            base::failure(ErrorCode::NotFound, "no 'naohead.obj' and no 'T1/meshes' in this folder",
                          "the folder 'models' of an installed rcssserver3d, or the "
                          "folder of an installed rcsssmj");
        return tl::unexpected(error.value().inFile(folder.string()));
    }
    return meshes;
}

Expected<void> ServerMeshes::loadNaos(const std::filesystem::path& folder) {
    int type = -1;
    for (const robot::RobotModelPtr& each : robot::defaultRobots()) {
        const robot::RobotModel& model = *each;
        ++type;
        for (const robot::Body& body : model.bodies()) {
            const auto use = useFor(model, body, type);
            if (!use || !std::filesystem::exists(folder / use->file)) {
                continue;
            }
            auto mesh = readObjMesh(folder / use->file);
            if (!mesh) {
                return tl::unexpected(std::move(mesh.error()));
            }
            place(*mesh, *use);
            m_meshes.emplace(model.name() + " " + body.name, std::move(*mesh));
        }
    }
    return {};
}

Expected<void> ServerMeshes::loadLeague(const std::filesystem::path& folder) {
    for (const robot::MujocoRobot each : robot::kMujocoRobots) {
        const robot::RobotModel& model = robot::mujocoRobotModel(each);
        for (const char* part : {"", "robots", "resources/robots"}) {
            const std::filesystem::path files = folder / part / model.name() / "meshes";
            for (std::size_t i = 0; i < model.bodies().size(); ++i) {
                const robot::BodyId id(i);
                const std::string name(robot::mujocoMesh(each, id));
                const std::filesystem::path file = files / (name + ".STL");
                if (!std::filesystem::exists(file)) {
                    continue;
                }
                auto mesh = readStlMesh(file, i == 0 ? Zone::Team : Zone::Gray);
                if (!mesh) {
                    return tl::unexpected(std::move(mesh.error()));
                }
                m_meshes.emplace(model.name() + " " + model.body(id).name,
                                 robot::isMeshMirrored(model, id, name) ? mesh->mirroredX()
                                                                        : std::move(*mesh));
            }
        }
    }
    return {};
}

const MeshData* ServerMeshes::find(const robot::RobotModel& model, robot::BodyId body) const {
    const auto it = m_meshes.find(model.name() + " " + model.body(body).name);
    return it == m_meshes.end() ? nullptr : &it->second;
}

} // namespace sideline::viewer3d
