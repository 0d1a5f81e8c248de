#pragma once

#include <array>
#include <optional>

#include "agentcore/field/field_model.h"
#include "agentcore/localization/diagnostics.h"
#include "agentcore/localization/line_matcher.h"
#include "agentcore/localization/observation_model.h"
#include "agentcore/robot/perceptor_layout.h"

namespace sideline::localization {

/// The scene of a vision frame: the field and the camera's range.
struct VisionScene {
    const field::FieldModel& field;
    std::optional<robot::VisionSettings::Cone> cone;
};

/// The match of a landmark.
struct LandmarkMatch {
    Verdict verdict = Verdict::Refused;
    double squaredSigmas = 0.0;
};

/// A vision frame matched to a belief: the observations that fit the belief, and their combined
/// information.
struct VisionFit {
    std::array<LandmarkMatch, VisionPoints::kMaxLandmarks> landmarks;
    std::array<LineMatch, VisionPoints::kMaxLines> lines;
    int landmarksUsed = 0;
    int linesUsed = 0;
    int linesStrange = 0;                   ///< lines that fit no field line in view
    CameraInformation information;          ///< information of the used observations, linearized at
                                            ///< `at`
    CameraVector at = CameraVector::Zero(); ///< step from the belief
    CameraBelief posterior;
};

/// Finds the observations that fit the belief (landmarks by gate, lines by `matchLines`) and the
/// resulting camera pose. Wide beliefs are narrowed by landmarks first, then by lines, in several
/// rounds.
/// @param commonError common error of all observations in this vision frame
[[nodiscard]] VisionFit fitVision(const VisionPoints& vision, const CameraBelief& belief,
                                  const VisionScene& scene, const CameraMatrix& commonError);

/// Finds the observations that fit the belief, without changing it.
[[nodiscard]] VisionFit judgeVision(const VisionPoints& vision, const CameraBelief& belief,
                                    const VisionScene& scene, const CameraMatrix& commonError);

/// Misfit of a pose to a vision frame: squared sigmas, with a fixed penalty for each landmark and
/// line that does not fit.
struct VisionCost {
    double cost = 0.0;
    int landmarksMissed = 0;
    int linesMissed = 0;
};
[[nodiscard]] VisionCost costOfVision(const VisionPoints& vision, const CameraBelief& camera,
                                      const VisionScene& scene);

} // namespace sideline::localization
