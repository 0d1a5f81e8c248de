#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "agentcore/drawing/shape.h"
#include "agentcore/localization/pose_estimator.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::behavior {

/// How stiffly a joint goes to its target, on servers whose actions are targets with gains.
struct JointGains {
    double kpNmPerRad = 0.0;
    double kdNmsPerRad = 0.0;
    [[nodiscard]] bool operator==(const JointGains&) const = default;
};

/// What a behavior wants done in one cycle: joint targets, a beam, words, and what it reports about
/// itself. Reused from cycle to cycle; allocates nothing once it is warm.
struct ActionRequest {
    /// Wanted angle of each joint of the model, rad; starts as the one of the cycle before.
    std::vector<double> wantedRad;
    /// Highest speed of each joint, rad/s; starts as the joint's own limit.
    std::vector<double> speedLimitRadPerS;
    /// Of each joint; nothing: the server's own. SimSpark takes speeds and ignores them.
    std::vector<std::optional<JointGains>> gains;
    /// Where the robot wants to be put, in its own field frame; only before a kick-off.
    std::optional<Eigen::Vector3d> beam_F; ///< x m, y m, heading rad
    std::string say;                       ///< empty: nothing is said
    /// How this cycle's step moves the robot, for the pose estimator; nothing: it does not walk.
    std::optional<localization::WalkOdometry> odometry;
    world::Decision decision;
    std::vector<world::DebugValue> values;
    std::vector<drawing::NamedShape> drawings;

    /// Makes it the request of a behavior that wants no change.
    /// @param joints one per joint of the model
    void begin(const robot::RobotModel& model, std::span<const world::JointBelief> joints);

    /// Adds a value for whoever watches the agent.
    /// @param name dotted path, as `head.errorRad`
    void addValue(std::string_view name, double value) {
        world::DebugValue& entry = values.emplace_back();
        entry.name = name;
        entry.value = value;
    }
    /// Adds a shape to a set of drawings.
    void addShape(std::string_view set, const drawing::Shape& shape) {
        drawing::NamedShape& entry = drawings.emplace_back();
        entry.set = set;
        entry.shape = shape;
    }
};

} // namespace sideline::behavior
