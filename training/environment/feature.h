#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agentcore/robot/robot_model.h"

namespace sideline::training {

/// One number of an observation or an action.
struct Feature {
    std::string name; ///< unique, such as `joint.lle3` or `gyro.x`
    std::string unit; ///< such as `rad/s`; may be empty
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
    /// Of an action: units per 1. Of an observation: 1 per unit.
    double scale = 1.0;
};

/// How features, motions and users call a joint: by its effector (`lle3`), or its perceptor where
/// it has none. The second axis of a universal joint, which has the same, ends in `.2`.
[[nodiscard]] inline std::string jointName(const robot::Joint& joint) {
    std::string name = joint.effector.empty() ? joint.perceptor : joint.effector;
    if (joint.kind == robot::JointKind::UniversalSecond) {
        name += ".2";
    }
    return name;
}

} // namespace sideline::training
