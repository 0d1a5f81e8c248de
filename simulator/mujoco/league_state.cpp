// User actions on a match, and its saved states.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "agentcore/monitor/trainer_support.h"
#include "agentcore/robot/mujoco_robots.h"
#include "simulator/mujoco/league_simulation_impl.h"
#include "simulator/simulation/state_hash.h"

namespace sideline::simulator::mujoco {

/// The complete state of a match.
struct LeagueState {
    const void* match = nullptr; ///< match whose parts the referee refers to
    std::vector<double> world;
    LeagueGame game;
    BallContacts contacts;
    LeagueReferee referee;
    LeagueStart start;
    base::Rng random;
    std::map<AgentId, LeagueAgent> agents; ///< agents with a robot
    std::vector<SpokenWords> words;
    std::vector<LeagueCommand> commands;
    std::vector<LeagueFoulEvent> fouls;
    std::uint64_t cycles = 0;
};

double LeagueSimulation::serverTimeS() const {
    return timeS() + m_impl->restoredS;
}

base::Expected<AgentId> LeagueSimulation::addRobot(std::string_view robot, std::string_view team,
                                                   int unum, const math::Pose& X_STorso) {
    const AgentId id = addAgent();
    Impl::Agent& agent = m_impl->agents.at(id);
    agent.hasAsked = true;
    agent.robot = robot;
    agent.team = team;
    agent.unum = unum;
    math::Pose X_SStart = X_STorso;
    if (const robot::RobotModel* model = robot::findMujocoRobot(robot)) {
        X_SStart.p.z() = std::max(X_SStart.p.z(), model->traits().p_STorsoAtStart.z());
    }
    if (auto reason = m_impl->letIn(id, agent, X_SStart)) {
        removeAgent(id);
        return base::failure(base::ErrorCode::InvalidArgument, std::move(*reason));
    }
    agent.standing = LeagueStart::holding(*m_impl->find(*agent.player)->model);
    return id;
}

base::Expected<void> LeagueSimulation::applyNow(const monitor::TrainerCommand& command) {
    Impl& impl = *m_impl;
    if (const auto why = monitor::unsupportedReason(game::ServerKind::Rcssservermj, command);
        why && !std::holds_alternative<monitor::KillAgent>(command)) {
        return base::failure(base::ErrorCode::InvalidArgument, std::string(*why));
    }
    if (const auto* mode = std::get_if<monitor::SetPlayMode>(&command)) {
        impl.beginStart();
        impl.game.setPlayMode(mode->mode);
        return {};
    }
    if (const auto* kill = std::get_if<monitor::KillAgent>(&command)) {
        const LeaguePlayer* player = kill->agent ? impl.find(*kill->agent) : nullptr;
        if (player == nullptr) {
            return base::failure(base::ErrorCode::NotFound, "there is no such player");
        }
        const AgentId id = player->agent;
        if (!impl.agents.at(id).standing.empty()) { // the robot has no client
            removeAgent(id);
            return {};
        }
        impl.removePlayer(game::PlayerId(player->id)); // a copy, since the player is removed
        impl.agents.at(id).player.reset();
        impl.rejected.push_back({id, "removed by the user"});
        return {};
    }
    const auto known = toLeague(command);
    if (!known) {
        return tl::unexpected(known.error());
    }
    return impl.check(*known).map([&] {
        impl.execute(*known);
        impl.world->updatePoses();
    });
}

std::shared_ptr<const LeagueState> LeagueSimulation::save() const {
    const Impl& impl = *m_impl;
    std::map<AgentId, LeagueAgent> agents;
    for (const LeaguePlayer& player : impl.all) {
        agents.emplace(player.agent, impl.agents.at(player.agent));
    }
    return std::make_shared<const LeagueState>(LeagueState{
        &impl, impl.world->save(), impl.game, impl.contacts, impl.referee, impl.start, impl.random,
        std::move(agents), impl.words, impl.commands, impl.fouls, impl.cycles});
}

std::uint64_t LeagueSimulation::stateHash() const {
    const Impl& impl = *m_impl;
    StateHash hash;
    for (const double value : impl.world->save()) {
        hash.add(value);
    }
    for (const LeaguePlayer& player : impl.all) {
        hash.add(impl.agents.at(player.agent).text);
    }
    hash.add(impl.game.gameTimeS());
    hash.add(static_cast<std::uint64_t>(impl.game.playMode()));
    hash.add(static_cast<std::uint64_t>(impl.game.score(game::Side::Left)));
    hash.add(static_cast<std::uint64_t>(impl.game.score(game::Side::Right)));
    hash.add(base::Rng(impl.random).next());
    hash.add(std::uint64_t{impl.start.isWaiting()});
    hash.add(impl.cycles);
    return hash.value();
}

base::Expected<void> LeagueSimulation::restore(const LeagueState& state) {
    Impl& impl = *m_impl;
    if (state.match != &impl) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             "the state belongs to another match");
    }
    const bool hasSamePlayers =
        state.agents.size() == impl.all.size() &&
        std::ranges::all_of(impl.all, [&](const LeaguePlayer& player) {
            const auto saved = state.agents.find(player.agent);
            return saved != state.agents.end() && saved->second.player == player.id;
        });
    const double beforeS = timeS();
    const auto restored = hasSamePlayers
                              ? impl.world->restore(state.world)
                              : base::failure(base::ErrorCode::InvalidArgument,
                                              "the robots differ from those in the snapshot",
                                              "the same robots as in the snapshot");
    if (!restored) {
        return restored;
    }
    impl.restoredS += beforeS - timeS();
    impl.game = state.game;
    impl.contacts = state.contacts;
    impl.referee = state.referee;
    impl.start = state.start;
    impl.random = state.random;
    for (const auto& [id, saved] : state.agents) {
        Impl::Agent& agent = impl.agents.at(id);
        const std::uint64_t messages = agent.messages;
        std::set<std::string> noted = std::move(agent.noted);
        agent = saved;
        agent.messages = messages; // counts all messages that the server received
        agent.noted = std::move(noted);
    }
    impl.words = state.words;
    impl.commands = state.commands;
    impl.fouls = state.fouls;
    impl.cycles = state.cycles;
    return {};
}

} // namespace sideline::simulator::mujoco
