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

/// Reports the end of an attempt in a running series.
struct SeriesNews {
    Attempt attempt;                ///< attempt that has ended
    std::optional<PlayedGame> game; ///< the game, if it has finished
    bool isAbandoned = false;       ///< the game is not retried
    const SeriesSummary& summary;   ///< summary after this attempt
};

/// The end of a run of a series.
struct SeriesEnding {
    bool isAsked = false; ///< stopped by the user before all games were played
    std::set<int> failed; ///< numbers of abandoned games
    SeriesSummary summary;
};

/// Describes why an attempt failed, with the file of the output that was kept.
[[nodiscard]] std::string failureText(const Attempt& attempt, const SeriesFolder& folder);

/// Plays the missing games of a series in parallel, in the order of the schedule. A game that
/// hangs, crashes or loses a player is repeated. Ends when all games are played or the tests of all
/// pairings are decided. A game that is lost with its rank is played again without counting as an
/// attempt. Table and report are updated after each game.
///
/// Which games a series contains depends on its settings alone, not on the order in which games
/// end: games that are running when their pairing is decided are stopped or discarded.
/// @param pool plays the games; it is stopped when this function returns
/// @param onNews called after each attempt
/// @param isAsked returns whether to stop now; the running games are then lost
/// Errors: those of the folder; Io when three games in a row were abandoned and none has finished.
[[nodiscard]] base::Expected<SeriesEnding> runSeries(
    const SeriesPlan& plan, SeriesFolder& folder, GamePool& pool,
    const std::function<void(const SeriesNews&)>& onNews, const std::function<bool()>& isAsked);

} // namespace sideline::series
