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

/// How a match goes on from its start situation.
struct PlayOnSettings {
    double lengthS = 10.0;     ///< from the beginning, above 0
    double frameEveryS = 0.1;  ///< of the frames that are kept
    std::filesystem::path log; ///< of the match, from the beginning; empty: none
    /// Asked every few cycles with the share that is done, 0 to 1; the match ends where it says
    /// false.
    std::function<bool(double share)> keepGoing{};
};

/// What became of it.
struct PlayedOn {
    struct Player {
        game::PlayerId robot;
        std::string team;
        std::vector<logs::DecisionSpan> spans; ///< what it did, from the beginning, which is at 0
    };
    std::vector<monitor::MatchFramePtr> frames; ///< record time from 0, the beginning
    std::vector<Player> players;
    std::vector<std::string> remarks; ///< what people should know
};

/// Keeps what becomes of a match from now on: its frames, what its players do, and the log.
/// @param into gets them, and whether it was stopped
/// Errors: of the log.
[[nodiscard]] base::Expected<void> recordCourse(InProcessMatch& match,
                                                const PlayOnSettings& settings, PlayedOn& into);

/// Plays on from `simulation.start` with built-in agents, in simulated time as fast as it goes:
/// each robot of the situation is taken over by the player of its number, who is given a robot of
/// the same type, while the world waits; it begins a second after the last one has come. Players
/// who are not in the situation stay away; robots that nobody plays hold their joints. The same
/// settings and teams give the same frames on every run. One thread.
/// @param simulation with a start situation
/// @param left, right nothing: nobody plays that side; not the left one alone, as the first team
///     that comes is the left one
/// Errors: InvalidArgument without a start or a left team, for teams with other programs, and for
/// players that cannot join; Canceled if `keepGoing` said so before the beginning; of making
/// agents, and of the log.
[[nodiscard]] base::Expected<PlayedOn> playOn(const simulator::SimulationSettings& simulation,
                                              const std::optional<launcher::TeamFile>& left,
                                              const std::optional<launcher::TeamFile>& right,
                                              const PlayOnSettings& settings);

} // namespace sideline::series
