#include "training/trial/physics_robot.h"

#include <fmt/format.h>

#include "training/trial/trial_robot.h"
#ifdef SIDELINE_MUJOCO
#include "training/trial/league_trial_robot.h"
#endif

namespace sideline::training {

using robot::BodyId;
using robot::BodyRole;

math::Pose groundBelow(const math::Pose& X_STorso, const Eigen::Vector3d& p_SLeftFoot,
                       const Eigen::Vector3d& p_SRightFoot) {
    math::Pose X_SGround;
    X_SGround.p = (p_SLeftFoot + p_SRightFoot) / 2.0;
    X_SGround.p.z() = 0.0;
    const Eigen::Matrix3d& R = X_STorso.R;
    // The robot's right axis stays level when it leans forward, but not when it lies on its side.
    const Eigen::Vector3d ahead = R.col(0).head<2>().norm() > 0.5
                                      ? Eigen::Vector3d(Eigen::Vector3d::UnitZ().cross(R.col(0)))
                                      : Eigen::Vector3d(R(0, 1), R(1, 1), 0.0);
    const Eigen::Vector3d x = ahead.normalized();
    X_SGround.R << x, Eigen::Vector3d::UnitZ().cross(x), Eigen::Vector3d::UnitZ();
    return X_SGround;
}

math::Pose PhysicsRobot::ground() const {
    const auto sole = [this](BodyRole role) {
        const BodyId foot = model().findBody(role);
        return foot.isValid() ? pose(foot).p : torso().p;
    };
    return groundBelow(torso(), sole(BodyRole::LeftFoot), sole(BodyRole::RightFoot));
}

std::vector<BodyId> PhysicsRobot::bodiesOf(const robot::RobotModel& model,
                                           std::initializer_list<BodyRole> roles) {
    std::vector<BodyId> bodies;
    for (const BodyRole role : roles) {
        if (const BodyId body = model.findBody(role); body.isValid()) {
            bodies.push_back(body);
        }
    }
    return bodies;
}

base::Expected<std::unique_ptr<PhysicsRobot>> makePhysicsRobot(const robot::RobotModel& model,
                                                               bool isExact) {
    if (model.traits().server == game::ServerKind::SimSpark) {
        return std::make_unique<TrialRobot>(model, isExact);
    }
#ifdef SIDELINE_MUJOCO
    return LeagueTrialRobot::create(model);
#else
    return base::failure(
        base::ErrorCode::InvalidArgument,
        fmt::format("{} plays on rcssservermj, whose physics is MuJoCo; this program was built "
                    "without it (SIDELINE_MUJOCO=OFF)",
                    model.name()),
        "a robot of SimSpark, or a build with MuJoCo");
#endif
}

} // namespace sideline::training
