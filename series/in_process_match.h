#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/game/player_id.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/world/agent_frame.h"
#include "agents/agent_blueprint.h"
#include "agents/skill_library.h"
#include "launcher/team_file.h"
#include "simulator/harness/match_harness.h"
#include "simulator/monitor/monitor_log_writer.h"
#include "simulator/simulation/match_control.h"
#include "simulator/simulation/simulation.h"

namespace sideline::series {

/// Teams of built-in agents in one process and in simulated time. One thread.
class InProcessMatch {
public:
    /// A player that has joined.
    struct Player {
        std::size_t place = 0; ///< index in the harness
        game::Side side = game::Side::None;
        int number = 0;
    };

    explicit InProcessMatch(const simulator::SimulationSettings& settings);
    /// @param match of any server family
    explicit InProcessMatch(simulator::PlayedMatch match);

    /// Starts a log of the match. Errors: those of `MonitorLogWriter::create`.
    base::Expected<void> openLog(const std::filesystem::path& log,
                                 const simulator::MonitorLogOptions& options = {});
    /// Lets the players of a team join one after the other, since robots that appear simultaneously
    /// collide violently. The first team to join plays on the left.
    /// Errors: those of creating an agent; InvalidArgument, with the server's reason, for a player
    /// that cannot join.
    base::Expected<void> join(const launcher::TeamFile& team, game::Side side);
    /// Plays for this time, s. Errors, here and below: those of the log.
    base::Expected<void> play(double durationS);
    base::Expected<void> cycle();
    [[nodiscard]] long cycleCount() const { return m_cycles; }
    /// Assigns the behaviors of the file to the joined players of a team from the next cycle on;
    /// each one starts as soon as the current behavior can be interrupted.
    /// Errors: those of creating the behaviors; then nothing has changed.
    base::Expected<void> decideBy(const launcher::TeamFile& team, game::Side side);

    /// Precondition: a match of SimSpark's robots.
    [[nodiscard]] simulator::Simulation& simulation() { return m_match.simulation(); }
    [[nodiscard]] simulator::MatchControl& control() { return *m_control; }
    [[nodiscard]] monitor::StreamFormat format() const { return m_feed->game().format; }
    [[nodiscard]] const std::vector<Player>& players() const { return m_players; }
    [[nodiscard]] const world::AgentFrame& frame(const Player& player) const {
        return m_match.frame(player.place);
    }
    /// The current frame for monitors.
    [[nodiscard]] monitor::MatchFramePtr monitorFrame(std::uint32_t index, double recordTimeS);

private:
    // Errors: those of creating the behavior, with the player.
    base::Expected<std::unique_ptr<behavior::Behavior>> behaviorOf(
        const agents::AgentBlueprint& blueprint, const launcher::TeamFile& team,
        const launcher::PlayerSpec& player);
    const Player* missingPlayer(); // the first player that has not joined; null: all have joined
    std::string reasonFor(const Player& missing);

    simulator::MatchHarness m_match;
    std::unique_ptr<simulator::MatchFeed> m_feed;
    std::unique_ptr<simulator::MatchControl> m_control;
    agents::SkillLibrary m_skills;
    std::optional<simulator::MonitorLogWriter> m_log;
    std::vector<Player> m_players;
    long m_cycles = 0;
};

} // namespace sideline::series
