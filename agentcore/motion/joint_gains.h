#pragma once

#include "agentcore/robot/robot_model.h"

namespace sideline::motion {

/// Gains of a joint controller, on servers whose actions are targets with gains.
struct JointGains {
    double kpNmPerRad = 0.0;
    double kdNmsPerRad = 0.0;
    /// Whether both are finite and 0 or more.
    [[nodiscard]] bool areValid() const;
    [[nodiscard]] bool operator==(const JointGains&) const = default;
};

/// Default gains of a joint on rcssservermj: the motor's maximum torque at an error of 0.15 rad,
/// and 20 ms of lead. Stiff enough for a T1 to stand with straight legs; half this stiffness is
/// not.
[[nodiscard]] JointGains defaultGains(const robot::Joint& joint);

} // namespace sideline::motion
