#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>

#include "agentcore/base/error.h"
#include "series/game_pool.h"
#include "series/series_folder.h"
#include "series/series_plan.h"
#include "series/summary.h"

namespace sideline::series {

/// What is said while a series runs.
struct SeriesNews {
    Attempt attempt;                ///< that has ended
    std::optional<PlayedGame> game; ///< if it has finished
    bool isGivenUp = false;         ///< the game is not tried again
    const SeriesSummary& summary;   ///< after it
};

/// How a run of a series ended.
struct SeriesEnding {
    bool isAsked = false; ///< by the user, before all games were played
    std::set<int> failed; ///< games that were given up
    SeriesSummary summary;
};

/// Plays what is missing of a series: games side by side, the first of the schedule first. A game
/// that hangs, crashes or loses a player is repeated. Ends when all games are played or the tests
/// of all pairings are decided. A game that was lost with where it was played is played again, as
/// if it had not begun. Table and report are up to date after each game.
///
/// What a series has of games is decided by its settings alone, not by which game ended first:
/// games that ran when their pairing was decided are ended, or forgotten.
/// @param pool where games are played; stops with its games when this returns
/// @param onNews called after each attempt
/// @param isAsked whether to end now; games under way are lost then
/// Errors: of the folder; Io when three games in a row were given up and none has finished.
[[nodiscard]] base::Expected<SeriesEnding> runSeries(
    const SeriesPlan& plan, SeriesFolder& folder, GamePool& pool,
    const std::function<void(const SeriesNews&)>& onNews, const std::function<bool()>& isAsked);

} // namespace sideline::series
