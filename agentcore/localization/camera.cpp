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

math::Pose cameraInTorso(const robot::RobotModel& model, robot::BodyId camera,
                         std::span<const double> jointAnglesRad) {
    return cameraOf(model, poseInTorso(model, camera, jointAnglesRad));
}

PolarTurn::PolarTurn(const protocol::Polar& polar) {
    const double thetaRad = math::radFromDeg(polar.thetaDeg);
    const double phiRad = math::radFromDeg(polar.phiDeg);
    sinTheta = std::sin(thetaRad);
    cosTheta = std::cos(thetaRad);
    sinPhi = std::sin(phiRad);
    cosPhi = std::cos(phiRad);
}

Eigen::Vector3d pointInCamera(const protocol::Polar& polar) {
    return polar.distanceM * PolarTurn(polar).ray_C();
}

bool isUsable(const protocol::Polar& polar) {
    return std::isfinite(polar.distanceM) && std::isfinite(polar.thetaDeg) &&
           std::isfinite(polar.phiDeg) && polar.distanceM > 0.0;
}

} // namespace sideline::localization
