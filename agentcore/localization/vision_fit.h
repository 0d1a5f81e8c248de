#pragma once

#include <array>
#include <optional>

#include "agentcore/field/field_model.h"
#include "agentcore/localization/diagnostics.h"
#include "agentcore/localization/line_matcher.h"
#include "agentcore/localization/observation_model.h"
#include "agentcore/robot/perceptor_layout.h"

namespace sideline::localization {

/// What a vision frame can be compared with: the field, and how far the camera sees.
struct VisionScene {
    const field::FieldModel& field;
    std::optional<robot::VisionSettings::Cone> cone;
};

/// What was made of a landmark.
struct LandmarkMatch {
    Verdict verdict = Verdict::Refused;
    double squaredSigmas = 0.0;
};

/// A vision frame against a belief: which observations fit, and what these say together.
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

/// Finds what fits the belief (landmarks by gate, lines by `matchLines`) and the camera that all
/// of it implies. Wide beliefs are narrowed by landmarks first, then by lines, in several rounds.
/// @param commonError of all that is seen in this vision frame
[[nodiscard]] VisionFit fitVision(const VisionPoints& vision, const CameraBelief& belief,
                                  const VisionScene& scene, const CameraMatrix& commonError);

/// Only tells what fits a belief as it is, and moves nothing.
[[nodiscard]] VisionFit judgeVision(const VisionPoints& vision, const CameraBelief& belief,
                                    const VisionScene& scene, const CameraMatrix& commonError);

/// How badly a pose explains a vision frame: squared sigmas, with a fixed price for each landmark
/// and line that does not fit.
struct VisionCost {
    double cost = 0.0;
    int landmarksMissed = 0;
    int linesMissed = 0;
};
[[nodiscard]] VisionCost costOfVision(const VisionPoints& vision, const CameraBelief& camera,
                                      const VisionScene& scene);

} // namespace sideline::localization
