#include "simulator/server/robot_handling.h"

#include <algorithm>
#include <vector>

#include "agentcore/game/constants.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/posture.h"
#include "simulator/world/physics_world.h"

namespace sideline::simulator {

// A spring soft enough for the lightest body and strong enough to lift a robot.
void pullBy(RobotBody& robot, robot::BodyId id, const Eigen::Vector3d& grip_Body,
            const Eigen::Vector3d& target_S) {
    constexpr double kStiffnessNPerM = 300.0;
    constexpr double kMaxForceN = 120.0;
    const RigidBody& body = robot.body(id);
    const Eigen::Vector3d p_S = body.pose() * grip_Body;
    const Eigen::Vector3d v_S =
        body.velocityMps() + body.angularVelocityRadPerS().cross(p_S - body.pose().p);
    const double damping = 0.4 * robot.model().body(id).massKg / game::kStepS;
    Eigen::Vector3d force_SN = kStiffnessNPerM * (target_S - p_S) - damping * v_S;
    if (const double n = force_SN.norm(); n > kMaxForceN) {
        force_SN *= kMaxForceN / n;
    }
    robot.push(id, p_S, force_SN);
}

void carryBy(RobotBody& robot, robot::BodyId body, const Eigen::Vector3d& grip_Body,
             const Eigen::Vector3d& target_S) {
    std::vector<math::Pose> X_SBody;
    for (std::size_t i = 0; i < robot.model().bodies().size(); ++i) {
        X_SBody.push_back(robot.pose(robot::BodyId(i)));
    }
    Eigen::Vector3d way_S = target_S - X_SBody[body.index()] * grip_Body;
    const double lowestM = robot::lowestHeightM(robot.model(), X_SBody);
    way_S.z() = std::max(way_S.z(), std::min(-lowestM, 0.0));
    robot.place(math::Pose::translation(way_S) * X_SBody.front());
}

void liftClear(RobotBody& robot) {
    constexpr double kGapM = 0.05;
    math::Pose X_STorso = robot.pose(robot::BodyId(0));
    const double clearM = robot::largestReachM(robot.model()) + kGapM;
    if (X_STorso.p.z() < clearM) {
        X_STorso.p.z() = clearM;
        robot.place(X_STorso);
    }
}

} // namespace sideline::simulator
