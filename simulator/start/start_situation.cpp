#include "simulator/start/start_situation.h"

#include <algorithm>

#include "agentcore/math/angles.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/posture.h"

namespace sideline::simulator {

using robot::JointId;

namespace {

double lowestM(const robot::RobotModel& model, const math::Pose& X_STorso,
               std::span<const double> anglesRad) {
    std::vector<math::Pose> X_SBody(model.bodies().size());
    robot::forwardKinematics(model, X_STorso, anglesRad, X_SBody);
    return robot::lowestHeightM(model, X_SBody);
}

} // namespace

math::Pose StartRobot::X_STorso() const {
    const auto& [w, x, y, z] = orientation_STorso;
    return {Eigen::Quaterniond(w, x, y, z).normalized().toRotationMatrix(), p_STorso};
}

const StartRobot* StartSituation::find(const game::PlayerId& player) const {
    const auto it = std::ranges::find(robots, player, &StartRobot::player);
    return it == robots.end() ? nullptr : &*it;
}

std::string jointKey(const robot::RobotModel& model, JointId id) {
    const robot::Joint& joint = model.joint(id);
    return joint.kind == robot::JointKind::UniversalSecond ? joint.perceptor + "/2"
                                                           : joint.perceptor;
}

std::pair<math::Pose, std::vector<double>> postureFor(const StartRobot& robot,
                                                      const robot::RobotModel& model) {
    std::vector<double> ownRad;
    for (const double angleDeg : robot.jointAnglesDeg) {
        ownRad.push_back(math::radFromDeg(angleDeg));
    }
    const auto withinLimits = [](const robot::RobotModel& of, std::vector<double> anglesRad) {
        for (std::size_t i = 0; i < anglesRad.size(); ++i) {
            const robot::Joint& joint = of.joint(JointId(i));
            anglesRad[i] = std::clamp(anglesRad[i], joint.minRad, joint.maxRad);
        }
        return anglesRad;
    };
    math::Pose X_STorso = robot.X_STorso();
    if (&model == robot.model.get()) {
        return {X_STorso, withinLimits(model, std::move(ownRad))};
    }
    std::vector<double> anglesRad(model.joints().size(), 0.0);
    for (std::size_t i = 0; i < anglesRad.size(); ++i) {
        const std::string key = jointKey(model, JointId(i));
        for (std::size_t j = 0; j < ownRad.size(); ++j) {
            if (jointKey(*robot.model, JointId(j)) == key) {
                anglesRad[i] = ownRad[j];
            }
        }
    }
    anglesRad = withinLimits(model, std::move(anglesRad));
    X_STorso.p.z() += lowestM(*robot.model, X_STorso, ownRad) - lowestM(model, X_STorso, anglesRad);
    return {X_STorso, std::move(anglesRad)};
}

} // namespace sideline::simulator
