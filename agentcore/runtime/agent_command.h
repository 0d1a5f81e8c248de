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

/// What can be asked of a running agent; done at the beginning of its next cycle, in order.
namespace command {
/// The user moves the joints (true), or the agent's own behavior does. When the user takes over,
/// all joints stay where they are then measured; when the behavior does, it moves gently at first.
struct Control {
    bool isOn = false;
};
/// Targets of joints while the user controls the robot, and how fast at most. Without
/// `Control` it does nothing.
struct JointTargets {
    struct Target {
        robot::JointId joint;
        double angleRad = 0.0;
    };
    std::vector<Target> targets;
    double speedLimitRadPerS = 0.0; ///< 0 or less: the joint's own limit
};
/// Gains of joints on rcssservermj, for whatever moves them without asking for others; nothing: the
/// usual ones again (`usualGains`). On SimSpark it does nothing.
struct Gains {
    struct Of {
        robot::JointId joint;
        std::optional<behavior::JointGains> gains;
    };
    std::vector<Of> joints;
};
/// Holds all joints where they are now measured; the user controls the robot from then on.
struct Freeze {};
/// Another behavior, as soon as the one that acts may be interrupted.
struct Behave {
    std::shared_ptr<const behavior::Behavior> behavior; ///< the agent takes a clone
};
/// Other settings for the agent's own behavior, or for the one that drives: at once where it can
/// take them while it works (`Behavior::takeSettings`). An own one that cannot is replaced as soon
/// as it may be interrupted; a driver that cannot stays as it is.
struct Retune {
    std::shared_ptr<const behavior::Behavior> behavior; ///< set as it should be
    bool isOfDriver = false;
    std::string line; ///< for output and recording; may be empty
};
/// The user drives the robot: this behavior takes over, and goes where `Go` says. Null and `Behave`
/// end that as soon as it stands still, `Control` and `Freeze` at once.
struct Drive {
    std::shared_ptr<const behavior::Behavior> driver; ///< a `behavior::Driven`; the agent clones it
};
/// Where to go, of a robot that is driven; without `Drive`, of a behavior of its own that can be.
struct Go {
    behavior::DriveGoal goal;
};
/// Plays a motion, whoever controls the robot; then whoever controlled it before continues: the
/// agent's own behavior, gently at first, or the user, with the joints where they are then wanted.
/// `Control`, `Freeze` and `Behave` end it, as does another motion. Frames report about it as
/// `behavior::PlayMotion` does.
struct PlayMotion {
    std::shared_ptr<const motion::JointTrajectory> trajectory; ///< made for the agent's robot
    std::string name;                                          ///< for display
    bool staysAtEnd = false; ///< holds the last pose until `StopMotion`
};
/// Ends a motion at once.
struct StopMotion {};
/// Says something; at most 20 characters without blanks and parentheses. A newer text replaces one
/// that is not said yet; while no server is there, nothing is said.
struct Say {
    std::string text;
};
/// Wants to be beamed, once; own field frame, heading rad. Play modes that forbid it are reported
/// in the frame's lines.
struct Beam {
    Eigen::Vector3d p_F = Eigen::Vector3d::Zero();
};
/// Another way to find out where the robot is; it restarts. The one that is in use continues.
struct Localize {
    localization::Method method = localization::Method::Fusion;
};
/// Where the robot is, as somebody outside knows it: it believes that rather than its own estimate,
/// as long as poses come. Frames have the value `pose.external` meanwhile: 1 while such a pose is
/// in use, 0 if the last one is too old. Nothing: its own estimate again.
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
