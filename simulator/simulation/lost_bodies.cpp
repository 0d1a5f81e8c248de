// Recovery of bodies with impossible positions: outside the world or inside each other.
#include <algorithm>

#include "agentcore/game/constants.h"
#include "simulator/referee/standing_room.h"
#include "simulator/simulation/simulation_impl.h"

namespace sideline::simulator {

namespace {

// ODE finds contacts in an integer grid: it aborts for coordinates of 10^8 m or NaN. Trainers can
// request such positions and velocities.
constexpr double kMaxCoordinateM = 1e5;
constexpr double kFastestMps = 1e5;
constexpr double kMaxRadPerS = 1e6;

// Comparisons with NaN are false.
bool isLost(const Eigen::Vector3d& p_S, const Eigen::Vector3d& v_SMps,
            const Eigen::Vector3d& omega_SRadPerS) {
    return !(p_S.squaredNorm() < kMaxCoordinateM * kMaxCoordinateM) ||
           !(v_SMps.squaredNorm() < kFastestMps * kFastestMps) ||
           !(omega_SRadPerS.squaredNorm() < kMaxRadPerS * kMaxRadPerS);
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

// Torsos are 0.1 m thick: three of them are never this close unless they overlap.
constexpr double kPileM = 0.15;
constexpr std::size_t kMaxInOnePlace = 2;
constexpr double kApartM = 0.8;

} // namespace

Eigen::Vector3d Simulation::Impl::freeStartPlace(const Agent& agent) {
    Eigen::Vector3d p_S = agent.player.side == game::Side::None
                              ? agent.model->traits().p_STorsoAtStart
                              : nextInitPlace(agent);
    const double apartM =
        std::max(kApartM, 2.0 * standingRoom(settings.rules, *agent.model).radiusM);
    const auto isTaken = [&] {
        return std::ranges::any_of(agents, [&](const Agent& other) {
            if (other.body == 0 || other.id == agent.id) {
                return false;
            }
            const Eigen::Vector3d away_S = physics.findRobot(other.body)->pose(kTorso).p - p_S;
            return away_S.head<2>().norm() < apartM;
        });
    };
    while (isTaken()) { // terminates, since each of the others is passed after some steps
        p_S.x() += apartM;
    }
    return p_S;
}

void Simulation::Impl::breakPiles() {
    std::vector<Eigen::Vector3d> torsos_S;
    for (Agent& agent : agents) {
        if (agent.body == 0) {
            continue;
        }
        RobotBody& robot = *physics.findRobot(agent.body);
        Eigen::Vector3d p_S = robot.pose(kTorso).p;
        const auto near = std::ranges::count_if(torsos_S, [&](const Eigen::Vector3d& other_S) {
            return (other_S - p_S).squaredNorm() < kPileM * kPileM;
        });
        if (static_cast<std::size_t>(near) >= kMaxInOnePlace) {
            p_S = freeStartPlace(agent);
            placeUpright(agent, p_S, 0.0);
            note(agent, "pile", "overlapped two other bodies and was moved away");
        }
        torsos_S.push_back(p_S);
    }
}

void Simulation::Impl::recoverLostBodies() {
    const BallState ball = physics.ball();
    if (isLost(ball.X_SBall.p, ball.velocity_SMps, ball.angularVelocity_SRadPerS)) {
        physics.setBall({math::Pose::translation({0, 0, game::kBallRadiusM})});
    }
    for (Agent& agent : agents) {
        if (agent.body == 0 || !isLost(*physics.findRobot(agent.body))) {
            continue;
        }
        RobotBody& robot = *physics.findRobot(agent.body);
        robot.setPosture(math::Pose::translation(freeStartPlace(agent)),
                         std::vector<double>(agent.model->joints().size(), 0.0));
        RobotBodyState state = robot.save();
        state.lastVelocity_SMps.setZero();
        state.acceleration_TMps2.setZero();
        std::ranges::fill(state.forces, std::nullopt);
        robot.restore(state);
        note(agent, "lost", "left the world and was moved back to the start area");
    }
}

} // namespace sideline::simulator
