#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <Eigen/Core>

#include "agentcore/behavior/action_request.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/drive.h"
#include "agentcore/localization/methods.h"
#include "agentcore/motion/joint_trajectory.h"
#include "agentcore/robot/ids.h"
#include "agentcore/world/external_pose.h"

namespace sideline::runtime {

/// Commands to a running agent; executed at the start of its next cycle, in order.
namespace command {
/// Gives control of the joints to the user (true) or to the agent's own behavior. When the user
/// takes control, all joints hold their measured angles; when the behavior regains control, their
/// speeds are limited at first.
struct Control {
    bool isOn = false;
};
/// Joint targets and speed limits while the user controls the robot. Ignored without `Control`.
struct JointTargets {
    struct Target {
        robot::JointId joint;
        double angleRad = 0.0;
    };
    std::vector<Target> targets;
    double speedLimitRadPerS = 0.0; ///< if 0 or less, the joint's own limit
};
/// Gains of joints on rcssservermj unless a behavior requests others; if not set, the
/// defaults are restored (`defaultGains`). Ignored on SimSpark.
struct Gains {
    struct Of {
        robot::JointId joint;
        std::optional<behavior::JointGains> gains;
    };
    std::vector<Of> joints;
};
/// Holds all joints at their measured angles and gives control to the user.
struct Freeze {};
/// Replaces the behavior as soon as the active one can be interrupted.
struct Behave {
    std::shared_ptr<const behavior::Behavior> behavior; ///< will be cloned by the agent
};
/// Changes parameters of the agent's own behavior or of the driver: immediately if it supports that
/// while running (`Behavior::takeSettings`). Otherwise the agent's behavior is replaced as soon as
/// it can be interrupted; a driver keeps its parameters.
struct Retune {
    std::shared_ptr<const behavior::Behavior> behavior; ///< a behavior with the new parameters
    bool isOfDriver = false;
    std::string line; ///< for output and recording; may be empty
};
/// Lets the user drive the robot with this behavior toward the target of `Go`. A null driver or
/// `Behave` ends this once the robot stands still, `Control` or `Freeze` immediately.
struct Drive {
    std::shared_ptr<const behavior::Behavior> driver; ///< a `behavior::Driven`; will be cloned by
                                                      ///< the agent
};
/// Target of a driven robot or, without `Drive`, of the agent's own behavior, if it supports
/// targets.
struct Go {
    behavior::DriveGoal goal;
};
/// Plays a motion regardless of what controls the robot; then the previous controller continues:
/// the agent's own behavior with limited speeds at first, or the user with the joints at their
/// current targets. `Control`, `Freeze`, `Behave` and another motion end it. Frames contain the
/// debug values of `behavior::PlayMotion`.
struct PlayMotion {
    std::shared_ptr<const motion::JointTrajectory> trajectory; ///< for the agent's robot model
    std::string name;                                          ///< for display
    bool holdsAtEnd = false; ///< whether the last pose is held until `StopMotion`
};
/// Ends a motion immediately.
struct StopMotion {};
/// Sends a say message of at most 20 characters without blanks and parentheses. A newer text
/// replaces an unsent one; nothing is sent without a server.
struct Say {
    std::string text;
};
/// Requests a beam; field frame F, heading in rad. The frame's lines report a rejection due to the
/// play mode.
struct Beam {
    Eigen::Vector3d p_F = Eigen::Vector3d::Zero();
};
/// Changes the localization method. A different method starts from scratch; the method already in
/// use continues.
struct Localize {
    localization::Method method = localization::Method::Fusion;
};
/// Pose of the robot from an external source, which replaces the estimate while such poses arrive.
/// Frames then contain the value `pose.external`: 1 while such a pose is in use, 0 if the last one
/// is too old. If not set, the agent uses its own estimate again.
struct BelievePose {
    std::optional<world::ExternalPose> pose;
};
} // namespace command
using AgentCommand =
    std::variant<command::Control, command::JointTargets, command::Gains, command::Freeze,
                 command::Behave, command::Retune, command::Drive, command::Go, command::PlayMotion,
                 command::StopMotion, command::Say, command::Beam, command::Localize,
                 command::BelievePose>;

} // namespace sideline::runtime
