#pragma once

#include <array>
#include <optional>

#include "agentcore/field/field_model.h"
#include "agentcore/localization/diagnostics.h"
#include "agentcore/localization/line_matcher.h"
#include "agentcore/localization/observation_model.h"
#include "agentcore/robot/perceptor_layout.h"

namespace sideline::localization {

/// What a vision frame is compared with: the field and the camera's range.
struct VisionScene {
    const field::FieldModel& field;
    std::optional<robot::VisionSettings::Cone> cone;
};

/// The result for a landmark.
struct LandmarkMatch {
    Verdict verdict = Verdict::Refused;
    double squaredSigmas = 0.0;
};

/// A vision frame matched to a belief: which observations fit, and their combined information.
struct VisionFit {
    std::array<LandmarkMatch, VisionPoints::kMaxLandmarks> landmarks;
    std::array<LineMatch, VisionPoints::kMaxLines> lines;
    int landmarksUsed = 0;
    int linesUsed = 0;
    int linesStrange = 0;                   ///< that fit no line of the field in view
    CameraInformation information;          ///< of what is used, gathered at `at`
    CameraVector at = CameraVector::Zero(); ///< a step from the belief
    CameraBelief posterior;
};

/// Finds the observations that fit the belief (landmarks by gate, lines by `matchLines`) and the
/// camera pose they imply. Wide beliefs are narrowed by landmarks first, then by lines, in several
/// rounds.
/// @param commonError of all observations in this vision frame
[[nodiscard]] VisionFit fitVision(const VisionPoints& vision, const CameraBelief& belief,
                                  const VisionScene& scene, const CameraMatrix& commonError);

/// Only finds what fits the belief, without changing it.
[[nodiscard]] VisionFit judgeVision(const VisionPoints& vision, const CameraBelief& belief,
                                    const VisionScene& scene, const CameraMatrix& commonError);

/// Misfit of a pose to a vision frame: squared sigma, with a fixed penalty for each landmark and
/// line that does not fit.
struct VisionCost {
    double cost = 0.0;
    int landmarksMissed = 0;
    int linesMissed = 0;
};
[[nodiscard]] VisionCost costOfVision(const VisionPoints& vision, const CameraBelief& camera,
                                      const VisionScene& scene);

} // namespace sideline::localization
