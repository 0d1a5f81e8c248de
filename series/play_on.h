#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/game/player_id.h"
#include "agentcore/monitor/match_frame.h"
#include "launcher/team_file.h"
#include "logs/session/decision_spans.h"
#include "series/in_process_match.h"
#include "simulator/simulation/simulation.h"

namespace sideline::series {

/// How a match continues from its start situation.
struct PlayOnSettings {
    double lengthS = 10.0;     ///< duration from the beginning; above 0
    double frameEveryS = 0.1;  ///< interval of the stored frames
    std::filesystem::path log; ///< match log from the beginning; empty: none
    /// Called every few cycles with the progress, 0 to 1; the match ends when it returns
    /// false.
    std::function<bool(double progress)> keepGoing{};
};

/// The result of playing on.
struct PlayedOn {
    struct Player {
        game::PlayerId robot;
        std::string team;
        std::vector<logs::DecisionSpan> spans; ///< decisions of the player, from the beginning at 0
    };
    std::vector<monitor::MatchFramePtr> frames; ///< recorded frames; time counts from the beginning
    std::vector<Player> players;
    std::vector<std::string> remarks; ///< remarks for the user
};

/// Records a match: its frames, its players' decisions and the log.
/// @param into receives them, and whether the match was stopped
/// Errors: those of the log.
[[nodiscard]] base::Expected<void> recordCourse(InProcessMatch& match,
                                                const PlayOnSettings& settings, PlayedOn& into);

/// Continues from `simulation.start` with built-in agents, in simulated time as fast as possible.
/// The player with a robot's number takes over that robot and receives the same type, while the
/// simulation waits; the match begins one second after the last player has joined. Players that are
/// not in the situation do not join; robots without a player hold their joints. Equal settings and
/// teams produce equal frames. Runs in the calling thread.
/// @param simulation with a start situation
/// @param left, right may be the same team, in which case a number is appended to its name on the
/// right; if not set, that side has no players. The left side must be given, since the first team
/// that joins plays on the left
/// Errors: InvalidArgument without a start situation or a left team, for teams with other programs,
/// and for players that cannot join; Canceled if `keepGoing` returns false before the beginning;
/// those of creating agents and of the log.
[[nodiscard]] base::Expected<PlayedOn> playOn(const simulator::SimulationSettings& simulation,
                                              const std::optional<launcher::TeamFile>& left,
                                              const std::optional<launcher::TeamFile>& right,
                                              const PlayOnSettings& settings);
/// Overload for a match of any server family.
/// @param make creates a match that starts with `start`
/// @param start with robots of its server family
/// Errors: also those of `make`, and InvalidArgument for teams of another server.
[[nodiscard]] base::Expected<PlayedOn> playOn(const simulator::MatchMaker& make,
                                              const simulator::StartSituation& start,
                                              const std::optional<launcher::TeamFile>& left,
                                              const std::optional<launcher::TeamFile>& right,
                                              const PlayOnSettings& settings);

} // namespace sideline::series
