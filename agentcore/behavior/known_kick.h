#pragma once

#include <memory>

#include "agentcore/motion/joint_trajectory.h"
#include "agentcore/motion/kick/kick_figures.h"
#include "agentcore/motion/kick/kick_parameters.h"
#include "agentcore/motion/kick/kick_region.h"

namespace sideline::behavior {

/// Motions of a kick that is played, made for the robot; null: the kick is computed.
struct KickMotions {
    std::shared_ptr<const motion::JointTrajectory> left; ///< kicks with the left foot
    std::shared_ptr<const motion::JointTrajectory> right;
};

/// A kick that a robot knows: how it is done, and what it has come to in trials. A value; copies do
/// not allocate.
struct KnownKick {
    /// All of them; of a kick that is played only where the ball should lie.
    motion::KickParameters numbers;
    KickMotions motions;
    motion::KickFigures figures;
    motion::KickRegion region; ///< where it works; unknown: as `numbers` say
    motion::SwingTable swings; ///< for shorter distances; may be empty

    [[nodiscard]] bool isPlayed() const { return motions.left && motions.right; }
};

} // namespace sideline::behavior
