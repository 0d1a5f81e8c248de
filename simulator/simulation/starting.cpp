// Start of a match from a situation.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"
#include "agentcore/robot/kinematics.h"
#include "simulator/simulation/simulation_impl.h"

namespace sideline::simulator {

namespace {

using game::Side;
using robot::BodyId;
using robot::JointId;

constexpr int kCompleteCycles = 50; // one second, in which players can look around

Eigen::Vector3d radians(const Eigen::Vector3d& degrees) {
    return degrees * math::radFromDeg(1.0);
}

// Sets the velocities of all bodies from those of torso and joints, by differences over a short
// time.
// @param areMotorsOn whether motors keep the joint speeds until other commands arrive
void setVelocities(RobotBody& body, const StartRobot& robot, bool areMotorsOn) {
    constexpr double kDifferenceStepS = 1e-5;
    const robot::RobotModel& model = body.model();
    const std::size_t bodyCount = model.bodies().size();
    const math::Pose X_STorso = body.pose(kTorso);
    std::vector<double> anglesRad(model.joints().size());
    std::vector<double> speedsRadPerS(anglesRad.size(), 0.0);
    for (std::size_t i = 0; i < anglesRad.size(); ++i) {
        anglesRad[i] = body.jointAngleRad(JointId(i));
        if (&model == robot.model.get()) { // speeds for another model do not apply
            speedsRadPerS[i] = math::radFromDeg(robot.jointSpeedsDegPerS[i]);
        }
    }
    const auto posesAfter = [&](double s) {
        std::vector<math::Pose> X_SBody(bodyCount);
        std::vector<double> laterRad = anglesRad;
        for (std::size_t i = 0; i < laterRad.size(); ++i) {
            laterRad[i] += s * speedsRadPerS[i];
        }
        const math::Pose X_SThen{math::rotationBy(s * radians(robot.turning_SDegPerS)) * X_STorso.R,
                                 X_STorso.p + s * robot.velocity_SMps};
        robot::forwardKinematics(model, X_SThen, laterRad, X_SBody);
        return X_SBody;
    };
    const std::vector<math::Pose> now = posesAfter(0.0);
    const std::vector<math::Pose> then = posesAfter(kDifferenceStepS);
    RobotBodyState state = body.save();
    for (std::size_t i = 0; i < bodyCount; ++i) {
        const Eigen::Vector3d v_S = (then[i].p - now[i].p) / kDifferenceStepS;
        const Eigen::AngleAxisd turn(math::toQuaternion(then[i].R * now[i].R.transpose()));
        const Eigen::Vector3d omega_S = turn.angle() / kDifferenceStepS * turn.axis();
        Eigen::Vector3d::Map(state.bodies[i].v_SMps.data()) = v_S;
        Eigen::Vector3d::Map(state.bodies[i].omega_SRadPerS.data()) = omega_S;
    }
    // The accelerometer must not measure the initial velocity as a change.
    state.lastVelocity_SMps = Eigen::Vector3d::Map(state.bodies[0].v_SMps.data());
    for (std::size_t i = 0; i < speedsRadPerS.size(); ++i) {
        state.motorRadPerS[i] = areMotorsOn ? speedsRadPerS[i] : 0.0;
    }
    body.restore(state);
}

} // namespace

void Simulation::Impl::addStandIns() {
    if (!settings.start) {
        return;
    }
    const StartSituation& situation = *settings.start;
    Game& game = referee.game();
    for (const Side side : {Side::Left, Side::Right}) {
        const std::string& name = situation.teams[side == Side::Left ? 0 : 1];
        if (!name.empty()) {
            game.setPlaceholderName(side, name);
        }
    }
    game.setScores(situation.score[0], situation.score[1]);
    game.setHalf(situation.half);
    game.setTime(situation.timeS);
    for (const StartRobot& robot : situation.robots) {
        Agent agent = newAgent(AgentId(nextAgent++));
        agent.isStandIn = true;
        agent.hasStartPlace = true;
        agent.needsPercepts = false;
        agent.player = robot.player;
        agent.team = game.teamName(robot.player.side);
        agent.model = robot.model;
        agent.typeNumber = robot.type;
        agent.isFrozen.assign(robot.model->joints().size(), false);
        agent.body = physics.addRobot(*robot.model, robot.X_STorso());
        hearing.join(agent.player);
        agents.push_back(std::move(agent));
    }
    world.notePlayers();
    start = {.isWaiting = true, .holdsPlaces = true};
    holdStart();
}

void Simulation::Impl::putInPlace(const Agent& agent, const StartRobot& robot, bool isMoving) {
    const auto [X_STorso, anglesRad] = postureFor(robot, *agent.model);
    RobotBody& body = *physics.findRobot(agent.body);
    body.setPosture(X_STorso, anglesRad);
    if (isMoving) {
        setVelocities(body, robot, !agent.isStandIn);
    }
}

bool Simulation::Impl::takeOverStandIn(Agent& agent) {
    const auto standIn = std::ranges::find_if(agents, [&](const Agent& other) {
        return other.isStandIn && other.player == agent.player;
    });
    for (Agent& other : agents) { // agents whose side has just received its name
        if (other.isStandIn && other.player.side == agent.player.side) {
            other.team = agent.team;
        }
    }
    if (standIn == agents.end()) {
        if (start.isWaiting) {
            note(agent, "no place",
                 fmt::format("is {}, which is not in the start situation",
                             game::toString(agent.player)));
        }
        return false;
    }
    RobotBody& body = *physics.findRobot(agent.body);
    const RobotBody& taken = *physics.findRobot(standIn->body);
    if (agent.model == standIn->model) {
        body.restore(taken.save());
    } else {
        StartRobot robot; // the present state of the stand-in
        robot.model = standIn->model;
        const math::Pose X_STorso = taken.pose(kTorso);
        const Eigen::Quaterniond q = math::toQuaternion(X_STorso.R);
        robot.p_STorso = X_STorso.p;
        robot.orientation_STorso = {q.w(), q.x(), q.y(), q.z()};
        for (std::size_t i = 0; i < robot.model->joints().size(); ++i) {
            robot.jointAnglesDeg.push_back(math::degFromRad(taken.jointAngleRad(JointId(i))));
        }
        putInPlace(agent, robot, false);
        note(agent, "other robot",
             fmt::format("has a different robot type from {} in the start situation: it starts "
                         "with the same joint angles",
                         game::toString(agent.player)));
    }
    agent.hasStartPlace = true;
    physics.removeRobot(standIn->body);
    standIn->body = 0;
    standIn->player = {};
    world.notePlayers();
    return true;
}

void Simulation::Impl::dropStandIns() {
    std::erase_if(agents, [](const Agent& agent) { return agent.isStandIn && agent.body == 0; });
}

void Simulation::Impl::holdStart() {
    const StartSituation& situation = *settings.start;
    for (const Agent& agent : agents) {
        const StartRobot* robot = situation.find(agent.player);
        if (agent.hasStartPlace && agent.body != 0 && robot != nullptr) {
            putInPlace(agent, *robot, false);
        }
    }
    physics.setBall({math::Pose::translation(situation.p_SBall)});
    if (isStartDue()) {
        beginStart();
    }
}

bool Simulation::Impl::isStartDue() {
    const auto isPlayer = [](const Agent& agent) {
        return !agent.isStandIn && agent.player.side != Side::None;
    };
    if (std::ranges::none_of(agents, isPlayer)) {
        return false;
    }
    start.waitedS += game::kStepS;
    const bool isComplete = std::ranges::none_of(agents, &Agent::isStandIn);
    start.completeCycles = isComplete ? start.completeCycles + 1 : 0;
    const game::Rules& rules = referee.rules();
    return start.completeCycles > kCompleteCycles ||
           (rules.kicksOffAutomatically && start.waitedS > rules.waitBeforeKickOffS);
}

void Simulation::Impl::beginStart() {
    const StartSituation& situation = *settings.start;
    start.isWaiting = false;
    for (Agent& agent : agents) {
        const StartRobot* robot = situation.find(agent.player);
        if (agent.hasStartPlace && agent.body != 0 && robot != nullptr) {
            putInPlace(agent, *robot, true);
        }
    }
    physics.setBall({math::Pose::translation(situation.p_SBall), situation.ballVelocity_SMps,
                     radians(situation.ballTurning_SDegPerS)});
    referee.game().setPlayMode(situation.playMode);
    start.mode = situation.playMode;
}

void Simulation::Impl::playCommands() {
    if (!settings.start || start.isWaiting) {
        return;
    }
    const std::size_t at = start.commandedCycles;
    bool isAny = false;
    for (const Agent& agent : agents) {
        const StartRobot* robot = settings.start->find(agent.player);
        if (!agent.hasStartPlace || agent.body == 0 || robot == nullptr ||
            agent.model != robot->model || at > robot->commandedDegPerS.size() ||
            robot->commandedDegPerS.empty()) {
            continue;
        }
        const bool isOver = at == robot->commandedDegPerS.size();
        isAny = true;
        for (std::size_t i = 0; i < agent.model->joints().size(); ++i) {
            if (!isOver) {
                setJointSpeed(agent, JointId(i), math::radFromDeg(robot->commandedDegPerS[at][i]));
            } else if (agent.isStandIn) {
                setJointSpeed(agent, JointId(i), 0.0); // holds its joints from here on
            }
        }
    }
    start.commandedCycles += isAny ? 1 : 0;
}

void Simulation::Impl::judge() {
    start.holdsPlaces = start.holdsPlaces && referee.game().playMode() == start.mode;
    const int swaps = referee.game().sideSwapCount();
    referee.update(world);
    if (referee.game().sideSwapCount() != swaps) {
        swapSides();
    }
}

bool Simulation::isWaitingToStart() const {
    return m_impl->start.isWaiting;
}

void Simulation::begin() {
    if (m_impl->start.isWaiting) {
        m_impl->beginStart();
    }
}

StartSituation Simulation::situation() const {
    StartSituation situation;
    const Game& game = m_impl->referee.game();
    situation.playMode =
        m_impl->start.isWaiting ? m_impl->settings.start->playMode : game.playMode();
    situation.timeS = game.timeS();
    situation.half = game.half();
    situation.score = {game.score(Side::Left), game.score(Side::Right)};
    situation.teams = {std::string(game.teamName(Side::Left)),
                       std::string(game.teamName(Side::Right))};
    situation.fieldM = {m_impl->settings.field.lengthM, m_impl->settings.field.widthM};
    const BallState ball = m_impl->physics.ball();
    situation.p_SBall = ball.X_SBall.p;
    situation.ballVelocity_SMps = ball.velocity_SMps;
    situation.ballTurning_SDegPerS = ball.angularVelocity_SRadPerS * math::degFromRad(1.0);
    for (const Agent& agent : m_impl->agents) {
        if (agent.body == 0 || agent.player.side == Side::None) {
            continue;
        }
        const RobotBody& body = *m_impl->physics.findRobot(agent.body);
        StartRobot robot;
        robot.player = agent.player;
        robot.model = agent.model;
        robot.file = agent.model->traits().scenePath;
        robot.type = agent.typeNumber;
        const math::Pose X_STorso = body.pose(kTorso);
        const Eigen::Quaterniond q = math::toQuaternion(X_STorso.R).normalized();
        robot.p_STorso = X_STorso.p;
        robot.orientation_STorso = {q.w(), q.x(), q.y(), q.z()};
        robot.velocity_SMps = body.body(kTorso).velocityMps();
        robot.turning_SDegPerS = body.body(kTorso).angularVelocityRadPerS() * math::degFromRad(1.0);
        for (std::size_t i = 0; i < agent.model->joints().size(); ++i) {
            robot.jointAnglesDeg.push_back(math::degFromRad(body.jointAngleRad(JointId(i))));
            robot.jointSpeedsDegPerS.push_back(
                math::degFromRad(body.jointSpeedRadPerS(JointId(i))));
        }
        situation.robots.push_back(std::move(robot));
    }
    return situation;
}

} // namespace sideline::simulator
