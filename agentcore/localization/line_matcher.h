#pragma once

#include <array>
#include <optional>
#include <span>

#include "agentcore/field/field_model.h"
#include "agentcore/localization/diagnostics.h"
#include "agentcore/localization/observation_model.h"
#include "agentcore/robot/perceptor_layout.h"

namespace sideline::localization {

/// The field line that matches an observed line according to a belief.
struct LineMatch {
    Verdict verdict = Verdict::Unmatched;
    int fieldLine = -1;             ///< index in `FieldModel::lines()`; also for rejected lines
    std::array<bool, 2> isCut{};    ///< ends whose error counts only perpendicular to the line
    std::array<bool, 2> isTo{};     ///< ends that match the field line's second one, if not cut
    std::array<double, 2> alongM{}; ///< positions of the ends along the field line
    double squaredSigmas = 0.0;
    int dimension = 0;
};

/// Matches observed lines to field lines, given the believed camera pose.
///
/// A field line is clipped to the camera's view as in the server. An end well inside the view is a
/// known point; an end at the border of the view only constrains the distance from the line (its
/// position as reported by the server is numerically poor). Each field line is matched at most
/// once; an ambiguous line is left unmatched. The order of lines and ends does not matter.
///
/// @param cone not set for omnidirectional vision @param matches output: one per observed line
void matchLines(const VisionPoints& vision, const CameraBelief& camera,
                const field::FieldModel& field,
                const std::optional<robot::VisionSettings::Cone>& cone,
                std::span<LineMatch> matches);

/// Returns the field positions of an observed line's ends, in the server frame.
[[nodiscard]] std::array<Eigen::Vector3d, 2> knownEnds(const LineMatch& match,
                                                       const field::FieldModel& field);

/// The infinite straight line of a field line.
struct LineFrame {
    Eigen::Vector3d from_S;
    Eigen::Vector3d along_S; ///< unit vector
    double lengthM;
};
[[nodiscard]] LineFrame frameOf(const field::LineSegment& line);

} // namespace sideline::localization
