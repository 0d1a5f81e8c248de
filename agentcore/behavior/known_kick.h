#pragma once

#include <memory>

#include "agentcore/motion/joint_trajectory.h"
#include "agentcore/motion/kick/kick_figures.h"
#include "agentcore/motion/kick/kick_parameters.h"
#include "agentcore/motion/kick/kick_region.h"

namespace sideline::behavior {

/// Motions of a played kick, for the robot; null: the kick is computed.
struct KickMotions {
    std::shared_ptr<const motion::JointTrajectory> left; ///< kicks with the left foot
    std::shared_ptr<const motion::JointTrajectory> right;
};

/// A kick of a robot: its parameters and its results in trials. A value; copies do not allocate.
struct KnownKick {
    /// A played kick uses only the numbers that describe the ball position.
    motion::KickParameters numbers;
    KickMotions motions;
    motion::KickFigures figures;
    motion::KickRegion region; ///< ball positions from which the kick succeeds; if unknown,
                               ///< `numbers` determine them
    motion::SwingTable swings; ///< variants for shorter distances; may be empty

    [[nodiscard]] bool isPlayed() const { return motions.left && motions.right; }
};

} // namespace sideline::behavior
