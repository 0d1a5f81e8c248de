#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

namespace sideline::field {

/// Dimensions of a field, in meters.
struct FieldDimensions {
    double lengthM = 0.0;    ///< length along x, from goal line to goal line
    double widthM = 0.0;     ///< width along y, from sideline to sideline
    double heightM = 0.0;    ///< height of the simulated space
    double goalWidthM = 0.0; ///< distance between the inner sides of the posts
    double goalDepthM = 0.0;
    double goalHeightM = 0.0;
    double penaltyLengthM = 0.0; ///< along x
    double penaltyWidthM = 0.0;  ///< along y, including the goal width
    double circleRadiusM =
        0.0; ///< radius of the center circle, also the server's free-kick distance
    double borderM = 0.0;
    double goalAreaLengthM = 0.0; ///< along x; 0 if the field has no goal areas
    double goalAreaWidthM = 0.0;  ///< along y
    double penaltySpotM = 0.0;    ///< distance from the penalty mark to the goal line; 0 if there
                                  ///< is no mark
    int circleChords = 10;        ///< number of chords that approximate the center circle

    [[nodiscard]] bool operator==(const FieldDimensions&) const = default;
};

/// A straight line segment on the ground, in the field plane z = 0. Meters, server frame S.
struct LineSegment {
    Eigen::Vector2d from_S;
    Eigen::Vector2d to_S;
};

enum class LandmarkKind { CornerFlag, GoalPost, LineCorner, LineTee, LineCross, PenaltyMark };

/// The label that rcssservermj reports for unnamed landmarks of a kind, such as `L` for a corner of
/// lines.
[[nodiscard]] char landmarkLabel(LandmarkKind kind);

/// A named object that agents can see: `F1L` ... `G2R`, on rcssservermj `l_luf` ... `g_rlp`.
struct Landmark {
    std::string name;
    LandmarkKind kind;
    Eigen::Vector3d p_S; ///< server frame: x to the right goal, y left, z up; meters
};

/// A field version of the server: its dimensions and the first release that used it.
struct FieldVersion {
    std::string_view name;  ///< name, such as `30x20`
    std::string_view since; ///< first date in the server's history, such as `2012-05-17`
    FieldDimensions dimensions;
};

/// All field versions that SimSpark's soccer simulation has had, oldest first.
///
/// Source: history of `rcssserver3d/rcssserver3d/naosoccersim.rb`, commits d6bb5127, 6ccb34a7,
/// 30db6ecc, db592a9c, 195dc4a0 of BerlinUnited/SimSpark-SPL.
[[nodiscard]] std::span<const FieldVersion> fieldVersions();

/// The default version of current servers.
[[nodiscard]] inline const FieldVersion& newestField() {
    return fieldVersions().back();
}

/// The version with these dimensions (to within a centimeter), as reported by a log or a monitor;
/// nullptr if there is none.
[[nodiscard]] const FieldVersion* findFieldVersion(double lengthM, double widthM);

/// Lines, goals and landmarks of a field. Immutable and shared; may be read from any thread.
class FieldModel {
public:
    explicit FieldModel(const FieldDimensions& dimensions);

    [[nodiscard]] const FieldDimensions& dimensions() const { return m_dimensions; }

    /// The lines in the order of SimSpark's scene: halfway line, goal lines, sidelines, penalty
    /// areas, chords of the center circle (ten there, so 21 lines), then goal areas and the crosses
    /// of penalty marks, if the field has them.
    [[nodiscard]] std::span<const LineSegment> lines() const { return m_lines; }

    /// Four corner flags and four goal posts (their tops), in the server's order. On rcssservermj
    /// fields: line crossings, penalty marks and posts. That server (all versions until June 2026)
    /// reports the corners of goal and penalty areas at twice their drawn distance from the center;
    /// the same positions are used here.
    [[nodiscard]] std::span<const Landmark> landmarks() const { return m_landmarks; }

private:
    void addFootballMarkings();
    void addFootballLandmarks();

    FieldDimensions m_dimensions;
    std::vector<LineSegment> m_lines;
    std::vector<Landmark> m_landmarks;
};

/// The fields of rcssservermj, default first: `fifa7vs7`, `fifa` and `hsl2026`.
[[nodiscard]] std::span<const FieldVersion> footballFields();

/// A field of either server by name; nullptr if there is none.
[[nodiscard]] const FieldVersion* findField(std::string_view name);

/// Adds the penalty areas, which monitor streams do not report, taken from the version of the same
/// size, or scaled from the newest version.
[[nodiscard]] FieldDimensions withPenaltyArea(FieldDimensions dimensions);

/// Adds what monitor streams of rcssservermj do not report: penalty and goal areas, penalty marks,
/// center circle. Taken from its current fields (`fifa7vs7`, 55 m x 36 m, `fifa`, 105 m x 68 m, and
/// `hsl2026`, 14 m x 9 m), or scaled from the first of them.
///
/// Corrects the goal width of servers that report it as depth (branch `monitor-protocol`): no goal
/// is deeper than it is wide.
[[nodiscard]] FieldDimensions withFootballMarkings(FieldDimensions dimensions);

} // namespace sideline::field
