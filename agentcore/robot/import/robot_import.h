#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// A part of a robot's file that the robot model cannot contain, or that is converted to something
/// else.
struct ImportNote {
    std::string file;
    std::uint64_t line = 0; ///< line of the first occurrence, from 1
    std::string text;
    /// `file:line: text`
    [[nodiscard]] std::string toString() const;
    [[nodiscard]] bool operator==(const ImportNote&) const = default;
};

/// How to read bodies that cannot move relative to their parents.
enum class FixedBodies : std::uint8_t {
    /// As separate bodies, if they have mass; if there would be more than `kMaxBodies`, as parts of
    /// their parents.
    Keep,
    /// As parts of their parents, with the same total mass, center of mass and inertia.
    Merge,
};

/// A robot read from a format other than scene files.
struct ImportedRobot {
    RobotModel model;
    std::vector<ImportNote> notes; ///< what could not be read, in the order of the file
};

/// Maximum size of a robot's file with everything that it includes, in bytes.
inline constexpr std::uint64_t kMaxImportBytes = std::uint64_t{8} << 20U;

/// Whether a file can be a robot in URDF or MJCF, by its name: `.urdf`, `.mjcf`, `.xml`.
[[nodiscard]] bool hasImportName(const std::filesystem::path& file);
/// Whether a file is a robot in URDF or MJCF: by its name, and for `.xml` by its first element.
[[nodiscard]] bool isImportable(const std::filesystem::path& file);

/// Reads a robot in the Unified Robot Description Format (URDF) or in MuJoCo's format (MJCF),
/// recognized by the first element, `<robot>` or `<mujoco>`.
///
/// Body frames are turned to Sideline's axes (x right, y forward, z up) and moved to the center of
/// the body's collider; a capsule or a box that is tilted turns its body's frame, except that of
/// the torso. The first link is called `torso`. Links without mass become part of their parents;
/// two joints with a common anchor and a link without mass in between become a universal joint.
/// Joints without limits in the file have none; speed and torque are those of the file. Bodies have
/// a single shape: several colliders are replaced by their bounding box, a cylinder by a capsule or
/// box, a mesh by a box of the same inertia. Sensors that the formats lack are added: those that
/// every agent needs, a gyro and an accelerometer in the torso, force sensors in the feet, and a
/// camera in the head.
///
/// Read from MJCF are the tree of bodies, `inertial`, hinges, geoms, default classes, `compiler`,
/// actuators, and files included from the same folder or below it.
///
/// Errors, with file and line: those of `base::readTextFile`; Malformed (invalid XML, another first
/// element, missing or invalid values, links that do not form a tree), UnsupportedFormat (joints
/// that do not rotate, a document type declaration, macros), InvalidArgument (an included file
/// outside the folder), NotFound (an included file), LimitExceeded (a file that is too long or
/// nested too deeply, more bodies or joints than `kMaxBodies`, `kMaxJoints`). Any thread.
[[nodiscard]] base::Expected<ImportedRobot> importRobot(const std::filesystem::path& file,
                                                        FixedBodies fixed = FixedBodies::Keep);

} // namespace sideline::robot
