#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// A scene file by its place on disk: the folder that agents' paths are relative to (the one that
/// holds `rsg/`; else that of the file), and the path in it.
struct SceneFilePlace {
    std::filesystem::path folder;
    std::string scenePath; ///< as agents name it, such as `rsg/agent/tall.rsg`
};
[[nodiscard]] SceneFilePlace scenePlaceOf(const std::filesystem::path& file);

/// A robot that was read from a scene file.
struct RobotFile {
    RobotModelPtr model;    ///< named after the file, with the type behind it if it takes one
    bool takesType = false; ///< the scene describes several types
    /// Whether the file holds no more than `rsg::sceneText` would write: it can be replaced without
    /// loss. Others import files, have meshes or comments.
    bool isWhole = false;
};
/// Reads a robot from a scene file, with what it imports.
/// @param type for a scene that takes one
/// Errors: those of `rsg::readRobotScene`, with file and line; NotFound. Any thread.
[[nodiscard]] base::Expected<RobotFile> readRobotFile(const std::filesystem::path& file, int type);

/// All robots in the scene files below the `rsg` of a server's data folder, each with the file that
/// agents name and the types that it takes. What is no robot, or cannot be read, is left out.
/// Errors: NotFound if there is none at all. Any thread.
[[nodiscard]] base::Expected<std::vector<RobotCatalog::Entry>> readRobotFolder(
    const std::filesystem::path& folder);

/// Whether a scene file that was just written is the robot that was meant, as a server reads it.
/// Errors: those of reading it; Malformed with what differs. Any thread.
[[nodiscard]] base::Expected<void> checkReadsBack(const std::filesystem::path& file,
                                                  const RobotModel& meant);

} // namespace sideline::robot
