#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// The location of a scene file: the folder that agents' paths are relative to (the one that
/// contains `rsg/`, otherwise that of the file), and the path within it.
struct SceneFilePlace {
    std::filesystem::path folder;
    std::string scenePath; ///< path used by agents, such as `rsg/agent/tall.rsg`
};
[[nodiscard]] SceneFilePlace scenePlaceOf(const std::filesystem::path& file);

/// A robot read from a scene file.
struct RobotFile {
    RobotModelPtr model;    ///< named after the file, followed by the type if there is one
    bool takesType = false; ///< whether the scene describes several types
    /// Whether the file contains only what `rsg::sceneText` would write, so that it can be replaced
    /// without loss. Other files have imports, meshes or comments.
    bool isWhole = false;
};
/// Reads a robot from a scene file with its imports.
/// @param type for a scene with types
/// Errors: those of `rsg::readRobotScene`, with file and line; NotFound. Any thread.
[[nodiscard]] base::Expected<RobotFile> readRobotFile(const std::filesystem::path& file, int type);

/// Returns all robots in the scene files below the `rsg` folder of a server's data, each with its
/// file name for agents and its types. Unreadable files, and those without a robot, are omitted.
/// Errors: NotFound if there is none at all. Any thread.
[[nodiscard]] base::Expected<std::vector<RobotCatalog::Entry>> readRobotFolder(
    const std::filesystem::path& folder);

/// Checks that a newly written scene file, as read by a server, describes the intended robot.
/// Errors: those of reading it; Malformed with the differences. Any thread.
[[nodiscard]] base::Expected<void> checkReadsBack(const std::filesystem::path& file,
                                                  const RobotModel& meant);

} // namespace sideline::robot
