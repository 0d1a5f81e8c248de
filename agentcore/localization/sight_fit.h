#pragma once

#include <array>
#include <optional>

#include "agentcore/field/field_model.h"
#include "agentcore/localization/diagnostics.h"
#include "agentcore/localization/line_matcher.h"
#include "agentcore/localization/observation_model.h"
#include "agentcore/robot/perceptor_layout.h"

namespace sideline::localization {

/// What a sight can be compared with: the field, and how far the camera sees.
struct SightScene {
    const field::FieldModel& field;
    std::optional<robot::VisionSettings::Cone> cone;
};

/// What was made of a landmark.
struct LandmarkMatch {
    Verdict verdict = Verdict::Refused;
    double squaredSigmas = 0.0;
};

/// A sight against a belief: which observations fit, and what these say together.
struct SightFit {
    std::array<LandmarkMatch, SightPoints::kMaxLandmarks> landmarks;
    std::array<LineMatch, SightPoints::kMaxLines> lines;
    int landmarksUsed = 0;
    int linesUsed = 0;
    int linesStrange = 0;                   ///< that fit no line of the field in view
    CameraInformation information;          ///< of what is used, gathered at `at`
    CameraVector at = CameraVector::Zero(); ///< a step from the belief
    CameraBelief posterior;
};

/// Finds what fits the belief (landmarks by gate, lines by `matchLines`) and the camera that all
/// of it implies. Wide beliefs are narrowed by landmarks first, then by lines, in several rounds.
/// @param commonError of all that is seen in this sight
[[nodiscard]] SightFit fitSight(const SightPoints& sight, const CameraBelief& belief,
                                const SightScene& scene, const CameraMatrix& commonError);

/// Only tells what fits a belief as it is, and moves nothing.
[[nodiscard]] SightFit judgeSight(const SightPoints& sight, const CameraBelief& belief,
                                  const SightScene& scene, const CameraMatrix& commonError);

/// How badly a pose explains a sight: squared sigmas, with a fixed price for each landmark and
/// line that does not fit.
struct SightCost {
    double cost = 0.0;
    int landmarksMissed = 0;
    int linesMissed = 0;
};
[[nodiscard]] SightCost costOfSight(const SightPoints& sight, const CameraBelief& camera,
                                    const SightScene& scene);

} // namespace sideline::localization
