#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "agentcore/behavior/action_request.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::widgets {

/// A robot whose joints are shown, as of now.
struct JointView {
    QString robotName;          ///< `Sideline 1`; empty if there is none
    robot::RobotModelPtr model; ///< null: no robot
    bool isLive = false;        ///< its messages come now: not a recording, link not broken
    bool isObserved = false;    ///< a program that is only looked at: it obeys nobody
    bool isControlled = false;  ///< it does what the user wants instead of its own behavior
    double ageS = 0.0;          ///< since the angles were measured
    std::vector<world::JointBelief> joints; ///< one per joint of the model, or none
    /// On servers whose joints have gains: those that each has without a wish of its behavior, and
    /// the usual ones; one per joint of the model, or none.
    std::vector<behavior::JointGains> gains;
    std::vector<behavior::JointGains> usualGains;
    bool isInSimulator = false; ///< of our own simulator, which can hold it and switch gravity off
    bool isTorsoHeld = false;
    bool hasGravity = true;
};

/// Target of a joint.
struct JointTarget {
    robot::JointId joint;
    double angleRad = 0.0; ///< inside the joint's stops
    [[nodiscard]] bool operator==(const JointTarget&) const = default;
};

/// Gains of a joint that the user wants; nothing: the usual ones.
struct JointGainWish {
    robot::JointId joint;
    std::optional<behavior::JointGains> gains;
    [[nodiscard]] bool operator==(const JointGainWish&) const = default;
};

} // namespace sideline::widgets
