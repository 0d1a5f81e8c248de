#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

namespace sideline::field {

/// The numbers that define a field. Lengths in meters.
struct FieldDimensions {
    double lengthM = 0.0;    ///< along x, goal line to goal line
    double widthM = 0.0;     ///< along y, sideline to sideline
    double heightM = 0.0;    ///< of the simulated space
    double goalWidthM = 0.0; ///< between the inner sides of the posts
    double goalDepthM = 0.0;
    double goalHeightM = 0.0;
    double penaltyLengthM = 0.0; ///< of the penalty area along x
    double penaltyWidthM = 0.0;  ///< of the penalty area along y, goal width included
    double circleRadiusM = 0.0;  ///< of the center circle, the server's free-kick distance
    double borderM = 0.0;
    double goalAreaLengthM = 0.0; ///< along x; 0: the field has no goal areas
    double goalAreaWidthM = 0.0;  ///< along y
    double penaltySpotM = 0.0;    ///< penalty mark to goal line; 0: there is none
    int circleChords = 10;        ///< straight pieces that the center circle is made of

    [[nodiscard]] bool operator==(const FieldDimensions&) const = default;
};

/// A straight piece of line on the ground, in the field plane z = 0. Meters, server frame S.
struct LineSegment {
    Eigen::Vector2d from_S;
    Eigen::Vector2d to_S;
};

enum class LandmarkKind { CornerFlag, GoalPost, LineCorner, LineTee, LineCross, PenaltyMark };

/// The label under which rcssservermj reports landmarks of a kind when it does not name them, such
/// as `L` for a corner of lines.
[[nodiscard]] char landmarkLabel(LandmarkKind kind);

/// A thing that agents see, with a name: `F1L` ... `G2R`, on rcssservermj `l_luf` ... `g_rlp`.
struct Landmark {
    std::string name;
    LandmarkKind kind;
    Eigen::Vector3d p_S; ///< server frame: x to the right goal, y left, z up; meters
};

/// A field version of the server: its dimensions, and the server release that used it.
struct FieldVersion {
    std::string_view name;  ///< as `30x20`
    std::string_view since; ///< first day in the server's history, such as `2012-05-17`
    FieldDimensions dimensions;
};

/// All field versions that SimSpark's soccer simulation has had, oldest first.
///
/// Source: history of `rcssserver3d/rcssserver3d/naosoccersim.rb`, commits d6bb5127, 6ccb34a7,
/// 30db6ecc, db592a9c, 195dc4a0 of BerlinUnited/SimSpark-SPL.
[[nodiscard]] std::span<const FieldVersion> fieldVersions();

/// The version that servers of today play on unless specified otherwise.
[[nodiscard]] inline const FieldVersion& newestField() {
    return fieldVersions().back();
}

/// The version with these lengths (to a centimeter), or nullptr: what a log or a monitor reports.
[[nodiscard]] const FieldVersion* findFieldVersion(double lengthM, double widthM);

/// Lines, goals and landmarks of a field. Immutable and shared; any thread may read.
class FieldModel {
public:
    explicit FieldModel(const FieldDimensions& dimensions);

    [[nodiscard]] const FieldDimensions& dimensions() const { return m_dimensions; }

    /// The lines in the order of SimSpark's scene: middle, goal lines, sidelines, penalty areas,
    /// the chords of the center circle (ten there, so 21 lines), then goal areas and the crosses of
    /// the penalty marks where the field has them.
    [[nodiscard]] std::span<const LineSegment> lines() const { return m_lines; }

    /// Four corner flags and four goal posts (tops of the posts), in the server's order. On fields
    /// of rcssservermj, which have penalty marks: crossings of lines, marks and posts. That server
    /// (all versions until June 2026) sees the corners of goal and penalty areas twice as far from
    /// the middle as it draws them; so they stand here.
    [[nodiscard]] std::span<const Landmark> landmarks() const { return m_landmarks; }

private:
    void addFootballMarkings();
    void addFootballLandmarks();

    FieldDimensions m_dimensions;
    std::vector<LineSegment> m_lines;
    std::vector<Landmark> m_landmarks;
};

/// The fields of rcssservermj, the usual one first: `fifa7vs7` and `fifa`.
[[nodiscard]] std::span<const FieldVersion> footballFields();

/// A field by its name, of either server; nullptr for none.
[[nodiscard]] const FieldVersion* findField(std::string_view name);

/// Completes what a monitor stream reports about a field by what it omits (the penalty areas),
/// taken from the version of the same size, or scaled from the newest one.
[[nodiscard]] FieldDimensions withPenaltyArea(FieldDimensions dimensions);

/// Completes what a monitor stream of rcssservermj reports about a field by what it omits: penalty
/// and goal areas, penalty marks, center circle. Taken from its fields of today (`fifa7vs7`,
/// 55 m x 36 m, and `fifa`, 105 m x 68 m), or scaled from the first of them.
///
/// A server that reports the goals' width as their depth (branch `monitor-protocol`) is corrected:
/// no goal is deeper than wide.
[[nodiscard]] FieldDimensions withFootballMarkings(FieldDimensions dimensions);

} // namespace sideline::field
