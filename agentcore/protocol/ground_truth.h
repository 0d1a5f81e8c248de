#pragma once

#include <optional>

#include <Eigen/Core>

namespace sideline::protocol {

/// What a server adds to a vision percept when it is set to report ground truth.
///
/// A value of its own, so that an agent cannot cheat by accident: localization, world, motion,
/// behavior and decision may not include this header, and the agent's cycle never asks for it.
/// Positions are in the server frame as the agent's own team sees it: turned by half for the right.
struct GroundTruth {
    std::optional<Eigen::Vector3d> myPosition_S;   ///< `mypos`, of the camera's body, m
    std::optional<double> myHeadingDeg;            ///< `myorien`
    std::optional<Eigen::Vector3d> ballPosition_S; ///< `ballpos`, m

    [[nodiscard]] bool hasAny() const { return myPosition_S || myHeadingDeg || ballPosition_S; }
    [[nodiscard]] bool operator==(const GroundTruth&) const = default;
};

} // namespace sideline::protocol
