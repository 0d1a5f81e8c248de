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

/// Where something stands in the scene files.
struct ScenePlace {
    std::size_t file = 0; ///< in `SceneTree::files`
    std::uint64_t line = 1;
};

/// Something that the scene says about a node: `(setLocalPos 0 0 1)`, with values put in.
struct SceneCall {
    std::string method;
    std::vector<std::string> arguments;
    ScenePlace place;
};

using SceneNodeId = base::StrongIndex<struct SceneNodeTag>;

/// A node of the scene, such as `(nd Transform ...)`.
struct SceneNode {
    std::string type;
    std::string name; ///< of `setName`; empty without
    SceneNodeId parent;
    std::vector<SceneNodeId> children;
    std::vector<SceneCall> calls; ///< all but `importScene`
    ScenePlace place;
};

/// A scene with everything imported and computed that it asks for. The first node stands for the
/// file itself, and is of no type.
struct SceneTree {
    std::vector<SceneNode> nodes;
    std::vector<std::string> files;

    [[nodiscard]] const SceneNode& node(SceneNodeId id) const { return nodes[id.index()]; }
    /// The last call of this method on a node, or nullptr.
    [[nodiscard]] const SceneCall* findCall(SceneNodeId node, std::string_view method) const;
    /// The node that a path like `../../neck/capsuleBody` leads to from a node, or none.
    [[nodiscard]] SceneNodeId resolve(SceneNodeId from, std::string_view path) const;
    /// An error at a place of the scene.
    [[nodiscard]] base::Error errorAt(const ScenePlace& place, base::ErrorCode code,
                                      std::string message, std::string expected = {}) const;
};

/// What a scene is read from.
struct SceneSource {
    /// Folders that scene paths are relative to, searched in this order: the data folders of
    /// rcssserver3d and of SimSpark.
    std::vector<std::filesystem::path> dataDirectories;
    /// Values for the scene's template, as the robot type `0` after the path in the agent's
    /// `(scene rsg/agent/nao/nao_hetero.rsg 0)`.
    std::vector<std::string> arguments;
    /// Scripts with the tables that scenes look up, found in the data folders; ignored when
    /// they are not there.
    std::vector<std::string> scripts = {"naorobottypes.rb"};
};

/// Reads a scene and all that it imports, as the server's `RubySceneImporter` does: `nd`,
/// `importScene` with arguments, `templ`, `def`, `(eval ...)`, `(join ...)`, `switch`.
///
/// @param scenePath relative, such as `rsg/agent/nao/nao_hetero.rsg`
/// Errors name file and line: NotFound (no such file), InvalidArgument (a path that leads out of
/// the data folders, arguments that do not fit), Malformed, Truncated, UnsupportedFormat,
/// LimitExceeded (files that import each other without end, or a scene that grows too large).
/// Any thread.
[[nodiscard]] base::Expected<SceneTree> readScene(const std::string& scenePath,
                                                  const SceneSource& source);

} // namespace sideline::robot::rsg
