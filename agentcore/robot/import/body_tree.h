#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/robot/import/robot_import.h"

namespace sideline::robot::imported {

/// A position in a file.
struct SourcePlace {
    std::string file;
    std::uint64_t line = 0;
};

enum class GeomKind : std::uint8_t { Box, Sphere, Capsule, Cylinder, Ellipsoid, Mesh };

/// A shape of a part.
struct ImportedGeom {
    GeomKind kind = GeomKind::Mesh;
    /// Box: full edges. Sphere: radius. Capsule, cylinder: radius, length of the cylindrical part
    /// along z. Ellipsoid: semi-axes. Meters; unused elements are 0.
    Eigen::Vector3d sizeM = Eigen::Vector3d::Zero();
    math::Pose X_PartGeom;
    SourcePlace place;
};

/// A rotation of a part relative to its parent. The angle is 0 in the pose described by
/// `X_ParentPart`.
struct ImportedAxis {
    std::string name;
    std::string effector;                                   ///< effector name; if empty, derived
                                                            ///< from the name
    Eigen::Vector3d axis = Eigen::Vector3d::UnitX();        ///< unit vector in the part's frame
    Eigen::Vector3d p_PartAnchor = Eigen::Vector3d::Zero(); ///< m
    double minRad = -std::numeric_limits<double>::infinity();
    double maxRad = std::numeric_limits<double>::infinity();
    double maxSpeedRadPerS = std::numeric_limits<double>::infinity();
    double maxTorqueNm = 0.0;
    SourcePlace place;
};

/// Mass, center of mass, and inertia about the center of mass.
struct MassValues {
    double massKg = 0.0;
    Eigen::Vector3d p_Com = Eigen::Vector3d::Zero();
    Eigen::Matrix3d inertiaKgM2 = Eigen::Matrix3d::Zero();

    /// Converts the values to another frame A.
    /// @param X_AB pose in A of the frame B in which the values are given
    [[nodiscard]] MassValues inFrame(const math::Pose& X_AB) const;
    /// Adds the mass of another body, given in the same frame.
    void add(const MassValues& other);
};

/// A link of a robot's file, with the axes of URDF and MJCF (x forward, y left, z up).
struct ImportedPart {
    std::string name;
    int parent = -1; ///< index of the parent; -1 for the root
    math::Pose X_ParentPart;
    std::vector<ImportedAxis> axes; ///< axes, the one next to the parent first; empty for a fixed
                                    ///< part
    MassValues mass;
    std::vector<ImportedGeom> colliders;
    std::vector<ImportedGeom> visuals;
    SourcePlace place;
};

/// A named frame of a part, such as a camera's.
struct ImportedFrame {
    std::string name;
    int part = 0;
    math::Pose X_PartFrame;
};

/// The notes of a reader; notes with equal text are combined.
class NoteList {
public:
    void add(const SourcePlace& place, const std::string& text);
    /// Returns the notes in the order in which they were first added.
    [[nodiscard]] std::vector<ImportNote> notes() const;

private:
    struct Entry {
        ImportNote note;
        int count = 0;
    };
    std::vector<Entry> m_entries;
    std::map<std::string, std::size_t> m_byText;
};

/// A robot as its file describes it.
struct ImportedTree {
    std::vector<ImportedPart> parts; ///< parents before children
    std::vector<ImportedFrame> frames;
    NoteList notes;
};

/// Returns a text with its ASCII letters in lower case.
[[nodiscard]] std::string lowerCase(std::string text);

/// Creates an error at a position.
[[nodiscard]] base::Error errorAt(const SourcePlace& place, base::ErrorCode code,
                                  std::string message, std::string expected = {});

/// Returns the volume of a shape in m^3; 0 for a mesh.
[[nodiscard]] double volumeM3(const ImportedGeom& geom);
/// Returns the mass properties of a shape with uniform density, in the part's frame; zero for a
/// mesh.
[[nodiscard]] MassValues massOf(const ImportedGeom& geom, double massKg);

/// Reduces a tree to parts with mass: parts without mass are merged into their parents, or their
/// axis and the next one become a universal joint; a root part without mass is omitted.
///
/// @param fixed whether fixed parts with mass are merged, too
/// Errors: Malformed, with the place, for a part without mass that moves, or a root part without
/// mass to which several parts are attached.
[[nodiscard]] base::Expected<ImportedTree> reduce(ImportedTree tree, FixedBodies fixed);

/// Builds the robot.
/// Errors: those of `reduce`; LimitExceeded.
[[nodiscard]] base::Expected<ImportedRobot> buildRobot(const ImportedTree& tree,
                                                       const std::string& name, FixedBodies fixed);

} // namespace sideline::robot::imported
