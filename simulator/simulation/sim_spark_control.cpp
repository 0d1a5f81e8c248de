#include "simulator/simulation/sim_spark_control.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "agentcore/game/constants.h"
#include "simulator/simulation/robot_handling.h"
#include "simulator/start/start_situation.h"

namespace sideline::simulator {

namespace {

using Snapshot = SnapshotOf<SimulationState>;

std::vector<math::Pose> posesOf(const RobotBody& robot) {
    std::vector<math::Pose> X_SBody;
    for (std::size_t i = 0; i < robot.model().bodies().size(); ++i) {
        X_SBody.push_back(robot.pose(robot::BodyId(i)));
    }
    return X_SBody;
}

// Torques of all motors, recorded from the first call on.
std::vector<float> torquesNmOf(RobotBody& robot) {
    robot.watchMotors();
    std::vector<float> torquesNm(robot.model().joints().size());
    for (std::size_t i = 0; i < torquesNm.size(); ++i) {
        const auto torqueNm = robot.motorTorqueNm(robot::JointId(i));
        torquesNm[i] =
            torqueNm ? static_cast<float>(*torqueNm) : std::numeric_limits<float>::quiet_NaN();
    }
    return torquesNm;
}

} // namespace

std::vector<MatchRobot> SimSparkControl::robots() const {
    std::vector<MatchRobot> robots;
    for (const AgentInfo& agent : m_simulation->agents()) {
        const RobotBody* body = m_simulation->physics().findRobot(agent.body);
        robots.push_back({agent.id, agent.player, agent.team, agent.typeNumber, agent.model,
                          body != nullptr && body->isHeld(), agent.isStandIn});
    }
    return robots;
}

PhysicsDetails SimSparkControl::details() {
    PhysicsDetails details;
    for (const ContactForce& contact : m_simulation->physics().contactForces()) {
        details.contacts.push_back({contact.p_S, contact.force_SN});
    }
    for (const AgentInfo& agent : m_simulation->agents()) {
        RobotBody* robot = m_simulation->physics().findRobot(agent.body);
        if (robot == nullptr) {
            continue;
        }
        const std::vector<math::Pose> X_SBody = posesOf(*robot);
        for (std::size_t i = 0; i < X_SBody.size(); ++i) {
            const robot::BodyId id(i);
            const robot::Body& body = agent.model->body(id);
            if (body.collides) {
                details.colliders.push_back({X_SBody[i], body.shape, robot->body(id).isAwake()});
            }
        }
        addRobotDetails(details, *agent.model, X_SBody, torquesNmOf(*robot));
    }
    return details;
}

std::vector<monitor::MotorTorques> SimSparkControl::motorTorques() {
    std::vector<monitor::MotorTorques> torques;
    for (const AgentInfo& agent : m_simulation->agents()) {
        RobotBody* robot = m_simulation->physics().findRobot(agent.body);
        if (robot != nullptr && agent.player.side != game::Side::None) {
            torques.push_back({agent.player, torquesNmOf(*robot)});
        }
    }
    return torques;
}

RobotBody* SimSparkControl::find(const game::PlayerId& robot) {
    const auto agents = m_simulation->agents();
    const auto found = std::ranges::find(agents, robot, &AgentInfo::player);
    return found == agents.end() ? nullptr : m_simulation->physics().findRobot(found->body);
}

// Of several robots without a number, which share an id, the one with the point next to `p_S`.
RobotBody* SimSparkControl::findBody(const monitor::ObjectId& object,
                                     const Eigen::Vector3d& grip_Body, const Eigen::Vector3d& p_S) {
    const robot::BodyId id(object.body);
    RobotBody* nearest = nullptr;
    double nearestM = std::numeric_limits<double>::infinity();
    for (const AgentInfo& agent : m_simulation->agents()) {
        RobotBody* robot =
            agent.player == object.robot ? m_simulation->physics().findRobot(agent.body) : nullptr;
        if (robot == nullptr || !id.isValid() || id.index() >= robot->model().bodies().size()) {
            continue;
        }
        const double distanceM = (robot->pose(id) * grip_Body - p_S).norm();
        if (distanceM < nearestM) {
            nearestM = distanceM;
            nearest = robot;
        }
    }
    return nearest;
}

void SimSparkControl::push(const monitor::ObjectId& object, const Eigen::Vector3d& p_S,
                           const Eigen::Vector3d& impulse_SNs) {
    if (object.kind == monitor::ObjectId::Kind::Ball) {
        BallState ball = m_simulation->physics().ball();
        ball.velocity_SMps += impulse_SNs / game::kBallMassKg;
        m_simulation->physics().setBall(ball);
    } else if (RobotBody* robot = findBody(object, Eigen::Vector3d::Zero(), p_S)) {
        robot->push(robot::BodyId(object.body), p_S, impulse_SNs / game::kStepS);
    }
}

bool SimSparkControl::pull(const monitor::ObjectId& object, const Eigen::Vector3d& grip_Body,
                           const Eigen::Vector3d& target_S) {
    if (object.kind == monitor::ObjectId::Kind::Ball) {
        BallState ball = m_simulation->physics().ball();
        ball.velocity_SMps = pulledBallMps(ball.X_SBall.p, target_S);
        m_simulation->physics().setBall(ball);
        return true;
    }
    RobotBody* robot = findBody(object, grip_Body, target_S);
    if (robot == nullptr) {
        return false;
    }
    const robot::BodyId id(object.body);
    const RigidBody& body = robot->body(id);
    const Eigen::Vector3d p_S = body.pose() * grip_Body;
    const Eigen::Vector3d v_S =
        body.velocityMps() + body.angularVelocityRadPerS().cross(p_S - body.pose().p);
    robot->push(id, p_S, PullSpring::forBody(robot->model(), id).force_SN(target_S, p_S, v_S));
    return true;
}

void SimSparkControl::carry(const monitor::ObjectId& object, const Eigen::Vector3d& grip_Body,
                            const Eigen::Vector3d& target_S) {
    if (object.kind == monitor::ObjectId::Kind::Ball) {
        BallState ball;
        ball.X_SBall = m_simulation->physics().ball().X_SBall;
        ball.X_SBall.p = target_S;
        ball.X_SBall.p.z() = std::max(ball.X_SBall.p.z(), game::kBallRadiusM);
        m_simulation->physics().setBall(ball);
    } else if (RobotBody* robot = findBody(object, grip_Body, target_S)) {
        robot->place(carriedTo(robot->model(), posesOf(*robot), robot::BodyId(object.body),
                               grip_Body, target_S));
    }
}

void SimSparkControl::hold(const game::PlayerId& robot, bool isHeld) {
    RobotBody* body = find(robot);
    if (body == nullptr) {
        return;
    }
    const auto lifted = liftedClear(body->model(), body->pose(robot::BodyId(0)));
    if (isHeld && lifted) {
        body->place(*lifted);
    }
    body->setHeld(isHeld);
}

base::Expected<void> SimSparkControl::addRobot(const NewRobot& robot) {
    const std::string_view file =
        robot.robot.empty() ? robot::kDefaultRobotFile : std::string_view(robot.robot);
    const auto agent = m_simulation->addRobot(file, robot.typeNumber, robot.team, robot.unum);
    if (!agent) {
        return tl::unexpected(agent.error());
    }
    m_simulation->place(*agent, robot.X_STorso);
    return {};
}

std::shared_ptr<const MatchSnapshot> SimSparkControl::save() const {
    return std::make_shared<const Snapshot>(m_simulation->save());
}

base::Expected<void> SimSparkControl::restore(const MatchSnapshot& snapshot) {
    return Snapshot::restore(*m_simulation, snapshot);
}

base::Expected<std::string> SimSparkControl::situation() const {
    return textOf(m_simulation->situation());
}

base::Expected<void> SimSparkControl::setRules(const game::Rules& rules) {
    m_simulation->referee().setRules(rules);
    return {};
}

base::Expected<void> SimSparkControl::setSensors(const SensorSwitches& sensors) {
    m_simulation->setSensors(sensors);
    return {};
}

} // namespace sideline::simulator
