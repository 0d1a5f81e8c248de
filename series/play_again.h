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

/// The settings with which a logged game was played.
struct GameOrigin {
    int game = 0; ///< number in the series
    simulator::SimulationSettings simulation;
    launcher::TeamFile left;
    launcher::TeamFile right;
};

/// Determines how the game of a log was played. Works for games in the folder of a series that were
/// played in process, which can be reproduced exactly.
/// @param log such as `FOLDER/logs/game-0001.log.zst`
/// Errors: NotFound for another log; InvalidArgument for games with programs, in real time or on an
/// external server; those of the series file and of the files that it names.
[[nodiscard]] base::Expected<GameOrigin> originOf(const std::filesystem::path& log);

/// The point where a replayed game is changed.
struct PlayAgainSettings {
    std::uint32_t frame = 0; ///< index in its log
    /// Returns frames of its log; they are requested in order.
    std::function<base::Expected<monitor::MatchFramePtr>(std::uint32_t frame)> recorded;
    /// The team file of a side from that frame on; if not set, unchanged.
    std::optional<launcher::TeamFile> left;
    std::optional<launcher::TeamFile> right;
    PlayOnSettings course; ///< course of the match from that frame on
};

/// Replays a game from its beginning, which restores all beliefs and the internal state of its
/// players, and changes it at a frame of its log. The replayed part is compared with the log, so
/// that a deviation is an error. Runs in the calling thread; it takes as long as playing the game
/// up to the end of the requested course.
/// Errors: InvalidArgument for a frame before the kick-off or after the end of the game, and where
/// the replay deviates from the log, with the time; Canceled if `course.keepGoing` returns false
/// before the frame; those of creating the players and of the log.
[[nodiscard]] base::Expected<PlayedOn> playAgain(const GameOrigin& origin,
                                                 const PlayAgainSettings& settings);

} // namespace sideline::series
