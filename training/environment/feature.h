#pragma once

#include <limits>
#include <string>

namespace sideline::training {

/// An element of an observation or an action.
struct Feature {
    std::string name; ///< unique, such as `joint.lle3` or `gyro.x`
    std::string unit; ///< such as `rad/s`; may be empty
    double minimum = -std::numeric_limits<double>::infinity();
    double maximum = std::numeric_limits<double>::infinity();
    /// For actions: units per 1 of the action. For observations: value of the observation per unit.
    double scale = 1.0;
};

} // namespace sideline::training
