#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/robot/robot_model.h"
#include "simulator/simulation/physics_details.h"

namespace sideline::simulator {

// Handling of robots by hand, independent of their engine. S: the server frame.

/// A spring that pulls a point of a body: by default soft enough for the lightest body of a Nao
/// and strong enough to lift all of it.
struct PullSpring {
    double stiffnessNPerM = 300.0;
    double maxForceN = 120.0;
    double dampingNsPerM = 0.0;

    /// Returns a damped spring for a body of a Nao, or of a robot whose mass is a multiple of the
    /// Nao's.
    [[nodiscard]] static PullSpring forBody(const robot::RobotModel& model, robot::BodyId body,
                                            double naoMasses = 1.0);
    /// The force on a point that moves with `v_S` at `p_S`.
    [[nodiscard]] Eigen::Vector3d force_SN(const Eigen::Vector3d& target_S,
                                           const Eigen::Vector3d& p_S,
                                           const Eigen::Vector3d& v_S) const;
};

/// The velocity with which a ball at `p_S` is pulled to a target.
[[nodiscard]] Eigen::Vector3d pulledBallMps(const Eigen::Vector3d& p_S,
                                            const Eigen::Vector3d& target_S);

/// The pose of the torso with which a point of a body reaches a target, without changing its
/// rotation or posture; no part of the robot is then below the ground.
/// @param X_SBody poses of all bodies, the torso first
/// @param grip_Body the point, in the body's frame
[[nodiscard]] math::Pose carriedTo(const robot::RobotModel& model,
                                   std::span<const math::Pose> X_SBody, robot::BodyId body,
                                   const Eigen::Vector3d& grip_Body,
                                   const Eigen::Vector3d& target_S);

/// The pose of a torso lifted so high that no limb can touch the ground in any posture; nullopt
/// if it is that high already.
[[nodiscard]] std::optional<math::Pose> liftedClear(const robot::RobotModel& model,
                                                    const math::Pose& X_STorso);

/// Adds masses and motor torques of a robot.
/// @param torquesNm torque of each joint's motor; NaN if it is unknown
void addRobotDetails(PhysicsDetails& details, const robot::RobotModel& model,
                     std::span<const math::Pose> X_SBody, std::span<const float> torquesNm);

} // namespace sideline::simulator
