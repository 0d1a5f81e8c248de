#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "agentcore/drawing/shape.h"
#include "agentcore/localization/pose_estimator.h"
#include "agentcore/motion/joint_gains.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::behavior {

using motion::JointGains;

/// What a behavior requests in one cycle: joint targets, a beam, a message, and debug output.
/// Reused from cycle to cycle; allocates nothing after warm-up.
struct ActionRequest {
    /// Target angle of each joint of the model, rad; initialized to that of the previous cycle.
    std::vector<double> targetRad;
    /// Maximum speed of each joint, rad/s; initialized to the joint's own limit.
    std::vector<double> speedLimitRadPerS;
    /// Per joint; if not set, the server's default. SimSpark accepts speeds and ignores gains.
    std::vector<std::optional<JointGains>> gains;
    /// Beam pose in field frame F; only before a kick-off.
    std::optional<Eigen::Vector3d> beam_F; ///< x m, y m, heading rad
    std::string say; ///< message; if empty, a robot that talks reports its intention in its time
                     ///< slot
    bool talks = true;
    bool goesToBall = false;                  ///< intention: plays the ball, or is on its way to it
    std::optional<Eigen::Vector2d> kicksTo_F; ///< intention: target of a kick, F
    /// Motion of the robot in this cycle, for the pose estimator; not set if it does not walk.
    std::optional<localization::WalkOdometry> odometry;
    world::Decision decision;
    std::vector<world::DebugValue> values;
    std::vector<drawing::NamedShape> drawings;
    std::vector<std::string> lines; ///< text output of this cycle

    /// Resets the request to "no change".
    /// @param joints one per joint of the model
    void begin(const robot::RobotModel& model, std::span<const world::JointBelief> joints);

    /// Adds a debug value.
    /// @param name dotted path, such as `head.errorRad`
    void addValue(std::string_view name, double value) {
        world::DebugValue& entry = values.emplace_back();
        entry.name = name;
        entry.value = value;
    }
    /// Adds a shape to a drawing set.
    void addShape(std::string_view set, const drawing::Shape& shape) {
        drawing::NamedShape& entry = drawings.emplace_back();
        entry.set = set;
        entry.shape = shape;
    }
};

} // namespace sideline::behavior
