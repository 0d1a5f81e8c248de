#pragma once

#include <optional>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/base/output_file.h"
#include "agentcore/math/pose.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::cli {

/// One picture of a strip.
struct StripPose {
    std::string time; ///< below the picture
    std::string name; ///< below that; may be empty
    std::vector<double> anglesRad;
    math::Pose X_STorso;
    std::optional<Eigen::Vector3d> p_SBall; ///< drawn if it is in the picture
};

/// A row of pictures.
struct StripRow {
    robot::RobotModelPtr model;
    std::string name; ///< in its first picture; may be empty
    std::vector<StripPose> poses;
};

/// How strips are drawn.
struct StripLook {
    int sizePx = 240;         ///< width and height of a picture
    double azimuthDeg = 34.0; ///< 0 from the front, 90 from the robot's left
};

/// Most pictures in a row.
inline constexpr int kMostStripPoses = 200;

/// Draws rows of a robot's poses below each other and writes them as PNG.
/// @param subject what is drawn, for messages
/// @param file to be written; "-" is standard output
/// @return whether it was written; a message has been printed if not, also for a picture that is
///     too large
[[nodiscard]] bool writeStrip(const std::vector<StripRow>& rows, const StripLook& look,
                              const std::string& subject, base::OutputSet& outputs,
                              const std::string& file);

} // namespace sideline::cli
