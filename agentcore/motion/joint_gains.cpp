#include "agentcore/motion/joint_gains.h"

#include <cmath>

namespace sideline::motion {

namespace {

constexpr double kFullTorqueRad = 0.15;
constexpr double kLeadS = 0.02;

} // namespace

bool JointGains::areValid() const {
    return std::isfinite(kpNmPerRad) && std::isfinite(kdNmsPerRad) && kpNmPerRad >= 0.0 &&
           kdNmsPerRad >= 0.0;
}

JointGains defaultGains(const robot::Joint& joint) {
    const double kp = joint.dynamics.maxTorqueNm / kFullTorqueRad;
    return {.kpNmPerRad = kp, .kdNmsPerRad = kLeadS * kp};
}

} // namespace sideline::motion
