#pragma once

#include <optional>

#include <Eigen/Core>

namespace sideline::protocol {

/// Ground truth that a server adds to vision percepts if configured to do so.
///
/// A separate type, so that agents cannot use it by accident: localization, world, motion, behavior
/// and decision must not include this header, and the agent's cycle never parses it. Positions are
/// in the server frame from the point of view of the agent's own team: rotated by 180 degrees for
/// the right team.
struct GroundTruth {
    std::optional<Eigen::Vector3d> myPosition_S;   ///< `mypos`: position of the camera body, m
    std::optional<double> myHeadingDeg;            ///< `myorien`
    std::optional<Eigen::Vector3d> ballPosition_S; ///< `ballpos`, m

    [[nodiscard]] bool hasAny() const { return myPosition_S || myHeadingDeg || ballPosition_S; }
    [[nodiscard]] bool operator==(const GroundTruth&) const = default;
};

} // namespace sideline::protocol
