#include "simulator/simulation/simulation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/assert.h"
#include "agentcore/game/constants.h"
#include "simulator/simulation/simulation_impl.h"
#include "simulator/simulation/state_hash.h"

namespace sideline::simulator {

using game::Side;

namespace {

void addBody(StateHash& hash, const BodyState& body) {
    const auto each = [&hash](const auto& numbers) {
        for (const double number : numbers) {
            hash.add(number);
        }
    };
    each(body.p_S);
    each(body.q);
    each(body.R);
    each(body.v_SMps);
    each(body.omega_SRadPerS);
    hash.add(std::uint64_t{body.isAwake});
    hash.add(static_cast<std::uint64_t>(body.idleStepsLeft));
}

// The text of an agent's percepts, even if they were passed as values.
std::string perceptText(const Agent& agent) {
    std::string text = agent.percepts;
    if (agent.hasValues) {
        protocol::writePercepts(agent.values, text);
    }
    return text;
}

} // namespace

Simulation::Simulation(const SimulationSettings& settings)
    : m_impl(std::make_unique<Impl>(settings)) {}

Simulation::~Simulation() = default;

AgentId Simulation::addAgent() {
    const AgentId id(m_impl->nextAgent++);
    m_impl->agents.push_back(m_impl->newAgent(id));
    return id;
}

void Simulation::removeAgent(AgentId id) {
    Agent* agent = m_impl->find(id);
    if (agent == nullptr) {
        return;
    }
    if (agent->player.side != Side::None) {
        m_impl->referee.playerLeft(agent->player);
        m_impl->hearing.leave(agent->player);
    }
    if (agent->body != 0) {
        m_impl->physics.removeRobot(agent->body);
    }
    std::erase_if(m_impl->agents, [&](const Agent& each) { return each.id == id; });
    m_impl->world.notePlayers();
}

void Simulation::receive(AgentId id, std::string_view message) {
    if (Agent* agent = m_impl->find(id)) {
        m_impl->receive(*agent, message);
    }
}

std::string_view Simulation::percepts(AgentId id) const {
    const Agent* agent = m_impl->find(id);
    return agent == nullptr ? std::string_view{} : agent->percepts;
}

void Simulation::reportInValues(AgentId id, bool isOn) {
    if (Agent* agent = m_impl->find(id)) {
        agent->usesValues = isOn;
        if (isOn) {
            agent->values.reserve();
        }
    }
}

const protocol::Percepts* Simulation::perceptValues(AgentId id) const {
    const Agent* agent = m_impl->find(id);
    return agent != nullptr && agent->hasValues ? &agent->values : nullptr;
}

void Simulation::moveJoints(AgentId id, std::span<const double> radPerS) {
    const Agent* agent = m_impl->find(id);
    if (agent == nullptr || agent->body == 0) {
        return;
    }
    SIDELINE_ASSERT(radPerS.size() == agent->model->joints().size());
    for (std::size_t i = 0; i < radPerS.size(); ++i) {
        if (!std::isnan(radPerS[i])) {
            m_impl->setJointSpeed(*agent, robot::JointId(i), radPerS[i]);
        }
    }
}

std::uint64_t Simulation::answerCount(AgentId id) const {
    const Agent* agent = m_impl->find(id);
    return agent == nullptr ? 0 : agent->synCount;
}

base::Expected<AgentId> Simulation::addRobot(std::string_view file, int type, std::string_view team,
                                             int unum, bool needsPercepts) {
    const AgentId id = addAgent();
    Agent& agent = m_impl->agents.back();
    agent.needsPercepts = needsPercepts;
    auto made = m_impl->giveBody(agent, file, type);
    if (made) {
        made = m_impl->givePlayer(agent, team, unum);
    }
    if (!made) {
        removeAgent(id);
        return tl::unexpected(made.error());
    }
    m_impl->dropStandIns();
    return id;
}

void Simulation::place(AgentId id, const math::Pose& X_STorso) {
    if (RobotBody* robot = body(id)) {
        robot->place(X_STorso);
    }
}

void Simulation::setJointSpeed(AgentId id, robot::JointId joint, double radPerS) {
    if (Agent* agent = m_impl->find(id); agent != nullptr && agent->body != 0) {
        m_impl->setJointSpeed(*agent, joint, radPerS);
    }
}

RobotBody* Simulation::body(AgentId id) {
    return m_impl->bodyOf(id);
}

void Simulation::push(AgentId id, const Eigen::Vector3d& force_SN) {
    if (RobotBody* robot = body(id)) {
        robot->push(kTorso, robot->pose(kTorso).p, force_SN);
    }
}

std::optional<math::Pose> Simulation::pose(AgentId id, robot::BodyId part) const {
    const RobotBody* robot = m_impl->bodyOf(id);
    return robot == nullptr ? std::nullopt : std::optional(robot->pose(part));
}

double Simulation::jointAngleRad(AgentId id, robot::JointId joint) const {
    const RobotBody* robot = m_impl->bodyOf(id);
    return robot == nullptr ? 0.0 : robot->jointAngleRad(joint);
}

BallState Simulation::ball() const {
    return m_impl->physics.ball();
}

Eigen::Vector3d Simulation::cameraErrorM(AgentId id) const {
    const Agent* agent = m_impl->find(id);
    return agent == nullptr ? Eigen::Vector3d::Zero().eval() : agent->vision.calibrationErrorM();
}

void Simulation::cycle() {
    for (Agent& agent : m_impl->agents) {
        m_impl->realise(agent);
    }
    m_impl->dropStandIns();
    m_impl->playCommands();
    m_impl->breakPiles();
    m_impl->recoverLostBodies();
    const Eigen::Vector3d ball_S = m_impl->physics.ball().X_SBall.p;
    m_impl->physics.step();
    m_impl->recoverLostBodies();
    m_impl->world.noteContacts(ball_S);
    if (m_impl->start.isWaiting) {
        m_impl->holdStart();
    } else {
        m_impl->judge();
    }
    m_impl->reportedTimeS = game::serverClockAfter(m_impl->reportedTimeS);
    ++m_impl->cycle;
    m_impl->sense();
}

std::uint64_t Simulation::cycleCount() const {
    return m_impl->cycle;
}

double Simulation::timeS() const {
    return static_cast<double>(m_impl->cycle) * game::kStepS;
}

Match::Requests Simulation::takeRequests() {
    return std::exchange(m_impl->requests, {});
}

bool Simulation::shouldQuit() const {
    return m_impl->referee.shouldQuit();
}

bool Simulation::hasRobot(AgentId id) const {
    const Agent* agent = m_impl->find(id);
    return agent != nullptr && agent->body != 0;
}

std::string Simulation::playerName(AgentId id) const {
    const Agent* agent = m_impl->find(id);
    return agent == nullptr || agent->player.side == game::Side::None
               ? std::string()
               : fmt::format("{} {}", agent->team, agent->player.unum.value());
}

std::vector<AgentInfo> Simulation::agents() const {
    std::vector<AgentInfo> infos;
    for (const Agent& agent : m_impl->agents) {
        infos.push_back({agent.id, agent.player, agent.team, agent.typeNumber, agent.model,
                         agent.body, agent.isSelected, agent.isStandIn});
    }
    return infos;
}

PhysicsWorld& Simulation::physics() {
    return m_impl->physics;
}

Referee& Simulation::referee() {
    return m_impl->referee;
}

const Game& Simulation::game() const {
    return m_impl->referee.game();
}

bool Simulation::isGameOver() const {
    return m_impl->referee.isGameOver();
}

std::size_t Simulation::foulCount() const {
    return m_impl->referee.fouls().fouls().size();
}

void Simulation::stepPhysics() {
    m_impl->physics.step();
}

std::size_t Simulation::awakeRobotCount() const {
    const PhysicsState state = m_impl->physics.save();
    return static_cast<std::size_t>(std::ranges::count_if(state.robots, [](const auto& robot) {
        return std::ranges::any_of(robot.second.bodies, &BodyState::isAwake);
    }));
}

const field::FieldModel& Simulation::field() const {
    return m_impl->field;
}

base::ThreadPool& Simulation::threads() {
    return m_impl->threads;
}

void Simulation::setSensors(const SensorSwitches& sensors) {
    m_impl->settings.sensors = sensors;
}

std::vector<SimulationNote> Simulation::takeNotes() {
    return std::exchange(m_impl->notes, {});
}

std::shared_ptr<const SimulationState> Simulation::save() const {
    SimulationState state{m_impl->physics.save(), m_impl->agents,     m_impl->referee.save(),
                          m_impl->hearing,        m_impl->initPlaces, m_impl->reportedTimeS,
                          m_impl->cycle,          m_impl->start};
    for (Agent& agent : state.agents) { // the strings in percept values point to this cycle's data
        agent.percepts = perceptText(agent);
        agent.hasValues = false;
        agent.values.clear();
    }
    return std::make_shared<const SimulationState>(std::move(state));
}

base::Expected<void> Simulation::restore(const SimulationState& state) {
    const bool same = std::ranges::equal(state.agents, m_impl->agents, {}, &Agent::id, &Agent::id);
    if (!same || !m_impl->physics.restore(state.physics)) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             "the robots differ from those in the snapshot",
                             "the same robots as in the snapshot");
    }
    m_impl->agents = state.agents;
    m_impl->referee.restore(state.referee);
    m_impl->hearing = state.hearing;
    m_impl->initPlaces = state.initPlaces;
    m_impl->reportedTimeS = state.reportedTimeS;
    m_impl->cycle = state.cycle;
    m_impl->start = state.start;
    m_impl->world.notePlayers();
    return {};
}

std::uint64_t Simulation::Impl::stateHash() const {
    StateHash hash;
    const PhysicsState state = physics.save();
    addBody(hash, state.ball);
    for (const auto& [key, robot] : state.robots) {
        hash.add(std::uint64_t{key});
        for (const BodyState& body : robot.bodies) {
            addBody(hash, body);
        }
        for (const double speed : robot.motorRadPerS) {
            hash.add(speed);
        }
    }
    for (const Agent& agent : agents) {
        hash.add(perceptText(agent));
        hash.add(base::Rng(agent.beamNoise).next());
    }
    const Game& game = referee.game();
    hash.add(game.timeS());
    hash.add(static_cast<std::uint64_t>(game.playMode()));
    hash.add(static_cast<std::uint64_t>(game.score(Side::Left)));
    hash.add(static_cast<std::uint64_t>(game.score(Side::Right)));
    Referee::State judged = referee.save();
    hash.add(judged.rng.next());
    hash.add(static_cast<std::uint64_t>(judged.fouls.fouls().size()));
    hash.add(cycle);
    if (!state.hasGravity || !state.hadGravity) { // keeps the hashes of runs with gravity unchanged
        hash.add(std::uint64_t{state.hasGravity});
        hash.add(std::uint64_t{state.hadGravity});
    }
    return hash.value();
}

std::uint64_t Simulation::stateHash() const {
    return m_impl->stateHash();
}

} // namespace sideline::simulator
