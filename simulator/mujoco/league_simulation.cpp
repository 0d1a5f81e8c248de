#include "simulator/mujoco/league_simulation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "agentcore/base/rng.h"
#include "agentcore/math/angles.h"
#include "agentcore/protocol/base64.h"
#include "agentcore/protocol/mujoco_actions.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/mujoco_robots.h"
#include "simulator/mujoco/arm_extension.h"
#include "simulator/mujoco/ball_contacts.h"
#include "simulator/mujoco/league_percepts.h"
#include "simulator/mujoco/server_axes.h"

namespace sideline::simulator::mujoco {

namespace {

using base::ErrorCode;
using base::failure;
using Eigen::Vector2d;
using Eigen::Vector3d;
using game::PlayerId;
using game::Side;
using protocol::mujoco::Number;

constexpr std::uint64_t kVisionCycles = 2;
constexpr robot::BodyId kTorso(std::int32_t{0});

// As Python converts.
double rad(double angleDeg) {
    return angleDeg * (math::kPi / 180.0);
}

// The pose of an upright torso, facing `headingRad` from the x axis.
math::Pose upright(const Vector3d& p_S, double headingRad) {
    return poseFromServer(
        {Eigen::AngleAxisd(headingRad, Vector3d::UnitZ()).toRotationMatrix(), p_S});
}

// A motor command whose joint is known once the robot is on the field.
struct MotorAction {
    robot::JointId joint;
    MotorCommand command;
};
struct BeamAction {
    double xM;
    double yM;
    double headingRad;
};
struct SayAction {
    double volume;
    std::string base64;
    std::size_t bytes;
};

} // namespace

struct LeagueSimulation::Impl : RefereeStage {
    // What an agent requested, or the actions of its robot.
    struct Agent {
        std::uint64_t messages = 0;
        bool hasAsked = false;
        bool isWaiting = false; ///< for its robot
        std::string robot;
        std::string team;
        int unum = 0;
        std::optional<PlayerId> player;
        std::vector<MotorAction> motors;
        std::optional<BeamAction> beam;
        std::optional<SayAction> say;
        HeadSites sites;
        std::vector<std::pair<std::string, std::size_t>> visibleSites;
        std::vector<std::string> colliders;
        protocol::Percepts percepts;
        std::string text;
        std::set<std::string> noted;
    };

    explicit Impl(const LeagueSettings& s)
        : settings(s),
          landmarks(landmarksOf(s.field)),
          game(s.phase, s.gameTimeS.value_or(s.rules.startS(s.phase))),
          referee(s.rules, s.field, game, contacts, *this),
          random(s.seed) {}

    // RefereeStage.
    [[nodiscard]] std::span<const PlayerId> players(Side side) const override {
        return teams[side == Side::Right ? 1 : 0];
    }
    [[nodiscard]] Vector3d torso_S(const PlayerId& id) const override {
        return world->pose(find(id)->robot, kTorso).p;
    }
    [[nodiscard]] Vector3d ball_S() const override { return world->ball().p_S; }
    void dropBall(const Vector2d& p_S) override {
        world->placeBall({.p_S = {p_S.x(), p_S.y(), WorldSettings().ballRadiusM}});
        contacts.reset();
    }
    void dropPlayer(const PlayerId& id, const Vector2d& p_S, double headingRad) override;
    [[nodiscard]] bool isArmExtended(const PlayerId& id,
                                     std::span<const std::string> parts) const override;

    [[nodiscard]] const LeaguePlayer* find(const PlayerId& id) const {
        const auto found = std::ranges::find(all, id, &LeaguePlayer::id);
        return found == all.end() ? nullptr : &*found;
    }
    void note(AgentId agent, std::string text);
    void readActions(AgentId id, Agent& agent);
    void executeActions();
    void beam(const LeaguePlayer& player, const BeamAction& action);
    void listen();
    void touch();
    void letIn();
    std::optional<std::string> letIn(AgentId id, Agent& agent);
    void removePlayer(const PlayerId& id);
    void execute(const monitor::TrainerCommand& command);
    void generatePercepts();

    LeagueSettings settings;
    std::unique_ptr<MujocoWorld> world;
    std::vector<SeenPoint> landmarks;
    LeagueGame game;
    BallContacts contacts;
    LeagueReferee referee;
    base::Rng random;
    std::map<AgentId, Agent> agents;
    std::vector<LeaguePlayer> all; ///< in the order of joining
    std::array<std::vector<PlayerId>, 2> teams;
    std::vector<SpokenWords> words;
    std::vector<monitor::TrainerCommand> commands;
    std::vector<SimulationNote> notes;
    std::vector<SimulationNote> rejected;
    std::uint64_t cycles = 0;
    std::uint64_t robotChanges = 0;
    std::int32_t nextAgent = 0;
    protocol::mujoco::Message message; ///< reused
    SensorReadings readings;           ///< reused
};

void LeagueSimulation::Impl::dropPlayer(const PlayerId& id, const Vector2d& p_S,
                                        double headingRad) {
    const LeaguePlayer& player = *find(id);
    const double heightM = player.model->traits().p_STorsoAtStart.z();
    world->place(player.robot, upright({p_S.x(), p_S.y(), heightM}, headingRad));
}

bool LeagueSimulation::Impl::isArmExtended(const PlayerId& id,
                                           std::span<const std::string> parts) const {
    const LeaguePlayer& player = *find(id);
    const Agent& agent = agents.at(player.agent);
    const auto placeOf = [&](const std::string& name) -> std::optional<MujocoWorld::ColliderPlace> {
        const auto found = std::ranges::find(agent.colliders, name);
        if (found == agent.colliders.end()) {
            return std::nullopt;
        }
        return world->collider(player.robot,
                               static_cast<std::size_t>(found - agent.colliders.begin()));
    };
    const auto torso = placeOf("torso");
    if (!torso) {
        return false;
    }
    const Vector3d head_S = world->site(player.robot, agent.sites.camera).p;
    ArmPlaces places{.R_STorso = poseToServer(world->pose(player.robot, kTorso)).R,
                     .torso = *torso,
                     .head_S = head_S,
                     .headTopM = head_S.z()};
    if (const auto head = placeOf("head")) {
        places.headTopM = std::max(places.headTopM, head->p_S.z() + head->halfM.maxCoeff());
    }
    std::vector<MujocoWorld::ColliderPlace> arms;
    for (const std::string& part : parts) {
        if (const auto place = placeOf(part)) {
            arms.push_back(*place);
        }
    }
    return mujoco::isArmExtended(places, arms);
}

void LeagueSimulation::Impl::note(AgentId agent, std::string text) {
    constexpr std::size_t kMaxKinds = 100;
    Agent& from = agents.at(agent);
    if (from.noted.size() < kMaxKinds && from.noted.insert(text).second) {
        notes.push_back({agent, std::move(text)});
    }
}

// Keeps the actions of `message` until the next cycle; a later command of a motor replaces an
// earlier one, as if both were executed in order.
void LeagueSimulation::Impl::readActions(AgentId id, Agent& agent) {
    const LeaguePlayer& player = *find(*agent.player);
    const auto isFinite = [](std::initializer_list<Number> numbers) {
        return std::ranges::all_of(numbers, [](const Number& n) { return std::isfinite(n.value); });
    };
    for (const protocol::mujoco::Action& action : message.actions) {
        if (const auto* motor = std::get_if<protocol::mujoco::Motor>(&action)) {
            const robot::JointId joint = player.model->findJoint(motor->name);
            if (!joint.isValid()) {
                note(id, fmt::format("unknown motor {}", motor->name));
                continue;
            }
            const MotorCommand command{.targetRad = rad(motor->angleDeg.value),
                                       .targetRadPerS = rad(motor->speedDegPerS.value),
                                       .kpNmPerRad = motor->kpNmPerRad.value,
                                       .kdNmsPerRad = motor->kdNmsPerRad.value,
                                       .torqueNm = motor->torqueNm.value};
            agent.motors.push_back({joint, command});
        } else if (const auto* beam = std::get_if<protocol::mujoco::Beam>(&action)) {
            if (isFinite({beam->xM, beam->yM, beam->headingDeg})) {
                agent.beam = {beam->xM.value, beam->yM.value, rad(beam->headingDeg.value)};
            }
        } else if (const auto* speak = std::get_if<protocol::mujoco::Speak>(&action)) {
            std::string payload;
            if (protocol::appendFromBase64(payload, speak->base64)) {
                agent.say = {speak->volume.value / 100.0, std::string(speak->base64),
                             payload.size()};
            }
        } else if (const auto* unread = std::get_if<protocol::mujoco::Unread>(&action)) {
            note(id, fmt::format("unknown action at byte {}: {:.40}", unread->byteOffset,
                                 unread->text));
        }
    }
    if (message.damage) {
        note(id, message.damage->toString());
    }
}

void LeagueSimulation::Impl::executeActions() {
    for (const LeaguePlayer& player : all) {
        Agent& agent = agents.at(player.agent);
        for (const MotorAction& motor : agent.motors) {
            if (const auto done = world->command(player.robot, motor.joint, motor.command); !done) {
                note(player.agent, done.error().toString());
            }
        }
        agent.motors.clear();
        if (const auto action = std::exchange(agent.beam, std::nullopt)) {
            beam(player, *action);
        }
    }
}

void LeagueSimulation::Impl::beam(const LeaguePlayer& player, const BeamAction& action) {
    if (!referee.allowsBeams()) {
        return;
    }
    const bool isLeft = player.id.side == Side::Left;
    dropPlayer(player.id, {(isLeft ? -1.0 : 1.0) * std::abs(action.xM), action.yM},
               action.headingRad + (isLeft ? 0.0 : math::kPi));
}

// Collects what was said, at the places after the step.
void LeagueSimulation::Impl::listen() {
    words.clear();
    for (const LeaguePlayer& player : all) {
        Agent& agent = agents.at(player.agent);
        const auto say = std::exchange(agent.say, std::nullopt);
        if (say && say->volume > 0.0 && say->bytes > 0) {
            words.push_back({.speaker = player.robot,
                             .p_S = world->site(player.robot, agent.sites.speaker).p,
                             .volume = std::min(say->volume, 1.0),
                             .base64 = say->base64,
                             .bytes = say->bytes});
        }
    }
}

void LeagueSimulation::Impl::touch() {
    std::vector<BallContact> touching;
    for (const MujocoWorld::Touch& contact : world->ballTouches()) {
        const auto player = std::ranges::find(all, contact.robot, &LeaguePlayer::robot);
        const std::string& part = agents.at(player->agent).colliders[contact.collider];
        const auto found = std::ranges::find(touching, player->id, &BallContact::player);
        if (found == touching.end()) {
            touching.push_back({player->id, {part}});
        } else {
            found->parts.push_back(part);
        }
    }
    contacts.update(touching, world->timeS());
}

void LeagueSimulation::Impl::letIn() {
    for (auto& [id, agent] : agents) {
        if (std::exchange(agent.isWaiting, false)) {
            if (const auto reason = letIn(id, agent)) {
                rejected.push_back({id, "rejected: " + *reason});
            }
        }
    }
}

// Returns the reason if an agent cannot play.
std::optional<std::string> LeagueSimulation::Impl::letIn(AgentId id, Agent& agent) {
    const robot::RobotModel* model = robot::findMujocoRobot(agent.robot);
    if (model == nullptr) {
        return fmt::format("unknown robot {}; known are T1, K1 and PiPlus", agent.robot);
    }
    if (agent.unum > settings.rules.maxUnum) {
        return fmt::format("number {} is above {}", agent.unum, settings.rules.maxUnum);
    }
    const Side side = game.join(agent.team);
    if (side == Side::None) {
        return fmt::format("team {} is a third one", agent.team);
    }
    const PlayerId player{side, game::UniformNumber(agent.unum)};
    if (find(player) != nullptr) {
        return fmt::format("number {} of {} is taken", agent.unum, agent.team);
    }
    std::vector<PlayerId>& team = teams[side == Side::Right ? 1 : 0];
    if (static_cast<int>(team.size()) >= settings.rules.maxTeamSize) {
        return fmt::format("{} has {} players already", agent.team, team.size());
    }
    // Beside the field, facing it.
    const double sign = side == Side::Left ? -1.0 : 1.0;
    const Vector3d p_S(sign * (2.0 * agent.unum + 1.0),
                       settings.field.widthM / 2.0 + settings.field.borderM,
                       model->traits().p_STorsoAtStart.z());
    const RobotPhysics physics = robotPhysics(*model);
    const auto robot =
        world->addRobot(fmt::format("r-{}-{}-", side == Side::Right ? 1 : 0, agent.unum),
                        model->shared(), physics, upright(p_S, -math::kPi / 2.0));
    if (!robot) {
        return robot.error().toString();
    }
    for (std::size_t i = 0; i < physics.sites.size(); ++i) {
        const std::string& name = physics.sites[i].name;
        constexpr std::string_view kVisible = "-vismarker";
        if (name.ends_with(kVisible)) {
            agent.visibleSites.emplace_back(name.substr(0, name.size() - kVisible.size()), i);
        } else {
            (name == "camera"          ? agent.sites.camera
             : name == "say_a-speaker" ? agent.sites.speaker
                                       : agent.sites.microphone) = i;
        }
    }
    for (const Collider& collider : physics.colliders) {
        agent.colliders.push_back(collider.name);
    }
    agent.player = player;
    team.push_back(player);
    all.push_back({id, player, agent.team, model->shared(), *robot});
    ++robotChanges;
    return std::nullopt;
}

void LeagueSimulation::Impl::removePlayer(const PlayerId& id) {
    world->removeRobot(find(id)->robot);
    std::erase_if(all, [&](const LeaguePlayer& player) { return player.id == id; });
    std::erase(teams[id.side == Side::Right ? 1 : 0], id);
    ++robotChanges;
}

void LeagueSimulation::Impl::execute(const monitor::TrainerCommand& command) {
    if (const auto* kickOff = std::get_if<monitor::KickOff>(&command)) {
        referee.kickOff(kickOff->side != Side::None ? kickOff->side
                        : random.below(2) == 0      ? Side::Left
                                                    : Side::Right);
    } else if (std::get_if<monitor::DropBall>(&command) != nullptr) {
        referee.dropBall();
    } else if (const auto* ball = std::get_if<monitor::BallCommand>(&command)) {
        if (ball->p_SBall) {
            world->placeBall({*ball->p_SBall, ball->velocity_SMps.value_or(Vector3d::Zero())});
        }
    } else if (const auto* agent = std::get_if<monitor::AgentCommand>(&command)) {
        const LeaguePlayer* player = find(agent->agent);
        if (player != nullptr && agent->move) {
            world->place(player->robot, upright(agent->move->p_STorso, agent->move->yawRad));
        } else if (player != nullptr && agent->p_STorso) {
            world->place(player->robot, upright(*agent->p_STorso, 0.0));
        }
    }
}

void LeagueSimulation::Impl::generatePercepts() {
    const bool isVision = cycles % kVisionCycles == 0;
    std::vector<SeenPoint> points;
    std::vector<VisiblePlayer> visible;
    // The server's tables of players: the left team before the right one.
    std::vector<const LeaguePlayer*> inOrder;
    for (const std::vector<PlayerId>& team : teams) {
        for (const PlayerId& id : team) {
            inOrder.push_back(find(id));
        }
    }
    if (isVision) {
        points = landmarks;
        points.push_back({"B", world->ball().p_S});
        for (const LeaguePlayer* player : inOrder) {
            VisiblePlayer entry{.id = player->id, .team = player->team, .parts = {}};
            for (const auto& [name, site] : agents.at(player->agent).visibleSites) {
                entry.parts.emplace_back(name, world->site(player->robot, site).p);
            }
            visible.push_back(std::move(entry));
        }
    }
    for (const LeaguePlayer* player : inOrder) {
        Agent& agent = agents.at(player->agent);
        LeaguePercepts::begin(agent.percepts, world->timeS(), game);
        world->readSensors(player->robot, readings);
        LeaguePercepts::addBody(agent.percepts, *player->model, readings);
        LeaguePercepts::addHearing(agent.percepts, words, player->robot,
                                   world->site(player->robot, agent.sites.microphone), random);
        if (isVision) {
            LeaguePercepts::addVision(
                agent.percepts, world->site(player->robot, agent.sites.camera), points, visible);
        }
        agent.text.clear();
        protocol::writePercepts(agent.percepts, agent.text);
    }
}

LeagueSimulation::LeagueSimulation(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}

LeagueSimulation::~LeagueSimulation() = default;

base::Expected<std::unique_ptr<LeagueSimulation>> LeagueSimulation::create(
    const LeagueSettings& settings) {
    auto world = MujocoWorld::create({.field = settings.field});
    if (!world) {
        return tl::unexpected(std::move(world.error()));
    }
    auto impl = std::make_unique<Impl>(settings);
    impl->world = std::move(*world);
    return std::unique_ptr<LeagueSimulation>(new LeagueSimulation(std::move(impl)));
}

AgentId LeagueSimulation::addAgent() {
    const AgentId id(m_impl->nextAgent++);
    m_impl->agents.try_emplace(id);
    return id;
}

void LeagueSimulation::removeAgent(AgentId agent) {
    const auto found = m_impl->agents.find(agent);
    if (found == m_impl->agents.end()) {
        return;
    }
    if (found->second.player) {
        m_impl->removePlayer(*found->second.player);
    }
    m_impl->agents.erase(found);
}

void LeagueSimulation::receive(AgentId id, std::string_view text) {
    const auto found = m_impl->agents.find(id);
    if (found == m_impl->agents.end()) {
        return;
    }
    Impl::Agent& agent = found->second;
    ++agent.messages;
    if (agent.player) {
        protocol::mujoco::parseMessage(text, m_impl->message);
        m_impl->readActions(id, agent);
        return;
    }
    if (agent.hasAsked) {
        return; // it has no robot yet
    }
    const auto join = protocol::mujoco::joinIn(text);
    if (!join) {
        m_impl->rejected.push_back(
            {id, fmt::format("rejected: its first message is {:.60}; expected (init ROBOT TEAM "
                             "NUMBER)",
                             text)});
        agent.hasAsked = true;
        return;
    }
    agent.hasAsked = true;
    agent.robot = join->robot;
    agent.team = join->team;
    agent.unum = std::abs(join->unum) % 100;
    agent.isWaiting = true;
}

std::string_view LeagueSimulation::percepts(AgentId agent) const {
    const auto found = m_impl->agents.find(agent);
    return found == m_impl->agents.end() ? std::string_view() : found->second.text;
}

std::uint64_t LeagueSimulation::answerCount(AgentId agent) const {
    const auto found = m_impl->agents.find(agent);
    return found == m_impl->agents.end() ? 0 : found->second.messages;
}

bool LeagueSimulation::hasRobot(AgentId agent) const {
    const auto found = m_impl->agents.find(agent);
    return found != m_impl->agents.end() && found->second.player;
}

std::string LeagueSimulation::playerName(AgentId agent) const {
    const auto found = m_impl->agents.find(agent);
    return found == m_impl->agents.end() || found->second.team.empty()
               ? std::string()
               : fmt::format("{} {}", found->second.team, found->second.unum);
}

Match::Requests LeagueSimulation::takeRequests() {
    Requests requests;
    requests.removed = std::exchange(m_impl->rejected, {});
    for (const auto& [agent, reason] : requests.removed) {
        removeAgent(agent);
    }
    return requests;
}

std::vector<SimulationNote> LeagueSimulation::takeNotes() {
    return std::exchange(m_impl->notes, {});
}

void LeagueSimulation::cycle() {
    Impl& impl = *m_impl;
    impl.executeActions();
    for (const RobotKey robot : impl.world->step()) {
        const auto player = std::ranges::find(impl.all, robot, &LeaguePlayer::robot);
        impl.note(player->agent, "its robot became unstable and was placed upright; do its gains "
                                 "or torques exceed what 5 ms steps allow?");
    }
    impl.listen();
    impl.touch();
    for (const monitor::TrainerCommand& command : std::exchange(impl.commands, {})) {
        impl.execute(command);
    }
    impl.referee.update(impl.world->timeS());
    ++impl.cycles;
    impl.letIn();
    impl.generatePercepts();
}

std::uint64_t LeagueSimulation::cycleCount() const {
    return m_impl->cycles;
}

double LeagueSimulation::timeS() const {
    return m_impl->world->timeS();
}

base::Expected<void> LeagueSimulation::apply(const monitor::TrainerCommand& command) {
    if (const auto* agent = std::get_if<monitor::AgentCommand>(&command)) {
        if (m_impl->find(agent->agent) == nullptr) {
            return failure(ErrorCode::NotFound,
                           fmt::format("there is no player {}", game::toString(agent->agent)));
        }
    } else if (!std::holds_alternative<monitor::KickOff>(command) &&
               !std::holds_alternative<monitor::DropBall>(command) &&
               !std::holds_alternative<monitor::BallCommand>(command)) {
        return failure(ErrorCode::InvalidArgument, "rcssservermj ignores this command",
                       "kickOff, dropBall, ball or agent");
    }
    m_impl->commands.push_back(command);
    return {};
}

std::span<const LeaguePlayer> LeagueSimulation::players() const {
    return m_impl->all;
}

const LeagueGame& LeagueSimulation::game() const {
    return m_impl->game;
}

const LeagueSettings& LeagueSimulation::settings() const {
    return m_impl->settings;
}

const std::vector<LeagueFoulEvent>& LeagueSimulation::fouls() const {
    return m_impl->referee.fouls();
}

const MujocoWorld& LeagueSimulation::world() const {
    return *m_impl->world;
}

MujocoWorld& LeagueSimulation::world() {
    return *m_impl->world;
}

std::uint64_t LeagueSimulation::robotChanges() const {
    return m_impl->robotChanges;
}

} // namespace sideline::simulator::mujoco
