#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"
#include "viewer3d/shapes/mesh_data.h"

namespace sideline::viewer3d {

/// Reads a Wavefront OBJ file like those of the server's models: triangles or convex polygons,
/// positions and normals; materials by their name (`naowhite`, `naogrey`, `naoblack`, `matTeam`,
/// ...). Errors: NotFound, Malformed with the line.
[[nodiscard]] base::Expected<MeshData> readObjMesh(const std::filesystem::path& path);

/// The server's own robot models, from a folder that the user names (`rcssserver3d/data/models` of
/// an installed server).
class ServerMeshes {
public:
    /// Errors: NotFound if there is no `naohead.obj` in the folder; those of `readObjMesh`.
    [[nodiscard]] static base::Expected<std::shared_ptr<const ServerMeshes>> load(
        const std::filesystem::path& folder);

    /// The mesh of a body in the body's frame, or nullptr if the server draws none for it.
    [[nodiscard]] const MeshData* find(const robot::RobotModel& model, robot::BodyId body) const;

private:
    std::map<std::string, MeshData, std::less<>> m_meshes; // keyed by model name, space, body name
};

} // namespace sideline::viewer3d
