#pragma once

#include <array>
#include <span>

#include <Eigen/Core>

#include "agentcore/math/pose.h"

namespace sideline::robot {

inline constexpr std::size_t kMostChainJoints = 7;

/// A chain of hinges as numbers, without the bodies that they turn: for each joint the way from
/// the joint before (the torso's origin for the first), and what turns. Frames sit in the joints'
/// anchors. A value that allocates nothing.
struct HingeChain {
    struct Link {
        Eigen::Vector3d p_Before = Eigen::Vector3d::Zero(); ///< anchor, in the frame before
        Eigen::Matrix3d R_Before = Eigen::Matrix3d::Identity();
        Eigen::Vector3d axis = Eigen::Vector3d::UnitX();
        double minRad = 0.0;
        double maxRad = 0.0;
    };
    std::array<Link, kMostChainJoints> links;
    std::size_t count = 0;
    math::Pose X_LastTip; ///< the limb's frame, from the last joint's anchor

    /// Where joints and tip of the chain are, in the torso's frame.
    struct Placed {
        std::array<Eigen::Vector3d, kMostChainJoints> anchors;
        std::array<Eigen::Vector3d, kMostChainJoints> axes;
        math::Pose X_TorsoTip;
    };
    /// @param anglesRad at least `count` of them
    [[nodiscard]] Placed place(std::span<const double> anglesRad) const;
    [[nodiscard]] double held(std::size_t joint, double angleRad) const;
};

} // namespace sideline::robot
