#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "agentcore/behavior/action_request.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::widgets {

/// The present state of a robot whose joints are shown.
struct JointView {
    QString robotName;          ///< `Sideline 1`; empty if there is none
    robot::RobotModelPtr model; ///< null: no robot
    bool isLive = false; ///< its messages are arriving; false for recordings and broken connections
    bool isObserved = false;                ///< an external program: it accepts no commands
    bool isControlled = false;              ///< moved by the user instead of its own behavior
    double ageS = 0.0;                      ///< time since the angles were measured, s
    std::vector<world::JointBelief> joints; ///< one per joint of the model, or none
    /// On servers whose joints have gains: the current gains unless the robot's behavior requests
    /// others, and the defaults; one per joint of the model, or none.
    std::vector<behavior::JointGains> gains;
    std::vector<behavior::JointGains> defaultGains;
    bool isInSimulator = false; ///< built-in, so that torso and gravity can be controlled
    bool isTorsoHeld = false;
    bool hasGravity = true;
};

/// The targets that keep all joints where they are (`motion::heldRad`), clamped to their limits.
[[nodiscard]] std::vector<double> heldRad(const JointView& view);

/// Target of a joint.
struct JointTarget {
    robot::JointId joint;
    double angleRad = 0.0; ///< within the joint's limits
    [[nodiscard]] bool operator==(const JointTarget&) const = default;
};

/// Requested gains of a joint; if not set, the defaults.
struct JointGainRequest {
    robot::JointId joint;
    std::optional<behavior::JointGains> gains;
    [[nodiscard]] bool operator==(const JointGainRequest&) const = default;
};

} // namespace sideline::widgets
