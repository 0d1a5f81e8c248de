#pragma once

#include <array>
#include <span>

#include <Eigen/Core>

#include "agentcore/math/pose.h"

namespace sideline::robot {

inline constexpr std::size_t kMaxChainJoints = 7;

/// The geometry of a chain of hinges: for each joint its axis and its offset from the previous
/// joint (for the first joint, from the torso's origin). Frames have their origins in the joints'
/// anchors. A plain value without allocations.
struct HingeChain {
    struct Link {
        Eigen::Vector3d p_Before = Eigen::Vector3d::Zero(); ///< position of the joint's anchor in
                                                            ///< the previous frame
        Eigen::Matrix3d R_Before = Eigen::Matrix3d::Identity();
        Eigen::Vector3d axis = Eigen::Vector3d::UnitX();
        double minRad = 0.0;
        double maxRad = 0.0;
    };
    std::array<Link, kMaxChainJoints> links;
    std::size_t count = 0;
    std::size_t trunkCount = 0; ///< number of trunk joints at the start, which inverse kinematics
                                ///< does not move
    math::Pose X_LastTip;       ///< the limb's frame relative to the last joint's anchor

    /// Anchors, axes and tip of the chain in the torso's frame.
    struct Placed {
        std::array<Eigen::Vector3d, kMaxChainJoints> anchors;
        std::array<Eigen::Vector3d, kMaxChainJoints> axes;
        math::Pose X_TorsoTip;
    };
    /// Computes the chain's geometry. @param anglesRad at least `count` angles
    [[nodiscard]] Placed place(std::span<const double> anglesRad) const;
    /// Returns the angle clamped to the joint's limits; 0 for non-finite angles.
    [[nodiscard]] double held(std::size_t joint, double angleRad) const;
};

} // namespace sideline::robot
