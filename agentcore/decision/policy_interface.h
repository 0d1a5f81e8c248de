#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/decision/policy_network.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::decision {

/// The kind of a part of an observation. An agent derives all of them from its own percepts.
enum class ObservationKind : std::uint8_t {
    JointAngles,     ///< measured angle of each observed joint; rad
    JointSpeeds,     ///< change of the measured angle since the previous cycle; rad/s
    ReferenceAngles, ///< the motion's angle of each moved joint in this cycle; rad
    Gyro,            ///< turning speed about the torso's x (right), y (forward), z (up); rad/s
    Acceleration,    ///< accelerometer, in the torso's frame: upright at rest 0 0 9.81; m/s^2
    Up,              ///< unit vector in the torso's frame, from gyro and accelerometer
    FootForces,      ///< x y z of each force perceptor in its body's frame; N
    FootCenters,     ///< x y of the center of each of these forces, in its body's frame; m
    LastAction,      ///< outputs of the previous cycle, clipped
    Phase,           ///< sine and cosine of the phase within `PolicyInterface::periodS`
    Progress,        ///< elapsed fraction of `periodS`: from 0 to 1, then 1
    Command,         ///< commanded velocity: forward, left m/s, turning left rad/s
};

/// All kinds, in the order above.
[[nodiscard]] std::vector<ObservationKind> observationKinds();
/// Name in files: `joint-angles`, `joint-speeds`, `reference-angles`, `gyro`, `acceleration`, `up`,
/// `foot-forces`, `foot-centers`, `last-action`, `phase`, `progress`, `command`.
[[nodiscard]] std::string_view wordOf(ObservationKind kind);
/// Unit of a kind, such as `rad/s`; empty if it has none.
[[nodiscard]] std::string_view unitOf(ObservationKind kind);

/// One part of an observation.
struct ObservationTerm {
    ObservationKind kind = ObservationKind::JointAngles;
    double scale = 1.0; ///< factor applied to its numbers before they are passed to the network
    [[nodiscard]] bool operator==(const ObservationTerm&) const = default;
};

/// The meaning of a network's outputs.
enum class ActionKind : std::uint8_t {
    JointTargets, ///< angle of each joint: offset + scale * output; rad
    JointSpeeds,  ///< speed of each joint: scale * output; rad/s
    Residual,     ///< added to the motion's angle of each joint: scale * output; rad
};

/// Name in files: `joint-targets`, `joint-speeds`, `residual`.
[[nodiscard]] std::string_view wordOf(ActionKind kind);
[[nodiscard]] std::optional<ActionKind> actionKindOf(std::string_view word);
[[nodiscard]] std::optional<ObservationKind> observationKindOf(std::string_view word);

/// The meaning of a network's inputs and outputs. The same for agents, for training and in files. A
/// value.
struct PolicyInterface {
    std::string robot; ///< model that the policy was made for, for messages; may be empty
    std::string note;  ///< origin of the policy; may be empty
    /// Motion that is played first, by its name in the skill library: the policy starts in its
    /// final pose. Empty: it starts in any pose.
    std::string start;
    std::vector<ObservationTerm> observation;
    /// Perceptor names (`RobotModel::perceptorName`) of the joints in JointAngles and JointSpeeds;
    /// empty: the joints that the policy moves.
    std::vector<std::string> observedJoints;
    /// Period of Phase and Progress, s; above 0 if one of them is observed.
    double periodS = 0.0;

    ActionKind action = ActionKind::JointTargets;
    std::vector<std::string> joints; ///< perceptor names of the moved joints, one per output
    std::vector<double> scale{1.0};  ///< one factor for all outputs, or one per output
    std::vector<double> offsetRad;   ///< for JointTargets: one per output; empty: all 0
    /// Outputs are first clipped to plus or minus this value.
    double clip = std::numeric_limits<double>::infinity();
    std::string motion; ///< motion that a Residual is added to, by its name in the skill library

    [[nodiscard]] bool observes(ObservationKind kind) const;
    [[nodiscard]] const std::vector<std::string>& jointsSeen() const {
        return observedJoints.empty() ? joints : observedJoints;
    }
    [[nodiscard]] bool operator==(const PolicyInterface&) const = default;
};

/// Number of values of a kind in an observation of this robot.
[[nodiscard]] int sizeOf(ObservationKind kind, const PolicyInterface& meaning,
                         const robot::RobotModel& model);
/// Number of values of a whole observation.
[[nodiscard]] int observationSize(const PolicyInterface& meaning, const robot::RobotModel& model);

/// Checks an interface independently of the robot.
/// Errors: InvalidArgument with the first defect: nothing observed or moved, a joint named twice, a
/// missing period or motion, a scale that is not finite, lists of the wrong length.
[[nodiscard]] base::Expected<void> check(const PolicyInterface& meaning);

/// A network and the meaning of its inputs and outputs.
struct Policy {
    PolicyInterface meaning;
    std::shared_ptr<const PolicyNetwork> network;
};

/// Checks whether a policy can control a robot.
/// Errors: InvalidArgument: those of the other `check`; joints that the robot does not have; a
/// number of observed values or joints that differs from the network's inputs or outputs, with the
/// size of each term.
[[nodiscard]] base::Expected<void> check(const Policy& policy, const robot::RobotModel& model);

} // namespace sideline::decision
