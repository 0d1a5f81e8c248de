#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "agentcore/protocol/percepts.h"
#include "simulator/mujoco/arm_extension.h"
#include "simulator/mujoco/league_simulation_impl.h"
#include "simulator/mujoco/robot_file.h"
#include "simulator/mujoco/server_axes.h"

namespace sideline::simulator::mujoco {

namespace {

using base::ErrorCode;
using base::failure;
using Eigen::Vector2d;
using Eigen::Vector3d;
using game::PlayerId;
using game::Side;

constexpr std::uint64_t kVisionCycles = 2;

} // namespace

void LeagueSimulation::Impl::dropPlayer(const PlayerId& id, const Vector2d& p_S,
                                        double headingRad) {
    const LeaguePlayer& player = *find(id);
    world->place(player.robot,
                 TorsoPlace::upright({p_S.x(), p_S.y(), player.startHeightM}, headingRad));
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

void LeagueSimulation::Impl::executeActions() {
    for (const LeaguePlayer& player : all) {
        Agent& agent = agents.at(player.agent);
        if (!agent.standing.empty()) {
            agent.actions.motors = agent.standing;
        }
        for (std::size_t i = 0; i < agent.actions.motors.size(); ++i) {
            const auto command = std::exchange(agent.actions.motors[i], std::nullopt);
            const auto done = command ? world->command(player.robot, robot::JointId(i), *command)
                                      : base::Expected<void>();
            if (!done) {
                note(player.agent, done.error().toString());
            }
        }
        agent.actions.messages = 0;
        if (const auto action = std::exchange(agent.actions.beam, std::nullopt)) {
            beam(player, *action);
        }
    }
}

void LeagueSimulation::Impl::beam(const LeaguePlayer& player, const LeagueActions::Beam& action) {
    if (!referee.allowsBeams() || start.keepsPlaceOf(player.id)) {
        return;
    }
    const bool isLeft = player.id.side == Side::Left;
    dropPlayer(player.id, {(isLeft ? -1.0 : 1.0) * std::abs(action.xM), action.yM},
               action.headingRad + (isLeft ? 0.0 : math::kPi));
}

// Collects the messages of players, at their positions after the step.
void LeagueSimulation::Impl::listen() {
    words.clear();
    for (const LeaguePlayer& player : all) {
        Agent& agent = agents.at(player.agent);
        const auto say = std::exchange(agent.actions.say, std::nullopt);
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

// Returns the reason why an agent cannot play, if any.
std::optional<std::string> LeagueSimulation::Impl::letIn(AgentId id, Agent& agent,
                                                         const std::optional<TorsoPlace>& place,
                                                         Side standsInFor) {
    const auto found = leagueRobot(agent.robot, settings.models);
    if (!found) {
        return found.error().toString();
    }
    const auto& [model, physics] = *found;
    const double heightM =
        physics.startHeightM > 0.0 ? physics.startHeightM : model->traits().p_STorsoAtStart.z();
    if (agent.unum > settings.rules.maxUnum) {
        return fmt::format("number {} is above {}", agent.unum, settings.rules.maxUnum);
    }
    const bool isStandIn = standsInFor != Side::None;
    const Side side = isStandIn ? standsInFor : game.join(agent.team);
    if (side == Side::None) {
        return fmt::format("team {} would be a third team", agent.team);
    }
    const PlayerId player{side, game::UniformNumber(agent.unum)};
    std::optional<TorsoPlace> begin = place;
    if (const auto taken = isStandIn ? std::nullopt : takeOver(id, agent, player)) {
        begin = taken;
    }
    if (agent.player) { // it has taken over a robot
        return std::nullopt;
    }
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
                       settings.field.widthM / 2.0 + settings.field.borderM, heightM);
    const auto robot =
        world->addRobot(fmt::format("r-{}-{}-", side == Side::Right ? 1 : 0, agent.unum), model,
                        physics, begin.value_or(TorsoPlace::upright(p_S, -math::kPi / 2.0)));
    if (!robot) {
        return robot.error().toString();
    }
    std::optional<std::size_t> speaker;
    std::optional<std::size_t> microphone;
    for (std::size_t i = 0; i < physics.sites.size(); ++i) {
        const std::string& name = physics.sites[i].name;
        if (name.ends_with(kVisibleSite)) {
            agent.visibleSites.emplace_back(name.substr(0, name.size() - kVisibleSite.size()), i);
        } else if (name == kCameraSite) {
            agent.sites.camera = i;
        } else if (name.ends_with(kSpeakerSite)) {
            speaker = i;
        } else if (name.ends_with(kMicrophoneSite)) {
            microphone = i;
        }
    }
    agent.sites.speaker = speaker.value_or(agent.sites.camera);
    agent.sites.microphone = microphone.value_or(agent.sites.camera);
    agent.jointOrder = physics.jointOrder;
    for (const Collider& collider : physics.colliders) {
        agent.colliders.push_back(physics.namesColliders ? collider.name : std::string());
    }
    agent.player = player;
    team.push_back(player);
    all.push_back({id, player, agent.team, model, *robot, heightM, isStandIn});
    ++robotChanges;
    forgetViews();
    return std::nullopt;
}

void LeagueSimulation::Impl::removePlayer(const PlayerId& id) {
    world->removeRobot(find(id)->robot);
    std::erase_if(all, [&](const LeaguePlayer& player) { return player.id == id; });
    std::erase(teams[id.side == Side::Right ? 1 : 0], id);
    ++robotChanges;
    forgetViews();
}

// Computes the views that `master` reports a cycle later.
void LeagueSimulation::Impl::look() {
    if (settings.perception != PerceptionVersion::Master || cycles % kVisionCycles != 0) {
        return;
    }
    seen.back().p_S = world->ball().p_S;
    std::vector<VisibleRobot> visible;
    for (const LeaguePlayer& player : all) {
        visible.push_back({player.id, player.robot, agents.at(player.agent).visibleSites});
    }
    sortAsMaster(visible);
    for (const LeaguePlayer& player : all) {
        Agent& agent = agents.at(player.agent);
        agent.view =
            lookAround(*world, player.robot, agent.sites.camera, seen, visible, settings.occluders);
    }
}

// The server recompiles the world when a robot joins or leaves, and then has no views until the
// next vision cycle.
void LeagueSimulation::Impl::forgetViews() {
    for (auto& [id, agent] : agents) {
        agent.view.reset();
    }
}

void LeagueSimulation::Impl::execute(const LeagueCommand& command) {
    if (const auto* kickOff = std::get_if<monitor::KickOff>(&command)) {
        const bool wasWaiting = start.isWaiting();
        beginStart();
        if (wasWaiting && game.playMode() != game::PlayMode::BeforeKickOff) {
            return; // a situation from the middle of a game continues with its own play mode
        }
        referee.kickOff(kickOff->side != Side::None ? kickOff->side
                        : random.below(2) == 0      ? Side::Left
                                                    : Side::Right);
    } else if (std::holds_alternative<monitor::DropBall>(command)) {
        referee.dropBall();
    } else if (const auto* ball = std::get_if<monitor::BallCommand>(&command)) {
        world->placeBall({*ball->p_SBall, ball->velocity_SMps.value_or(Vector3d::Zero())});
    } else if (const auto* place = std::get_if<PlacePlayer>(&command)) {
        if (const LeaguePlayer* player = find(place->player)) {
            world->place(player->robot, place->place);
        }
    }
}

base::Expected<void> LeagueSimulation::Impl::check(const LeagueCommand& command) const {
    const auto* place = std::get_if<PlacePlayer>(&command);
    if (place != nullptr && find(place->player) == nullptr) {
        return failure(ErrorCode::NotFound,
                       fmt::format("there is no player {}", game::toString(place->player)));
    }
    return {};
}

base::Expected<void> LeagueSimulation::Impl::queue(const LeagueCommand& command) {
    return check(command).map([&] { commands.push_back(command); });
}

void LeagueSimulation::Impl::generatePercepts() {
    const bool isVision = cycles % kVisionCycles == 0;
    std::vector<VisiblePlayer> visible;
    // The server's tables of players: the left team before the right one.
    std::vector<const LeaguePlayer*> inOrder;
    for (const std::vector<PlayerId>& team : teams) {
        for (const PlayerId& id : team) {
            inOrder.push_back(find(id));
        }
    }
    const bool isIdeal = settings.perception == PerceptionVersion::Release021;
    if (isVision && isIdeal) {
        seen.back().p_S = world->ball().p_S;
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
        LeaguePercepts::addBody(agent.percepts, *player->model, agent.jointOrder, readings);
        LeaguePercepts::addHearing(agent.percepts, words, player->robot,
                                   world->site(player->robot, agent.sites.microphone), random);
        if (isVision && isIdeal) {
            LeaguePercepts::addVision(
                agent.percepts, world->site(player->robot, agent.sites.camera), seen, visible);
        } else if (isVision) {
            noisyVision->add(agent.percepts, agent.view, random);
        }
        agent.text.clear();
        protocol::writePercepts(agent.percepts, agent.text);
    }
}

LeagueSimulation::LeagueSimulation(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}

LeagueSimulation::~LeagueSimulation() = default;

base::Expected<std::unique_ptr<LeagueSimulation>> LeagueSimulation::create(
    const LeagueSettings& settings) {
    if (!settings.models.empty()) {
        if (auto checked = checkModels(settings.models); !checked) {
            return tl::unexpected(std::move(checked.error()));
        }
    }
    if (auto checked = LeagueStart::check(settings); !checked) {
        return tl::unexpected(std::move(checked.error()));
    }
    auto world = MujocoWorld::create({.field = settings.field});
    if (!world) {
        return tl::unexpected(std::move(world.error()));
    }
    auto impl = std::make_unique<Impl>(settings);
    impl->world = std::move(*world);
    impl->addStandIns();
    if (!impl->rejected.empty()) {
        return failure(ErrorCode::InvalidArgument,
                       "the start situation: " + impl->rejected.front().text);
    }
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
        const auto note = [&](std::string reason) { m_impl->note(id, std::move(reason)); };
        agent.actions.count(note);
        protocol::mujoco::parseMessage(text, m_impl->message);
        agent.actions.read(m_impl->message, *m_impl->find(*agent.player)->model, note);
        return;
    }
    if (agent.hasAsked) {
        return; // only the first message can request a robot
    }
    agent.hasAsked = true;
    const auto join = protocol::mujoco::joinIn(text);
    if (!join) {
        m_impl->rejected.push_back(
            {id, fmt::format("rejected: its first message is {:.60}; expected (init ROBOT TEAM "
                             "NUMBER)",
                             text)});
        return;
    }
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
    impl.look();
    impl.touch();
    for (const LeagueCommand& command : std::exchange(impl.commands, {})) {
        impl.execute(command);
    }
    if (impl.start.update(*impl.world, impl.game, impl.all)) {
        impl.beginStart();
    }
    if (impl.start.isWaiting()) {
        impl.game.advance(impl.world->timeS());
    } else {
        impl.referee.update(impl.world->timeS());
    }
    if (impl.cycles % 2 == 0) { // the previous monitor message has reported them
        impl.fouls.clear();
    }
    impl.fouls.insert(impl.fouls.end(), impl.referee.fouls().begin(), impl.referee.fouls().end());
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
    return toLeague(command).and_then(
        [&](const LeagueCommand& each) { return m_impl->queue(each); });
}

std::vector<base::Error> LeagueSimulation::command(std::string_view message) {
    LeagueMessage read = readLeagueCommands(message, m_impl->game);
    for (const LeagueCommand& each : read.commands) {
        if (const auto queued = m_impl->queue(each); !queued) {
            read.errors.push_back(queued.error());
        }
    }
    return std::move(read.errors);
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
    return m_impl->fouls;
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
