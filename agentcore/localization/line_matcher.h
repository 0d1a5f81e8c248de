#pragma once

#include <array>
#include <optional>
#include <span>

#include "agentcore/field/field_model.h"
#include "agentcore/localization/diagnostics.h"
#include "agentcore/localization/observation_model.h"
#include "agentcore/robot/perceptor_layout.h"

namespace sideline::localization {

/// What a seen line is by a belief.
struct LineMatch {
    Verdict verdict = Verdict::Unmatched;
    int fieldLine = -1;             ///< in `FieldModel::lines()`; also for what was refused
    std::array<bool, 2> isCut{};    ///< ends that count only across the line
    std::array<bool, 2> isTo{};     ///< ends that are the field line's second one, if not cut
    std::array<double, 2> alongM{}; ///< where the ends are on the field's line
    double squaredSigmas = 0.0;
    int dimension = 0;
};

/// Reports what field lines were seen, by where the camera is believed to be.
///
/// A field line is cut at the camera's pyramid as the server does. An end that lies well inside is
/// a point that is known; one that lies where the view ended reports only that it is on the line
/// (the server's own place of it is numerically poor). Each field line is seen once at most; a seen
/// line that could be several is left alone. The order of lines and of ends makes no difference.
///
/// @param cone nothing for robots that see all around
/// @param matches out: one per seen line
void matchLines(const VisionPoints& vision, const CameraBelief& camera,
                const field::FieldModel& field,
                const std::optional<robot::VisionSettings::Cone>& cone,
                std::span<LineMatch> matches);

/// Where a seen line's ends are on the field by its match, server frame.
[[nodiscard]] std::array<Eigen::Vector3d, 2> knownEnds(const LineMatch& match,
                                                       const field::FieldModel& field);

/// The straight line of a field line.
struct LineFrame {
    Eigen::Vector3d from_S;
    Eigen::Vector3d along_S; ///< unit
    double lengthM;
};
[[nodiscard]] LineFrame frameOf(const field::LineSegment& line);

} // namespace sideline::localization
