#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/rng.h"
#include "agentcore/protocol/mujoco_actions.h"
#include "simulator/mujoco/ball_contacts.h"
#include "simulator/mujoco/league_agent.h"
#include "simulator/mujoco/league_commands.h"
#include "simulator/mujoco/league_percepts.h"
#include "simulator/mujoco/league_simulation.h"
#include "simulator/mujoco/league_start.h"
#include "simulator/mujoco/league_vision.h"

namespace sideline::simulator::mujoco {

inline constexpr robot::BodyId kTorso(std::int32_t{0});

/// The implementation of a match; user actions and saved states are in `league_state.cpp`.
struct LeagueSimulation::Impl : RefereeStage {
    using Agent = LeagueAgent;
    using PlayerId = game::PlayerId;
    using Side = game::Side;
    using Vector2d = Eigen::Vector2d;
    using Vector3d = Eigen::Vector3d;

    explicit Impl(const LeagueSettings& s)
        : settings(s),
          seen(landmarksOf(s.field)),
          game(LeagueStart::phaseOf(s).value_or(s.phase),
               s.start ? s.start->timeS : s.gameTimeS.value_or(s.rules.startS(s.phase))),
          referee(s.rules, s.field, game, contacts, *this),
          start(s.start),
          random(s.seed) {
        seen.push_back({"B", {}});
        noisyVision.emplace(seen, s.visionErrors);
    }

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
    void executeActions();
    void beam(const LeaguePlayer& player, const LeagueActions::Beam& action);
    void listen();
    void touch();
    void letIn();
    /// @param place if not set, beside the field
    std::optional<std::string> letIn(AgentId id, Agent& agent,
                                     const std::optional<TorsoPlace>& place = {},
                                     Side standsInFor = Side::None);
    /// Begins with the situation's velocities and play mode, if it is waiting.
    void beginStart();
    /// Adds the robots of the start situation.
    void addStandIns();
    /// Gives a player its robot of the start situation, if it has one.
    /// @return where a robot of another kind begins in its place
    std::optional<TorsoPlace> takeOver(AgentId id, Agent& agent, const PlayerId& player);
    void removePlayer(const PlayerId& id);
    void look();
    void forgetViews();
    void execute(const LeagueCommand& command);
    [[nodiscard]] base::Expected<void> check(const LeagueCommand& command) const;
    base::Expected<void> queue(const LeagueCommand& command);
    void generatePercepts();

    LeagueSettings settings;
    std::unique_ptr<MujocoWorld> world;
    std::vector<SeenPoint> seen; ///< landmarks, then the ball
    std::optional<NoisyVision> noisyVision;
    LeagueGame game;
    BallContacts contacts;
    LeagueReferee referee;
    LeagueStart start;
    base::Rng random;
    std::map<AgentId, Agent> agents;
    std::vector<LeaguePlayer> all; ///< in the order of joining
    std::array<std::vector<PlayerId>, 2> teams;
    std::vector<SpokenWords> words;
    std::vector<LeagueCommand> commands;
    std::vector<SimulationNote> notes;
    std::vector<SimulationNote> rejected;
    std::vector<LeagueFoulEvent> fouls;
    std::uint64_t cycles = 0;
    double restoredS = 0.0; ///< simulated time removed by restored states
    std::uint64_t robotChanges = 0;
    std::int32_t nextAgent = 0;
    protocol::mujoco::Message message; ///< reused
    SensorReadings readings;           ///< reused
};

} // namespace sideline::simulator::mujoco
