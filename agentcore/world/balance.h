#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::world {

/// Whether a robot would stand: its center of mass over the polygon that carries it.
struct Balance {
    Eigen::Vector3d centerOfMass_S = Eigen::Vector3d::Zero();
    /// Corners of the support polygon on the ground, convex, counterclockwise seen from above;
    /// empty if nothing of the robot carries it.
    std::vector<Eigen::Vector2d> support_S;
    /// Distance from the center of mass (put straight down) to the polygon's nearest edge, m;
    /// negative outside, and 0 where nothing carries it.
    double marginM = 0.0;
};

/// The balance of a robot as its agent believes it.
///
/// The soles of the bodies with a force perceptor that reports a force carry the robot. Where none
/// does, as between two percepts of a fall, those sole corners that are nearly as low as the lowest
/// one.
/// @param X_SBody poses of all bodies of the model in S, by `forwardKinematics`
[[nodiscard]] Balance balanceOf(const robot::RobotModel& model, const BodyBelief& body,
                                std::span<const math::Pose> X_SBody);

} // namespace sideline::world
