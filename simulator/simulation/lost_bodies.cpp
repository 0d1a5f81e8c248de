// What happens to bodies that have left the world.
#include <algorithm>

#include "simulator/simulation/simulation_impl.h"

namespace sideline::simulator {

namespace {

// ODE looks for contacts in a grid with whole numbers: it ends the program for what is 10^8 m
// away or nowhere at all. Trainers can ask for such places and speeds.
constexpr double kFarthestM = 1e5;
constexpr double kFastestMps = 1e5;
constexpr double kFastestRadPerS = 1e6;

// Comparisons with what is not a number fail.
bool isLost(const Eigen::Vector3d& p_S, const Eigen::Vector3d& v_SMps,
            const Eigen::Vector3d& omega_SRadPerS) {
    return !(p_S.squaredNorm() < kFarthestM * kFarthestM) ||
           !(v_SMps.squaredNorm() < kFastestMps * kFastestMps) ||
           !(omega_SRadPerS.squaredNorm() < kFastestRadPerS * kFastestRadPerS);
}

bool isLost(const RobotBody& robot) {
    for (std::size_t i = 0; i < robot.model().bodies().size(); ++i) {
        const dBodyID body = robot.body(robot::BodyId(i)).id();
        const auto read = [](const dReal* at) { return Eigen::Vector3d(at[0], at[1], at[2]); };
        if (isLost(read(dBodyGetPosition(body)), read(dBodyGetLinearVel(body)),
                   read(dBodyGetAngularVel(body)))) {
            return true;
        }
    }
    return false;
}

} // namespace

void Simulation::Impl::bringBackTheLost() {
    const BallState ball = physics.ball();
    if (isLost(ball.X_SBall.p, ball.velocity_SMps, ball.angularVelocity_SRadPerS)) {
        physics.setBall({math::Pose::translation({0, 0, PhysicsWorld::kBallRadiusM})});
    }
    for (Agent& agent : agents) {
        if (agent.body == 0 || !isLost(*physics.findRobot(agent.body))) {
            continue;
        }
        RobotBody& robot = *physics.findRobot(agent.body);
        robot.assume(math::Pose::translation(nextInitPlace(agent.player.side)),
                     std::vector<double>(agent.model->joints().size(), 0.0));
        RobotBodyState state = robot.save();
        state.lastVelocity_SMps.setZero();
        state.acceleration_TMps2.setZero();
        std::ranges::fill(state.forces, std::nullopt);
        robot.restore(state);
        note(agent, "lost", "has left the world, and was put back to where players begin");
    }
}

} // namespace sideline::simulator
