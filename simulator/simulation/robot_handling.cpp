#include "simulator/simulation/robot_handling.h"

#include <algorithm>
#include <cmath>

#include "agentcore/game/constants.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/posture.h"

namespace sideline::simulator {

PullSpring PullSpring::forBody(const robot::RobotModel& model, robot::BodyId body,
                               double naoMasses) {
    const PullSpring light;
    return {.stiffnessNPerM = naoMasses * light.stiffnessNPerM,
            .maxForceN = naoMasses * light.maxForceN,
            .dampingNsPerM = 0.4 * model.body(body).massKg / game::kStepS};
}

Eigen::Vector3d PullSpring::force_SN(const Eigen::Vector3d& target_S, const Eigen::Vector3d& p_S,
                                     const Eigen::Vector3d& v_S) const {
    Eigen::Vector3d force_SN = stiffnessNPerM * (target_S - p_S) - dampingNsPerM * v_S;
    if (const double n = force_SN.norm(); n > maxForceN) {
        force_SN *= maxForceN / n;
    }
    return force_SN;
}

Eigen::Vector3d pulledBallMps(const Eigen::Vector3d& p_S, const Eigen::Vector3d& target_S) {
    constexpr double kBallRatio = 0.2; // fraction of the remaining distance covered per cycle
    return (target_S - p_S) * (kBallRatio / game::kStepS);
}

math::Pose carriedTo(const robot::RobotModel& model, std::span<const math::Pose> X_SBody,
                     robot::BodyId body, const Eigen::Vector3d& grip_Body,
                     const Eigen::Vector3d& target_S) {
    Eigen::Vector3d way_S = target_S - X_SBody[body.index()] * grip_Body;
    const double lowestM = robot::lowestHeightM(model, X_SBody);
    way_S.z() = std::max(way_S.z(), std::min(-lowestM, 0.0));
    return math::Pose::translation(way_S) * X_SBody.front();
}

std::optional<math::Pose> liftedClear(const robot::RobotModel& model, const math::Pose& X_STorso) {
    constexpr double kGapM = 0.05;
    const double clearM = robot::largestReachM(model) + kGapM;
    if (X_STorso.p.z() >= clearM) {
        return std::nullopt;
    }
    math::Pose lifted = X_STorso;
    lifted.p.z() = clearM;
    return lifted;
}

void addRobotDetails(PhysicsDetails& details, const robot::RobotModel& model,
                     std::span<const math::Pose> X_SBody, std::span<const float> torquesNm) {
    for (std::size_t i = 0; i < X_SBody.size(); ++i) {
        const robot::Body& body = model.body(robot::BodyId(i));
        details.masses.push_back({X_SBody[i] * body.p_BodyCom, body.massKg, false});
    }
    details.masses.push_back({robot::centerOfMass(model, X_SBody), model.massKg(), true});
    for (std::size_t j = 0; j < model.joints().size(); ++j) {
        const auto motorNm = static_cast<double>(torquesNm[j]);
        if (std::isnan(motorNm)) {
            continue;
        }
        const robot::Joint& joint = model.joints()[j];
        const math::Pose& X_SChild = X_SBody[joint.child.index()];
        const double limitNm = joint.dynamics.maxTorqueNm;
        details.torques.push_back(
            {X_SChild * joint.anchor_Child, X_SChild.R * joint.axis, motorNm,
             limitNm > 0.0 ? std::min(1.0, std::abs(motorNm) / limitNm) : 0.0});
    }
}

} // namespace sideline::simulator
