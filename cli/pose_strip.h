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
    std::string time; ///< time as text, below the picture
    std::string name; ///< name below the time; may be empty
    std::vector<double> anglesRad;
    math::Pose X_STorso;
    std::optional<Eigen::Vector3d> p_SBall; ///< drawn if it is within the picture
};

/// A row of pictures.
struct StripRow {
    robot::RobotModelPtr model;
    std::string name; ///< label of its first picture; may be empty
    std::vector<StripPose> poses;
};

/// The appearance of strips.
struct StripLook {
    int sizePx = 240;         ///< width and height of a picture
    double azimuthDeg = 34.0; ///< 0 from the front, 90 from the robot's left
};

/// Maximum number of pictures in a row.
inline constexpr int kMaxStripPoses = 200;

/// Draws rows of a robot's poses, one below the other, and writes them as PNG.
/// @param subject what is drawn; for messages
/// @param file output file; "-" is standard output
/// @return whether it was written; otherwise a message has been printed, also for a picture that is
///     too large
[[nodiscard]] bool writeStrip(const std::vector<StripRow>& rows, const StripLook& look,
                              const std::string& subject, base::OutputSet& outputs,
                              const std::string& file);

} // namespace sideline::cli
