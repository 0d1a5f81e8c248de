#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "agentcore/robot/import/robot_import.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// The location of a scene file: the folder to which agents' paths are relative (the folder that
/// contains `rsg/`, otherwise the file's own), and the path within it.
struct SceneFilePlace {
    std::filesystem::path folder;
    std::string scenePath; ///< path used by agents, such as `rsg/agent/tall.rsg`
};
[[nodiscard]] SceneFilePlace scenePlaceOf(const std::filesystem::path& file);

/// A robot read from a scene file, or from URDF or MJCF.
struct RobotFile {
    RobotModelPtr model;    ///< named after the file, followed by the type if there is one
    bool takesType = false; ///< whether the scene describes several types
    /// Whether the file contains only what `rsg::sceneText` would write, so that it can be replaced
    /// without loss. Other files have imports, meshes or comments.
    bool isWhole = false;
    std::vector<ImportNote> notes; ///< notes about parts that could not be read, or that the server
                                   ///< cannot read
};
/// Options of `readRobotFile`.
struct RobotReading {
    int type = 0; ///< type, for a scene with types
    /// Server data folders with parts of scenes, in addition to the file's own, which is searched
    /// first.
    std::vector<std::filesystem::path> moreFolders = {};
    FixedBodies fixed = FixedBodies::Keep; ///< treatment of fixed bodies in URDF and MJCF
};
/// Reads a robot from a scene file with its imports, or from URDF or MJCF (`hasImportName`).
/// Errors: those of `rsg::readRobotScene` or `importRobot`, with file and line; NotFound. Any
/// thread.
[[nodiscard]] base::Expected<RobotFile> readRobotFile(const std::filesystem::path& file,
                                                      const RobotReading& reading);
[[nodiscard]] base::Expected<RobotFile> readRobotFile(const std::filesystem::path& file, int type);

/// Returns all robots in the scene files below the `rsg` folders of servers' data, each with the
/// file name that agents use and its types; a robot may have parts in another of the folders. Files
/// that are not robots or not readable are omitted.
/// Errors: NotFound if there are none. Any thread.
[[nodiscard]] base::Expected<std::vector<RobotCatalog::Entry>> readRobotFolders(
    const std::vector<std::filesystem::path>& folders);

/// Returns the names of the bodies whose center of mass or inertia a scene file cannot describe:
/// the server uses the values of the body's shape instead.
[[nodiscard]] std::vector<std::string> withoutShapeInertia(const RobotModel& model);

/// Checks that a newly written scene file, as read by a server, describes the intended robot, apart
/// from `withoutShapeInertia`.
/// Errors: those of reading the file; Malformed with the differences. Any thread.
[[nodiscard]] base::Expected<void> checkReadsBack(const std::filesystem::path& file,
                                                  const RobotModel& meant);

} // namespace sideline::robot
