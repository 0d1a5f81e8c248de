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
#include "simulator/server/monitor_feed.h"
#include "simulator/simulation/simulation.h"

namespace sideline::series {

/// Teams of built-in agents in one process and in simulated time. One thread.
class InProcessMatch {
public:
    /// A player that has joined.
    struct Player {
        std::size_t place = 0; ///< in the harness
        game::Side side = game::Side::None;
        int number = 0;
    };

    explicit InProcessMatch(const simulator::SimulationSettings& settings);

    /// Logs the match from now on. Errors: those of `MonitorLogWriter::create`.
    base::Expected<void> openLog(const std::filesystem::path& log,
                                 const simulator::MonitorLogOptions& options = {});
    /// Lets a team come, one player after the other, as robots that arrive at the same moment tear
    /// each other apart. The first team that comes is the left one.
    /// Errors: of making an agent; InvalidArgument for a player that cannot join.
    base::Expected<void> join(const launcher::TeamFile& team, game::Side side);
    /// Errors: of the log, as all that follow.
    base::Expected<void> play(double durationS);
    base::Expected<void> cycle();
    [[nodiscard]] long cycleCount() const { return m_cycles; }
    /// The players of a team who are here decide as the file says from the next cycle on; each
    /// begins as soon as what it does may be interrupted.
    /// Errors: of making what they do; nothing has changed then.
    base::Expected<void> decideBy(const launcher::TeamFile& team, game::Side side);

    [[nodiscard]] simulator::Simulation& simulation() { return m_match.simulation(); }
    [[nodiscard]] const std::vector<Player>& players() const { return m_players; }
    [[nodiscard]] const world::AgentFrame& frame(const Player& player) const {
        return m_match.frame(player.place);
    }
    /// What monitors see now.
    [[nodiscard]] monitor::MatchFramePtr monitorFrame(std::uint32_t index, double recordTimeS);

private:
    // Errors: of making it, with the player.
    base::Expected<std::unique_ptr<behavior::Behavior>> behaviorOf(
        const agents::AgentBlueprint& blueprint, const launcher::TeamFile& team,
        const launcher::PlayerSpec& player);
    std::optional<int> whoIsMissing();

    simulator::MatchHarness m_match;
    simulator::MonitorFeed m_feed;
    agents::SkillLibrary m_skills;
    std::optional<simulator::MonitorLogWriter> m_log;
    std::vector<Player> m_players;
    long m_cycles = 0;
};

} // namespace sideline::series
