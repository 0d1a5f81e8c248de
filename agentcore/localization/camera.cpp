#include "agentcore/localization/camera.h"

#include <cmath>

#include "agentcore/math/angles.h"
#include "agentcore/robot/kinematics.h"

namespace sideline::localization {

math::Pose poseInTorso(const robot::RobotModel& model, robot::BodyId body,
                       std::span<const double> jointAnglesRad) {
    math::Pose X_TBody;
    for (robot::BodyId id = body; id.isValid() && model.body(id).parent.isValid();
         id = model.body(id).parent) {
        X_TBody = robot::bodyTransform(model, id, jointAnglesRad) * X_TBody;
    }
    return X_TBody;
}

Eigen::Vector3d pointInCamera(const protocol::Polar& polar) {
    const double thetaRad = math::radFromDeg(polar.thetaDeg);
    const double phiRad = math::radFromDeg(polar.phiDeg);
    return polar.distanceM * Eigen::Vector3d(-std::sin(thetaRad) * std::cos(phiRad),
                                             std::cos(thetaRad) * std::cos(phiRad),
                                             std::sin(phiRad));
}

bool isUsable(const protocol::Polar& polar) {
    return std::isfinite(polar.distanceM) && std::isfinite(polar.thetaDeg) &&
           std::isfinite(polar.phiDeg) && polar.distanceM > 0.0;
}

} // namespace sideline::localization
