#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/robot/ids.h"
#include "simulator/robot/self_contacts.h"
#include "training/trial/physics_robot.h"

namespace sideline::training {

/// The measured state of a robot after one cycle: true values, from which falls are explained.
struct RobotCycle {
    double timeS = 0.0;                ///< time since the beginning of the motion or the trial
    std::vector<math::Pose> X_SBody;   ///< all bodies of the model
    std::vector<double> commandedRad;  ///< commanded angles that acted in this cycle, within limits
    std::vector<double> measuredRad;   ///< one per joint
    std::vector<double> motorTorqueNm; ///< one per joint; NaN where it is not measured
    std::vector<BodyContact> contacts;
    std::vector<simulator::SelfContact> selfContacts; ///< see `PhysicsRobot::selfContacts`
};

/// Records the state after a cycle.
/// @param commandedRad commanded angles that acted in this cycle; empty: none, the joints were held
[[nodiscard]] RobotCycle recordCycle(const PhysicsRobot& robot, double timeS,
                                     std::span<const double> commandedRad);

} // namespace sideline::training
