#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agentcore/robot/robot_model.h"

namespace sideline::training {

/// An element of an observation or an action.
struct Feature {
    std::string name; ///< unique, such as `joint.lle3` or `gyro.x`
    std::string unit; ///< such as `rad/s`; may be empty
    double minimum = -std::numeric_limits<double>::infinity();
    double maximum = std::numeric_limits<double>::infinity();
    /// For actions: units per 1. For observations: 1 per unit.
    double scale = 1.0;
};

/// Name of a joint in features, motions and user interfaces: its effector (`lle3`), or its
/// perceptor if it has none. The second axis of a universal joint has the same effector and is
/// named with the suffix `.2`.
[[nodiscard]] inline std::string jointName(const robot::Joint& joint) {
    std::string name = joint.effector.empty() ? joint.perceptor : joint.effector;
    if (joint.kind == robot::JointKind::UniversalSecond) {
        name += ".2";
    }
    return name;
}

} // namespace sideline::training
