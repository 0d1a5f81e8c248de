#pragma once

#include <string>
#include <vector>

#include "series/series_folder.h"
#include "series/series_plan.h"
#include "series/summary.h"

namespace sideline::series {

/// All of a series as one HTML page that needs nothing else: verdicts, Elo differences, plots,
/// statistics, conditions, games. Light or dark as the reader's system is.
/// @param games that have finished, in the order of the schedule
[[nodiscard]] std::string reportPage(const SeriesPlan& plan, const std::vector<PlayedGame>& games,
                                     const std::vector<Attempt>& attempts,
                                     const SeriesSummary& summary);

} // namespace sideline::series
