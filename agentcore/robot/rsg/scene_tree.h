#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/base/strong_index.h"

namespace sideline::robot::rsg {

/// A position in the scene files.
struct ScenePlace {
    std::size_t file = 0; ///< index in `SceneTree::files`
    std::uint64_t line = 1;
};

/// A call in a node of the scene, such as `(setLocalPos 0 0 1)`, with evaluated values.
struct SceneCall {
    std::string method;
    std::vector<std::string> arguments;
    ScenePlace place;
};

using SceneNodeId = base::StrongIndex<struct SceneNodeTag>;

/// A node of the scene, such as `(nd Transform ...)`.
struct SceneNode {
    std::string type;
    std::string name; ///< name set by `setName`; may be empty
    SceneNodeId parent;
    std::vector<SceneNodeId> children;
    std::vector<SceneCall> calls; ///< all calls except `importScene`
    ScenePlace place;
};

/// A scene with all imports and computed values. The first node represents the file and has no
/// type.
struct SceneTree {
    std::vector<SceneNode> nodes;
    std::vector<std::string> files;

    [[nodiscard]] const SceneNode& node(SceneNodeId id) const { return nodes[id.index()]; }
    /// Returns the last call of this method on a node, or nullptr.
    [[nodiscard]] const SceneCall* findCall(SceneNodeId node, std::string_view method) const;
    /// Returns the node at a relative path such as `../../neck/capsuleBody`, or none.
    [[nodiscard]] SceneNodeId resolve(SceneNodeId from, std::string_view path) const;
    /// Creates an error at a position of the scene.
    [[nodiscard]] base::Error errorAt(const ScenePlace& place, base::ErrorCode code,
                                      std::string message, std::string expected = {}) const;
};

/// The source of a scene.
struct SceneSource {
    /// Folders to which scene paths are relative, searched in this order: the data folders of
    /// rcssserver3d and of SimSpark.
    std::vector<std::filesystem::path> dataDirectories;
    /// Values for the scene's template, such as the robot type `0` after the path in the agent's
    /// `(scene rsg/agent/nao/nao_hetero.rsg 0)`.
    std::vector<std::string> arguments;
    /// Scripts with the tables that scenes use, searched for in the data folders; missing scripts
    /// are ignored.
    std::vector<std::string> scripts = {"naorobottypes.rb"};
};

/// Reads a scene and all imports, like the server's `RubySceneImporter`: `nd`, `importScene` with
/// arguments, `templ`, `def`, `(eval ...)`, `(join ...)`, `switch`.
///
/// @param scenePath relative, such as `rsg/agent/nao/nao_hetero.rsg`
/// Errors contain file and line: NotFound (no such file), InvalidArgument (a path that leads
/// out of the data folders, wrong arguments), Malformed, Truncated, UnsupportedFormat,
/// LimitExceeded (files that import each other recursively, or a scene that grows too large).
/// Any thread.
[[nodiscard]] base::Expected<SceneTree> readScene(const std::string& scenePath,
                                                  const SceneSource& source);

} // namespace sideline::robot::rsg
