#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

#include "agentcore/base/error.h"
#include "agentcore/monitor/match_frame.h"
#include "launcher/team_file.h"
#include "series/play_on.h"
#include "simulator/simulation/simulation.h"

namespace sideline::series {

/// How a game was played of which a log is left.
struct GameOrigin {
    int game = 0; ///< of its series
    simulator::SimulationSettings simulation;
    launcher::TeamFile left;
    launcher::TeamFile right;
};

/// How the game of a log was played, if that is one of a series' folder and was played in process:
/// then it is the same again whenever it is played.
/// @param log as `FOLDER/logs/game-0001.log.zst`
/// Errors: NotFound for another log; InvalidArgument for games with programs, in real time or on
/// another server; of the series' file and what it names.
[[nodiscard]] base::Expected<GameOrigin> originOf(const std::filesystem::path& log);

/// Where a game becomes another one.
struct PlayAgainSettings {
    std::uint32_t frame = 0; ///< of its log
    /// Frames of its log, asked for in order.
    std::function<base::Expected<monitor::MatchFramePtr>(std::uint32_t frame)> recorded;
    /// By what the players of a side decide from then on; nothing: they go on.
    std::optional<launcher::TeamFile> left;
    std::optional<launcher::TeamFile> right;
    PlayOnSettings course; ///< from then on
};

/// Plays a game again from its beginning, with everything that its players believe, remember and
/// are in the middle of, and lets it become another one at a frame of its log. On the way it is
/// compared with the log: what comes of it is that game, or an error. One thread; it takes as long
/// as the game took, as far as it goes.
/// Errors: InvalidArgument for a frame before the kick-off, or where the game is over, and where it
/// is not the same again, with the time; Canceled where `course.keepGoing` says so before that; of
/// making the players, of the log.
[[nodiscard]] base::Expected<PlayedOn> playAgain(const GameOrigin& origin,
                                                 const PlayAgainSettings& settings);

} // namespace sideline::series
