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

/// Reads a binary STL file in the axes of rcssservermj (x forward, y left, z up) as a mesh in
/// Sideline's body axes (x right, y forward, z up).
/// @param zone zone of the whole surface
/// Errors: NotFound; Malformed if the size of the file does not match its number of triangles.
[[nodiscard]] base::Expected<MeshData> readStlMesh(const std::filesystem::path& path, Zone zone);

/// The server's own robot models, from a folder that the user names: `rcssserver3d/data/models` of
/// an installed server, or the package `rcsssmj` (or its `resources`, or a folder with
/// `T1/meshes`).
class ServerMeshes {
public:
    /// Robots and bodies without a file are omitted.
    /// Errors: NotFound if the folder contains neither `naohead.obj` nor meshes of T1, K1 or
    /// PiPlus; those of `readObjMesh` and `readStlMesh`.
    [[nodiscard]] static base::Expected<std::shared_ptr<const ServerMeshes>> load(
        const std::filesystem::path& folder);

    /// The mesh of a body in the body's frame, or nullptr if the server draws none for it.
    [[nodiscard]] const MeshData* find(const robot::RobotModel& model, robot::BodyId body) const;

private:
    base::Expected<void> loadNaos(const std::filesystem::path& folder);
    base::Expected<void> loadLeague(const std::filesystem::path& folder);

    std::map<std::string, MeshData, std::less<>> m_meshes; // keyed by model name, space, body name
};

} // namespace sideline::viewer3d
